"""What the database itself refuses, on both engines: a voucher is sealed by its header.

A unit of work takes the counters, writes the rows, and writes the header last. The header's trigger
finds the voucher balanced, in order and in an open period, or refuses it; from then on nothing of it
can be changed. `installed()` is run after every migration, so the triggers always are these.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from reskontra.storage.frozen import FROZEN

VOUCHER = ("organisation_id", "year", "series", "number")
ALTERED = "posted data is never altered"


def same(left: str, right: str, *columns: str) -> str:
    return " AND ".join(f"{left}.{column} = {right}.{column}" for column in columns)


COUNTER = "s.organisation_id = NEW.organisation_id AND s.year = NEW.year AND s.code = NEW.series"
YEAR = "y.organisation_id = NEW.organisation_id AND y.id = NEW.year"
LEDGER = "l.organisation_id = NEW.organisation_id"

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
    ("outside an open year", f"NOT EXISTS (SELECT 1 FROM financial_years y WHERE {YEAR} AND NOT (y.closed = {{true}})"
                              " AND NEW.date BETWEEN y.from_date AND y.to_date)"),
    ("period locked",        f"EXISTS (SELECT 1 FROM ledgers l WHERE {LEDGER} AND NEW.date <= l.locked_through)"),
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
    ("history",         "UPDATE", "", "history is never altered"),
    ("history",         "DELETE", "", "history is never altered"),
    ("postings",        "INSERT", f"EXISTS (SELECT 1 FROM vouchers v WHERE {same('v', 'NEW', *VOUCHER)})", "voucher already sealed"),
    ("vat_entries",     "INSERT", f"EXISTS (SELECT 1 FROM vouchers v WHERE {same('v', 'NEW', *VOUCHER)})", "voucher already sealed"),
    ("voucher_series",  "INSERT", "NEW.last_number IS NOT NULL", "a counter begins empty"),
    ("voucher_series",  "UPDATE", "NEW.organisation_id <> OLD.organisation_id OR NEW.year <> OLD.year OR NEW.code <> OLD.code"
                                  " OR coalesce(NEW.last_number, 0) NOT IN (coalesce(OLD.last_number, 0), coalesce(OLD.last_number, 0) + 1)",
                                  "a counter moves by one"),
    ("voucher_series",  "DELETE", "OLD.last_number IS NOT NULL", "a counter in use stays"),
    ("ledgers",         "INSERT", "NEW.sequence IS NOT NULL", "a ledger begins empty"),
    ("ledgers",         "UPDATE", "NEW.organisation_id <> OLD.organisation_id"
                                  " OR coalesce(NEW.sequence, 0) NOT IN (coalesce(OLD.sequence, 0), coalesce(OLD.sequence, 0) + 1)"
                                  " OR (NEW.hash <> OLD.hash AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
                                  " AND v.sequence = NEW.sequence AND v.hash = NEW.hash))",
                                  "a ledger moves with its vouchers"),
    ("ledgers",         "DELETE", "", "a ledger stays"),
    ("financial_years", "UPDATE", "OLD.closed = {true} AND NEW.closed <> {true}", "a closed year is never reopened"),
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
}
# fmt: on

SEALED = frozenset({"vouchers", "postings", "vat_entries", "history"})


@dataclass(frozen=True)
class Trigger:
    """A trigger, with the function it calls where the engine wants one."""

    name: str
    table: str
    create: str
    function: str = ""


def triggers(engine: str) -> list[Trigger]:
    return list(_sqlite() if engine == "sqlite" else _postgresql())


def _named(table: str, event: str, seen: dict[str, int]) -> str:
    name = f"{table}_{event.lower()}"
    seen[name] = seen.get(name, 0) + 1
    return f"{name}_{seen[name]}"


def _sqlite() -> Iterator[Trigger]:
    words = {"true": "1", "false": "0"}
    seen: dict[str, int] = {}
    for table, event, when, why in REFUSED:
        name = _named(table, event, seen)
        condition = f" WHEN {when.format(**words)}" if when else ""
        yield Trigger(
            name,
            table,
            f"CREATE TRIGGER {name} BEFORE {event} ON {table}{condition}"
            f" BEGIN SELECT RAISE(ABORT, '{why}'); END",
        )
    checks = [*HEADER_REFUSED, ("no such day", "date(NEW.date) IS NOT NEW.date")]
    tests = " ".join(
        f"SELECT RAISE(ABORT, '{why}') WHERE {when.format(**words)};" for why, when in checks
    )
    yield Trigger(
        "vouchers_seal", "vouchers", f"CREATE TRIGGER vouchers_seal BEFORE INSERT ON vouchers BEGIN {tests} END"
    )  # fmt: skip
    yield Trigger(
        "vouchers_chain",
        "vouchers",
        "CREATE TRIGGER vouchers_chain AFTER INSERT ON vouchers BEGIN"
        " UPDATE ledgers SET hash = NEW.hash WHERE organisation_id = NEW.organisation_id; END",
    )
    for table in TALLIED:
        for event, steps in _tallying(table).items():
            name = f"{table}_tally_{event.lower()}"
            when = f" WHEN {_moved(table)}" if event == "UPDATE" else ""
            yield Trigger(
                name,
                table,
                f"CREATE TRIGGER {name} AFTER {event} ON {table}{when} BEGIN {steps} END",
            )


def _tallying(table: str) -> dict[str, str]:
    """What each event on a table does to its tallies."""
    plus = (
        "INSERT INTO tallies (organisation_id, kind, status, count)"
        f" VALUES (NEW.organisation_id, '{table}', {TALLIED[table].format(row='NEW')}, 1)"
        " ON CONFLICT (organisation_id, kind, status) DO UPDATE SET count = tallies.count + 1;"
    )
    minus = (
        "UPDATE tallies SET count = count - 1"
        f" WHERE organisation_id = OLD.organisation_id AND kind = '{table}'"
        f" AND status = {TALLIED[table].format(row='OLD')};"
    )
    return {"INSERT": plus, "DELETE": minus, "UPDATE": minus + " " + plus}


def _moved(table: str) -> str:
    new, old = (TALLIED[table].format(row=row) for row in ("NEW", "OLD"))
    return f"{new} <> {old}"


def _postgresql() -> Iterator[Trigger]:
    words = {"true": "true", "false": "false"}
    seen: dict[str, int] = {}
    for table, event, when, why in REFUSED:
        name = _named(table, event, seen)
        test = f"IF {when.format(**words)} THEN" if when else "IF true THEN"
        lock = ""
        if event == "INSERT" and table in ("postings", "vat_entries"):
            # Closes the race with another session's number that is taken but not yet sealed.
            lock = f"PERFORM 1 FROM voucher_series s WHERE {COUNTER} FOR UPDATE;"
        body = (
            f"BEGIN {lock} {test} RAISE EXCEPTION '{why}' USING ERRCODE = '23000'; END IF;"
            f" RETURN {'OLD' if event == 'DELETE' else 'NEW'}; END"
        )
        yield _called(name, table, f"BEFORE {event} ON {table} FOR EACH ROW", body)
    tests = " ".join(
        f"IF {when.format(**words)} THEN RAISE EXCEPTION '{why}' USING ERRCODE = '23000'; END IF;"
        for why, when in HEADER_REFUSED
    )
    # The share lock makes closing a year wait for the postings under way in it.
    body = f"BEGIN PERFORM 1 FROM financial_years y WHERE {YEAR} FOR SHARE; {tests} RETURN NEW; END"
    yield _called("vouchers_seal", "vouchers", "BEFORE INSERT ON vouchers FOR EACH ROW", body)
    body = (
        "BEGIN UPDATE ledgers SET hash = NEW.hash"
        " WHERE organisation_id = NEW.organisation_id; RETURN NULL; END"
    )
    yield _called("vouchers_chain", "vouchers", "AFTER INSERT ON vouchers FOR EACH ROW", body)
    for table in TALLIED:
        for event, steps in _tallying(table).items():
            when = f" WHEN ({_moved(table)})" if event == "UPDATE" else ""
            body = f"BEGIN {steps} RETURN NULL; END"
            name = f"{table}_tally_{event.lower()}"
            yield _called(name, table, f"AFTER {event} ON {table} FOR EACH ROW{when}", body)
    for table in sorted(SEALED):
        body = f"BEGIN RAISE EXCEPTION '{ALTERED}' USING ERRCODE = '23000'; END"
        yield _called(
            f"{table}_truncate", table, f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT", body
        )


def _called(name: str, table: str, when: str, body: str) -> Trigger:
    function = (
        f"CREATE OR REPLACE FUNCTION seal_{name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
    )
    return Trigger(
        name, table, f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION seal_{name}()", function
    )
