"""A company's reports: which there are, one as a page, and the same as a file."""

from starlette.responses import Response

from reskontra.actions import reporting
from reskontra.actions.desk import Desk
from reskontra.domain.errors import Invalid, Refused
from reskontra.outside.report_paper import facts, rows_of
from reskontra.people.memberships import Company
from reskontra.reports.report import TITLES, Report
from reskontra.web import reports as files
from reskontra.web.console.visit import Visit
from reskontra.web.forms import parameters

ASKED = ("fromdate", "todate", "costcenter", "project", "knownat", "account", "format")
MOST_ROWS = 2_000  # on a page; the file has them all
CUT = f"Sidan visar de första {MOST_ROWS} raderna. Ladda ner filen för att se alla."


async def reports(visit: Visit) -> Response:
    company = await visit.company()
    return visit.page("reports.html", company=company, reports=TITLES.items())


async def report(visit: Visit) -> Response:
    company = await visit.company()
    kind, form = reporting.form_of(visit.request.path_params["kind"])
    entries = parameters(visit.request.scope["query_string"])
    query = {name: entries(name) for name in ASKED if entries(name)}
    if not entries.is_clean:
        raise Invalid("Ogiltig parameter i anropet")
    if kind == "account-statement" and "account" not in query:
        return _page(visit, company, kind, form, query, None)

    def work(desk: Desk) -> Report:
        return reporting.report(desk, kind, query)

    try:
        made = await visit.house.read(await visit.clerk(company), work)
        if query.get("format") in ("csv", "pdf"):
            return await files.as_file(visit.house, company.id, made, query["format"])
    except Refused as refused:
        problem = refused.message
        return _page(visit, company, kind, form, query, None, problem, refused.status)
    return _page(visit, company, kind, form, query, made)


def _page(
    visit: Visit,
    company: Company,
    kind: str,
    form: reporting.Form,
    query: dict[str, str],
    made: Report | None,
    problem: str = "",
    status: int = 200,
) -> Response:
    what = made.selection if made else None
    days = {"fromdate": what.from_date, "todate": what.to_date} if what else {}
    return visit.page(
        "report.html",
        status=status,
        company=company,
        kind=kind,
        title=TITLES[kind],
        form=form,
        asked=dict.fromkeys(ASKED, "") | query | {name: str(day) for name, day in days.items()},
        report=made,
        rows=rows_of(made, MOST_ROWS) if made else [],
        facts=facts(made) if made else [],
        problem=problem,
        note=CUT if made and len(made.rows) > MOST_ROWS else "",
        needs_account=kind in ("account-statement", "general-ledger"),
        in_parts="cost_center" in form.takes,
        as_it_was="known_at" in form.takes,
    )
