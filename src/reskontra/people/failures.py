"""Failed log-ins, summed: one row an account and hour, until it is told to whom it concerns."""

from sqlalchemy import bindparam, delete, select, text, update

from reskontra.domain.records import Record
from reskontra.engine.database import Transaction
from reskontra.people.logging_in import account_of
from reskontra.people.tables import failed_log_ins as failures

HOUR = 3600
MOST_ADDRESSES = 20

_json = failures.c.addresses.info["conversion"]

BEGIN = text(
    "INSERT INTO failed_log_ins (account, hour, user_id, passwords, codes, addresses)"
    " VALUES (:account, :hour, :user_id, 0, 0, '[]') ON CONFLICT (account, hour) DO NOTHING"
)
ONE = (
    select(failures.c.id, failures.c.passwords, failures.c.codes, failures.c.addresses)
    .where(failures.c.account == bindparam("account"), failures.c.hour == bindparam("hour"))
    .with_for_update()
)
COUNT = (
    update(failures)
    .where(failures.c.id == bindparam("own_id"))
    .values(
        passwords=bindparam("passwords"), codes=bindparam("codes"), addresses=bindparam("addresses")
    )
)
_SUM = (
    failures.c.id,
    failures.c.user_id,
    failures.c.hour,
    failures.c.passwords,
    failures.c.codes,
    failures.c.addresses,
)
_ENDED = failures.c.hour < bindparam("this_hour")
OF_PERSON = (
    select(*_SUM)
    .where(failures.c.user_id == bindparam("user_id"), _ENDED)
    .order_by(failures.c.hour)
)
ENDED = (
    select(*_SUM).where(failures.c.user_id.is_not(None), _ENDED).order_by(failures.c.id).limit(1000)
)
REMOVE = delete(failures).where(failures.c.id == bindparam("own_id"))
DROP_NOBODYS = delete(failures).where(failures.c.user_id.is_(None), _ENDED)


class Failures(Record):
    """What went wrong with one account in one hour."""

    id: int
    user_id: int
    hour: int  # its beginning
    passwords: int
    codes: int
    addresses: tuple[str, ...]


def add(
    tx: Transaction, email: str, user_id: int | None, address: str, now: int, code: bool = False
) -> None:
    """Of an unknown account too: else how long it takes would tell which are known."""
    this = {"account": account_of(email), "hour": _hour(now)}
    tx.run(BEGIN, this | {"user_id": user_id})
    row = tx.first(ONE, this)
    assert row
    number, passwords, codes, addresses = row
    seen = dict.fromkeys([*_json.out(addresses), address])
    counted = {"passwords": passwords + (not code), "codes": codes + code}
    first = _json.into([*seen][:MOST_ADDRESSES])
    tx.run(COUNT, counted | {"own_id": number, "addresses": first})


def ended(tx: Transaction, now: int, user_id: int | None = None) -> list[Failures]:
    """Sums of hours that are over: a person's, or everyone's, so many at a time."""
    this = {"this_hour": _hour(now)}
    rows = tx.all(OF_PERSON, this | {"user_id": user_id}) if user_id else tx.all(ENDED, this)
    return [Failures(*(*row[:-1], tuple(_json.out(row[-1])))) for row in rows]


def remove(tx: Transaction, told: Failures) -> bool:
    """True for the first who asks: of several who tell it, one does."""
    return tx.run(REMOVE, {"own_id": told.id}) == 1


def drop_nobodys(tx: Transaction, now: int) -> None:
    tx.run(DROP_NOBODYS, {"this_hour": _hour(now)})


def _hour(now: int) -> int:
    return now - now % HOUR
