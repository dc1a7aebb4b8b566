"""Mail has limits, for each organisation and each recipient: what is refused changes nothing."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from tests.approving import Flow
from tests.faults.test_limiter_faults import everything
from tests.service import Company, Service, founded, refused, running
from tests.valkey import Valkey
from tests.waiting import PATIENCE
from tests.web.invoicing import act, customer, draft, issued, read
from tests.web.test_console import Console
from tests.web.test_console_credit_notes import credited
from tests.web.test_limits import SECOND, Clock

from reskontra.settings import RateLimit
from reskontra.web.limits import InProcess, Window
from reskontra.web.shared_limits import Shared

__all__ = ["credited"]  # a fixture

FOR_ALL = RateLimit(calls=4, seconds=3600)
FOR_ONE = RateLimit(calls=2, seconds=3600)
MESSAGE = "För många e-postmeddelanden; försök igen senare"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sparing(service: Service, clock: Clock) -> Iterator[Service]:
    limits: dict[str, Any] = {"mail_limit": FOR_ALL, "recipient_limit": FOR_ONE}
    with running(service.database_url, limiter=InProcess(clock), **limits) as other:
        yield other


@pytest.fixture
def sender(sparing: Service) -> Company:
    return founded(sparing)


def letters(company: Company) -> int:
    return len(list(company.service.outbox.glob("*.eml")))


def addressed(company: Company, **information: str) -> Any:
    """A draft that goes where it says itself."""
    payer = customer(company, Email="kund@exempel.se")
    return draft(company, CustomerNumber=payer, EmailInformation=information)["DocumentNumber"]


def mail(company: Company, number: Any) -> Any:
    return company.api.get(f"/invoices/{number}/email")


def mail_all(company: Company, *addresses: str) -> list[int]:
    numbers = [addressed(company, EmailAddressTo=address) for address in addresses]
    return [mail(company, number).status_code for number in numbers]


def test_a_refused_mailing_issues_nothing(sender: Company) -> None:
    assert mail_all(sender, "a@ek.se", "a@ek.se") == [200, 200]
    number = addressed(sender, EmailAddressTo="a@ek.se")
    before = everything(sender.service)
    answer = mail(sender, number)
    assert refused(answer, 429) == MESSAGE
    assert answer.headers["Retry-After"] == "3600"
    assert everything(sender.service) == before
    assert read(sender, number)["Booked"] is False
    assert letters(sender) == 2


def test_whoever_waits_as_long_as_it_says_is_let_through(sender: Company, clock: Clock) -> None:
    number = addressed(sender, EmailAddressTo="a@ek.se")
    assert mail(sender, number).status_code == 200
    clock.now += 600 * SECOND
    assert mail(sender, number).status_code == 200
    clock.now += 100 * SECOND
    assert mail(sender, number).headers["Retry-After"] == "2900"
    clock.now += 2899 * SECOND
    assert mail(sender, number).status_code == 429
    clock.now += SECOND
    assert mail(sender, number).status_code == 200


@pytest.mark.parametrize(
    "another",
    ["A@EK.se", "a+1@ek.se", "a+1+2@Ek.Se", '"Någon annan" <a@ek.se>'],
)
def test_one_mailbox_is_one_however_it_is_written(sender: Company, another: str) -> None:
    assert mail_all(sender, "a@ek.se", "a@ek.se", another, "b@ek.se") == [200, 200, 429, 200]


def test_an_international_name_is_one_however_it_is_written(sender: Company) -> None:
    addresses = ("a@räka.se", "a@xn--rka-qla.se", "a@RÄKA.se")
    assert mail_all(sender, *addresses) == [200, 200, 429]


def test_a_refusal_by_one_limit_uses_up_nothing_of_the_other(sender: Company) -> None:
    assert mail_all(sender, *["a@ek.se"] * 12) == [200] * 2 + [429] * 10
    assert mail_all(sender, "b@ek.se", "c@ek.se", "d@ek.se") == [200, 200, 429]


@pytest.mark.parametrize(
    "information",
    [
        {"EmailAddressTo": "a@ek.se; b@ek.se; c@ek.se; d@ek.se; e@ek.se"},
        {"EmailAddressTo": "a@ek.se", "EmailAddressCC": "b@ek.se, c@ek.se, d@ek.se, e@ek.se"},
        {"EmailAddressTo": "a@ek.se", "EmailAddressBCC": "b@ek.se, c@ek.se, d@ek.se, e@ek.se"},
        {"EmailAddressTo": "a@ek.se", "EmailAddressBCC": "A@ek.se, a+b@ek.se"},
    ],
    ids=["to", "cc", "bcc", "one mailbox, hidden"],
)
def test_every_recipient_counts(sender: Company, information: dict[str, str]) -> None:
    number = addressed(sender, **information)
    assert mail(sender, number).status_code == 429
    assert read(sender, number)["Booked"] is False
    assert mail_all(sender, "a@ek.se", "b@ek.se", "c@ek.se", "d@ek.se") == [200] * 4


def test_what_cannot_be_mailed_is_told_first_and_not_counted(sender: Company) -> None:
    nowhere = draft(sender, CustomerNumber=customer(sender))["DocumentNumber"]
    credited = issued(sender, CustomerNumber=customer(sender, Email="a@ek.se"))["DocumentNumber"]
    act(sender, credited, "credit")
    for _ in range(6):
        refused(mail(sender, nowhere), 400)
        refused(mail(sender, credited), 409)
        refused(mail(sender, 404), 404)
        prefetch = {"Sec-Purpose": "prefetch"}
        refused(sender.api.get(f"/invoices/{nowhere}/email", headers=prefetch), 400)
    assert mail_all(sender, "a@ek.se", "a@ek.se") == [200, 200]


def test_an_organisation_uses_up_nothing_of_anothers(sparing: Service) -> None:
    first, second = founded(sparing), founded(sparing)
    assert mail_all(first, "a@ek.se", "a@ek.se", "a@ek.se") == [200, 200, 429]
    assert mail_all(second, "a@ek.se", "a@ek.se", "a@ek.se") == [200, 200, 429]


def test_printing_is_no_mail(sender: Company) -> None:
    assert mail_all(sender, "a@ek.se", "a@ek.se") == [200, 200]
    number = addressed(sender, EmailAddressTo="a@ek.se")
    assert sender.api.get(f"/invoices/{number}/print").status_code == 200


def test_of_many_at_once_no_more_are_let_through(sender: Company) -> None:
    number = addressed(sender, EmailAddressTo="a@ek.se")
    with ThreadPoolExecutor(8) as crowd:
        answers = [each.status_code for each in crowd.map(lambda _: mail(sender, number), range(8))]
    assert sorted(answers) == [200] * 2 + [429] * 6
    assert letters(sender) == 2


class Meddled(InProcess):
    """While a letter is counted, someone changes whom it goes to."""

    def __init__(self) -> None:
        super().__init__()
        self.change: Callable[[], Any] = int

    async def wait(self, *windows: Window) -> float:
        seconds = await super().wait(*windows)
        if "mail" in windows[0].key:
            await asyncio.to_thread(self.change)
        return seconds


def test_whom_it_goes_to_is_not_changed_between_counting_and_sending(service: Service) -> None:
    meddled = Meddled()
    with running(service.database_url, limiter=meddled, mail_limit=FOR_ALL) as other:
        company = founded(other)
        number = addressed(company, EmailAddressTo="a@ek.se")
        many = "; ".join(f"stranger{place}@ek.se" for place in range(10))
        told = {"Invoice": {"EmailInformation": {"EmailAddressTo": many}}}
        headers = dict(company.api.headers)
        address = f"{other.url}/3/invoices/{number}"
        meddled.change = lambda: httpx.put(address, json=told, headers=headers, timeout=PATIENCE)
        refused(mail(company, number), 409)
        assert read(company, number)["Booked"] is False
        assert letters(company) == 0


def test_processes_share_what_is_left(service: Service, troubled_valkey: Valkey) -> None:
    troubled_valkey.start()  # with empty windows: another engine's company may have the same number
    limits = {"mail_limit": FOR_ALL, "recipient_limit": FOR_ONE}
    counting = [Shared(troubled_valkey.url, PATIENCE) for _ in range(2)]
    with (
        running(service.database_url, limiter=counting[0], **limits) as here,
        running(service.database_url, limiter=counting[1], **limits) as there,
    ):
        company = founded(here)
        numbers = [addressed(company, EmailAddressTo="a@ek.se") for _ in range(3)]
        places = [here.url, there.url, there.url]
        answers = [
            company.api.get(f"{url}/3/invoices/{number}/email")
            for url, number in zip(places, numbers, strict=True)
        ]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 3590 <= int(answers[2].headers["Retry-After"]) <= 3600


def test_where_nobody_can_count_nothing_is_mailed(service: Service, free_port: int) -> None:
    nobody = Shared(f"redis://127.0.0.1:{free_port}/0")
    with running(service.database_url, limiter=nobody, mail_limit=FOR_ALL) as alone:
        company = founded(alone)
        number = addressed(company, EmailAddressTo="a@ek.se")
        refused(mail(company, number), 429)
        assert read(company, number)["Booked"] is False
        assert letters(company) == 0


def test_credit_notes_at_the_console_have_the_same_limits(
    flow: Flow, credited: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = flow.service.house
    monkeypatch.setattr(house.limiter, "_clock", Clock())
    object.__setattr__(house, "recipient_limit", FOR_ONE)
    try:
        console = Console(flow)
        console.log_in()
        path = f"{console.company}/credit-notes"
        before = letters(credited)
        answers = [console.send(path, mail="1") for _ in range(3)]
    finally:
        object.__setattr__(house, "recipient_limit", None)
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert MESSAGE in answers[2].text
    assert answers[2].headers["Retry-After"] == "3600"
    assert letters(credited) == before + 2
