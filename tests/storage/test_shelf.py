"""Saving: a record is written whole, with what follows from it, and reads back as it was."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

import pytest
from sqlalchemy import bindparam, select, update
from tests.example_books import NOW, Bookkeeper, Template, sold

from reskontra.actions import sales
from reskontra.actions.door import fire
from reskontra.domain.customer_invoice import Status, priced
from reskontra.domain.records import replace
from reskontra.domain.registers import Article
from reskontra.domain.search import Search
from reskontra.engine.database import Database, Transaction, connect
from reskontra.storage import tables
from reskontra.storage.books import YEAR_LAYOUT, Books
from reskontra.storage.layout import Layout
from reskontra.storage.shelves import (
    ARTICLES,
    CUSTOMER_INVOICES,
    CUSTOMER_PAYMENTS,
    CUSTOMERS,
    SUPPLIER_INVOICES,
)

T = TypeVar("T")
Change = Callable[[Any], Any]
ISSUED, DRAFT = (CUSTOMER_INVOICES, 1), (CUSTOMER_INVOICES, 2)
ARTICLE = Article(
    "7", "Bord", quantity_in_stock=Decimal(3), purchase_price=Decimal(10), carried={"Own": 1}
)


class Undone(Exception):
    """Ends a unit of work of which nothing is to stay."""


@pytest.fixture(scope="module")
def database(template: Template) -> Iterator[Database]:
    database = connect(template.url, threads=1)
    yield database
    database.close()


def tried(database: Database, work: Callable[[Books], T]) -> T:
    """What the work finds in organisation 1; the books stay as they were."""
    found: list[T] = []

    def unit(tx: Transaction) -> None:
        books = Books(tx, 1, NOW, "tests")
        books.shelf(ARTICLES).add(ARTICLE)
        found.append(work(books))
        raise Undone

    with pytest.raises(Undone):
        database.write_now(unit, 1)
    return found[-1]


def row(books: Books, layout: Layout[Any], key: Any) -> dict[str, Any]:
    """Every column of it."""
    mine = {"organisation_id": 1, f"key_{layout.key[0]}": key}
    found = books.tx.first(select(*layout.table.c).where(layout.mine), mine)
    assert found
    return dict(zip(layout.table.c.keys(), found, strict=True))


def changed(layout: Layout[Any], key: Any, *changes: Change) -> Callable[[Books], Any]:
    """The record after the changes, each of them saved, and as it is read back."""

    def work(books: Books) -> tuple[Any, Any, dict[str, Any]]:
        record = books.shelf(layout).get(key, lock=True)
        for change in changes:
            record = books.shelf(layout).save(record, change(record))
        return record, books.shelf(layout).get(key), row(books, layout, key)

    return work


def to(**values: Any) -> Change:
    return lambda record: replace(record, **values)


# fmt: off
CHANGES: dict[str, tuple[Layout[Any], Any, tuple[Change, ...]]] = {
    "nothing":                   (*DRAFT, (to(),)),
    "nothing, without a stamp":  (YEAR_LAYOUT, 1, (to(),)),
    "a text":                    (*DRAFT, (to(comments="Tack!"),)),
    "a text with a companion":   (*DRAFT, (to(customer_name="ÅSA"),)),
    "what a client carries":     (*DRAFT, (to(carried={"Any": 1}),)),
    "what has no column":        (*DRAFT, (to(project="P", country="", delivery_date=[1, {}]),)),
    "and is repeated in one":    (*DRAFT, (to(project={"a": 1}), to(project=None, cost_center=0))),
    "an amount without a column": (ARTICLES, "7", (to(direct_cost=Decimal("-0.50"), depth=7),)),
    "one for true":              (*DRAFT, (to(carried={"A": True}), to(carried={"A": 1}, ocr="1"))),
    "rows and their totals":     (*DRAFT, (lambda it: priced(replace(it, rows=(sold(7),))),)),
    "no rows":                   (*DRAFT, (lambda it: priced(replace(it, rows=())),)),
    "amounts by name":           (*DRAFT, (to(reported={"05": Decimal("-1.50")}),)),
    "a day, from none":          (*DRAFT, (to(final_pay_date=date(2026, 12, 1)),)),
    "and back again":            (*DRAFT, (to(comments="a", ocr="1"), to(comments="", ocr="2"))),
    "a status of an issued one": (*ISSUED, (to(status=Status.PAID, balance=Decimal(0)),)),
    "an amount that follows":    (ARTICLES, "7", (to(purchase_price=Decimal("12.50")),)),
    "a truth":                   (CUSTOMERS, "1", (to(active=False),)),
}
# fmt: on


@pytest.mark.parametrize("case", CHANGES)
def test_what_was_saved_is_what_is_read(database: Database, case: str) -> None:
    layout, key, changes = CHANGES[case]
    before = tried(database, lambda books: row(books, layout, key))
    saved, read, after = tried(database, changed(layout, key, *changes))
    assert read == saved
    assert (after != before) or case.startswith("nothing")


def test_what_follows_from_an_attribute_is_saved_with_it(database: Database) -> None:
    *_, after = tried(database, changed(*DRAFT, to(customer_name="ÅSA")))
    assert after["customer_name_folded"] == "äsa"  # å and ä are changed about, to be sorted


def test_saving_tells_when_even_if_nothing_changed(database: Database) -> None:
    def work(books: Books) -> dict[str, Any]:
        books.put(update(tables.customer_invoices).where(OLD_DRAFT).values(modified="long ago"))
        *_, after = changed(*DRAFT, to())(books)
        return after

    assert tried(database, work)["modified"] == "2026-11-15 12:00:00"


OLD_DRAFT = (tables.customer_invoices.c.organisation_id == bindparam("organisation_id")) & (
    tables.customer_invoices.c.document_number == 2
)


# What earlier versions wrote: known and unknown names as they came, and defaults too.
WRITTEN_BEFORE = {
    CUSTOMER_INVOICES: (
        '{"Own":1,"Country":"Sverige","YourReference":"x","CurrencyRate":9.5,"B":2.50,'
        '"Project":17,"InvoiceType":"INVOICE","Language":"","Address2":{}}'
    ),
    SUPPLIER_INVOICES: '{"A":-0,"Project":"","OCR":"1","B":[],"DisablePaymentFile":false}',
    CUSTOMER_PAYMENTS: '{"A":1,"ExternalInvoiceReference2":"","B":2}',
    CUSTOMERS: '{"Own":"","Type":"COMPANY","InvoiceFreight":12.5,"DefaultTemplates":{"A":1}}',
}


@pytest.mark.parametrize("layout", WRITTEN_BEFORE, ids=lambda layout: layout.table.name)
def test_a_remainder_stays_as_it_was_written_to_the_letter(
    database: Database, layout: Layout[Any]
) -> None:
    """The database takes an issued invoice for another one if a letter of it has changed."""
    text = WRITTEN_BEFORE[layout]

    def work(books: Books) -> dict[str, Any]:
        record = next(iter(books.shelf(layout).page(Search(sort=layout.key[0]))[0]))
        values = {**layout.named_row(record), "carried": text}
        return layout.named_row(layout.made(tuple(values[name] for name in layout.names)))

    assert tried(database, work)["carried"] == text


def test_an_invoice_that_an_earlier_version_wrote_is_issued_and_paid(database: Database) -> None:
    text = WRITTEN_BEFORE[CUSTOMER_INVOICES]

    def work(books: Books) -> dict[str, Any]:
        written = {"carried": text, "project": "17"}
        books.put(update(tables.customer_invoices).where(OLD_DRAFT).values(written))
        invoices, keeper = books.shelf(CUSTOMER_INVOICES), Bookkeeper(books)
        fire(sales.CUSTOMER_INVOICES, keeper.desk, invoices.get(2), "bookkeep")
        keeper.paid(invoices.get(2), Decimal(1))
        return row(books, CUSTOMER_INVOICES, 2)

    after = tried(database, work)
    assert (after["carried"], after["status"], after["project"]) == (text, "sent", "17")
