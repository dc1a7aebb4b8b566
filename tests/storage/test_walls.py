"""Row security on PostgreSQL: a connection sees and writes one organisation's rows, or none."""

import asyncio
import os
import random
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import psycopg
import pytest
from sqlalchemy import text
from tests.example_books import Bookkeeper, Template, founded, keep_books
from tests.roles import SERVICE, as_service, reached_by, standing
from tests.servers import Postgresql
from tests.sizes import seed, times
from tests.storage.attacks import BALANCED, OURS, TAKE, header
from tests.tenants import differing, kept, questions
from tests.waiting import UNHURRIED

from reskontra.audit.auditor import audited
from reskontra.domain.errors import Unavailable
from reskontra.engine.database import Database, Transaction, connect
from reskontra.engine.schema import every_table
from reskontra.storage.migrate import NotMigrated, migrate, refuse_unmigrated
from reskontra.storage.seal import ALTERED
from reskontra.storage.walls import OWNER
from reskontra.storage.walls import opened as opened_tables
from reskontra.storage.walls import walled as walled_tables

MINE, OTHERS = 1, 2
TABLES, WALLED = every_table(), walled_tables()
HIDDEN = [name for name in WALLED if name not in opened_tables()]
pytestmark = pytest.mark.parametrize("template", ["postgresql"], indirect=True)


@pytest.fixture
def books(template: Template) -> str:
    """The owner's address of a copy of the example books, which the service's role can use."""
    url = template.copied()
    as_service(url)
    return url


@pytest.fixture
def walled(books: str) -> Iterator[Database]:
    """One connection of the service, which every unit has to share."""
    database = connect(reached_by(SERVICE, books), threads=1)
    yield database
    database.close()


def test_every_table_with_an_owner_has_a_wall_or_a_reason(books: str) -> None:
    owned = {name for name, table in TABLES.items() if OWNER in table.c}
    reasons = {name for name, table in TABLES.items() if table.info.get("seen by all")}
    assert owned == {*WALLED, *reasons} == {*WALLED, "grants", "memberships"}
    with psycopg.connect(books) as owner:
        found = owner.execute(
            "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity"
        ).fetchall()
    assert {name for (name,) in found} == set(WALLED)


# A statement that has forgotten whose rows it means


@pytest.mark.parametrize("whose", [MINE, None], ids=["one organisation", "none"])
def test_what_is_read_without_a_condition_is_ones_own(books: str, whose: int | None) -> None:
    own = kept(books, whose or 0)
    with standing(books, whose) as connection:
        for name in HIDDEN:
            found = connection.execute(f"SELECT * FROM {name}".encode()).fetchall()
            assert sorted(map(repr, found)) == sorted(map(repr, own[name])), name
    theirs = kept(books, OTHERS)
    assert sum(bool(theirs[name]) for name in WALLED) > 20, "there is nothing to hide"


@pytest.mark.parametrize("whose", [MINE, None], ids=["one organisation", "none"])
def test_how_many_events_there_have_been_is_seen_by_all(books: str, whose: int | None) -> None:
    """And nothing else: who waits for many asks once."""
    assert {*WALLED} - {*HIDDEN} == {"event_heads"}
    with standing(books, whose) as connection:
        heads = connection.execute("SELECT organisation_id FROM event_heads").fetchall()
    assert sorted(heads) == [(1,), (2,), (3,), (4,)]


def changes() -> Iterator[str]:
    for name in WALLED:
        column = next(each.name for each in TABLES[name].c if each.name != OWNER)
        yield f"UPDATE {name} SET {column} = {column}"
        yield f"DELETE FROM {name}"


@pytest.mark.parametrize("whose", [MINE, None], ids=["one organisation", "none"])
def test_what_is_changed_without_a_condition_is_ones_own(books: str, whose: int | None) -> None:
    """Each table's rows are touched and deleted, all of them as far as the connection knows."""
    before = {number: kept(books, number) for number in (2, 3, 4)}
    changed = {}
    with standing(books, whose, autocommit=True) as connection:
        for words in changes():
            # The role may not at all; or it is posted, or referred to: of one's own.
            with suppress(psycopg.errors.InsufficientPrivilege, psycopg.errors.IntegrityError):
                changed[words] = connection.execute(words.encode()).rowcount
    assert any(changed.values()) is bool(whose), changed
    assert len(changed) > len(WALLED) / 2, "there is little that it may change"
    for number, rows in before.items():
        assert differing(rows, kept(books, number)) == []


