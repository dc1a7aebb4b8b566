"""Known devices: browsers in which a person has logged in before, by a secret of their own."""

from sqlalchemy import bindparam, delete, insert, select, update

from reskontra.engine.database import Transaction
from reskontra.people import tokens
from reskontra.people.tables import known_devices as devices

LASTING_SECONDS = 180 * 24 * 3600

ADD = insert(devices)
KNOWN = select(devices.c.hash).where(
    devices.c.hash == bindparam("hash"),
    devices.c.user_id == bindparam("user_id"),
    devices.c.expires_at > bindparam("now"),
)
PROLONG = (
    update(devices)
    .where(devices.c.hash == bindparam("of_hash"), devices.c.user_id == bindparam("of_user"))
    .values(expires_at=bindparam("until"))
)
FORGET = delete(devices).where(devices.c.user_id == bindparam("of_user"))
DROP = delete(devices).where(devices.c.expires_at <= bindparam("before"))


def is_known(tx: Transaction, secret: str, user_id: int, now: int) -> bool:
    """Of this person's own: another's device is as good as none."""
    values = {"hash": tokens.hashed(secret), "user_id": user_id, "now": now}
    return bool(secret) and tx.first(KNOWN, values) is not None


def remembered(tx: Transaction, secret: str, user_id: int, now: int) -> str:
    """The secret that the browser is to keep: its own, or a new one; none of someone's choosing."""
    until = now + LASTING_SECONDS
    if is_known(tx, secret, user_id, now):
        tx.run(PROLONG, {"of_hash": tokens.hashed(secret), "of_user": user_id, "until": until})
        return secret
    new = tokens.new_secret()
    tx.run(ADD, {"hash": tokens.hashed(new), "user_id": user_id, "expires_at": until})
    return new


def forget(tx: Transaction, user_id: int) -> None:
    tx.run(FORGET, {"of_user": user_id})


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP, {"before": now})
