"""Reminders as a person looks at them: who is to have one, what waits to be sent, what was."""

from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.reminders import REMINDERS
from reskontra.actions.reminding import candidates, left_by
from reskontra.domain.errors import Conflict
from reskontra.domain.reminders import Candidate, Reminder, ReminderStatus
from reskontra.domain.search import Condition, Match, Search

NEWEST = 50
MADE, SENDING, SENT = ReminderStatus.MADE, ReminderStatus.SENDING, ReminderStatus.SENT


class Overview(NamedTuple):
    candidates: list[Candidate]
    problem: str  # why nobody can say who is to be reminded
    made: list[Reminder]
    sending: list[Reminder]
    sent: list[Reminder]
    owing: frozenset[int]  # those sent of whose interest or fee something is left to ask for


def overview(desk: Desk) -> Overview:
    of = {status: in_state(desk, status) for status in ReminderStatus}
    made, sending, sent = (of[each] for each in (MADE, SENDING, SENT))
    lists = (made, sending, sent, frozenset(each.number for each in sent if owes(desk, each)))
    try:
        return Overview(candidates(desk), "", *lists)
    except Conflict as refused:
        return Overview([], refused.message, *lists)


def owes(desk: Desk, reminder: Reminder) -> bool:
    return bool(reminder.interest or reminder.fee) and any(left_by(desk, reminder))


def in_state(desk: Desk, status: ReminderStatus) -> list[Reminder]:
    """The newest of them."""
    asked = (Condition(Match.EXACT, "status", str(status)),)
    search = Search(asked, "number", True, NEWEST, 0)
    return desk.books.shelf(REMINDERS.layout).page(search)[0]
