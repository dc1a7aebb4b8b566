"""What the database itself refuses, on both engines: a voucher is sealed by its header.

A unit of work locks the ledger, takes a number, writes the rows, and writes the header last. The
header's triggers find the voucher balanced, in order and in an open period, or refuse it, and move
the ledger on; from then on nothing of it can be changed. The triggers are laid anew with every
migration, so they always are these.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from reskontra.engine.columns import DAY, KEPT_ANSWERS
from reskontra.engine.schema import every_table
from reskontra.storage import filters
from reskontra.storage.chain import FIRST
from reskontra.storage.event_rules import EVENTS, MOVE_NUMBER
from reskontra.storage.frozen import FROZEN, Refusal, there
from reskontra.storage.questions import (
    ADDED,
    RAISED,
    Given,
    Held,
    Moved,
    Reason,
    Summed,
    in_postgresql,
    in_sqlite,
    moved_in_postgresql,
    moved_in_sqlite,
    of_all_added,
)
from reskontra.storage.tables import (
    customer_invoices,
    financial_years,
    ledgers,
    sie_imports,
    skipped_numbers,
    supplier_invoices,
    voucher_series,
)

VOUCHER = ("organisation_id", "year", "series", "number")
ALTERED = "posted data is never altered"


def same(left: str, right: str, *columns: str) -> str:
    return " AND ".join(f"{left}.{column} = {right}.{column}" for column in columns)


COUNTER = "s.organisation_id = NEW.organisation_id AND s.year = NEW.year AND s.code = NEW.series"
YEAR = "y.organisation_id = NEW.organisation_id AND y.id = NEW.year"
OTHER_YEAR = (
    "EXISTS (SELECT 1 FROM financial_years o"
    " WHERE o.organisation_id = NEW.organisation_id AND o.id <> NEW.id AND {})"
)
CLOSED_AFTER = OTHER_YEAR.format("o.from_date > NEW.from_date AND o.closed <> {false}")
OPEN_BEFORE = OTHER_YEAR.format("o.from_date < NEW.from_date AND o.closed = {false}")
OVERLAPS = OTHER_YEAR.format("o.from_date <= NEW.to_date AND NEW.from_date <= o.to_date")
# How a year must be, however it came to be so.
YEAR_REFUSED: tuple[Reason, ...] = (
    ("years never overlap", OVERLAPS),
    ("years are closed in their order", f"NEW.closed = {{false}} AND {CLOSED_AFTER}"),
    ("years are closed in their order", f"NEW.closed <> {{false}} AND {OPEN_BEFORE}"),
    ("adopted accounts are of a closed year", "NEW.adopted IS NOT NULL AND NEW.closed = {false}"),
)

SEALED_ALREADY = f"EXISTS (SELECT 1 FROM vouchers v WHERE {same('v', 'NEW', *VOUCHER)})"
# A counter and its voucher are committed together. So a number that one look shows as the counter's
# and as unsealed was taken by this very transaction, and no other can seal it meanwhile.
NOT_TAKEN = (
    f"NEW.number IS DISTINCT FROM (SELECT s.last_number FROM voucher_series s WHERE {COUNTER})"
)
# A voucher from a SIE file that was kept just before it: those of an import follow on each other.
OF_A_FILE = "NEW.reference_type = 'SIE'"
FILE_KEPT = (
    "EXISTS (SELECT 1 FROM sie_imports i WHERE i.organisation_id = NEW.organisation_id"
    " AND i.year = NEW.year AND CAST(i.id AS text) = NEW.reference_number"
    " AND NEW.sequence >= i.first_sequence AND NEW.sequence < i.first_sequence + i.vouchers)"
)
SKIPPED = (
    "EXISTS (SELECT 1 FROM skipped_numbers k WHERE k.organisation_id = NEW.organisation_id"
    " AND k.year = NEW.year AND k.series = NEW.{series} AND {which})"
)
PASSED_OVER = SKIPPED.format(
    series="code",
    which="k.from_number = coalesce(OLD.last_number, 0) + 1 AND k.to_number = NEW.last_number - 1",
)
ROWS = f"postings p WHERE {same('p', 'NEW', *VOUCHER)}"

# Why a header is refused, and when. Read from above: the first that holds is the reason given.
# fmt: off
HEADER_REFUSED: tuple[Reason, ...] = (
    # Closing a year waits for the postings under way in it.
    ("outside an open year", Held(f"financial_years y WHERE {YEAR} AND y.closed = {{false}} AND NEW.date BETWEEN y.from_date AND y.to_date")),
    ("not the counter",      NOT_TAKEN),
    ("gap in the series",     "NEW.number > 1 AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
                              " AND v.year = NEW.year AND v.series = NEW.series AND v.number = NEW.number - 1)"
                              f" AND NOT {SKIPPED.format(series='series', which='k.to_number = NEW.number - 1')}"),
    ("the file is not kept",  Given(OF_A_FILE, f"NOT {FILE_KEPT}")),
    ("no hash",               "length(NEW.hash) <> 64"),
    ("unbalanced",           Summed(ROWS, f"NOT coalesce((count(*) >= 2 OR {OF_A_FILE}) AND sum(p.debit) = sum(p.credit), count(*) = 0 AND {OF_A_FILE})")),
    ("empty row",            Summed(ROWS, f"sum(p.debit) > 0 AND min(p.debit + p.credit) = 0 AND NOT {OF_A_FILE}")),
    ("corrects nothing",     Given("coalesce(NEW.corrects_series, CAST(coalesce(NEW.corrects_number, NEW.corrects_year) AS text)) IS NOT NULL",
                              "NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.year = NEW.corrects_year"
                              " AND v.series = NEW.corrects_series AND v.number = NEW.corrects_number)")),
)

# A header moves the ledger on to itself, or is refused. Whoever else posts there or moves the lock
# date waits for it, or it for them.
MOVE_HEAD = Moved(
    "ledgers", "sequence = NEW.sequence, hash = NEW.hash", "ledgers.organisation_id = NEW.organisation_id",
    (
    ("out of sequence",       "NEW.sequence <> coalesce(ledgers.sequence, 0) + 1"),
    ("period locked",         "NEW.date <= ledgers.locked_through"),
    ),
)

# Table, event, when it is refused ("" means always), and the reason given. A REPLACE is an INSERT of
# what is there already: in SQLite it can pass by the trigger on DELETE, in PostgreSQL the key refuses.
REFUSED: tuple[Refusal, ...] = (
    ("vouchers",        "REPLACE", f"{SEALED_ALREADY} OR EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.source = NEW.source)"
                                  " OR EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.sequence = NEW.sequence)",
                                  "already posted"),
    ("vouchers",        "UPDATE", "", ALTERED),
    ("vouchers",        "DELETE", "", ALTERED),
    ("postings",        "UPDATE", "", ALTERED),
    ("postings",        "DELETE", "", ALTERED),
    ("vat_entries",     "UPDATE", "", ALTERED),
    ("vat_entries",     "DELETE", "", ALTERED),
    ("history",         "INSERT", "NEW.number <> coalesce((SELECT max(h.number) FROM history h WHERE h.organisation_id = NEW.organisation_id), 0) + 1",
                                  "history is written in order"),
    ("history",         "INSERT", "length(NEW.hash) <> 64", "no hash"),
    ("history",         "UPDATE", "", "history is never altered"),
    ("history",         "DELETE", "", "history is never altered"),
    ("heads",           "INSERT", "NEW.number <> coalesce((SELECT max(h.number) FROM heads h WHERE h.organisation_id = NEW.organisation_id), 0) + 1",
                                  "heads are signed in order"),
    ("heads",           "UPDATE", "", "a signed head stays"),
    ("heads",           "DELETE", "", "a signed head stays"),
    ("postings",        "INSERT", SEALED_ALREADY, "voucher already sealed"),
    ("postings",        "INSERT", NOT_TAKEN, "not the number just taken"),
    ("vat_entries",     "INSERT", SEALED_ALREADY, "voucher already sealed"),
    ("vat_entries",     "INSERT", NOT_TAKEN, "not the number just taken"),
    ("voucher_series",  "INSERT", "NEW.last_number IS NOT NULL", "a counter begins empty"),
    ("voucher_series",  "REPLACE", there(voucher_series, "t.last_number IS NOT NULL"), "a counter in use stays"),
    ("voucher_series",  "UPDATE", "NEW.organisation_id <> OLD.organisation_id OR NEW.year <> OLD.year OR NEW.code <> OLD.code"
                                  " OR (NEW.last_number IS DISTINCT FROM OLD.last_number AND NEW.last_number IS DISTINCT FROM coalesce(OLD.last_number, 0) + 1"
                                  f" AND NOT {PASSED_OVER})",
                                  "a counter moves by one"),
    ("voucher_series",  "DELETE", "OLD.last_number IS NOT NULL", "a counter in use stays"),
    ("sie_imports",     "INSERT", "NEW.first_sequence <> (SELECT coalesce(l.sequence, 0) + 1 FROM ledgers l WHERE l.organisation_id = NEW.organisation_id)",
                                  "a file is kept before its vouchers"),
    ("sie_imports",     "REPLACE", there(sie_imports), "an import stays"),
    ("sie_imports",     "UPDATE", "", "an import stays"),
    ("sie_imports",     "DELETE", "", "an import stays"),
    ("skipped_numbers", "INSERT", f"NEW.from_number <> coalesce((SELECT s.last_number FROM voucher_series s WHERE {COUNTER}), 0) + 1",
                                  "only the next numbers are passed over"),
    ("skipped_numbers", "REPLACE", there(skipped_numbers), "a skipped number stays"),
    ("skipped_numbers", "UPDATE", "", "a skipped number stays"),
    ("skipped_numbers", "DELETE", "", "a skipped number stays"),
    ("ledgers",         "INSERT", f"NEW.sequence IS NOT NULL OR NEW.hash <> '{FIRST}'", "a ledger begins empty"),
    ("ledgers",         "REPLACE", there(ledgers), "a ledger stays"),
    ("ledgers",         "UPDATE", "NEW.organisation_id <> OLD.organisation_id"
                                  " OR coalesce(NEW.sequence, 0) NOT IN (coalesce(OLD.sequence, 0), coalesce(OLD.sequence, 0) + 1)",
                                  "a ledger moves with its vouchers"),
    ("ledgers",         "UPDATE", Given("NEW.hash <> OLD.hash OR NEW.sequence IS DISTINCT FROM OLD.sequence", "NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
                                  " AND v.sequence = NEW.sequence AND v.hash = NEW.hash)"),
                                  "a ledger moves with its vouchers"),
    ("ledgers",         "DELETE", "", "a ledger stays"),
    ("financial_years", "REPLACE", there(financial_years), "a year is opened once"),
    ("financial_years", "UPDATE", "NEW.organisation_id <> OLD.organisation_id OR NEW.id <> OLD.id", "a year keeps its number"),
    ("financial_years", "UPDATE", "(NEW.from_date <> OLD.from_date OR NEW.to_date <> OLD.to_date) AND (OLD.closed <> {false}"
                                  " OR EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = OLD.organisation_id AND v.year = OLD.id))",
                                  "a year in use keeps its dates"),
    ("financial_years", "UPDATE", f"OLD.closed <> {{false}} AND NEW.closed = {{false}} AND {CLOSED_AFTER}", "only the latest closed year is reopened"),
    ("financial_years", "UPDATE", "OLD.adopted IS NOT NULL AND (NEW.closed = {false} OR NEW.adopted IS DISTINCT FROM OLD.adopted)", "adopted accounts stay"),
    *(("financial_years", event, when, why) for event in ("INSERT", "UPDATE") for why, when in YEAR_REFUSED),
    ("financial_years", "DELETE", "OLD.closed <> {false}", "a closed year stays"),
    *FROZEN,
    *EVENTS,
)
# fmt: on

TALLY = (
    "INSERT INTO tallies (organisation_id, kind, status, count) VALUES {}"
    " ON CONFLICT (organisation_id, kind, status)"
    " DO UPDATE SET count = tallies.count + excluded.count;"
)
# The rows of a voucher are added to the balances of its month when its header seals them. The sign
# keeps SQLite from going through all postings of a year by account, so as not to sort six rows.
ADD_TO_MONTHS = (
    "INSERT INTO monthly_balances (organisation_id, year, account, month, debit, credit)"
    " SELECT p.organisation_id, p.year, +p.account, {month},"
    " CAST(sum(p.debit) AS bigint), CAST(sum(p.credit) AS bigint)"
    " FROM {rows} GROUP BY p.organisation_id, p.year, +p.account, {month}"
    " ON CONFLICT (organisation_id, year, account, month) DO UPDATE"
    " SET debit = monthly_balances.debit + excluded.debit,"
    " credit = monthly_balances.credit + excluded.credit;"
)
MONTH = {
    "sqlite": "date({}.date, 'start of month')",
    "postgresql": "CAST(date_trunc('month', {}.date) AS date)",
}
EVERY_ROW = f"postings p JOIN vouchers v ON {same('v', 'p', *VOUCHER)} WHERE 1 = 1"


def add_to_months(engine: str) -> str:
    return ADD_TO_MONTHS.format(month=MONTH[engine].format("NEW"), rows=ROWS)


def count_anew(engine: str) -> list[str]:
    """What a sum stands for may have changed with the triggers that keep it."""
    months = ADD_TO_MONTHS.format(month=MONTH[engine].format("v"), rows=EVERY_ROW)
    return [*TALLIES_ANEW, "DELETE FROM monthly_balances", months]


TALLIES_ANEW = tuple(
    words
    for table in filters.TALLIED
    for words in (
        f"DELETE FROM tallies WHERE kind = '{table}'",
        f"INSERT INTO tallies (organisation_id, kind, status, count)"
        f" SELECT t.organisation_id, '{table}', {filters.tallied_as(table, 't')}, count(*)"
        f" FROM {table} t GROUP BY 1, 3",
    )
)

# A row that changes while its answer stays keeps none from then on: nobody can forget to make it
# anew. Until it is written again, answers are made from the row when they are asked for.
KEEPING = {table.name: table for table in (customer_invoices, supplier_invoices)}
FORGET = ", ".join(f"{name} = NULL" for name in KEPT_ANSWERS)


def forgotten(table: str) -> str:
    names = (column.name for column in KEEPING[table].c)
    shown = (name for name in names if name not in ("modified", *KEPT_ANSWERS))
    changed = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in shown)
    stays = "NEW.answer IS NOT NULL AND NEW.answer IS NOT DISTINCT FROM OLD.answer"
    return f"{stays} AND ({changed})"


# What is never updated or deleted at all: the service's own connections may not even ask.
UPDATED = {"ledgers", "vat_returns", "reminders", "event_heads"}  # though it is never deleted
SEALED = (
    frozenset(table for table, event, when, _ in REFUSED if event == "DELETE" and not when)
    - UPDATED
)


# Where PostgreSQL judges all rows of a statement at once, those alike in these columns once. It pays from
# the third row on, and the rows of a voucher come in one statement.
JUDGED_TOGETHER = {
    ("postings", "INSERT"): VOUCHER,
    ("vat_entries", "INSERT"): (*VOUCHER, "tax_date"),
}
GUARDED = sorted({"vouchers", *(table for table, *_ in REFUSED)})

Reasons = dict[tuple[str, str], list[Reason]]


@dataclass(frozen=True)
class Trigger:
    """A trigger, with the function it calls where the engine wants one."""

    name: str
    table: str
    create: str
    function: str = ""


def triggers(engine: str) -> list[Trigger]:
    return list(_sqlite() if engine == "sqlite" else _postgresql())


def _reasons() -> Reasons:
    """Why each table refuses each event, and when, in the order of the tables above."""
    reasons: Reasons = {("vouchers", "INSERT"): list(HEADER_REFUSED)}
    for table, event, when, why in REFUSED:
        reasons.setdefault((table, event), []).append((why, when))
    return reasons


def _of_sqlite(reasons: Reasons) -> Reasons:
    """What is there already is not replaced; and days, which are text, are days of the calendar."""
    for table, event in [key for key in reasons if key[1] == "REPLACE"]:
        later = reasons.get((table, "INSERT"), [])
        reasons[table, "INSERT"] = reasons.pop((table, event)) + later
    tables = every_table()
    for table in GUARDED:
        days = [column.name for column in tables[table].c if column.type is DAY]
        wrong = " OR ".join(f"date(NEW.{day}) IS NOT NEW.{day}" for day in days)
        for event in ("INSERT", "UPDATE") if days else ():
            reasons.setdefault((table, event), []).append(("no such day", wrong))
    return reasons


def _tallying() -> Iterator[tuple[str, str, str, str, str]]:
    """What each event on a table does to its tallies: name, table, event, when, steps."""
    for table in filters.TALLIED:
        new, old = (filters.tallied_as(table, row) for row in ("NEW", "OLD"))
        more = f"(NEW.organisation_id, '{table}', {new}, 1)"
        less = f"(OLD.organisation_id, '{table}', {old}, -1)"
        both, moved = f"{less}, {more}", f"{new} <> {old}"
        yield f"{table}_tally_insert", table, "INSERT", "", TALLY.format(more)
        yield f"{table}_tally_delete", table, "DELETE", "", TALLY.format(less)
        yield f"{table}_tally_update", table, "UPDATE", moved, TALLY.format(both)


def _sqlite() -> Iterator[Trigger]:
    for (table, event), refused in _of_sqlite(_reasons()).items():
        name = f"{table}_{event.lower()}"
        create = f"CREATE TRIGGER {name} BEFORE {event} ON {table} BEGIN {in_sqlite(refused)} END"
        yield Trigger(name, table, create)
    move = f"{moved_in_sqlite(MOVE_HEAD)} {add_to_months('sqlite')}"
    for table, steps in (("vouchers", move), ("events", moved_in_sqlite(MOVE_NUMBER))):
        create = f"CREATE TRIGGER {table}_chain AFTER INSERT ON {table} BEGIN {steps} END"
        yield Trigger(f"{table}_chain", table, create)
    for name, table, event, moved, steps in _tallying():
        when = f" WHEN {moved}" if moved else ""
        create = f"CREATE TRIGGER {name} AFTER {event} ON {table}{when} BEGIN {steps} END"
        yield Trigger(name, table, create)
    for name, kept in KEEPING.items():
        own = same(name, "NEW", *kept.primary_key.columns.keys())
        steps = f"UPDATE {name} SET {FORGET} WHERE {own};"
        when = f"AFTER UPDATE ON {name} WHEN {forgotten(name)}"
        yield Trigger(
            f"{name}_forget", name, f"CREATE TRIGGER {name}_forget {when} BEGIN {steps} END"
        )


def _postgresql() -> Iterator[Trigger]:
    for (table, event), refused in _reasons().items():
        if event == "REPLACE":
            continue
        when, question = f"BEFORE {event} ON {table} FOR EACH ROW", in_postgresql(refused)
        if (table, event) in JUDGED_TOGETHER:
            when = f"AFTER {event} ON {table} REFERENCING NEW TABLE AS {ADDED} FOR EACH STATEMENT"
            question = of_all_added(refused, JUDGED_TOGETHER[table, event])
        if event == "UPDATE" and table in KEEPING:
            steps = " ".join(f"NEW.{name} := NULL;" for name in KEPT_ANSWERS)
            question += f" IF {forgotten(table)} THEN {steps} END IF;"
        row = "OLD" if event == "DELETE" else "NEW"
        body = f"DECLARE why text; BEGIN {question} RETURN {row}; END"
        yield _called(f"{table}_{event.lower()}", table, when, body)
    move = f"{moved_in_postgresql(MOVE_HEAD)} {add_to_months('postgresql')}"
    for table, steps in (("vouchers", move), ("events", moved_in_postgresql(MOVE_NUMBER))):
        when = f"AFTER INSERT ON {table} FOR EACH ROW"
        body = f"DECLARE why text; BEGIN {steps} RETURN NULL; END"
        yield _called(f"{table}_chain", table, when, body)
    for name, table, event, moved, steps in _tallying():
        when = f"AFTER {event} ON {table} FOR EACH ROW"
        # Asked here, not by a WHEN of the trigger, which would be parsed anew at every statement.
        counted = f"IF ({moved}) THEN {steps} END IF;" if moved else steps
        yield _called(name, table, when, f"BEGIN {counted} RETURN NULL; END")
    for table in GUARDED:
        when = f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT"
        yield _called(f"{table}_truncate", table, when, f"BEGIN {RAISED.format(ALTERED)} END")


def _called(name: str, table: str, when: str, body: str) -> Trigger:
    # With its own search path, which migrate() sets, no temporary table can stand in for ours; as
    # its owner, it may lock and move what the service's role may not.
    function = (
        f"CREATE OR REPLACE FUNCTION seal_{name}() RETURNS trigger LANGUAGE plpgsql"
        f" SECURITY DEFINER SET search_path FROM CURRENT AS $${body}$$"
    )
    create = f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION seal_{name}()"
    return Trigger(name, table, create, function)
