"""Roles: the one table of what each lets a person do on the pages, and approve for a program."""

from enum import StrEnum
from typing import NamedTuple

from reskontra.people.scopes import OPEN_NOTHING, SCOPES


class Role(StrEnum):
    READER = "reader"
    BOOKKEEPER = "bookkeeper"
    ADMIN = "admin"


class Right(StrEnum):
    """What a page or a call may ask for, in the words of its templates."""

    SEE = "see the books"
    WORK = "work in the books"
    REOPEN = "reopen a year"
    SETTINGS = "say what the company is"
    PEOPLE = "decide who comes in"
    REVOKE = "revoke what others approved"
    SERVICE = "approve a service account"


class Rights(NamedTuple):
    called: str  # by people
    about: str
    may: frozenset[Right]
    scopes: frozenset[str]


NO_CHANGES = frozenset({"companyinformation", "profile", *OPEN_NOTHING})
EVERYTHING = frozenset(SCOPES)

# fmt: off
ROLES = {
    Role.READER:     Rights("Läsare",        "ser allt men ändrar inget, till exempel en revisor",
                            frozenset({Right.SEE}),             NO_CHANGES),
    Role.BOOKKEEPER: Rights("Redovisare",    "sköter bokföring, fakturor och betalningar",
                            frozenset({Right.SEE, Right.WORK}), EVERYTHING),
    Role.ADMIN:      Rights("Administratör", "gör allt, och bestämmer vilka som får komma in",
                            frozenset(Right),                   EVERYTHING),
}
# fmt: on
NOBODY = Rights("", "", frozenset(), frozenset())


def of(role: str) -> Rights:
    """One who has left has no role, and no rights; nor has one whose role nobody knows."""
    return ROLES[Role(role)] if role in ROLES else NOBODY


def may(role: str, right: Right) -> bool:
    return right in of(role).may


def beyond(role: str, scope: str) -> str:
    """The scopes among these that the role cannot approve.

    >>> beyond(Role.READER, "profile invoice"), beyond(Role.BOOKKEEPER, "profile invoice")
    ('invoice', '')
    """
    return " ".join(name for name in scope.split() if name not in of(role).scopes)


def who_may(right: Right) -> str:
    """
    >>> who_may(Right.WORK)
    'Redovisare eller Administratör'
    """
    return " eller ".join(each.called for each in ROLES.values() if right in each.may)
