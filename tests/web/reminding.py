"""Short ways to say common things about reminders."""

import email
import email.policy
import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pypdf
from tests.service import Company, Service, answered, founded
from tests.web.invoicing import customer, issued

from reskontra.actions import reminder_runs
from reskontra.actions.desk import desk_for
from reskontra.engine.database import Transaction

DAY = date(2026, 3, 2)  # of the worked example


def at(company: Company, path: str = "") -> str:
    return f"{company.service.url}/api/v1/reminders{path}"


def get(company: Company, path: str = "", **query: Any) -> Any:
    return company.get(at(company, path), **query)


def settings(company: Company, **fields: Any) -> Any:
    return company.put(at(company, "/settings"), {"ReminderSettings": fields})["ReminderSettings"]


def late(company: Company, *rows: dict[str, Any], **fields: Any) -> int:
    """An issued invoice of 1250 that fell due on 31 January."""
    if "CustomerNumber" not in fields:
        fields["CustomerNumber"] = customer(company, Email="kund@exempel.se")
    sent = {"InvoiceDate": "2026-01-01", "DueDate": "2026-01-31", **fields}
    return int(issued(company, *rows, **sent)["DocumentNumber"])


def made(company: Company, number: int) -> dict[str, Any]:
    answer = run(company, number)
    [reminder] = answered(answer, 200)["ReminderRun"]["Reminders"]
    return dict(reminder)


def run(company: Company, number: int = 0) -> httpx.Response:
    """Of one invoice, or of all that is due."""
    sent = {"DocumentNumber": number} if number else {}
    return company.api.post(at(company, "/run"), json={"ReminderRun": sent})


def fired(company: Company, number: int, trigger: str) -> httpx.Response:
    return company.api.put(at(company, f"/{number}/{trigger}"))


def sent(company: Company, number: int) -> dict[str, Any]:
    """A reminder of the invoice, mailed."""
    reminder = made(company, number)["Number"]
    return dict(company.put(at(company, f"/{reminder}/send"))["Reminder"])


def fired_earlier(company: Company, number: int, trigger: str) -> None:
    """At the desk, as if it had been done an hour ago."""
    now = company.service.clock() - timedelta(hours=1)

    def unit(tx: Transaction) -> None:
        reminder_runs.fired(desk_for(tx, company.id, now, "tests"), number, trigger)

    company.service.write(unit)


def candidates(company: Company) -> list[dict[str, Any]]:
    return list(get(company, "/candidates")["ReminderCandidates"])


def letters(outbox: Path) -> list[EmailMessage]:
    files = sorted(outbox.glob("*.eml"))
    return [email.message_from_bytes(f.read_bytes(), policy=email.policy.default) for f in files]


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


@contextmanager
def company_on(service: Service, day: date = DAY) -> Iterator[Company]:
    """A company of the test's own on that day."""
    service.clock.today = day
    for letter in service.outbox.glob("*"):
        letter.unlink()
    company = founded(service)
    yield company
    company.api.close()
