"""Letters that the service has sent and the links in them; whom it knows, and the trail."""

import email
import email.policy
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import bindparam, select
from tests.approving import Flow, browser
from tests.service import Service
from tests.waiting import until

from reskontra.people import memberships, users
from reskontra.storage.tables import history as histories

HISTORY = (
    select(histories.c.by, histories.c.what)
    .where(histories.c.organisation_id == bindparam("organisation_id"))
    .order_by(histories.c.number)
)


def history(flow: Flow, company: int = 0) -> list[tuple[str, str]]:
    """What happened in the company but for log-ins, and who did it, the latest last."""
    number = company or flow.company.id
    rows = flow.service.read(lambda tx: tx.all(HISTORY, {"organisation_id": number}), number)
    return [(by, what) for by, what in rows if what != "logged in"]


@dataclass(frozen=True)
class Sent:
    to: str
    subject: str
    text: str

    @property
    def link(self) -> str:
        found = re.search(r"https?://\S+/console/\S+", self.text)
        assert found, self.text
        return found[0]


def letters(service: Service, to: str = "") -> list[Sent]:
    """Those to the address, the oldest first."""
    files = sorted(service.outbox.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
    return [each for each in map(opened, files) if to in each.to]


def opened(path: Path) -> Sent:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    assert body
    return Sent(str(message["To"]), str(message["Subject"]), body.get_content())


def letter(service: Service, to: str, count: int = 1) -> Sent:
    """The latest of so many; a letter may come after the answer."""
    until(lambda: len(letters(service, to)) >= count, "no letter came")
    return letters(service, to)[-1]


def role_of(flow: Flow, email: str) -> str:
    """In the company; none where there is no membership."""
    everyone = flow.service.read(lambda tx: memberships.members(tx, flow.company.id))
    return next((each.role for each in everyone if each.email == email), "")


def known(flow: Flow, email: str) -> Any:
    return flow.service.read(lambda tx: users.by_email(tx, email))


def http_get(url: str) -> httpx.Response:
    with browser() as http:
        return http.get(url)
