"""Reminders as a person looks at them: who is to have one, what waits to be sent, what was."""

from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.reminders import REMINDERS
from reskontra.actions.reminding import candidates
from reskontra.domain.errors import Conflict
from reskontra.domain.reminders import Candidate, Reminder, ReminderStatus
from reskontra.domain.search import Condition, Match, Search

NEWEST = 50


class Overview(NamedTuple):
    candidates: list[Candidate]
    problem: str  # why nobody can say who is to be reminded
    made: list[Reminder]
    sending: list[Reminder]
    sent: list[Reminder]


def overview(desk: Desk) -> Overview:
    of = {status: in_state(desk, status) for status in ReminderStatus}
    lists = (of[ReminderStatus.MADE], of[ReminderStatus.SENDING], of[ReminderStatus.SENT])
    try:
        return Overview(candidates(desk), "", *lists)
    except Conflict as refused:
        return Overview([], refused.message, *lists)


def in_state(desk: Desk, status: ReminderStatus) -> list[Reminder]:
    """The newest of them."""
    asked = (Condition(Match.EXACT, "status", str(status)),)
    search = Search(asked, "number", True, NEWEST, 0)
    return desk.books.shelf(REMINDERS.layout).page(search)[0]
