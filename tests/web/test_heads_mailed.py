"""The auditor gets each day's latest head by mail, whoever had it signed, once."""

import asyncio
import json
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from tests.service import ENGINES, TODAY, Company, Service, founded, fresh_database, running
from tests.service import set_organisation as changed
from tests.web.test_console_history import pen

from reskontra.actions import heads
from reskontra.actions.desk import desk_for
from reskontra.domain.head import Head
from reskontra.outside.mail import Outbox
from reskontra.outside.signing import Signer
from reskontra.web.anchoring import anchored
from reskontra.web.house import House

__all__ = ["pen"]  # a fixture
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture(scope="module", params=ENGINES)
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    with running(fresh_database(request, tmp_path_factory)) as service:
        yield service


@pytest.fixture
def company(service: Service) -> Company:
    service.clock.today, service.clock.ahead = TODAY, timedelta()
    return founded(service, auditor_email=f"revisor-{secrets.token_hex(6)}@exempel.se")


@pytest.fixture
def no_post(service: Service, tmp_path: Path) -> House:
    """The same house while its letters cannot be sent."""
    (tmp_path / "outbox").write_text("no folder")
    return replace(service.house, transport=Outbox(tmp_path / "outbox"))


def signed_on_demand(company: Company, pen: Signer) -> Head:
    service = company.service
    head: Head = service.write(
        lambda tx: heads.sign(desk_for(tx, company.id, service.clock(), "tests"), pen), company.id
    )
    return head


def round_of(company: Company, pen: Signer, house: House | None = None) -> bool:
    """The service's own round, as far as it concerns the company."""
    service = company.service
    task = anchored(house or service.house, pen, company.organisation, service.clock())
    return asyncio.run(task)


def mailed(company: Company) -> list[dict[str, Any]]:
    """The heads that the company's auditor has got, the oldest first."""
    letters = map(message_from_bytes, (each.read_bytes() for each in files(company)))
    parts = [part for letter in letters for part in letter.walk() if part.get_filename()]
    return sorted((json.loads(part.get_payload(decode=True)) for part in parts), key=moment)


def files(company: Company) -> Iterator[Path]:
    return company.service.outbox.glob(f"*{company.organisation.auditor_email}*.eml")


def moment(head: dict[str, Any]) -> str:
    return str(head["at"])


def test_a_head_signed_on_demand_is_the_days_letter(company: Company, pen: Signer) -> None:
    head = signed_on_demand(company, pen)
    assert round_of(company, pen)
    assert mailed(company) == [head.shown()]


def test_one_letter_a_day_and_none_without_news(company: Company, pen: Signer) -> None:
    for _ in range(3):
        assert round_of(company, pen)
        company.service.clock.ahead += HOUR
    assert len(mailed(company)) == 1
    company.service.clock.ahead += DAY
    assert round_of(company, pen)
    assert len(mailed(company)) == 1


def test_what_is_signed_after_the_days_letter_is_mailed_the_next_day(
    company: Company, pen: Signer
) -> None:
    """Though nothing is written meanwhile: the day has no head of its own."""
    assert round_of(company, pen)
    changed(company.service, company.id, city="Ludvika")
    company.service.clock.ahead += HOUR
    later = signed_on_demand(company, pen)
    round_of(company, pen)
    assert len(mailed(company)) == 1
    company.service.clock.ahead += DAY
    assert round_of(company, pen)
    assert mailed(company)[1:] == [later.shown()]


def test_a_letter_that_failed_is_sent_though_nothing_is_written_afterwards(
    company: Company, pen: Signer, no_post: House
) -> None:
    assert not round_of(company, pen, no_post)
    assert not round_of(company, pen)  # not again at once: a mail server is not to be flooded
    assert mailed(company) == []
    company.service.clock.ahead += HOUR
    assert round_of(company, pen)
    assert len(mailed(company)) == 1


def test_a_letter_that_fails_for_days_is_the_latest_when_it_is_sent(
    company: Company, pen: Signer, no_post: House
) -> None:
    assert not round_of(company, pen, no_post)
    company.service.clock.ahead += DAY
    changed(company.service, company.id, city="Ludvika")
    assert not round_of(company, pen, no_post)
    company.service.clock.ahead += DAY
    assert round_of(company, pen)
    [head] = mailed(company)
    assert head["at"][:10] == (TODAY + DAY).isoformat()


def test_of_several_processes_one_sends_it(company: Company, pen: Signer) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: round_of(company, pen), range(8)))
    assert len(mailed(company)) == 1


def test_without_an_auditor_nobody_is_written_to(service: Service, pen: Signer) -> None:
    before = {*service.outbox.iterdir()}
    assert round_of(founded(service), pen)
    assert {*service.outbox.iterdir()} == before
