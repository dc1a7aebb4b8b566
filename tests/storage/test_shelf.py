"""Saving: of what the books have locked only the changes are written, and the row is the same."""

import itertools
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

import pytest
from sqlalchemy import Update, bindparam, select, update
from tests.example_books import NOW, TODAY, Template, sold
from tests.statements import Recording

from reskontra.contract.customer_invoices import INVOICES
from reskontra.domain.customer_invoice import CustomerInvoice, Status, priced
from reskontra.domain.records import replace
from reskontra.domain.registers import Article, Customer
from reskontra.storage import shelf, tables
from reskontra.storage.books import YEAR_KIND, Books
from reskontra.storage.database import Database, Transaction, connect
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


def changed(kind: Kind[Any], key: Any, *changes: Change, lock: bool) -> Callable[[Books], Any]:
    def work(books: Books) -> dict[str, Any]:
        record = books.shelf(kind).get(key, lock=lock)
        for change in changes:
            record = books.shelf(kind).save(change(record))
        return row(books, kind, key)

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
def test_a_changed_row_is_as_if_all_of_it_had_been_written(database: Database, case: str) -> None:
    kind, key, changes = CHANGES[case]
    before = tried(database, lambda books: row(books, kind, key))
    whole = tried(database, changed(kind, key, *changes, lock=False))
    assert tried(database, changed(kind, key, *changes, lock=True)) == whole
    assert (whole != before) or case.startswith("nothing")


def test_saving_tells_when_even_if_nothing_changed(database: Database) -> None:
    def work(books: Books) -> dict[str, Any]:
        books.put(update(tables.customer_invoices).where(OLD_DRAFT).values(modified="long ago"))
        return changed(*DRAFT, to(), lock=True)(books)

    assert tried(database, work)["modified"] == "2026-11-15 12:00:00"


OLD_DRAFT = (tables.customer_invoices.c.organisation_id == bindparam("organisation_id")) & (
    tables.customer_invoices.c.document_number == 2
)


INVOICE = CustomerInvoice(1, "1", TODAY, TODAY, "Ängens café", carried={"Own": 1})
FOLDED = {"customer_name": "ÅSA", "customer_name_folded": "åsa"}


@pytest.mark.parametrize(
    ("after", "written"),
    [
        (replace(INVOICE, comments="Tack!"), {"comments": "Tack!"}),
        (replace(INVOICE, customer_name="ÅSA"), FOLDED),
        (INVOICES.changed(INVOICE, INVOICES.accept({"Comments": "Hej"})), {"comments": "Hej"}),
    ],
)
def test_only_what_changed_is_written(after: CustomerInvoice, written: dict[str, Any]) -> None:
    assert CUSTOMER_INVOICES.changes(INVOICE, after) == written


@pytest.mark.parametrize(("lock", "comments"), [(False, ""), (True, "other")])
def test_what_is_not_locked_is_written_whole(database: Database, lock: bool, comments: str) -> None:
    """Someone may have changed it since; here it is done under the eyes of the books."""

    def work(books: Books) -> str:
        draft = books.shelf(CUSTOMER_INVOICES).get(2, lock=lock)
        books.put(update(tables.customer_invoices).where(OLD_DRAFT).values(comments="other"))
        books.shelf(CUSTOMER_INVOICES).save(replace(draft, ocr="1"))
        return books.shelf(CUSTOMER_INVOICES).get(2).comments

    assert tried(database, work) == comments


def test_what_was_removed_is_no_longer_known(database: Database) -> None:
    def work(books: Books) -> Article:
        articles = books.shelf(ARTICLES)
        locked = articles.get("7", lock=True)
        articles.remove("7")
        articles.add(replace(locked, description="Stol"))
        articles.save(replace(locked, unit="st"))
        return articles.get("7")

    assert tried(database, work) == replace(ARTICLE, unit="st")


def test_statements_that_write_some_columns_are_bounded(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may change any set of fields; what comes too late is written whole."""
    kind = Kind(tables.customers, Customer, ("customer_number",))
    names = ("name", "address1", "zip_code", "city", "email", "phone1", "gln", "vat_number")
    sets = [each for size in (1, 2, 3) for each in itertools.combinations(names, size)]
    assert len(sets) > shelf.MOST_UPDATES

    def work(books: Books) -> int:
        seen = Recording(books.tx.statements)
        monkeypatch.setattr(books.tx, "statements", seen)
        customer = books.shelf(kind).get("1", lock=True)
        for number, changing in enumerate(sets):
            customer = replace(customer, **{name: f"{name} {number}" for name in changing})
            books.shelf(kind).save(customer)
            assert books.shelf(kind).get("1") == customer
        return sum(isinstance(each, Update) for each in seen.run.values())

    assert tried(database, work) == shelf.MOST_UPDATES + 1
