"""Every act comes to what the table of acts says, and no part of an act can be forgotten unseen."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import bindparam, select

from reskontra.actions.claims import CLAIMS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.founding import found
from reskontra.actions.lifecycle import (
    POSTED,
    SAME,
    Allow,
    Gone,
    Outcome,
    Request,
    Transition,
    undrawn,
)
from reskontra.actions.register import Register, no_voucher
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.codec import restored
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.organisation import AccountingMethod, Organisation, Plan
from reskontra.domain.records import replace as change
from reskontra.domain.voucher import Voucher
from reskontra.engine.database import Database, Transaction, connect
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.migrate import migrate
from reskontra.storage.shelves import CREDIT_INVOICES
from tests.actions.acts import EVERY_ACT, KEPT, PATHS, REMOVED, Act
from tests.lives import every_register, states_of

NOW = datetime(2026, 11, 15, 11, tzinfo=UTC)
OWNER = Organisation(1, "Övning AB", Plan.AI_PRO)
SERIES = select(tables.vouchers.c.series).where(
    tables.vouchers.c.organisation_id == bindparam("organisation_id")
)
HISTORY = select(tables.history.c.what, tables.history.c.detail).where(
    tables.history.c.organisation_id == bindparam("organisation_id")
)


class Undone(Exception):
    """Ends a unit of work of which nothing is to stay."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One organisation with a customer and a supplier; every act begins and ends there."""
    path: Path = tmp_path_factory.mktemp("acts") / "books.db"
    url = f"sqlite:///{path}"
    migrate(url)
    database = connect(url, threads=1)

    def begin(tx: Transaction) -> None:
        desk = Desk(Books(tx, found(tx, OWNER, NOW, "tests").id, NOW, "tests"), OWNER)
        registers = every_register()
        someone = Request({"Name": "Åsa", "Email": "asa@exempel.se"})
        fire(registers["all_registers.CUSTOMERS"], desk, None, "create", someone)
        fire(registers["all_registers.SUPPLIERS"], desk, None, "create", Request({"Name": "Örjan"}))

    database.write_now(begin)
    yield database
    database.close()


def tried(database: Database, work: Callable[[Desk], None]) -> None:
    def unit(tx: Transaction) -> None:
        work(Desk(Books(tx, 1, NOW, "tests"), OWNER))
        raise Undone

    with pytest.raises(Undone):
        database.write_now(unit, 1)


class Since(NamedTuple):
    """How far the books had come."""

    vouchers: Counter[str]  # of each series
    happenings: int
    history: int

    @staticmethod
    def now(books: Books) -> "Since":
        vouchers = Counter(series for [series] in books.all(SERIES))
        return Since(vouchers, len(books.happenings), len(books.all(HISTORY)))


def brought(act: Act, desk: Desk) -> tuple[Any, Any]:
    """The record in the state that the act begins in, and what is asked of it."""
    record = PATHS[act.register, act.state](desk) if act.state else None
    request = act.request(desk) if callable(act.request) else act.request
    return record, request


def check(act: Act, desk: Desk, record: Any, request: Any) -> None:
    """The act comes to what its row says, as the books have it afterwards."""
    books, since = desk.books, Since.now(desk.books)
    after = fire(act.register, desk, record, act.trigger, request)
    assert state(act.register, desk, after) == act.to
    assert not act.register.resource.key or getattr(after, act.register.key), "it has no number"
    assert Since.now(books).vouchers - since.vouchers == Counter(act.posts.split())
    told = books.happenings[since.happenings :]
    assert sorted(each.word for each in told) == sorted(act.tells.split())
    own = [each for each in told if each.word != "voucher-created"]
    assert [" ".join(each.facts) for each in own if each.facts] == several(act.facts)
    if act.posts and act.register.bears is not no_voucher:
        assert borne(act.register.find(desk, *act.register.layout.key_of(after)))
    if act.other:
        assert other_state(act, desk, after) == act.other
    history = [in_words(*each) for each in books.all(HISTORY)[since.history :]]
    assert history == several(act.recorded)


