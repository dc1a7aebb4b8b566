"""Reports over HTTP: as JSON, for a spreadsheet, or on paper."""

import asyncio

from starlette.responses import Response

from reskontra.actions import reporting
from reskontra.actions.desk import Desk
from reskontra.contract import reports as contract
from reskontra.domain.errors import Invalid
from reskontra.outside.report_paper import ReportPaper
from reskontra.reports.report import Report
from reskontra.web.call import Call, beside_the_loop, json_response
from reskontra.web.described import Described, Gives
from reskontra.web.house import House
from reskontra.web.resources import Endpoint

FORMATS = {"json": "application/json", "csv": "text/csv", "pdf": "application/pdf"}


def reports(kind: str) -> Endpoint:
    """The answer is made once the books are closed: a long one holds nobody up."""
    form, resource = reporting.REPORTS[kind], contract.resource_of(kind)

    def work(desk: Desk, call: Call) -> Report:
        wanted(call)
        return reporting.report(desk, kind, call.query)

    async def then(house: House, call: Call, report: Report) -> Response:
        if wanted(call) == "json":
            return await beside_the_loop(as_json, resource.singular, report)
        return await as_file(house, call.caller.organisation.id, report, wanted(call))

    description = Described(
        "Makes", resource, Gives.REPORT, asks=contract.ASKED, columns=form.columns
    )
    return Endpoint(contract.SCOPE, work, then=then, describes=description)


def as_json(name: str, report: Report) -> Response:
    return json_response({name: contract.shown(report)})


async def as_file(house: House, owner: int, report: Report, form: str) -> Response:
    if form == "pdf":
        pressed = house.press.submit(owner, ReportPaper(report))
        content = await asyncio.wrap_future(pressed)
    else:
        content = await beside_the_loop(contract.as_csv, report)
    return attached(content, FORMATS[form], f"{name_of(report)}.{form}")


def wanted(call: Call) -> str:
    """By its own parameter, else by what the client says that it accepts."""
    if asked := call.query.get("format", "").lower():
        if asked not in FORMATS:
            raise Invalid(f"Ogiltigt format: format kan vara {', '.join(FORMATS)}")
        return asked
    accepts = call.headers.get("accept", "")
    return next((name for name in ("csv", "pdf") if FORMATS[name] in accepts), "json")


def name_of(report: Report) -> str:
    return f"{report.kind}-{report.selection.from_date}-{report.selection.to_date}"


def attached(content: bytes, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, 200, headers, media_type)
