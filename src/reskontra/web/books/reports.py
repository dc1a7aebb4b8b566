"""Reports: which there are, one as a page where every number leads somewhere, and as a file."""

from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from starlette.responses import Response

from reskontra.actions import reporting
from reskontra.domain.errors import Refused
from reskontra.outside.report_paper import facts, written
from reskontra.reports.report import TITLES, Column, Kind, Report, Row, in_columns
from reskontra.web import reports as files
from reskontra.web.books import listing, typed
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.wording import UNBROKEN

HERE = "/reports"
ASKED = ("fromdate", "todate", "costcenter", "project", "knownat", "account", "format")
MOST_ROWS = 2_000  # on a page; the file has them all
CUT = f"Sidan visar de första {MOST_ROWS} raderna. Hämta filen för att se alla."
NUMBERS = (Kind.AMOUNT, Kind.COUNT)
# fmt: off
ABOUT = {
    "balance-sheet":     "Vad företaget äger och är skyldigt",
    "income-statement":  "Intäkter och kostnader, med samma tid i fjol",
    "trial-balance":     "Varje konto: ingående, debet, kredit, utgående",
    "general-ledger":    "Varje rad på varje konto",
    "account-statement": "Varje rad på ett konto",
    "voucher-list":      "Verifikationerna i den ordning de registrerades",
    "vat":               "Varje ruta, med raderna bakom",
    "customer-ageing":   "Obetalda kundfakturor efter ålder",
    "supplier-ageing":   "Obetalda leverantörsfakturor efter ålder",
    "sales-by-customer": "Vad varje kund har köpt",
    "sales-by-article":  "Vad som har sålts av varje artikel",
}
# fmt: on
# The one amount that a telephone has room for; the others are behind a turn of it.
MAIN = {
    "balance-sheet": "Closing",
    "income-statement": "Period",
    "trial-balance": "Closing",
    "customer-ageing": "Open",
    "supplier-ageing": "Open",
    "sales-by-customer": "Net",
    "sales-by-article": "Net",
}


class Cell(NamedTuple):
    text: str
    style: str  # of its column
    path: str = ""  # where it leads


class Line(NamedTuple):
    sort: str
    cells: list[Cell]


async def index(place: Place) -> Response:
    every = [(kind, title, ABOUT[kind]) for kind, title in TITLES.items()]
    return await place.page("reports.html", HERE, reports=every)


async def show(place: Place) -> Response:
    kind, form = reporting.form_of(place.named["kind"])
    query = listing.asked(place, ASKED)
    for name in ("fromdate", "todate"):
        if name in query:
            query[name] = typed.day(query[name], place.today)
    if kind == "account-statement" and "account" not in query:
        return await _page(place, kind, form, query, None)
    try:
        made = await place.read(lambda desk: reporting.report(desk, kind, query))
        if query.get("format") in ("csv", "pdf"):
            return await files.as_file(place.visit.house, place.company.id, made, query["format"])
    except Refused as refused:
        return await _page(place, kind, form, query, None, refused)
    return await _page(place, kind, form, query, made)


async def _page(
    place: Place,
    kind: str,
    form: reporting.Form,
    query: dict[str, str],
    made: Report | None,
    refused: Refused | None = None,
) -> Response:
    what = made.selection if made else None
    days = {"fromdate": what.from_date, "todate": what.to_date} if what else {}
    query.pop("format", None)
    asked = dict.fromkeys(ASKED, "") | query | {name: str(day) for name, day in days.items()}
    kept = {name: value for name, value in asked.items() if value}
    rows = made.rows if made else ()
    return await place.page(
        "report.html",
        HERE,
        [Step("Rapporter", place.at(HERE))],
        refused.status if refused else 200,
        problems=[Problem.of(refused, _field(refused))] if refused else [],
        kind=kind,
        name=TITLES[kind],
        form=form,
        asked=asked,
        report=made,
        lines=[line_of(made, row) for row in rows[:MOST_ROWS]] if made else [],
        facts=facts(made) if made else [],
        style_of=style_of,
        note=CUT if len(rows) > MOST_ROWS else "",
        needs_account=kind in ("account-statement", "general-ledger"),
        in_parts="cost_center" in form.takes,
        as_it_was="known_at" in form.takes,
        file=lambda word: place.at(f"{HERE}/{kind}?{urlencode(kept | {'format': word})}"),
    )


def _field(refused: Refused) -> str:
    """The field of the page that it is about."""
    words = refused.message.lower()
    return next(
        (name for name in ("account", "fromdate", "todate", "knownat") if name in words), ""
    )


def line_of(report: Report, row: Row) -> Line:
    named = {column.name: cell for column, cell in in_columns(report, row)}
    return Line(
        str(row.sort),
        [
            Cell(
                written(column, cell).replace(" ", UNBROKEN)
                if column.kind in NUMBERS
                else written(column, cell),
                style_of(report.kind, column),
                leads(report, column.name, cell, named) if cell not in (None, "") else "",
            )
            for column, cell in in_columns(report, row)
        ],
    )


def style_of(kind: str, column: Column) -> str:
    """
    >>> style_of("trial-balance", Column("Debit", "Debet")), style_of("vat", Column("Amount", ""))
    ('num turn', 'num')
    """
    if column.kind not in NUMBERS:
        return ""
    return "num" if MAIN.get(kind, column.name) == column.name else "num turn"


def leads(report: Report, name: str, cell: Any, row: dict[str, Any]) -> str:
    """Where a cell opens what it is made of."""
    what = report.selection
    if name == "Account":
        return f"/accounts/{cell}?fromdate={what.from_date}&todate={what.to_date}"
    if name == "Voucher" and " " in str(cell):
        series, number = str(cell).rsplit(" ", 1)
        day = row.get("Date") or what.to_date
        return f"/vouchers/{quote(series, safe='')}/{number}?financialyeardate={day}"
    if name == "Invoice" and report.kind == "customer-ageing" and str(cell).isdecimal():
        return f"/invoices/{cell}"
    places = {
        ("customer-ageing", "Number"): "/customers",
        ("supplier-ageing", "Number"): "/suppliers",
        ("sales-by-customer", "CustomerNumber"): "/customers",
        ("sales-by-article", "ArticleNumber"): "/articles",
    }
    place = places.get((report.kind, name))
    return f"{place}/{quote(str(cell), safe='')}" if place else ""