def several(text: str) -> list[str]:
    """What is told of each record that changed."""
    return text.split("; ") if text else []


def state(register: Register, desk: Desk, after: Any) -> str:
    """As it stands on its shelf, not as the door gave it."""
    kept = desk.books.shelf(register.layout).find(*register.layout.key_of(after))
    if kept is None:
        return REMOVED
    if register.status:
        return str(getattr(kept, register.status))
    return KEPT if getattr(kept, "active", True) else "inactive"


def in_words(what: str, detail: str) -> str:
    """What was written down, and the names of its facts."""
    return f"{what}: {' '.join(restored(detail))}"


def borne(record: Any) -> bool:
    """Does it bear the key of a voucher, or is it one?"""
    places = ("vouchers", "voucher_number") if not isinstance(record, Voucher) else ("number",)
    return any(getattr(record, place, None) for place in places)


def other_state(act: Act, desk: Desk, after: Any) -> str:
    if act.register is CUSTOMER_INVOICES:
        note = desk.books.shelf(CREDIT_INVOICES).get(after.credit_number)
        assert (note.document_number, note.voucher_series) == (after.document_number, "K")
        return note.credit_number
    if act.register is CLAIMS:
        return str(CUSTOMER_INVOICES.find(desk, after.documents[0]).status)
    if isinstance(after, FinancialYear):
        return str(act.register.find(desk, after.id + 1).closed)
    registers = every_register()
    sold = act.register is registers["sales.CUSTOMER_PAYMENTS"]
    invoices = registers["sales.CUSTOMER_INVOICES" if sold else "purchases.SUPPLIER_INVOICES"]
    return str(invoices.find(desk, after.invoice_number).status)


def named(act: Act) -> str:
    return f"{act.register.resource.singular}, {act.state or 'new'}, {act.trigger}"


@pytest.mark.parametrize("act", EVERY_ACT, ids=named)
def test_an_act_comes_to_what_its_row_says(database: Database, act: Act) -> None:
    tried(database, lambda desk: check(act, desk, *brought(act, desk)))


def customer_with(sent: dict[str, Any]) -> Callable[[Desk], list[str]]:
    """The words for what happens when a customer is changed so, who has 1 in an unknown field."""
    customers = every_register()["all_registers.CUSTOMERS"]

    def work(desk: Desk) -> list[str]:
        record = fire(customers, desk, None, "create", Request({"Name": "Åsa", "X": {"Y": 1}}))
        before = len(desk.books.happenings)
        fire(customers, desk, customers.take(desk, record.customer_number), "update", Request(sent))
        return [each.word for each in desk.books.happenings[before:]]

    return work


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"Name": "Åse"}, ["customer-updated"]),
        ({"X": {"Y": True}}, ["customer-updated"]),  # the same to Python, not to a client
        ({"Name": "Åsa", "X": {"Y": 1}}, []),
        ({}, []),
    ],
)
def test_a_change_is_told_if_something_is_another(
    database: Database, sent: dict[str, Any], words: list[str]
) -> None:
    def work(desk: Desk) -> None:
        assert customer_with(sent)(desk) == words

    tried(database, work)


def test_the_coming_year_has_the_organisations_method(database: Database) -> None:
    years = every_register()["years.FINANCIAL_YEARS"]
    cash = change(OWNER, accounting_method=AccountingMethod.CASH)

    def work(desk: Desk) -> None:
        made = fire(years, Desk(desk.books, cash), None, "follow")
        assert years.find(desk, made.id).accounting_method is AccountingMethod.CASH

    tried(database, work)


# Each row of each life spoiled in turn. Which acts it decides is found out by watching them.


class Spoiled(NamedTuple):
    what: str
    row: Allow


