"""What was sold in a period: issued in it, without what was credited in it."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, bindparam, cast, func, literal, select, union_all

from reskontra.domain.customer_invoice import InvoiceRow
from reskontra.domain.money import ZERO
from reskontra.engine.columns import ORE
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


def _within(day: Any) -> list[Any]:
    return [day >= bindparam("since"), day <= bindparam("until")]


def _either(*columns: Any) -> list[Any]:
    """Those of invoices of the period, and of credited ones, by the sign they count with."""
    return [
        select(*columns, literal(1).label("sign")).where(
            MINE, ISSUED, *_within(invoices.c.invoice_date)
        ),
        select(*columns, literal(-1).label("sign"))
        .join(notes, OF_NOTE)
        .where(MINE, notes.c.organisation_id == bindparam("organisation_id"))
        .where(*_within(notes.c.credit_date)),
    ]


EACH = union_all(
    *_either(
        invoices.c.customer_number, invoices.c.customer_name, invoices.c.net, invoices.c.total_vat
    )
).subquery()
BY_CUSTOMER = select(
    EACH.c.customer_number,
    func.max(EACH.c.customer_name),
    *(
        cast(func.sum(each), BigInteger)
        for each in (EACH.c.sign, EACH.c.sign * EACH.c.net, EACH.c.sign * EACH.c.total_vat)
    ),
).group_by(EACH.c.customer_number)
ALL_ROWS = union_all(*_either(invoices.c.rows))


def by_customer(books: Books, since: date, until: date) -> list[Sold]:
    rows = books.all(BY_CUSTOMER, since=since.isoformat(), until=until.isoformat())
    return [
        Sold(number, name, Decimal(int(count)), ORE.out(int(net)), ORE.out(int(vat)))
        for number, name, count, net, vat in rows
    ]


def by_article(books: Books, since: date, until: date) -> list[Sold]:
    """Rows that are no article are told together, under no number."""
    sold: dict[str, Sold] = {}
    for sign, row in _rows(books, since, until):
        had = sold.get(row.article_number) or Sold(row.article_number, row.description, ZERO, ZERO)
        quantity = had.quantity + sign * row.delivered_quantity
        net = had.net + sign * row.total
        sold[row.article_number] = had._replace(quantity=quantity, net=net)
    if "" in sold:
        sold[""] = sold[""]._replace(name="Utan artikel")
    return list(sold.values())


def _rows(books: Books, since: date, until: date) -> Iterator[tuple[int, InvoiceRow]]:
    for text, sign in books.all(ALL_ROWS, since=since.isoformat(), until=until.isoformat()):
        yield from ((int(sign), row) for row in ROWS(text))
