"""The trail of access: who came in, let others in or shut them out, in each company's history."""

from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.engine.database import Transaction
from reskontra.people import memberships
from reskontra.storage import history
from reskontra.storage.books import Books


class Access(StrEnum):
    """What happens to access, in the words of the history."""

    LOGGED_IN = "logged in"
    LOG_INS_FAILED = "log-ins failed"
    SESSION_ENDED = "session ended"
    PASSWORD_SET = "password set"  # noqa: S105 (a word)
    FACTOR_ADDED = "second factor added"
    FACTOR_REMOVED = "second factor removed"
    PERSON_INVITED = "person invited"
    INVITATION_WITHDRAWN = "invitation withdrawn"
    INVITATION_ACCEPTED = "invitation accepted"
    ROLE_GIVEN = "role given"
    PERSON_REMOVED = "person removed"
    INTEGRATION_APPROVED = "integration approved"
    INTEGRATION_CHANGED = "integration changed"
    INTEGRATION_REVOKED = "integration revoked"
    SECRET_ROTATED = "client secret rotated"  # noqa: S105 (a word)
    SECRET_FORGOTTEN = "client secret forgotten"  # noqa: S105 (a word)
    SETTINGS_CHANGED = "access settings changed"
    BOOKS_EXPORTED = "books exported"


class Actor(NamedTuple):
    """Who does it, from where, and at what moment."""

    signature: str  # "user 7", "command line"
    address: str  # of the network; "" where there is none
    now: datetime
    user_id: int | None = None

    @property
    def seconds(self) -> int:
        return int(self.now.timestamp())

    def of(self, user_id: int) -> "Actor":
        """The same, once it is known who it is."""
        return self._replace(signature=f"user {user_id}", user_id=user_id)


def record(
    tx: Transaction, organisation_id: int, actor: Actor, what: Access, **detail: Any
) -> None:
    """In the transaction of the change itself: neither is there without the other."""
    tx.stand_for(organisation_id)
    books = Books(tx, organisation_id, actor.now, actor.signature)
    books.record_history(what, address=actor.address, **detail)


def record_of_person(
    tx: Transaction, user_id: int, actor: Actor, what: Access, **detail: Any
) -> None:
    """What concerns a person concerns every company that they work in; in one order, always."""
    companies = memberships.companies_of(tx, user_id)
    for organisation_id in sorted(company.id for company in companies):
        record(tx, organisation_id, actor, what, **detail)


def entries(desk: Desk, after: int, most: int) -> list[dict[str, Any]]:
    """So many of all that the history has after an entry, oldest first."""
    return history.entries(desk.books, after, most)


def newest(desk: Desk, before: int, most: int) -> list[dict[str, Any]]:
    """The same before an entry, newest first."""
    return history.newest(desk.books, before, most)
