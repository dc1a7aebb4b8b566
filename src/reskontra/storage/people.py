"""People at the pages: their sessions, their companies, and attempts to log in as them."""

from sqlalchemy import bindparam, delete, insert, select, text, update

from reskontra.domain.organisation import Plan
from reskontra.domain.records import Record
from reskontra.engine.database import Transaction
from reskontra.storage import tables

users, sessions, attempts = tables.users, tables.sessions, tables.login_attempts
memberships, organisations = tables.memberships, tables.organisations


class Person(Record):
    id: int
    email: str
    name: str

    @property
    def called(self) -> str:
        return self.name or self.email


class Company(Record):
    """An organisation, as one of its people sees it."""

    id: int
    name: str
    plan: Plan
    role: str

    @property
    def is_run(self) -> bool:
        """Does this person decide who else comes in?"""
        return self.role == ADMIN


class Member(Record):
    id: int
    email: str
    name: str
    role: str


ADMIN, MEMBER = "admin", "member"

ADD_SESSION = insert(sessions)
SESSION = (
    select(users.c.id, users.c.email, users.c.name)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.hash == bindparam("hash"), sessions.c.expires_at > bindparam("now"))
)
END_SESSION = delete(sessions).where(sessions.c.hash == bindparam("of_hash"))
END_OTHER_SESSIONS = delete(sessions).where(
    sessions.c.user_id == bindparam("of_user"), sessions.c.hash != bindparam("but_hash")
)
DROP_SESSIONS = delete(sessions).where(sessions.c.expires_at <= bindparam("before"))

COMPANIES = (
    select(organisations.c.id, organisations.c.name, organisations.c.plan, memberships.c.role)
    .join(organisations, organisations.c.id == memberships.c.organisation_id)
    .where(memberships.c.user_id == bindparam("user_id"))
    .order_by(organisations.c.name, organisations.c.id)
)
_THIS_MEMBER = (
    memberships.c.organisation_id == bindparam("of_organisation"),
    memberships.c.user_id == bindparam("of_user"),
)
MEMBERS = (
    select(users.c.id, users.c.email, users.c.name, memberships.c.role)
    .join(users, users.c.id == memberships.c.user_id)
    .where(memberships.c.organisation_id == bindparam("organisation_id"))
    .order_by(users.c.email)
)
LOCK_ORGANISATION = (
    select(organisations.c.id).where(organisations.c.id == bindparam("id")).with_for_update()
)
REMOVE_MEMBER = delete(memberships).where(*_THIS_MEMBER)
SET_ROLE = update(memberships).where(*_THIS_MEMBER).values(role=bindparam("new_role"))

PASSWORD = select(users.c.password_hash).where(users.c.id == bindparam("id"))

# The same words on both engines, but not in the toolkit's common language.
BEGIN_COUNTING = text(
    "INSERT INTO login_attempts (about, attempts, latest_at) VALUES (:about, 0, 0)"
    " ON CONFLICT (about) DO NOTHING"
)
ATTEMPTS = (
    select(attempts.c.attempts, attempts.c.latest_at)
    .where(attempts.c.about == bindparam("about"))
    .with_for_update()
)
COUNT = (
    update(attempts)
    .where(attempts.c.about == bindparam("of"))
    .values(attempts=bindparam("count"), latest_at=bindparam("now"))
)
FORGET_ATTEMPTS = delete(attempts).where(attempts.c.about == bindparam("of"))
DROP_ATTEMPTS = delete(attempts).where(attempts.c.latest_at <= bindparam("before"))


def add_session(tx: Transaction, session_hash: str, user_id: int, expires_at: int) -> None:
    tx.run(ADD_SESSION, {"hash": session_hash, "user_id": user_id, "expires_at": expires_at})


def person_of(tx: Transaction, session_hash: str, now: int) -> Person | None:
    row = tx.first(SESSION, {"hash": session_hash, "now": now})
    return None if row is None else Person(*row)


def end_session(tx: Transaction, session_hash: str) -> None:
    tx.run(END_SESSION, {"of_hash": session_hash})


def end_other_sessions(tx: Transaction, user_id: int, session_hash: str) -> None:
    tx.run(END_OTHER_SESSIONS, {"of_user": user_id, "but_hash": session_hash})


def companies_of(tx: Transaction, user_id: int) -> list[Company]:
    return [
        Company(number, name, Plan(plan), role)
        for number, name, plan, role in tx.all(COMPANIES, {"user_id": user_id})
    ]


def members(tx: Transaction, organisation_id: int) -> list[Member]:
    return [Member(*row) for row in tx.all(MEMBERS, {"organisation_id": organisation_id})]


def members_to_change(tx: Transaction, organisation_id: int) -> list[Member]:
    """Nobody else changes them meanwhile, so that one who decides is always left."""
    tx.first(LOCK_ORGANISATION, {"id": organisation_id})
    return members(tx, organisation_id)


def remove_member(tx: Transaction, organisation_id: int, user_id: int) -> None:
    tx.run(REMOVE_MEMBER, {"of_organisation": organisation_id, "of_user": user_id})


def set_role(tx: Transaction, organisation_id: int, user_id: int, role: str) -> None:
    asked = {"of_organisation": organisation_id, "of_user": user_id, "new_role": role}
    tx.run(SET_ROLE, asked)


def password_of(tx: Transaction, user_id: int) -> str:
    row = tx.first(PASSWORD, {"id": user_id})
    return str(row[0]) if row else ""


def attempts_to_count(tx: Transaction, about: str) -> tuple[int, int]:
    """How many so far and when the latest; others wait until this one has been counted."""
    tx.run(BEGIN_COUNTING, {"about": about})
    row = tx.first(ATTEMPTS, {"about": about})
    assert row
    return row[0], row[1]


def count_attempt(tx: Transaction, about: str, count: int, now: int) -> None:
    tx.run(COUNT, {"of": about, "count": count, "now": now})


def forget_attempts(tx: Transaction, about: str) -> None:
    tx.run(FORGET_ATTEMPTS, {"of": about})


def drop_expired(tx: Transaction, sessions_before: int, attempts_before: int) -> None:
    tx.run(DROP_SESSIONS, {"before": sessions_before})
    tx.run(DROP_ATTEMPTS, {"before": attempts_before})
