"""Calls that may be repeated: the same key gives the same answer, and is done once."""

from reskontra.actions.desk import Desk
from reskontra.domain.errors import OtherCall, UnderWay
from reskontra.storage import replies
from reskontra.storage.replies import UNDER_WAY, Name, Reply

__all__ = ["Name", "Reply", "claim", "earlier", "forget", "keep", "release"]

KEPT_SECONDS = 24 * 3600
LOST_SECONDS = 60  # under way for longer: whoever had it in hand has died with it


def earlier(desk: Desk, name: Name) -> Reply | None:
    """What the call was answered before; raises OtherCall and UnderWay."""
    answer = replies.find(desk.books, name)
    if answer is None or (answer.status == UNDER_WAY and answer.at < _lost_before(desk)):
        return None
    if answer.fingerprint != name.fingerprint:
        raise OtherCall
    if answer.status == UNDER_WAY:
        raise UnderWay
    return answer


def claim(desk: Desk, name: Name) -> Reply | None:
    """None: the call is ours to carry out, and of several at once nobody else's."""
    if replies.begin(desk.books, name):
        return None
    if answer := earlier(desk, name):
        return answer
    if not replies.take_over(desk.books, name, _lost_before(desk)):
        raise UnderWay
    return None


def keep(desk: Desk, name: Name, status: int, body: bytes, record: str = "") -> None:
    replies.keep(desk.books, name, status, body, record)


def release(desk: Desk, name: Name) -> None:
    replies.drop(desk.books, name)


def forget(desk: Desk) -> None:
    """What has been kept for long enough."""
    replies.forget(desk.books, replies.moment(desk.books) - KEPT_SECONDS)


def _lost_before(desk: Desk) -> int:
    return replies.moment(desk.books) - LOST_SECONDS
