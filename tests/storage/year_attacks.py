"""Attacks on the order of the years and on what was adopted, and what is to be accepted."""

from typing import Any

from tests.storage.attacks import CLOSED, KEY, MINE, THEIRS, YEAR, attack, mine


def year_of(from_date: str, to_date: str, **other: Any) -> str:
    usual = {"closed": "0", "accounting_method": "ACCRUAL", "carried": "{}"}
    dates = {"from_date": from_date, "to_date": to_date}
    return mine("financial_years", **{"id": 9} | dates | usual | other)


def year_set(number: int, changes: str) -> str:
    return f"UPDATE financial_years SET {changes} WHERE {MINE} AND id = {number}"


ADOPTED = year_set(1, "adopted = '2026-11-15'")
COMING = year_of("2027-01-01", "2027-12-31")


# fmt: off
YEAR_ATTACKS = (
    attack("an earlier closed year reopened", "only the latest",       *CLOSED, year_set(1, "closed = '0'")),
    attack("a year closed before another",  "in their order",          year_set(YEAR, "closed = '1'")),
    attack("an open year before a closed",  "in their order",          CLOSED[0], year_of("2024-01-01", "2024-12-31")),
    attack("a closed year after an open",   "in their order",          year_of("2027-01-01", "2027-12-31", closed="1")),
    attack("a year moved before a closed",  "in their order",          CLOSED[0], COMING, year_set(9, "from_date = '2024-01-01', to_date = '2024-12-31'")),
    attack("a year moved behind and closed", "in their order",         year_set(1, "closed = '1', from_date = '2027-01-01', to_date = '2027-12-31'")),
    attack("a year moved before, reopened", "keeps its dates",         *CLOSED, year_set(YEAR, "closed = '0', from_date = '2024-01-01', to_date = '2024-12-31'")),
    attack("the later years closed at once", "in their order",         COMING, f"UPDATE financial_years SET closed = '1' WHERE {MINE} AND id <> 1"),
    attack("a closed year by an upsert",    "opened once|in their order", year_of("2026-01-01", "2026-12-31", id=YEAR) + " ON CONFLICT (organisation_id, id) DO UPDATE SET closed = '1'"),
    attack("a closed year's dates moved",   "keeps its dates",         CLOSED[0], year_set(1, "from_date = '2024-01-01'")),
    attack("a closed year renumbered",      "a year keeps its number", CLOSED[0], year_set(1, "id = 9")),
    attack("a closed year given away",      "a year keeps its number", CLOSED[0], year_set(1, f"organisation_id = {THEIRS}, id = 9")),
    attack("a year laid as adopted",        "of a closed year",        year_of("2027-01-01", "2027-12-31", adopted="2026-11-15")),
    attack("a closed year removed",         "a closed year stays",     *CLOSED, f"DELETE FROM financial_years WHERE {MINE} AND id = 1"),
    attack("adopted accounts reopened",     "adopted accounts stay",   CLOSED[0], ADOPTED, year_set(1, "closed = '0'")),
    attack("adopted on another day",        "adopted accounts stay",   CLOSED[0], ADOPTED, year_set(1, "adopted = NULL")),
    attack("adopted while it is open",      "of a closed year",        ADOPTED),
    attack("a used year's dates moved",     "keeps its dates",         year_set(YEAR, "to_date = '2027-06-30'")),
    attack("a used year removed",           KEY,                       f"DELETE FROM financial_years WHERE {MINE} AND id = {YEAR}"),
    attack("a year over another",           "years never overlap",     year_of("2026-07-01", "2027-06-30")),
    attack("a year moved over another",     "years never overlap",     year_set(1, "to_date = '2026-06-30'")),
    attack("a year that ends first",        "from_before_to",          year_of("2029-07-01", "2029-06-30")),
)
SQLITE_YEAR_ATTACKS = (
    attack("an open year over a closed one", "a year keeps its number", CLOSED[0], COMING, f"UPDATE OR REPLACE financial_years SET id = 1 WHERE {MINE} AND id = 9"),
)
ACCEPTED_YEARS = (
    ("a year closed",            [CLOSED[0]]),
    ("the latest one reopened",  [*CLOSED, year_set(YEAR, "closed = '0'")]),
    ("a year to come",           [COMING]),
    ("an unused year moved",     [COMING, year_set(9, "from_date = '2027-02-01'")]),
    ("an older year, closed",    [CLOSED[0], year_of("2024-01-01", "2024-12-31", closed="1", adopted="2026-11-15")]),
)
# fmt: on
