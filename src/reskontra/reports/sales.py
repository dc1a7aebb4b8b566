"""What was sold in a period, by customer and by article, beside the same period a year before."""

from decimal import Decimal
from typing import NamedTuple

from reskontra.domain.money import ZERO
from reskontra.reports.report import Column, Kind, Row, Sort, added

BY_CUSTOMER = (
    Column("CustomerNumber", "Kundnummer", Kind.TEXT),
    Column("Name", "Namn", Kind.TEXT),
    Column("Invoices", "Fakturor", Kind.COUNT),
    Column("Net", "Netto"),
    Column("VAT", "Moms"),
    Column("NetLastYear", "Netto föregående år"),
)
BY_ARTICLE = (
    Column("ArticleNumber", "Artikelnummer", Kind.TEXT),
    Column("Description", "Benämning", Kind.TEXT),
    Column("Quantity", "Antal", Kind.COUNT),
    Column("Net", "Netto"),
    Column("NetLastYear", "Netto föregående år"),
)


class Sold(NamedTuple):
    """To one customer, or of one article; what was credited in the period is taken off."""

    number: str
    name: str
    quantity: Decimal
    net: Decimal
    vat: Decimal = ZERO


def by_customer(now: list[Sold], before: list[Sold]) -> list[Row]:
    last_year = {it.number: it.net for it in before}
    rows = [
        Row((it.number, it.name, it.quantity, it.net, it.vat, last_year.get(it.number, ZERO)))
        for it in _all(now, before)
    ]
    return [*rows, added(BY_CUSTOMER, rows, "Summa", Sort.TOTAL)]


def by_article(now: list[Sold], before: list[Sold]) -> list[Row]:
    last_year = {it.number: it.net for it in before}
    rows = [
        Row((it.number, it.name, it.quantity, it.net, last_year.get(it.number, ZERO)))
        for it in _all(now, before)
    ]
    return [*rows, added(BY_ARTICLE, rows, "Summa", Sort.TOTAL)]


def _all(now: list[Sold], before: list[Sold]) -> list[Sold]:
    """The largest first; who bought last year and not since is there too."""
    there = {it.number: it for it in now}
    gone = [Sold(it.number, it.name, ZERO, ZERO) for it in before if it.number not in there]
    return sorted([*there.values(), *gone], key=lambda it: (-it.net, it.name, it.number))
