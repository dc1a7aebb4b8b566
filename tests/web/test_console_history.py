"""A company's history at the console, and its heads: signed on demand and once a day."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.approving import Flow
from tests.service import Service, founded, running
from tests.web.test_console import Console

from reskontra.actions import heads, organisations
from reskontra.actions.desk import desk_for
from reskontra.actions.trail import Access
from reskontra.audit.heads import is_signed
from reskontra.domain.head import Head
from reskontra.outside.signing import Signer, new_key, signer_of
from reskontra.web.anchoring import anchor_all, anchor_for_ever
from reskontra.web.console.history import WORDS


@pytest.fixture(scope="module")
def pen(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    file = tmp_path_factory.mktemp("key") / "key.pem"
    file.write_bytes(new_key())
    return signer_of(file)


@pytest.fixture
def signing(flow: Flow, pen: Signer) -> Iterator[Console]:
    """A person at the console of a service that has a key."""
    object.__setattr__(flow.service.house, "signer", pen)
    console = Console(flow)
    console.log_in()
    yield console
    object.__setattr__(flow.service.house, "signer", None)


def test_what_was_done_is_listed_newest_first(flow: Flow) -> None:
    console = Console(flow)
    console.log_in()
    text = console.get(f"{console.company}/history").text
    assert text.index("Företaget lades upp") < text.index("Ett räkenskapsår öppnades")
    assert "Signera nu" not in text  # there is no key


def test_older_entries_have_pages_of_their_own(flow: Flow) -> None:
    def often(tx: object) -> None:
        desk = desk_for(tx, flow.company.id, flow.service.clock(), "tests")  # type: ignore[arg-type]
        for number in range(60):
            organisations.change(desk, {"city": f"Ort {number}"}, None)

    flow.service.write(often)
    console = Console(flow)
    console.log_in()
    page = console.get(f"{console.company}/history")
    assert "Ort 59" in page.text
    assert "Företaget lades upp" not in page.text
    assert "Ort 9<" not in page.text.replace(" ·", "<")
    link = page.text.split("history?before=")[1].split('"')[0]
    older = console.get(f"{console.company}/history?before={link}")
    assert "Företaget lades upp" in older.text
    assert "Ort 59" not in older.text


@pytest.mark.parametrize("what", Access)
def test_what_happens_to_access_has_words(what: Access) -> None:
    assert what in WORDS


def test_what_an_entry_says_is_in_words(flow: Flow) -> None:
    flow.tokens()
    console = Console(flow)
    console.log_in()
    text = console.get(f"{console.company}/history").text
    assert "servicekonto: nej" in text
    assert f"integration: {flow.client.client_id}" in text


@pytest.mark.parametrize("before", ["x", "-1", "9" * 30, "%00", "1 OR 1"])
def test_a_page_that_there_is_not_is_the_first(flow: Flow, before: str) -> None:
    console = Console(flow)
    console.log_in()
    page = console.get(f"{console.company}/history?before={before}")
    assert (page.status_code, "Företaget lades upp" in page.text) == (200, True)


def test_a_head_is_signed_on_demand_and_fetched(signing: Console, pen: Signer) -> None:
    path = signing.company
    assert signing.get(f"{path}/head.json").status_code == 404
    assert "Kvittot är signerat" in signing.send(f"{path}/history", sign="now").text
    file = signing.get(f"{path}/head.json")
    assert file.headers["content-disposition"].startswith('attachment; filename="kvitto-')
    head = file.json()
    assert head["organisation"] == signing.flow.company.id
    assert is_signed(head, pen.public)


@pytest.mark.parametrize("page", ["history", "head.json"])
def test_another_companys_history_is_as_good_as_unknown(flow: Flow, page: str) -> None:
    console = Console(flow)
    console.log_in()
    other = founded(flow.service)
    assert console.get(f"/companies/{other.id}/{page}").status_code == 404


# Once a day


@pytest.fixture
def service(url: str) -> Iterator[Service]:
    with running(url) as service:
        yield service


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'books.db'}"


def signed(service: Service, number: int) -> Head | None:
    return service.database.read_now(
        lambda tx: heads.latest(desk_for(tx, number, service.clock(), "tests"))
    )


def anchor(service: Service, pen: Signer) -> bool:
    return asyncio.run(anchor_all(service.house, pen, service.clock()))


def test_heads_are_signed_once_a_day_and_only_if_anything_was_written(
    service: Service, pen: Signer
) -> None:
    company = founded(service)
    assert anchor(service, pen)
    first = signed(service, company.id)
    assert first
    assert is_signed(first.shown(), pen.public)
    assert anchor(service, pen)
    assert signed(service, company.id) == first
    service.clock.ahead += timedelta(days=1)
    assert anchor(service, pen)
    assert signed(service, company.id) == first
    change = {"city": "Ludvika"}
    service.write(
        lambda tx: organisations.change(
            desk_for(tx, company.id, service.clock(), "tests"), change, None
        )
    )
    assert anchor(service, pen)
    second = signed(service, company.id)
    assert second
    assert second.entries == first.entries + 1


def test_the_auditor_is_told(service: Service, pen: Signer) -> None:
    company = founded(service, auditor_email="revisor@exempel.se")
    founded(service)
    assert anchor(service, pen)
    [letter] = [message_from_bytes(each.read_bytes()) for each in service.outbox.glob("*.eml")]
    assert letter["To"] == "revisor@exempel.se"
    [attachment] = [part for part in letter.walk() if part.get_filename()]
    head = json.loads(attachment.get_payload(decode=True))
    assert is_signed(head, pen.public)
    assert head["organisation"] == company.id


class KeyAway(Signer):
    """A pen that writes for all companies but one."""

    def __init__(self, pen: Signer, company: int) -> None:
        self.public, self._pen = pen.public, pen
        self._unsigned = f'["reskontra head 1",{company},'.encode()

    def sign(self, message: bytes) -> str:
        if message.startswith(self._unsigned):
            raise RuntimeError
        return self._pen.sign(message)


def test_books_that_cannot_be_signed_keep_nobody_else_from_it(
    service: Service, pen: Signer
) -> None:
    first, second = founded(service), founded(service)
    with capture_logs() as lines:
        assert not anchor(service, KeyAway(pen, first.id))
    assert [(line["event"], line["organisation"]) for line in lines] == [
        ("head not signed", first.id)
    ]
    assert (signed(service, first.id) is None, signed(service, second.id) is None) == (True, False)
    assert anchor(service, pen)
    assert signed(service, first.id)


def test_a_fault_does_not_end_the_signing(service: Service, pen: Signer) -> None:
    def out_of_order() -> datetime:
        raise RuntimeError

    async def begun() -> bool:
        house = replace(service.house, signer=pen, clock=out_of_order)
        task = asyncio.create_task(anchor_for_ever(house))
        await asyncio.sleep(0)  # until it waits for its next round
        ended = task.done()
        task.cancel()
        return ended

    with capture_logs() as lines:
        assert not asyncio.run(begun())
    assert [line["event"] for line in lines] == ["heads not signed"]
