"""What a trigger asks before it lets a row in, in the words of each engine.

A question is a condition on NEW and OLD under which the row is refused, or one of the kinds below,
which spare PostgreSQL work: it makes a whole question ready before it asks the first part of it.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple


class Given(NamedTuple):
    """Asked only of a row of which something plain holds already."""

    given: str
    when: str


class Summed(NamedTuple):
    """Asked of the sums over some rows; neighbours that sum the same rows look at them once."""

    rows: str
    when: str


class Held(NamedTuple):
    """Refused unless there is such a row, which then stays as it is until the transaction ends."""

    row: str


When = str | Given | Summed | Held
Reason = tuple[str, When]  # why, and when ("" means always)


class Moved(NamedTuple):
    """One row changed with the one that comes in, which is refused when a reason holds of it.

    Without such a row the first is the reason.
    """

    table: str
    changes: str
    row: str
    reasons: tuple[tuple[str, str], ...]


RAISED = "RAISE EXCEPTION '{}' USING ERRCODE = '23000';"
RAISE = "RAISE EXCEPTION '%', {} USING ERRCODE = '23000';"
RAISE_WHY = f"IF why IS NOT NULL THEN {RAISE.format('why')} END IF;"
ADDED = "added"  # the rows of one statement, to its trigger


def in_sqlite(reasons: Iterable[Reason]) -> str:
    """The steps of a trigger that raises the first reason that holds."""
    return " ".join(
        f"SELECT RAISE(ABORT, '{why}') WHERE {_condition(when)};" for why, when in reasons
    ).format(true="1", false="0")


def _condition(when: When) -> str:
    match when:
        case Given():
            return f"({when.given}) AND ({when.when})"
        case Summed():
            return f"(SELECT {when.when} FROM {when.rows})"
        case Held():
            return f"NOT EXISTS (SELECT 1 FROM {when.row})"
    return when or "{true}"


def in_postgresql(reasons: Iterable[Reason]) -> str:
    """The same steps, with as few questions as there can be: each costs as much as what it asks."""
    steps = [_step(key, list(group)) for key, group in groupby(reasons, _asked_together)]
    return " ".join(steps).format(true="true", false="false")


def of_all_added(reasons: Iterable[Reason], columns: Iterable[str]) -> str:
    """The same for all rows of a statement at once; those alike in these columns are asked once."""
    different = f"(SELECT DISTINCT {', '.join(columns)} FROM {ADDED}) AS {ADDED}"
    question = f"(SELECT min({_question(reasons)}) FROM {different})".replace("NEW.", f"{ADDED}.")
    return f"why := {question}; {RAISE_WHY}".format(true="true", false="false")


def moved_in_sqlite(moved: Moved) -> str:
    """The reasons first, then the change."""
    sound = f"EXISTS (SELECT 1 FROM {moved.table} WHERE {moved.row} AND NOT coalesce({{}}, 0))"
    reasons = ((why, f"NOT {sound.format(when)}") for why, when in moved.reasons)
    return f"{in_sqlite(reasons)} {_change(moved)};"


def moved_in_postgresql(moved: Moved) -> str:
    """The change asks by itself: the row is found, locked and judged in one statement."""
    sound = " AND ".join(f"NOT coalesce({when}, false)" for _, when in moved.reasons)
    reason = f"SELECT {_first_reason(moved.reasons)} INTO why FROM {moved.table} WHERE {moved.row};"
    raised = RAISE.format(f"coalesce(why, '{moved.reasons[0][0]}')")
    return f"{_change(moved)} AND {sound}; IF NOT FOUND THEN {reason} {raised} END IF;"


def _change(moved: Moved) -> str:
    return f"UPDATE {moved.table} SET {moved.changes} WHERE {moved.row}"


def _asked_together(reason: Reason) -> When:
    match when := reason[1]:
        case Given():
            return when.given
        case Held():
            return when
    return ""


def _step(key: When, reasons: list[Reason]) -> str:
    if isinstance(key, Held):
        [(why, _)] = reasons
        return f"PERFORM 1 FROM {key.row} FOR SHARE; IF NOT FOUND THEN {RAISED.format(why)} END IF;"
    ask = f"why := {_question(reasons)}; {RAISE_WHY}"
    return f"IF {key} THEN {ask} END IF;" if key else ask


def _question(reasons: Iterable[Reason]) -> str:
    """One expression that is the first reason that holds, or nothing."""
    parts = []
    for rows, group in groupby(reasons, lambda reason: getattr(reason[1], "rows", "")):
        first_reason = _first_reason(group)
        parts.append(f"(SELECT {first_reason} FROM {rows})" if rows else first_reason)
    return parts[0] if len(parts) == 1 else f"coalesce({', '.join(parts)})"


def _first_reason(reasons: Iterable[Reason]) -> str:
    cases = (f"WHEN {getattr(w, 'when', w) or '{true}'} THEN '{why}'" for why, w in reasons)
    return f"CASE {' '.join(cases)} END"
