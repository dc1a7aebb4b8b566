"""What rows keep of their answers is what would be shown, whatever has happened to them."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from reskontra.actions.door import fire
from reskontra.actions.kept_answers import keep_anew, shown_otherwise
from reskontra.actions.lifecycle import Request
from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.codec import Written, as_shown
from reskontra.commands.keeping import kept_anew, kept_otherwise
from reskontra.contract.resource import View
from reskontra.domain.errors import Refused
from reskontra.domain.records import replace
from reskontra.domain.search import Search
from reskontra.engine.database import Database, Transaction, connect
from reskontra.storage import keeping, shelves
from reskontra.storage.books import Books
from tests.example_books import NOW, Bookkeeper, Template, sold
from tests.test_auditor import spoil

T = TypeVar("T")
BASE = 'https://å."example"/api/v1'
BY_NAME = {"customer": CUSTOMER_INVOICES, "supplier": SUPPLIER_INVOICES}


class Undone(Exception):
    """Ends a unit of work of which nothing is to stay."""


@pytest.fixture(scope="module")
def database(template: Template) -> Iterator[Database]:
    url = template.copied()
    kept_anew(url)
    database = connect(url, threads=1)
    yield database
    database.close()


def tried(database: Database, work: Callable[[Bookkeeper], T]) -> T:
    """What the work finds in organisation 1; the books stay as they were."""
    found: list[T] = []

    def unit(tx: Transaction) -> None:
        found.append(work(Bookkeeper(Books(tx, 1, NOW, "tests"))))
        raise Undone

    with pytest.raises(Undone):
        database.write_now(unit, 1)
    return found[-1]


def made(register: Register, keeper: Bookkeeper, number: int) -> tuple[bytes, bytes]:
    """The two answers as they would be made from the row, without what it keeps."""
    desk, resource = keeper.desk, register.resource
    record = register.shown(desk, register.find(desk, number))
    assert register.summaries
    assert register.summary
    page, _ = keeper.books.shelf(register.summaries).page(Search(limit=1_000))
    own = [each for each in page if register.layout.key_of(each) == (number,)]
    row = register.summary.listed(own, BASE)
    return as_shown(resource.present(record, BASE)), as_shown(row)


def kept(register: Register, keeper: Bookkeeper, number: int) -> tuple[bytes | None, ...]:
    """The two answers as clients get them from what the row keeps."""
    [row] = keeping.rows_after(keeper.books, register.layout, number - 1, 1)
    assert register.answers
    if row.there["answers_by"] != register.answers.version:
        return None, None
    answer = register.answers.given(row.there["answer"], BASE)
    rows = register.answers.given_rows([row.there["list_row"]], BASE)
    return tuple(each and as_shown(each) for each in (answer, rows))


@pytest.mark.parametrize("name", BY_NAME)
def test_every_row_keeps_what_would_be_shown(database: Database, name: str) -> None:
    register = BY_NAME[name]

    def work(keeper: Bookkeeper) -> int:
        rows = keeping.rows_after(keeper.books, register.layout, 0)
        for row in rows:
            assert kept(register, keeper, row.number) == made(register, keeper, row.number)
        return len(rows)

    assert tried(database, work) > 3


# Forms in which clients send a value, and words that JSON, SQL or zlib might trip over.
WORDS = st.sampled_from(["", "Å", '"\\', "\u2028", "a" * 900, "1,50", "0", "é", "\ud7ff\U0001f600"])
NUMBERS = st.sampled_from([0, -1, 7, Written("1.10"), Written("1e3"), Written("0.000001"), 10**12])
ANYTHING = st.recursive(
    WORDS | NUMBERS | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {"DeliveredQuantity": st.sampled_from(["1", "2.50", "0.01", "-3"]), "Price": NUMBERS},
        optional={"Description": WORDS, "Project": ANYTHING, "Own": ANYTHING, "VAT": st.just(25)},
    ),
    max_size=3,
)
BODIES = st.fixed_dictionaries(
    {},
    optional={
        "Comments": WORDS, "YourReference": ANYTHING, "Project": ANYTHING, "CostCenter": ANYTHING,
        "WayOfDelivery": ANYTHING, "ExternalInvoiceReference1": ANYTHING, "Own": ANYTHING,
        "EmailInformation": ANYTHING, "DueDate": st.sampled_from(["2026-12-31", "2027-02-28"]),
        "InvoiceType": WORDS, "Language": WORDS, "InvoiceRows": ROWS, "@url": ANYTHING,
        "TaxReductionType": st.sampled_from(["none", "rot", "rut"]),
    },
)  # fmt: skip


TRIGGERS = [(), ("bookkeep",), ("bookkeep", "credit")]


@settings(max_examples=40, deadline=None, suppress_health_check=[*HealthCheck])
@given(bodies=st.lists(BODIES, min_size=1, max_size=3), triggers=st.sampled_from(TRIGGERS))
def test_whatever_is_sent_is_kept_as_it_would_be_shown(
    database: Database, bodies: list[dict[str, Any]], triggers: tuple[str, ...]
) -> None:
    register = CUSTOMER_INVOICES

    def work(keeper: Bookkeeper) -> None:
        number = keeper.drafted(sold(1)).document_number
        [row] = keeping.rows_after(keeper.books, register.layout, number - 1)
        keeping.keep(keeper.books, row)
        steps = [("update", Request(body)) for body in bodies] + [(it, None) for it in triggers]
        for trigger, request in steps:
            try:
                record = register.take(keeper.desk, number)
                fire(register, keeper.desk, record, trigger, request)
            except Refused:
                return
            assert kept(register, keeper, number) == made(register, keeper, number)

    tried(database, work)


# What a version shows of one record: where it changes without the field tables, REVISION is raised.
SHOWN = {
    "customer": (15_503_102, "7ccb7bd6e653a073", "bf8036b83577e706"),
    "supplier": (1_853_377, "b9fa61679978737f", "7a7b3aef5ac6f16f"),
}


@pytest.mark.parametrize("name", BY_NAME)
def test_what_is_shown_otherwise_has_another_version(database: Database, name: str) -> None:
    register = BY_NAME[name]
    assert register.answers

    def work(keeper: Bookkeeper) -> tuple[str, ...]:
        return tuple(sha256(each).hexdigest()[:16] for each in made(register, keeper, 1))

    assert (register.answers.version, *tried(database, work)) == SHOWN[name]


def test_a_row_that_changes_without_its_answers_keeps_none(database: Database) -> None:
    def work(keeper: Bookkeeper) -> tuple[Any, bytes]:
        books = keeper.books
        books.tx.run(text("UPDATE customer_invoices SET balance = 100 WHERE document_number = 1"))
        register = CUSTOMER_INVOICES
        answer = register.kept_answer(keeper.desk, View(BASE), 1)
        page = register.kept_page(keeper.desk, View(BASE), Search(limit=1))
        return (answer, page), kept(register, keeper, 1)[0] or b""

    assert tried(database, work) == ((None, None), b"")


def test_a_record_that_is_saved_by_who_does_not_know_how_it_is_shown_keeps_none(
    database: Database,
) -> None:
    def work(keeper: Bookkeeper) -> tuple[bytes | None, ...]:
        shelf = keeper.books.shelf(shelves.CUSTOMER_INVOICES)
        record = shelf.get(1, lock=True)
        shelf.save(record, replace(record, balance=Decimal(7), final_pay_date=date(2026, 12, 1)))
        return kept(CUSTOMER_INVOICES, keeper, 1)

    assert tried(database, work) == (None, None)


@pytest.mark.parametrize("name", BY_NAME)
def test_what_another_version_kept_is_made_anew(database: Database, name: str) -> None:
    register = BY_NAME[name]

    def work(keeper: Bookkeeper) -> None:
        books, desk = keeper.books, keeper.desk
        books.tx.run(text(f"UPDATE {name}_invoices SET answers_by = 1"))
        assert register.kept_answer(desk, View(BASE), 1) is None
        assert register.kept_page(desk, View(BASE), Search(limit=1)) is None
        assert [*shown_otherwise(books)] == []
        count, last = keep_anew(books, register, 0)
        assert (count, last) > (3, 3)
        assert kept(register, keeper, 1) == made(register, keeper, 1)

    tried(database, work)


def test_an_empty_list_has_no_rows(database: Database) -> None:
    search = Search(limit=5, offset=1_000)

    def work(keeper: Bookkeeper) -> Any:
        return CUSTOMER_INVOICES.kept_page(keeper.desk, View(BASE), search)

    rows, total = tried(database, work)
    assert as_shown(rows) == b"[]"
    assert total > 3


FIRST = "document_number = 1"
NONSENSE = {"sqlite": "x'00ff'", "postgresql": "'\\x00ff'"}
# What someone with the database in hand might do, and of which row check-books tells.
ALTERED = {
    "nothing": ("status = status", "1 = 0", set()),
    "a list's row": ("list_row = replace(list_row, 'SEK', 'EUR')", FIRST, {1}),
    "a list's row, to none": ("list_row = NULL", FIRST, {1}),
    "an answer, to nonsense": ("answer = {nonsense}", FIRST, {1}),
    "what an answer is made of": ("comments = 'x'", "document_number <= 2", {1, 2}),
    "to what cannot be shown": ("status = 'none'", FIRST, {1}),
}


@pytest.mark.parametrize("case", ALTERED)
def test_check_books_tells_what_is_kept_otherwise(template: Template, case: str) -> None:
    change, where, found = ALTERED[case]
    url = template.copied()
    kept_anew(url)
    change = change.format(nonsense=NONSENSE[url.partition(":")[0]])
    spoil(url, f"UPDATE customer_invoices SET {change} WHERE organisation_id = 1 AND {where}")
    assert kept_otherwise(url) == [(1, f"customer invoice {number}") for number in sorted(found)]
