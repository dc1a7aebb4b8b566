"""Reminders asked for many times at the same instant, and mail servers that fail: nothing twice."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.mail_server import CUT, LETTER, MailServer
from tests.servers import free_port
from tests.service import Company, Service, refused, running
from tests.web.invoicing import customer, read
from tests.web.parallel import at_once, statuses
from tests.web.reminding import (
    DAY,
    at,
    company_on,
    fired,
    fired_earlier,
    get,
    late,
    letters,
    made,
    settings,
)

from reskontra.outside.smtp import relay_of
from reskontra.settings import RateLimit


@pytest.fixture
def company(service: Service) -> Iterator[Company]:
    with company_on(service) as company:
        yield company


def test_a_letter_that_many_send_leaves_once(company: Company) -> None:
    number = late(company)
    reminder = made(company, number)["Number"]
    answers = at_once(company, [("PUT", at(company, f"/{reminder}/send"), None)] * 8)
    assert statuses(answers) == Counter({200: 1, 409: 7})
    assert len(letters(company.service.outbox)) == 1
    assert read(company, number)["Reminders"] == 1


def test_runs_at_once_make_one_reminder_of_each_invoice(company: Company) -> None:
    numbers = [late(company) for _ in range(3)]
    run = ("POST", at(company, "/run"), {"ReminderRun": {}})
    answers = at_once(company, [run] * 6)
    assert set(statuses(answers)) <= {200, 409}
    made_of = Counter(each["DocumentNumber"] for each in get(company)["Reminders"])
    assert made_of == Counter(numbers)


def test_what_was_asked_for_is_invoiced_and_paid_once(company: Company) -> None:
    settings(company, Charge="fee")
    reminder = made(company, late(company))["Number"]
    fired_earlier(company, reminder, "send")
    fired_earlier(company, reminder, "confirm")
    answers = at_once(company, [("PUT", at(company, f"/{reminder}/invoice"), None)] * 5)
    assert statuses(answers) == Counter({200: 1, 409: 4})


def test_settings_that_are_first_set_at_once(company: Company) -> None:
    bodies = [{"ReminderSettings": {"FirstAfter": days}} for days in range(1, 7)]
    answers = at_once(company, [("PUT", at(company, "/settings"), body) for body in bodies])
    assert statuses(answers) == Counter({200: 6})


def test_a_letter_beyond_the_limit_changes_nothing(tmp_path: Path) -> None:
    one = RateLimit(calls=1, seconds=3600)
    with (
        running(f"sqlite:///{tmp_path / 'books.db'}", recipient_limit=one) as service,
        company_on(service) as company,
    ):
        who = customer(company, Email="kund@exempel.se")
        first, second = (made(company, late(company, CustomerNumber=who)) for _ in range(2))
        company.put(at(company, f"/{first['Number']}/send"))
        answer = fired(company, second["Number"], "send")
        refused(answer, 429)
        assert int(answer.headers["Retry-After"]) > 0
        assert get(company, f"/{second['Number']}")["Reminder"]["Status"] == "made"
        assert len(letters(service.outbox)) == 1


# The mail server


def test_a_server_that_says_no_leaves_the_reminder_to_be_sent(tmp_path: Path) -> None:
    server = MailServer()
    server.fails = {"RCPT": "550 nobody here"}
    with to(server.port, tmp_path) as company:
        number = late(company)
        reminder = made(company, number)["Number"]
        refused(fired(company, reminder, "send"), 502, 9_000_500)
        assert get(company, f"/{reminder}")["Reminder"]["Status"] == "made"
        assert "Reminders" not in read(company, number)
        server.fails = {}
        company.put(at(company, f"/{reminder}/send"))
        assert len(server.taken) == 1
    server.close()


def test_a_server_that_is_not_there_leaves_it_too(tmp_path: Path) -> None:
    with to(free_port(), tmp_path) as company:
        reminder = made(company, late(company))["Number"]
        refused(fired(company, reminder, "send"), 502, 9_000_500)
        assert get(company, f"/{reminder}")["Reminder"]["Status"] == "made"


def test_where_the_line_is_cut_after_the_letter_nobody_knows(tmp_path: Path) -> None:
    server = MailServer()
    server.fails = {LETTER: CUT}
    with to(server.port, tmp_path) as company:
        number = late(company)
        reminder = made(company, number)["Number"]
        assert "osäkert" in refused(fired(company, reminder, "send"), 502, 9_000_500)
        assert get(company, f"/{reminder}")["Reminder"]["Status"] == "sending"
        server.fails = {}
        refused(fired(company, reminder, "send"), 409)
        assert len(server.taken) == 1, "it had left, and did not leave again"
        company.put(at(company, f"/{reminder}/confirm"))
        assert read(company, number)["Reminders"] == 1
    server.close()


class to:  # noqa: N801 (read as a word: `with to(port, folder) as company`)
    """A company in a service whose letters go to that port."""

    def __init__(self, port: int, folder: Path) -> None:
        relay = relay_of(f"smtp://127.0.0.1:{port}")
        self.running = running(f"sqlite:///{folder / 'books.db'}", transport=relay)

    def __enter__(self) -> Company:
        self.company = company_on(self.running.__enter__(), DAY)
        return self.company.__enter__()

    def __exit__(self, *fault: object) -> None:
        self.company.__exit__(None, None, None)
        self.running.__exit__(*fault)