@pytest.mark.parametrize("whose", [MINE, None], ids=["one organisation", "none"])
def test_no_row_is_written_for_another(books: str, whose: int | None) -> None:
    before = kept(books, OTHERS)
    with standing(books, whose, autocommit=True) as connection, psycopg.connect(books) as owner:
        for name in (name for name in WALLED if before[name]):
            row = owner.execute(questions(OTHERS)[name].encode()).fetchone()
            assert row
            places = ", ".join(["%s"] * len(row))
            with pytest.raises(psycopg.errors.Error) as refusal:
                connection.execute(f"INSERT INTO {name} VALUES ({places})".encode(), row)
            # A trigger may come first; it sees no more than the connection does.
            assert refusal.value.sqlstate in {"42501", "23000"}, name
    assert differing(before, kept(books, OTHERS)) == []


def test_a_wall_speaks_before_a_key_does(books: str) -> None:
    """Else a refusal would tell which numbers another has."""
    with standing(books, MINE, autocommit=True) as connection:
        words = "INSERT INTO units VALUES (2, %s, '', '{}', '')"
        for code in ("st", "nix"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege) as refusal:
                connection.execute(words, [code])
            assert "row-level security" in str(refusal.value)


# Units of work

COUNT = text("SELECT organisation_id, count(*) FROM customer_invoices GROUP BY organisation_id")
INVOICES = {1: 9, 2: 9, 3: 9}


def seen(tx: Transaction) -> dict[int, int]:
    return {owner: int(count) for owner, count in tx.all(COUNT)}


def seen_twice(tx: Transaction) -> dict[int, int]:
    """A read of one statement goes another way than one of two."""
    return seen(tx) and seen(tx)


def broken(tx: Transaction) -> dict[int, int]:
    raise LookupError(repr(seen(tx)))


def refused(tx: Transaction) -> dict[int, int]:
    found = seen(tx)
    with pytest.raises(Exception, match="never"):
        tx.run(text("UPDATE customer_invoices SET status = 'draft' WHERE status = 'sent'"))
    raise LookupError(repr(found))


def test_each_unit_sees_its_organisation_whatever_came_before(walled: Database) -> None:
    """On the same connections: units that commit, fail, are refused, or lose the connection."""
    asyncio.run(units_in_turn(walled))


async def units_in_turn(walled: Database) -> None:
    draw = random.Random(seed())
    for turn in range(times(150)):
        whose = draw.choice((None, 1, 2, 3, 4))
        kind = draw.choice(("write", "read"))
        expected = {whose: INVOICES[whose]} if whose in INVOICES else {}
        told = f"turn {turn} of seed {seed()}: {kind} for {whose}"
        ways: list[Any] = [seen, seen_twice, broken] + (
            [refused] if kind == "write" and expected else []
        )
        way = draw.choice(ways)
        if draw.random() < 0.05:
            with pytest.raises(Unavailable):
                await walled.write(cut)
        found: Any
        try:
            found = await getattr(walled, kind)(way, whose)
        except LookupError as error:
            found = error.args[0]
        assert str(found) == str(expected), told


@pytest.mark.parametrize("look", [seen, seen_twice])
def test_reads_for_many_organisations_at_once_see_each_their_own(
    walled: Database, look: Any
) -> None:
    walled.deadlines = UNHURRIED
    draw = random.Random(seed())
    asked = [draw.choice((None, 1, 2, 3, 4)) for _ in range(times(300))]

    async def crowd() -> list[dict[int, int]]:
        return await asyncio.gather(*(walled.read(look, whose) for whose in asked))

    expected = [{whose: INVOICES[whose]} if whose in INVOICES else {} for whose in asked]
    assert asyncio.run(crowd()) == expected


def cut(tx: Transaction) -> None:
    tx.all(text("SELECT pg_terminate_backend(pg_backend_pid())"))


def test_a_unit_for_nobody_may_write_nothing(walled: Database) -> None:
    words = text("INSERT INTO units VALUES (1, 'x', '', '{}', '')")
    for whose, may in ((None, False), (2, False), (1, True)):
        unit = lambda tx: tx.run(words)  # noqa: E731 (said once, run thrice)
        if may:
            assert walled.write_now(unit, whose) == 1
        else:
            with pytest.raises(PermissionError):
                walled.write_now(unit, whose)


# The owner of the tables is bound too


@pytest.fixture
def owner(postgresql: Postgresql, template: Template) -> Iterator[str]:
    """The address of an empty database whose owner is no superuser."""
    url, name = postgresql.fresh_database(), f"owner_{os.getpid()}"
    database = url.rpartition("/")[2]
    with psycopg.connect(postgresql.url, autocommit=True) as server:
        server.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'secret'".encode())
        server.execute(f"ALTER DATABASE {database} OWNER TO {name}".encode())
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"ALTER SCHEMA public OWNER TO {name}".encode())
    yield reached_by(name, url)
    postgresql.drop_database(url)
    with psycopg.connect(postgresql.url, autocommit=True) as server:
        server.execute(f"DROP ROLE {name}".encode())


