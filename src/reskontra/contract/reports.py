"""Reports as clients see them: JSON with the columns by name, or a CSV that a spreadsheet opens."""

import csv
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from io import StringIO
from typing import Any

from reskontra.codec import Json, number
from reskontra.contract.fields import READ_ONLY, day, table, text
from reskontra.contract.resource import Resource
from reskontra.domain.clock import SWEDEN
from reskontra.domain.records import Record
from reskontra.reports.report import Column, Kind, Report, Row, Sort, in_columns

SCOPE = "bookkeeping"
REPORTS = "Reports"  # all of them together
SCHEMAS: dict[Kind, Json] = {
    Kind.TEXT: {"type": "string"},
    Kind.NUMBER: {"type": "number"},
    Kind.COUNT: {"type": "number"},
    Kind.DAY: {"type": "string", "format": "date"},
    Kind.AMOUNT: {"type": "number"},
}
ASKED = {
    "fromdate": "the first day, YYYY-MM-DD; the first of the year if not sent",
    "todate": "the last day, YYYY-MM-DD; the last of the year, or of lists today, if not sent",
    "financialyear": "the id of the financial year; the current one if not sent",
    "financialyeardate": "any day of the financial year, YYYY-MM-DD",
    "costcenter": "only what is posted on this cost centre; in lists and sales, invoices for it",
    "project": "the same of a project",
    "knownat": "only what was registered by this Swedish time, YYYY-MM-DD HH:MM; not of sales",
    "account": "of ledgers: this account alone",
    "format": "json, csv or pdf",
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would compute


def named(kind: str) -> str:
    """
    >>> named("balance-sheet")
    'BalanceSheet'
    """
    return "".join(word.capitalize() for word in kind.split("-"))


class Heading(Record):
    """What a report says of itself."""

    title: str
    company: str
    organisation_number: str
    from_date: date
    to_date: date
    cost_center: str
    project: str
    known_at: str
    made_at: str


FIELDS = table(
    text("Title", "Company", "OrganisationNumber", READ_ONLY),
    day("FromDate", "ToDate", READ_ONLY),
    text("CostCenter", "Project", "KnownAt", "MadeAt", READ_ONLY),
)


@cache
def resource_of(kind: str) -> Resource:
    """Its envelope and what it says of itself; its rows follow from its columns."""
    return Resource(named(kind), REPORTS, f"reports/{kind}", "", SCOPE, Heading, FIELDS, own=True)


def shown(report: Report) -> Json:
    what = report.selection
    heading = Heading(
        report.title,
        report.company,
        report.organisation_number,
        what.from_date,
        what.to_date,
        what.cost_center,
        what.project,
        _moment(what.known_at),
        _moment(report.made_at),
    )
    return {
        **resource_of(report.kind).present(heading, ""),
        "LastVouchers": [
            {"Series": series, "Number": last} for series, last in report.last_vouchers.items()
        ],
        "Columns": [
            {"Name": each.name, "Title": each.title, "Type": str(each.kind)}
            for each in report.columns
        ],
        "Rows": [_row(report.columns, row) for row in report.rows],
        "Notes": list(report.notes),
    }


def _row(columns: tuple[Column, ...], row: Row) -> Json:
    """What is empty is left out."""
    cells = zip(columns, row.cells, strict=False)
    told = {column.name: _cell(cell) for column, cell in cells if cell not in (None, "")}
    return {"Sort": str(row.sort), **told}


def _cell(cell: Any) -> Any:
    if isinstance(cell, Decimal):
        return number(cell)
    return cell.isoformat() if isinstance(cell, date) else cell


def _moment(at: datetime | None) -> str:
    return at.astimezone(SWEDEN).replace(tzinfo=None).isoformat(" ", "seconds") if at else ""


def schema_of(columns: tuple[Column, ...]) -> Json:
    """Of what it has beside the fields of its resource."""
    row: Json = {"Sort": {"type": "string", "enum": [str(sort) for sort in Sort]}}
    row |= {each.name: SCHEMAS[each.kind] | {"description": each.title} for each in columns}
    last = {"Series": {"type": "string"}, "Number": {"type": "integer"}}
    named_column = {name: {"type": "string"} for name in ("Name", "Title", "Type")}
    return {
        "LastVouchers": _list_of(last),
        "Columns": _list_of(named_column),
        "Rows": _list_of(row, required=["Sort"]),
        "Notes": {"type": "array", "items": {"type": "string"}},
    }


def _list_of(properties: Json, required: list[str] | None = None) -> Json:
    must = list(properties) if required is None else required
    items = {"type": "object", "properties": properties, "required": must}
    return {"type": "array", "items": items}


def as_csv(report: Report) -> bytes:
    """As spreadsheets in Sweden read it: semicolons, decimal commas, UTF-8 that says so."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.title for column in report.columns])
    for row in report.rows:
        writer.writerow([_plain(*each) for each in in_columns(report, row)])
    return text.getvalue().encode("utf-8-sig")


def _plain(column: Column, cell: Any) -> str:
    if cell is None or cell == "":
        return ""
    if column.kind is Kind.AMOUNT:
        return f"{cell:z.2f}".replace(".", ",")
    words = str(cell)
    if column.kind in (Kind.NUMBER, Kind.COUNT):
        return words.replace(".", ",")
    return f"'{words}" if words.startswith(FORMULA) else words
