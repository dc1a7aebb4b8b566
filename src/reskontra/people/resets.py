"""Forgotten passwords: a link that sets another one, good for as long as the old one stands."""

from sqlalchemy import BigInteger, Text, and_, bindparam, delete, func, insert, select

from reskontra.domain.records import Record
from reskontra.engine.database import Transaction
from reskontra.people import links, rules, sessions, tokens
from reskontra.people.links import DeadLink, OldLink
from reskontra.people.tables import password_resets as resets
from reskontra.people.tables import users

SECONDS = 3600
MOST = 3  # letters to one person within that time
REMEMBERED_SECONDS = 24 * 3600  # so long afterwards a link is said to be too old, not unknown


class Reset(Record):
    """Whose password a link may set."""

    user_id: int
    email: str
    expires_at: int

    def is_over(self, now: int) -> bool:
        return now >= self.expires_at


_LATELY = (
    select(func.count())
    .select_from(resets)
    .where(resets.c.user_id == users.c.id, resets.c.expires_at > bindparam("now"))
    .correlate(users)
    .scalar_subquery()
)
# One statement, whether or not anybody has the address: for nobody it adds nothing.
OPEN = insert(resets).from_select(
    ["hash", "user_id", "password_hash", "expires_at"],
    select(
        bindparam("hash", type_=Text()),
        users.c.id,
        users.c.password_hash,
        bindparam("expires_at", type_=BigInteger()),
    ).where(users.c.email == bindparam("email"), _LATELY < MOST),
)
# Whoever sets a password takes the others' links with it: theirs were made for the one before.
FIND = (
    select(users.c.id, users.c.email, resets.c.expires_at)
    .join(
        users,
        and_(users.c.id == resets.c.user_id, users.c.password_hash == resets.c.password_hash),
    )
    .where(resets.c.hash == bindparam("hash"))
)
TAKE = FIND.with_for_update()
DROP = delete(resets).where(resets.c.expires_at <= bindparam("before"))


def new_link(tx: Transaction, email: str, now: int) -> str | None:
    """The secret of a link to be mailed; None where nobody has the address, or has had enough."""
    secret = links.new_secret()
    values = {"hash": tokens.hashed(secret), "email": rules.one_case(email)}
    added = tx.run(OPEN, values | {"now": now, "expires_at": now + SECONDS})
    return secret if added else None


def find(tx: Transaction, secret: str) -> Reset | None:
    row = tx.first(FIND, {"hash": tokens.hashed(secret)})
    return Reset(*row) if row else None


def set_password(tx: Transaction, secret: str, password_hash: str, now: int) -> int:
    """Whose it was; they are logged out everywhere. Of several at once one is first."""
    row = tx.first(TAKE, {"hash": tokens.hashed(secret)})
    if row is None:
        raise DeadLink
    reset = Reset(*row)
    if reset.is_over(now):
        raise OldLink
    sessions.change_password(tx, reset.user_id, password_hash)
    return reset.user_id


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP, {"before": now - REMEMBERED_SECONDS})