def test_an_owner_keeps_the_books_from_behind_the_walls(owner: str) -> None:
    """Triggers, references and the auditor work, though none of them sees two organisations."""
    migrate(owner)
    refuse_unmigrated(owner)
    database = connect(owner, threads=1)
    for _ in range(2):
        database.write_now(lambda tx: keep_books(Bookkeeper(founded(tx))))
    assert [database.read_now(seen, whose) for whose in (1, 2, None)] == [{1: 9}, {2: 9}, {}]
    database.close()
    report = audited(owner)
    assert report.violations == []
    assert (report.summary["organisations"], report.summary["customer_invoices"]) == (2, 18)
    with closing(psycopg.connect(owner)) as connection:
        connection.execute("SET reskontra.organisation = '1'")
        with pytest.raises(psycopg.errors.IntegrityError, match=ALTERED):
            connection.execute("UPDATE vouchers SET description = ''")


def test_an_owner_lays_guards_anew_and_every_organisation_is_told(owner: str) -> None:
    migrate(owner)
    database = connect(owner, threads=1)
    for _ in range(2):
        database.write_now(lambda tx: keep_books(Bookkeeper(founded(tx))))
    database.close()
    with psycopg.connect(owner) as connection:
        connection.execute("DROP TRIGGER vouchers_update ON vouchers")
        connection.execute("ALTER TABLE vouchers DROP CONSTRAINT vouchers_numbers_from_one")
    migrate(owner)
    refuse_unmigrated(owner)
    assert audited(owner).violations == []
    for whose in (1, 2):
        told = "SELECT count(*) FROM history WHERE what = 'guards laid anew'"
        with closing(psycopg.connect(owner)) as connection:
            connection.execute(f"SET reskontra.organisation = '{whose}'".encode())
            assert connection.execute(told).fetchone() == (1,)


def test_a_header_that_steps_aside_from_its_ledger_is_refused(owner: str) -> None:
    """The ledger is moved when the header is in, by a trigger that sees as far as the owner."""
    migrate(owner)
    database = connect(owner, threads=1)
    for _ in range(OURS):
        database.write_now(lambda tx: keep_books(Bookkeeper(founded(tx))))
    database.close()
    with closing(psycopg.connect(owner)) as connection:
        connection.execute(f"SET reskontra.organisation = '{OURS}'".encode())
        for statement in (TAKE, *BALANCED):
            connection.execute(statement.encode())
        aside = f"{header()} RETURNING set_config('reskontra.organisation', '', true)"
        with pytest.raises(psycopg.errors.IntegrityError, match="out of sequence"):
            connection.execute(aside.encode())


def test_behind_the_walls_the_auditor_finds_what_it_finds_without(books: str) -> None:
    with psycopg.connect(books, autocommit=True) as owner:
        owner.execute("ALTER TABLE customer_invoices DISABLE TRIGGER ALL")
        owner.execute("UPDATE customer_invoices SET balance = 1 WHERE organisation_id = 2")
    bare, behind = audited(books), audited(reached_by(SERVICE, books))
    assert bare.summary == behind.summary
    assert {each.organisation for each in bare.violations} == {2}
    assert sorted(map(repr, bare.violations)) == sorted(map(repr, behind.violations))


# Start-up

TAKEN_DOWN = (
    "ALTER TABLE customers DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE customers NO FORCE ROW LEVEL SECURITY",
    "DROP POLICY own_organisation ON customers",
    "CREATE POLICY door ON customers USING (true)",
    "ALTER POLICY own_organisation ON customers USING (true)",
    "ALTER POLICY own_organisation ON customers WITH CHECK (true)",
    "ALTER POLICY own_organisation ON customers TO pg_monitor",
    "ALTER TABLE users ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE users FORCE ROW LEVEL SECURITY",
)


def test_a_wall_that_was_changed_is_noticed_and_laid_anew(books: str) -> None:
    refuse_unmigrated(books)
    for words in TAKEN_DOWN:
        with psycopg.connect(books, autocommit=True) as owner:
            owner.execute(words.encode())
        with pytest.raises(NotMigrated, match="between organisations was changed"):
            refuse_unmigrated(books)
        migrate(books)
        refuse_unmigrated(books)


def test_a_database_from_before_the_walls_is_migrated(books: str) -> None:
    with psycopg.connect(books, autocommit=True) as owner:
        for name in WALLED:
            owner.execute(f"DROP POLICY own_organisation ON {name}".encode())
            owner.execute(f"ALTER TABLE {name} DISABLE ROW LEVEL SECURITY".encode())
            owner.execute(f"ALTER TABLE {name} NO FORCE ROW LEVEL SECURITY".encode())
    with pytest.raises(NotMigrated):
        refuse_unmigrated(books)
    migrate(books)
    refuse_unmigrated(books)
