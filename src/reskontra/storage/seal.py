"""What the database itself refuses, on both engines: a voucher is sealed by its header.

A unit of work takes the counters, writes the rows, and writes the header last. The header's trigger
finds the voucher balanced, in order and in an open period, or refuses it; from then on nothing of it
can be changed. The triggers are laid anew with every migration, so they always are these.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from reskontra.storage.chain import FIRST
from reskontra.storage.columns import DAY
from reskontra.storage.frozen import FROZEN, there
from reskontra.storage.tables import financial_years, ledgers, metadata, voucher_series

VOUCHER = ("organisation_id", "year", "series", "number")
ALTERED = "posted data is never altered"


def same(left: str, right: str, *columns: str) -> str:
    return " AND ".join(f"{left}.{column} = {right}.{column}" for column in columns)


COUNTER = "s.organisation_id = NEW.organisation_id AND s.year = NEW.year AND s.code = NEW.series"
YEAR = "y.organisation_id = NEW.organisation_id AND y.id = NEW.year"
LEDGER = "l.organisation_id = NEW.organisation_id"
OVERLAPS = (
    "EXISTS (SELECT 1 FROM financial_years o WHERE o.organisation_id = NEW.organisation_id"
    " AND o.id <> NEW.id AND o.from_date <= NEW.to_date AND NEW.from_date <= o.to_date)"
)

# Why a header is refused, and when. Read from above: the first that holds is the reason given.
# fmt: off
HEADER_REFUSED = (
    ("already posted",       f"EXISTS (SELECT 1 FROM vouchers v WHERE {same('v', 'NEW', *VOUCHER)})"
                              " OR EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.source = NEW.source)"
                              " OR EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.sequence = NEW.sequence)"),
    ("not the counter",      f"NOT EXISTS (SELECT 1 FROM voucher_series s WHERE {COUNTER} AND s.last_number = NEW.number)"),
    ("gap in the series",     "NEW.number > 1 AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
                              " AND v.year = NEW.year AND v.series = NEW.series AND v.number = NEW.number - 1)"),
    ("out of sequence",      f"NOT EXISTS (SELECT 1 FROM ledgers l WHERE {LEDGER} AND l.sequence = NEW.sequence) OR (NEW.sequence > 1 AND NOT EXISTS"
                              " (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.sequence = NEW.sequence - 1))"),
    ("outside an open year", f"NOT EXISTS (SELECT 1 FROM financial_years y WHERE {YEAR} AND y.closed = {{false}}"
                              " AND NEW.date BETWEEN y.from_date AND y.to_date)"),
    ("period locked",        f"EXISTS (SELECT 1 FROM ledgers l WHERE {LEDGER} AND NEW.date <= l.locked_through)"),
    ("corrects nothing",      "coalesce(NEW.corrects_series, CAST(coalesce(NEW.corrects_number, NEW.corrects_year) AS text)) IS NOT NULL"
                              " AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id AND v.year = NEW.corrects_year"
                              " AND v.series = NEW.corrects_series AND v.number = NEW.corrects_number)"),
    ("no hash",               "length(NEW.hash) <> 64"),
    ("unbalanced",           f"NOT coalesce((SELECT count(*) >= 2 AND sum(p.debit) = sum(p.credit) FROM postings p WHERE {same('p', 'NEW', *VOUCHER)}), {{false}})"),
    ("empty row",            f"coalesce((SELECT sum(p.debit) > 0 AND min(p.debit + p.credit) = 0 FROM postings p WHERE {same('p', 'NEW', *VOUCHER)}), {{false}})"),
)

# Table, event, when it is refused ("" means always), and the reason given.
REFUSED = (
    ("vouchers",        "UPDATE", "", ALTERED),
    ("vouchers",        "DELETE", "", ALTERED),
    ("postings",        "UPDATE", "", ALTERED),
    ("postings",        "DELETE", "", ALTERED),
    ("vat_entries",     "UPDATE", "", ALTERED),
    ("vat_entries",     "DELETE", "", ALTERED),
    ("history",         "INSERT", "NEW.number <> coalesce((SELECT max(h.number) FROM history h WHERE h.organisation_id = NEW.organisation_id), 0) + 1",
                                  "history is written in order"),
    ("history",         "UPDATE", "", "history is never altered"),
    ("history",         "DELETE", "", "history is never altered"),
    ("postings",        "INSERT", f"EXISTS (SELECT 1 FROM vouchers v WHERE {same('v', 'NEW', *VOUCHER)})", "voucher already sealed"),
    ("vat_entries",     "INSERT", f"EXISTS (SELECT 1 FROM vouchers v WHERE {same('v', 'NEW', *VOUCHER)})", "voucher already sealed"),
    ("voucher_series",  "INSERT", "NEW.last_number IS NOT NULL", "a counter begins empty"),
    ("voucher_series",  "INSERT", there(voucher_series, "t.last_number IS NOT NULL"), "a counter in use stays"),
    ("voucher_series",  "UPDATE", "NEW.organisation_id <> OLD.organisation_id OR NEW.year <> OLD.year OR NEW.code <> OLD.code"
                                  " OR coalesce(NEW.last_number, 0) NOT IN (coalesce(OLD.last_number, 0), coalesce(OLD.last_number, 0) + 1)",
                                  "a counter moves by one"),
    ("voucher_series",  "DELETE", "OLD.last_number IS NOT NULL", "a counter in use stays"),
    ("ledgers",         "INSERT", f"NEW.sequence IS NOT NULL OR NEW.hash <> '{FIRST}'", "a ledger begins empty"),
    ("ledgers",         "INSERT", there(ledgers), "a ledger stays"),
    ("ledgers",         "UPDATE", "NEW.organisation_id <> OLD.organisation_id"
                                  " OR coalesce(NEW.sequence, 0) NOT IN (coalesce(OLD.sequence, 0), coalesce(OLD.sequence, 0) + 1)"
                                  " OR (NEW.hash <> OLD.hash AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
                                  " AND v.sequence = NEW.sequence AND v.hash = NEW.hash))",
                                  "a ledger moves with its vouchers"),
    ("ledgers",         "DELETE", "", "a ledger stays"),
    ("financial_years", "INSERT", there(financial_years), "a year is opened once"),
    ("financial_years", "INSERT", OVERLAPS, "years never overlap"),
    ("financial_years", "UPDATE", OVERLAPS, "years never overlap"),
    ("financial_years", "UPDATE", "OLD.closed <> {false} AND NEW.closed = {false}", "a closed year is never reopened"),
    ("financial_years", "DELETE", "OLD.closed <> {false}", "a closed year is never reopened"),
    ("financial_years", "UPDATE", "(NEW.organisation_id <> OLD.organisation_id OR NEW.id <> OLD.id OR NEW.from_date <> OLD.from_date OR NEW.to_date <> OLD.to_date)"
                                  " AND EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = OLD.organisation_id AND v.year = OLD.id)",
                                  "a year in use keeps its dates"),
    *FROZEN,
)
# fmt: on

# What a document counts as in the tallies; a status may be split where a list needs it.
# fmt: off
TALLIED = {
    "customer_invoices": "CASE WHEN {row}.status = 'sent' AND {row}.balance = 0 THEN 'sent in full' ELSE {row}.status END",
    "supplier_invoices": "CASE WHEN {row}.status = 'booked' AND {row}.balance = 0 THEN 'booked in full' ELSE {row}.status END",
}
# fmt: on

# What is never updated or deleted at all: the service's own connections may not even ask.
SEALED = frozenset(table for table, event, when, _ in REFUSED if event == "DELETE" and not when) - {
    "ledgers"
}


# Closes the race with another session's number that is taken but not yet sealed.
HOLD_COUNTER = f"PERFORM 1 FROM voucher_series s WHERE {COUNTER} FOR UPDATE;"
# Closing a year waits for the postings under way in it.
HOLD_YEAR = f"PERFORM 1 FROM financial_years y WHERE {YEAR} FOR SHARE;"
HOLD = {
    ("postings", "INSERT"): HOLD_COUNTER,
    ("vat_entries", "INSERT"): HOLD_COUNTER,
    ("vouchers", "INSERT"): HOLD_YEAR,
}
MOVE_HEAD = "UPDATE ledgers SET hash = NEW.hash WHERE organisation_id = NEW.organisation_id;"
GUARDED = sorted({"vouchers", *(table for table, *_ in REFUSED)})

Reasons = list[tuple[str, str]]


@dataclass(frozen=True)
class Trigger:
    """A trigger, with the function it calls where the engine wants one."""

    name: str
    table: str
    create: str
    function: str = ""


def triggers(engine: str) -> list[Trigger]:
    return list(_sqlite() if engine == "sqlite" else _postgresql())


def _reasons() -> dict[tuple[str, str], Reasons]:
    """Why each table refuses each event, and when, in the order of the tables above."""
    reasons: dict[tuple[str, str], Reasons] = {("vouchers", "INSERT"): list(HEADER_REFUSED)}
    for table, event, when, why in REFUSED:
        reasons.setdefault((table, event), []).append((why, when or "{true}"))
    return reasons


def _with_days(reasons: dict[tuple[str, str], Reasons]) -> None:
    """SQLite keeps days as text, and would take 30 February."""
    for table in (metadata.tables[name] for name in GUARDED):
        days = [column.name for column in table.c if column.type is DAY]
        wrong = " OR ".join(f"date(NEW.{day}) IS NOT NEW.{day}" for day in days)
        for event in ("INSERT", "UPDATE") if days else ():
            reasons.setdefault((table.name, event), []).append(("no such day", wrong))


def _tallying() -> Iterator[tuple[str, str, str, str, str]]:
    """What each event on a table does to its tallies: name, table, event, when, steps."""
    for table, counted in TALLIED.items():
        new, old = (counted.format(row=row) for row in ("NEW", "OLD"))
        plus = (
            "INSERT INTO tallies (organisation_id, kind, status, count)"
            f" VALUES (NEW.organisation_id, '{table}', {new}, 1)"
            " ON CONFLICT (organisation_id, kind, status) DO UPDATE SET count = tallies.count + 1;"
        )
        minus = (
            "UPDATE tallies SET count = count - 1"
            f" WHERE organisation_id = OLD.organisation_id AND kind = '{table}'"
            f" AND status = {old};"
        )
        yield f"{table}_tally_insert", table, "INSERT", "", plus
        yield f"{table}_tally_delete", table, "DELETE", "", minus
        yield f"{table}_tally_update", table, "UPDATE", f"{new} <> {old}", f"{minus} {plus}"


def _sqlite() -> Iterator[Trigger]:
    reasons = _reasons()
    _with_days(reasons)
    for (table, event), refused in reasons.items():
        tests = " ".join(
            f"SELECT RAISE(ABORT, '{why}') WHERE {when.format(true='1', false='0')};"
            for why, when in refused
        )
        name = f"{table}_{event.lower()}"
        create = f"CREATE TRIGGER {name} BEFORE {event} ON {table} BEGIN {tests} END"
        yield Trigger(name, table, create)
    create = f"CREATE TRIGGER vouchers_chain AFTER INSERT ON vouchers BEGIN {MOVE_HEAD} END"
    yield Trigger("vouchers_chain", "vouchers", create)
    for name, table, event, moved, steps in _tallying():
        when = f" WHEN {moved}" if moved else ""
        create = f"CREATE TRIGGER {name} AFTER {event} ON {table}{when} BEGIN {steps} END"
        yield Trigger(name, table, create)


def _postgresql() -> Iterator[Trigger]:
    for (table, event), refused in _reasons().items():
        hold = HOLD.get((table, event), "")
        # One question with all the reasons: each question of its own would cost as much again.
        reasons = " ".join(
            f"WHEN {when.format(true='true', false='false')} THEN '{why}'" for why, when in refused
        )
        row = "OLD" if event == "DELETE" else "NEW"
        when = f"BEFORE {event} ON {table} FOR EACH ROW"
        body = (
            f"DECLARE why text; BEGIN {hold} why := CASE {reasons} END;"
            " IF why IS NOT NULL THEN RAISE EXCEPTION '%', why USING ERRCODE = '23000'; END IF;"
            f" RETURN {row}; END"
        )
        yield _called(f"{table}_{event.lower()}", table, when, body)
    when = "AFTER INSERT ON vouchers FOR EACH ROW"
    yield _called("vouchers_chain", "vouchers", when, f"BEGIN {MOVE_HEAD} RETURN NULL; END")
    for name, table, event, moved, steps in _tallying():
        when = f"AFTER {event} ON {table} FOR EACH ROW" + (f" WHEN ({moved})" if moved else "")
        yield _called(name, table, when, f"BEGIN {steps} RETURN NULL; END")
    for table in GUARDED:
        when = f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT"
        yield _called(f"{table}_truncate", table, when, f"BEGIN {_raised(ALTERED)} END")


def _raised(why: str) -> str:
    return f"RAISE EXCEPTION '{why}' USING ERRCODE = '23000';"


def _called(name: str, table: str, when: str, body: str) -> Trigger:
    # With its own search path, which migrate() sets, no temporary table can stand in for ours; as
    # its owner, it may lock and move what the service's role may not.
    function = (
        f"CREATE OR REPLACE FUNCTION seal_{name}() RETURNS trigger LANGUAGE plpgsql"
        f" SECURITY DEFINER SET search_path FROM CURRENT AS $${body}$$"
    )
    create = f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION seal_{name}()"
    return Trigger(name, table, create, function)
