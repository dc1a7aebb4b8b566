"""Sessions: who is logged in to the pages, by a secret that only their browser has."""

from sqlalchemy import bindparam, delete, insert, select

from reskontra.engine.database import Transaction
from reskontra.people import tokens
from reskontra.people.tables import sessions, users
from reskontra.people.users import PERSON, SET_PASSWORD, Person

SECONDS = 12 * 3600

ADD = insert(sessions)
PERSON_OF = (
    select(*PERSON)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.hash == bindparam("hash"), sessions.c.expires_at > bindparam("now"))
)
END = delete(sessions).where(sessions.c.hash == bindparam("of_hash"))
END_OTHERS = delete(sessions).where(
    sessions.c.user_id == bindparam("of_user"), sessions.c.hash != bindparam("but_hash")
)
DROP = delete(sessions).where(sessions.c.expires_at <= bindparam("before"))


def begin(tx: Transaction, user_id: int, now: int) -> str:
    """A new secret at every log-in, so that one planted beforehand is worth nothing."""
    secret = tokens.new_secret()
    values = {"hash": tokens.hashed(secret), "user_id": user_id, "expires_at": now + SECONDS}
    tx.run(ADD, values)
    return secret


def person_of(tx: Transaction, secret: str, now: int) -> Person | None:
    row = tx.first(PERSON_OF, {"hash": tokens.hashed(secret), "now": now})
    return Person(*row) if row else None


def end(tx: Transaction, secret: str) -> None:
    tx.run(END, {"of_hash": tokens.hashed(secret)})


def change_password(
    tx: Transaction, user_id: int, password_hash: str, this_session: str = ""
) -> None:
    """Whoever else is logged in as this person is no longer."""
    tx.run(SET_PASSWORD, {"own_id": user_id, "password_hash": password_hash})
    tx.run(END_OTHERS, {"of_user": user_id, "but_hash": tokens.hashed(this_session)})


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP, {"before": now})
