"""The overview: how the company stands, what waits, and who owes it money."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from starlette.responses import Response

from reskontra.actions import overview
from reskontra.domain.calendar import FinancialYear, months_later
from reskontra.domain.vat_period import Period
from reskontra.web.books.chart import Part, chart, parts
from reskontra.web.books.place import Place
from reskontra.web.wording import MONTHS

AGES = (
    ("Ej förfallet", "a0"),
    ("1–30 dagar", "a1"),
    ("31–60 dagar", "a2"),
    ("61–90 dagar", "a2"),
    ("Över 90 dagar", "a2"),
)


class Age(NamedTuple):
    """What is unpaid and so late."""

    name: str
    colour: str
    amount: Decimal
    part: Part


async def show(place: Place) -> Response:
    found = await place.read(overview.overview)
    amounts = [each.amount for each in found.ages]
    return await place.page(
        "overview.html",
        found=found,
        chart=chart(found.months, months_of(found.year), found.today),
        ages=[
            Age(*words, amount, part)
            for words, amount, part in zip(AGES, amounts, parts(amounts), strict=True)
            if part
        ],
        called=called,
    )


def months_of(year: FinancialYear) -> list[date]:
    """The first day of each; of a longer year than that, the last twelve."""
    first = year.from_date.replace(day=1)
    count = (year.to_date.year - first.year) * 12 + year.to_date.month - first.month + 1
    return [months_later(first, place) for place in range(count)][-12:]


def called(period: Period) -> str:
    """A VAT period, as people say it.

    >>> called(Period(date(2026, 10, 1), date(2026, 12, 31)))
    'kvartal 4'
    """
    months = (period.to_date.year - period.from_date.year) * 12
    months += period.to_date.month - period.from_date.month + 1
    if months == 1:
        return MONTHS[period.to_date.month - 1]
    if months == 12 and period.to_date.month == 12:
        return f"året {period.to_date.year}"
    if months == 3 and period.to_date.month % 3 == 0:
        return f"kvartal {period.to_date.month // 3}"
    return f"{period.from_date} – {period.to_date}"
