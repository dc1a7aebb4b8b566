"""Saving: a record is written whole, with what follows from it, and reads back as it was."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

import pytest
from sqlalchemy import bindparam, select, update
from tests.example_books import NOW, Template, sold

from reskontra.domain.customer_invoice import Status, priced
from reskontra.domain.records import replace
from reskontra.domain.registers import Article
from reskontra.engine.database import Database, Transaction, connect
from reskontra.storage import tables
from reskontra.storage.books import YEAR_KIND, Books
from reskontra.storage.shelf import Kind
from reskontra.storage.shelves import ARTICLES, CUSTOMER_INVOICES, CUSTOMERS

T = TypeVar("T")
Change = Callable[[Any], Any]
ISSUED, DRAFT = (CUSTOMER_INVOICES, 1), (CUSTOMER_INVOICES, 2)
ARTICLE = Article(
    "7", "Bord", quantity_in_stock=Decimal(3), purchase_price=Decimal(10), carried={"Note": 1}
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


def row(books: Books, kind: Kind[Any], key: Any) -> dict[str, Any]:
    """Every column of it."""
    mine = {"organisation_id": 1, f"key_{kind.key[0]}": key}
    found = books.tx.first(select(*kind.table.c).where(kind.mine), mine)
    assert found
    return dict(zip(kind.table.c.keys(), found, strict=True))


def changed(kind: Kind[Any], key: Any, *changes: Change) -> Callable[[Books], Any]:
    """The record after the changes, each of them saved, and as it is read back."""

    def work(books: Books) -> tuple[Any, Any, dict[str, Any]]:
        record = books.shelf(kind).get(key, lock=True)
        for change in changes:
            record = books.shelf(kind).save(change(record))
        return record, books.shelf(kind).get(key), row(books, kind, key)

    return work


def to(**values: Any) -> Change:
    return lambda record: replace(record, **values)


# fmt: off
CHANGES: dict[str, tuple[Kind[Any], Any, tuple[Change, ...]]] = {
    "nothing":                   (*DRAFT, (to(),)),
    "nothing, without a stamp":  (YEAR_KIND, 1, (to(),)),
    "a text":                    (*DRAFT, (to(comments="Tack!"),)),
    "a text with a companion":   (*DRAFT, (to(customer_name="ÅSA"),)),
    "what a client carries":     (*DRAFT, (to(carried={"Project": "P", "Any": 1}),)),
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
    kind, key, changes = CHANGES[case]
    before = tried(database, lambda books: row(books, kind, key))
    saved, read, after = tried(database, changed(kind, key, *changes))
    assert read == saved
    assert (after != before) or case.startswith("nothing")


def test_what_follows_from_an_attribute_is_saved_with_it(database: Database) -> None:
    *_, after = tried(database, changed(*DRAFT, to(customer_name="ÅSA")))
    assert after["customer_name_folded"] == "åsa"


def test_saving_tells_when_even_if_nothing_changed(database: Database) -> None:
    def work(books: Books) -> dict[str, Any]:
        books.put(update(tables.customer_invoices).where(OLD_DRAFT).values(modified="long ago"))
        *_, after = changed(*DRAFT, to())(books)
        return after

    assert tried(database, work)["modified"] == "2026-11-15 12:00:00"


OLD_DRAFT = (tables.customer_invoices.c.organisation_id == bindparam("organisation_id")) & (
    tables.customer_invoices.c.document_number == 2
)
