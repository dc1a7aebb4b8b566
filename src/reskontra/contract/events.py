"""Events as clients see them, and how they ask for them."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from reskontra.codec import Json
from reskontra.contract.fields import READ_ONLY, table, text, whole
from reskontra.contract.resource import Resource
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid
from reskontra.domain.happening import Event, Stretch
from reskontra.domain.records import Record

LATEST = "latest"
MOST, USUALLY = 500, 100
LONGEST_WAIT = 25
ASKED = {
    "after": "the last offset seen; 0 or not sent: from the earliest that is kept;"
    f" `{LATEST}`: only where the end is",
    "topics": "topics with commas between; those that the token's scopes open if not sent",
    "limit": f"events in an answer, {USUALLY} if not sent and {MOST} at most",
    "wait": f"seconds, 0 to {LONGEST_WAIT}, to hold the call while there is nothing to tell",
}
META = {
    "@Offset": "What to send as `after` next time.",
    "@Latest": "The offset of the newest event.",
    "@Earliest": "The offset of the oldest event that is kept.",
}


class ToldEvent(Record):
    """What is shown of an event; of a voucher also its year, series and number, as id."""

    topic: str
    offset: str
    type: str
    tenant_id: int
    entity_id: str
    timestamp: str


FIELDS = table(
    text("topic", "offset", "type", READ_ONLY),
    whole("tenantId", READ_ONLY),
    text("entityId", "timestamp", READ_ONLY),
)
EVENTS = Resource("Event", "Events", "events", "", "", ToldEvent, FIELDS, own=True)


class Asked(NamedTuple):
    """What a query asks for."""

    after: str
    topics: tuple[str, ...]
    limit: int
    wait: int


def asked(query: Mapping[str, str]) -> Asked:
    """Raises Invalid."""
    after = query.get("after", "").strip().lower() or "0"
    if after != LATEST and not re.fullmatch("[0-9]{1,18}", after, re.ASCII):
        raise Invalid("Ogiltigt värde för after")
    names = tuple(filter(None, (name.strip() for name in query.get("topics", "").split(","))))
    limit, wait = whole_number(query, "limit", USUALLY), whole_number(query, "wait", 0)
    if limit == 0 or wait > LONGEST_WAIT:
        raise Invalid(f"Ogiltigt värde för {'wait' if limit else 'limit'}")
    return Asked(after, names, min(limit, MOST), wait)


def whole_number(query: Mapping[str, str], name: str, default: int) -> int:
    value = query.get(name, "").strip()
    if not value:
        return default
    if not re.fullmatch("[0-9]{1,9}", value, re.ASCII):
        raise Invalid(f"Ogiltigt värde för {name}")
    return int(value)


def timestamp(at: str) -> str:
    """The moment of an event, in Swedish time.

    >>> timestamp("2026-11-15T13:32:07.120000+00:00")
    '2026-11-15T14:32:07.120+01:00'
    """
    return datetime.fromisoformat(at).astimezone(SWEDEN).isoformat(timespec="milliseconds")


def told(event: Event, tenant: int) -> Json:
    """As everyone hears it: by the feed, at a webhook, on the socket."""
    shown: dict[str, Any] = {
        "topic": event.topic,
        "offset": str(event.number),
        "type": event.type,
        "tenantId": tenant,
        "entityId": event.entity,
        "timestamp": timestamp(event.at),
    }
    return {**shown, **event.detail}


def shown(stretch: Stretch, tenant: int) -> Json:
    ends = zip(META, (stretch.reached, stretch.latest, stretch.earliest), strict=True)
    return {
        "MetaInformation": {name: str(number) for name, number in ends},
        "Events": [told(each, tenant) for each in stretch.events],
    }
