"""What was sold in a period: issued in it, without what was credited in it."""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, bindparam, cast, func, literal, select, union_all

from reskontra.domain.customer_invoice import InvoiceRow
from reskontra.domain.money import ZERO
from reskontra.engine.columns import ORE
from reskontra.reports.report import Selection
from reskontra.reports.sales import Sold
from reskontra.storage.books import Books
from reskontra.storage.tables import credit_invoices as notes
from reskontra.storage.tables import customer_invoices as invoices

MINE = invoices.c.organisation_id == bindparam("organisation_id")
ISSUED = invoices.c.status != literal("draft")
OF_NOTE = (invoices.c.organisation_id == notes.c.organisation_id) & (
    invoices.c.document_number == notes.c.document_number
)
ROWS = invoices.c.rows.info["conversion"].out
PARTS = ("cost_center", "project")


def _within(day: Any) -> list[Any]:
    return [day >= bindparam("since"), day <= bindparam("until")]


def _either(columns: list[Any], parts: tuple[str, ...]) -> Any:
    """Those of invoices of the period, and of credited ones, by the sign they count with."""
    those = [MINE, ISSUED, *(invoices.c[name] == bindparam(name) for name in parts)]
    return union_all(
        select(*columns, literal(1).label("sign")).where(*those, *_within(invoices.c.invoice_date)),
        select(*columns, literal(-1).label("sign"))
        .join(notes, OF_NOTE)
        .where(*those, notes.c.organisation_id == bindparam("organisation_id"))
        .where(*_within(notes.c.credit_date)),
    )


@cache
def _by_customer(*parts: str) -> Any:
    names = ("customer_number", "customer_name", "net", "total_vat")
    each = _either([invoices.c[name] for name in names], parts).subquery()
    signed = (each.c.sign, each.c.sign * each.c.net, each.c.sign * each.c.total_vat)
    return select(
        each.c.customer_number,
        func.max(each.c.customer_name),
        *(cast(func.sum(amount), BigInteger) for amount in signed),
    ).group_by(each.c.customer_number)


@cache
def _all_rows(*parts: str) -> Any:
    return _either([invoices.c.rows], parts)


def _parts(what: Selection) -> dict[str, str]:
    """What the invoices themselves are for."""
    return {name: getattr(what, name) for name in PARTS if getattr(what, name)}


def _asked(what: Selection) -> dict[str, str]:
    days = {"since": what.from_date.isoformat(), "until": what.to_date.isoformat()}
    return days | _parts(what)


def by_customer(books: Books, what: Selection) -> list[Sold]:
    return [
        Sold(number, name, Decimal(int(count)), ORE.out(int(net)), ORE.out(int(vat)))
        for number, name, count, net, vat in books.all(_by_customer(*_parts(what)), **_asked(what))
    ]


def by_article(books: Books, what: Selection) -> list[Sold]:
    """Rows that are no article are told together, under no number."""
    sold: dict[str, Sold] = {}
    for sign, row in _rows(books, what):
        had = sold.get(row.article_number) or Sold(row.article_number, row.description, ZERO, ZERO)
        quantity = had.quantity + sign * row.delivered_quantity
        net = had.net + sign * row.total
        sold[row.article_number] = had._replace(quantity=quantity, net=net)
    if "" in sold:
        sold[""] = sold[""]._replace(name="Utan artikel")
    return list(sold.values())


def _rows(books: Books, what: Selection) -> Iterator[tuple[int, InvoiceRow]]:
    for text, sign in books.all(_all_rows(*_parts(what)), **_asked(what)):
        yield from ((int(sign), row) for row in ROWS(text))
