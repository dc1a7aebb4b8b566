"""Sessions: who is logged in to the pages, where, and by a secret that only their browser has.

One that is halfway has told the password and owes the second factor: it is nobody's yet.
"""

from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, or_, select, update

from reskontra import chance
from reskontra.domain.records import Record, fields, replace
from reskontra.engine.database import Transaction
from reskontra.people import devices, tokens
from reskontra.people.tables import sessions, users
from reskontra.people.users import PERSON, SET_PASSWORD, Person

IDLE_SECONDS = 2 * 3600
LONGEST_SECONDS = 12 * 3600
HALFWAY_SECONDS = 600
NOTED_SECONDS = 60  # a use sooner after the latest one is not written down
FRESH_SECONDS = 600  # for so long who someone is need not be proved anew


class Session(Record):
    hash: str
    user_id: int
    began_at: int
    used_at: int
    proved_at: int
    expires_at: int
    address: str
    device: str
    halfway: bool

    def is_noted(self, now: int) -> bool:
        return now - self.used_at < NOTED_SECONDS

    def is_fresh(self, now: int) -> bool:
        return now - self.proved_at <= FRESH_SECONDS


class Place(NamedTuple):
    """Where someone is: an address of the network, and a device in a few words."""

    address: str = ""
    device: str = ""


NOWHERE = Place()

SESSION = tuple(sessions.c[each.name] for each in fields(Session))
_LIVE = (sessions.c.expires_at > bindparam("now"), sessions.c.used_at > bindparam("idle_since"))
_THIS = sessions.c.hash == bindparam("of_hash")
_OWN = sessions.c.user_id == bindparam("of_user")

ADD = insert(sessions)
FIND = (
    select(*SESSION, *PERSON)
    .join(users, sessions.c.user_id == users.c.id)
    .where(sessions.c.hash == bindparam("hash"), *_LIVE)
)
OF_PERSON = (
    select(*SESSION)
    .where(sessions.c.user_id == bindparam("user_id"), sessions.c.halfway.is_(False), *_LIVE)
    .order_by(sessions.c.used_at.desc(), sessions.c.hash)
)
NOTE_USE = update(sessions).where(_THIS).values(used_at=bindparam("at"))
PROVE = update(sessions).where(_THIS).values(proved_at=bindparam("at"))
CHALLENGE = (
    select(sessions.c.challenge).where(sessions.c.hash == bindparam("hash")).with_for_update()
)
SET_CHALLENGE = update(sessions).where(_THIS).values(challenge=bindparam("new_challenge"))
RENEW = update(sessions).where(_THIS).values(hash=bindparam("new_hash"))
END = delete(sessions).where(_THIS)
END_OWN = delete(sessions).where(_THIS, _OWN)
END_OTHERS = delete(sessions).where(_OWN, sessions.c.hash != bindparam("but_hash"))
DROP = delete(sessions).where(
    or_(sessions.c.expires_at <= bindparam("before"), sessions.c.used_at <= bindparam("idle_since"))
)


def begin(
    tx: Transaction, user_id: int, now: int, place: Place = NOWHERE, halfway: bool = False
) -> str:
    """A new secret at every log-in, so that one planted beforehand is worth nothing."""
    secret = tokens.new_secret()
    lasting = HALFWAY_SECONDS if halfway else LONGEST_SECONDS
    values = {
        "hash": tokens.hashed(secret),
        "user_id": user_id,
        **dict.fromkeys(("began_at", "used_at", "proved_at"), now),
        "expires_at": now + lasting,
        **place._asdict(),
        "challenge": "",
        "halfway": halfway,
    }
    tx.run(ADD, values)
    return secret


def find(tx: Transaction, secret: str, now: int) -> tuple[Session, Person] | None:
    row = tx.first(FIND, {"hash": tokens.hashed(secret), **_at(now)})
    if row is None:
        return None
    length = len(SESSION)
    return _session(row[:length]), Person(*row[length:])


def of_person(tx: Transaction, user_id: int, now: int) -> list[Session]:
    """Those that are open, the one used latest first."""
    return [*map(_session, tx.all(OF_PERSON, {"user_id": user_id, **_at(now)}))]


def note_use(tx: Transaction, session: Session, now: int) -> None:
    tx.run(NOTE_USE, {"of_hash": session.hash, "at": now})


def prove(tx: Transaction, session: Session, now: int) -> None:
    """Who is at it has shown it once more."""
    tx.run(PROVE, {"of_hash": session.hash, "at": now})


def new_challenge(tx: Transaction, session: Session) -> str:
    """What a passkey is to sign; the one before it, if any, is worth nothing any more."""
    challenge = chance.url_text("challenge")
    tx.run(SET_CHALLENGE, {"of_hash": session.hash, "new_challenge": challenge})
    return challenge


def take_challenge(tx: Transaction, session: Session) -> str:
    """Once: whatever comes of it, the next needs a new one. Empty where there is none."""
    row = tx.first(CHALLENGE, {"hash": session.hash})
    tx.run(SET_CHALLENGE, {"of_hash": session.hash, "new_challenge": ""})
    return row[0] if row else ""


def end(tx: Transaction, session: Session) -> bool:
    """Whether it was there until now."""
    return tx.run(END, {"of_hash": session.hash}) == 1


def renew(tx: Transaction, session: Session) -> tuple[str, Session] | None:
    """Another secret for the same session, which ends when it would have; none where it has."""
    secret = tokens.new_secret()
    same = replace(session, hash=tokens.hashed(secret))
    there = tx.run(RENEW, {"of_hash": session.hash, "new_hash": same.hash}) == 1
    return (secret, same) if there else None


def end_own(tx: Transaction, user_id: int, named: str) -> bool:
    """One of a person's own, by its hash; was there such a one?"""
    return tx.run(END_OWN, {"of_hash": named, "of_user": user_id}) == 1


def end_others(tx: Transaction, user_id: int, but: Session | None = None) -> int:
    """How many; those that are halfway go too."""
    return tx.run(END_OTHERS, {"of_user": user_id, "but_hash": but.hash if but else ""})


def change_password(
    tx: Transaction, user_id: int, password_hash: str, but: Session | None = None
) -> None:
    """Whoever else is logged in as this person is no longer, and no device is known any more."""
    tx.run(SET_PASSWORD, {"own_id": user_id, "password_hash": password_hash})
    devices.forget(tx, user_id)
    end_others(tx, user_id, but)


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP, {"before": now, "idle_since": now - IDLE_SECONDS})


def _at(now: int) -> dict[str, int]:
    return {"now": now, "idle_since": now - IDLE_SECONDS}


def _session(row: tuple[Any, ...]) -> Session:
    return Session(*(*row[:-1], bool(row[-1])))
