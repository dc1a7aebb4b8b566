"""A report on paper, in the invoice's style: every cell ready to print."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid
from reskontra.outside import wording
from reskontra.outside.document import MANY_LINES, Language
from reskontra.outside.lettering import drawable
from reskontra.reports.report import Column, Kind, Report, in_columns

ROW_LIMIT = 5_000  # some hundred pages
WIDE = 7  # columns, from which on it lies across
SWEDISH = Language.SWEDISH


@dataclass(frozen=True)
class ReportPaper:
    report: Report

    def __post_init__(self) -> None:
        """The renderer's time and memory are bounded by what it is given."""
        if len(self.report.rows) > ROW_LIMIT:
            raise Invalid(f"En utskrift kan ha högst {ROW_LIMIT} rader: välj en kortare period")

    @property
    def is_large(self) -> bool:
        return len(self.report.rows) > MANY_LINES

    @property
    def made_on(self) -> date:
        """Two of the same are alike to the byte."""
        return self.report.selection.to_date

    def page(self) -> dict[str, Any]:
        report = self.report
        columns = report.columns
        return {
            "title": drawable(f"{report.title} – {report.company}"),
            "author": drawable(report.company),
            "heading": report.title,
            "facts": [(name, drawable(value)) for name, value in facts(report)],
            "wide": len(columns) >= WIDE,
            "columns": [(each.title, each.kind.value) for each in columns],
            "rows": [(sort, [drawable(cell) for cell in cells]) for sort, cells in rows_of(report)],
            "notes": [drawable(note) for note in report.notes],
        }


def facts(report: Report) -> list[tuple[str, str]]:
    """What it says of itself."""
    what = report.selection
    last = ", ".join(f"{series} {number}" for series, number in report.last_vouchers.items())
    period = ("Period", f"{what.from_date} – {what.to_date}")
    every = [
        ("Per", str(what.to_date)) if report.on_a_day else period,
        ("Organisationsnummer", report.organisation_number),
        ("Kostnadsställe", what.cost_center),
        ("Projekt", what.project),
        ("Registrerat till", moment(what.known_at)),
        ("Senaste verifikation", last),
        ("Framtagen", moment(report.made_at)),
    ]
    return [(name, value) for name, value in every if value]


def moment(at: datetime | None) -> str:
    return f"{at.astimezone(SWEDEN):%Y-%m-%d %H:%M}" if at else ""


def rows_of(report: Report, most: int | None = None) -> list[tuple[str, list[str]]]:
    """What each row is, and its cells as people read them."""
    return [
        (str(row.sort), [written(*each) for each in in_columns(report, row)])
        for row in report.rows[:most]
    ]


def written(column: Column, cell: Any) -> str:
    """As people read it, on paper and on a page."""
    if cell is None or cell == "":
        return ""
    if column.kind is Kind.AMOUNT:
        return wording.amount(cell, SWEDISH)
    return wording.quantity(Decimal(cell), SWEDISH) if column.kind is Kind.COUNT else str(cell)
