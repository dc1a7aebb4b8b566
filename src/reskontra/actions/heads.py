"""The heads of an organisation's chains: signed on demand and daily, and mailed or not yet."""

from datetime import date, datetime, time, timedelta

from reskontra.actions.desk import Desk
from reskontra.domain.clock import SWEDEN, swedish_date
from reskontra.domain.head import Head
from reskontra.domain.records import replace
from reskontra.engine.database import Transaction
from reskontra.outside.signing import Signer
from reskontra.people import organisations
from reskontra.storage import heads

HOUR = 3600


def sign(desk: Desk, signer: Signer) -> Head:
    """The head as it is now; whoever keeps it elsewhere can tell later if the books are others."""
    return _sign(desk, signer, heads.current(desk.books))


def sign_past(
    desk: Desk, signer: Signer, vouchers: int, digest: str, entries: int, history_digest: str
) -> Head:
    """The head as it was in a snapshot: others may have written since."""
    past = {"vouchers": vouchers, "hash": digest, "entries": entries}
    head = replace(heads.current(desk.books), **past, history_hash=history_digest)
    return _sign(desk, signer, head)


def sign_of_the_day(desk: Desk, signer: Signer) -> Head | None:
    """Once a day, if anything was written since the last time."""
    head = heads.current(desk.books)  # of several at once, the others wait and find the first's
    before = latest(desk)
    if before and day_of(before) >= desk.today:
        return None
    return _sign(desk, signer, head) if heads.is_news(head, before) else None


def latest(desk: Desk) -> Head | None:
    return next(iter(heads.signed(desk.books)), None)


# Letters to the auditor


def is_mailed(desk: Desk) -> bool:
    head = latest(desk)
    return head is None or organisations.is_head_mailed(*_tx_of(desk), head.at)


def take_letter(desk: Desk) -> Head | None:
    """The latest head, if it waits to be mailed; whoever takes it has an hour."""
    head, now = latest(desk), int(desk.books.now.timestamp())
    if head and organisations.take_head(*_tx_of(desk), head.at, now, now + HOUR):
        return head
    return None


def letter_sent(desk: Desk, head: Head) -> None:
    """The next one is tomorrow's."""
    tomorrow = datetime.combine(desk.today + timedelta(days=1), time(), SWEDEN)
    organisations.head_was_mailed(*_tx_of(desk), head.at, int(tomorrow.timestamp()))


def _tx_of(desk: Desk) -> tuple[Transaction, int]:
    return desk.books.tx, desk.organisation.id


def day_of(head: Head) -> date:
    return swedish_date(datetime.fromisoformat(head.at))


def _sign(desk: Desk, signer: Signer, head: Head) -> Head:
    signed = replace(head, key=signer.public, signature=signer.sign(heads.message(head)))
    heads.add(desk.books, signed)
    return signed