def spoilings(register: Register, row: Allow) -> Iterator[Spoiled]:
    """Other targets; and an effect that forgets a part of what it came to."""
    for target in other_targets(register, row):
        yield Spoiled(f"leads to {target}", replace(row, target=target))
    for part in ("voucher", "with_it", "after_it", "facts"):
        yield Spoiled(f"forgets its {part}", replace(row, effect=forgetful(row, part)))
    for part in ("tells", "recorded"):
        if getattr(row, part):
            yield Spoiled(f"forgets what it {part}", replace(row, **{part: ""}))
    if row.draws is not undrawn and row.trigger != "update":
        yield Spoiled("draws no number", replace(row, draws=undrawn))


def other_targets(register: Register, row: Allow) -> list[Any]:
    """Those that are not the same thing said otherwise."""
    known = [*states_of(register)] if register.status else []
    if row.states != (None,):
        known += [SAME, Gone()]
        known = [each for each in known if (each,) != row.states or row.target is not SAME]
        known = [each for each in known if each is not SAME or row.states != (row.target,)]
    elif row.target is not POSTED:
        known += [POSTED]
    return [each for each in known if (each != row.target and type(each) is not type(row.target))
            or (each != row.target and not isinstance(each, Gone))]  # fmt: skip


def forgetful(row: Allow, part: str) -> Callable[..., Outcome]:
    def effect(desk: Desk, record: Any, request: Any) -> Outcome:
        outcome = row.effect(desk, record, request)
        if not getattr(outcome, part):
            raise Nothing
        return outcome._replace(**{part: Outcome._field_defaults[part]})

    return effect


class Nothing(Exception):
    """There is nothing of the kind to forget."""


def decided(database: Database, act: Act) -> list[tuple[Register, Transition]]:
    """The rows that the act itself asks, not those on the way to its state."""
    asked: list[tuple[Register, Transition]] = []

    def work(desk: Desk) -> None:
        record, request = brought(act, desk)
        with pytest.MonkeyPatch.context() as patch:
            looked_up = Register.row

            def watched(register: Register, record: Any, trigger: str) -> Transition:
                asked.append((register, looked_up(register, record, trigger)))
                return asked[-1][1]

            patch.setattr(Register, "row", watched)
            fire(act.register, desk, record, act.trigger, request)

    tried(database, work)
    return asked


@pytest.fixture(scope="module")
def acts_of(database: Database) -> dict[int, list[Act]]:
    """By the identity of a row: the acts that it decides."""
    acts: dict[int, list[Act]] = {}
    for act in EVERY_ACT:
        for _, row in decided(database, act):
            acts.setdefault(id(row), []).append(act)
    return acts


ALLOWED = {
    f"{name}: {'/'.join(map(str, row.states))}, {row.trigger}": (register, row)
    for name, register in every_register().items()
    for row in register.life
    if isinstance(row, Allow)
}


@pytest.mark.parametrize("case", ALLOWED)
def test_no_part_of_a_row_can_be_spoiled_unseen(
    database: Database, acts_of: dict[int, list[Act]], case: str
) -> None:
    register, row = ALLOWED[case]
    acts = acts_of.get(id(row), [])
    assert acts, "no act is decided by this row"
    unseen = [
        spoiled.what
        for spoiled in spoilings(register, row)
        if not any(caught(database, act, register, spoiled.row) for act in acts)
    ]
    assert unseen == []


def caught(database: Database, act: Act, register: Register, spoiled: Allow) -> bool:
    """Does the act fail when the row is spoiled once its record stands ready?"""
    outcome: list[bool] = []

    def work(desk: Desk) -> None:
        record, request = brought(act, desk)
        with pytest.MonkeyPatch.context() as patch:
            for state in spoiled.states:
                patch.setitem(register._rows, (state, spoiled.trigger), spoiled)
            try:
                check(act, desk, record, request)
            except Nothing:
                outcome.append(True)  # so nothing can be forgotten
            except Exception:
                outcome.append(True)
            else:
                outcome.append(False)

    tried(database, work)
    return outcome[0]
