"""Coming in: who guesses elsewhere shuts nobody out, and what failed is summed in the history."""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from tests.approving import PASSWORD, Flow, Page, new_company
from tests.web.entering import Visitor, elsewhere, other_person, told

from reskontra.engine.database import Transaction
from reskontra.people import tables
from reskontra.people.logging_in import ACCOUNT, DEVICE
from reskontra.web.sweep import sweep

OF_LOG_IN = (tables.login_attempts, tables.failed_log_ins, tables.sessions, tables.known_devices)


def kept(flow: Flow) -> list[list[tuple[Any, ...]]]:
    """All that the tables of log-in hold."""
    asked = [select(*table.c).order_by(*table.primary_key) for table in OF_LOG_IN]

    def unit(tx: Transaction) -> list[list[tuple[Any, ...]]]:
        return [tx.all(each) for each in asked]

    rows: list[list[tuple[Any, ...]]] = flow.service.read(unit)
    return rows


def guessed(flow: Flow, times: int, pause: float = 70) -> Iterator[int]:
    """The statuses of wrong passwords, each from a browser and an address of its own."""
    for _ in range(times):
        flow.pass_time(pause)
        yield elsewhere(flow).log_in("wrong").status_code


def locked_out(flow: Flow) -> None:
    """Until whoever comes from elsewhere must wait, even with the right password."""
    assert set(guessed(flow, ACCOUNT.free + 8)) == {401}
    assert elsewhere(flow).log_in().status_code == 429


def test_failures_from_elsewhere_do_not_lock_out_a_known_device(flow: Flow, home: Visitor) -> None:
    home.send("", do="log-out")
    locked_out(flow)
    assert home.log_in("wrong").status_code == 401
    assert "Översikt" in home.log_in().text


def test_failures_at_the_same_address_do_not_either(flow: Flow, home: Visitor) -> None:
    home.send("", do="log-out")
    neighbour = elsewhere(flow)
    neighbour.http.headers["X-Forwarded-For"] = flow.http.headers["X-Forwarded-For"]
    for _ in range(70):
        flow.pass_time(1)
        email = f"{secrets.token_hex(6)}@example.se"
        status = neighbour.send("/log-in", email=email, password="x").status_code
    assert status == 429
    assert "Översikt" in home.log_in().text


def test_guessing_on_a_known_device_is_slowed_too(flow: Flow, home: Visitor) -> None:
    home.send("", do="log-out")
    statuses = [home.log_in("wrong").status_code for _ in range(DEVICE.free + 2)]
    assert statuses == [401] * (DEVICE.free + 1) + [429]
    assert elsewhere(flow).log_in().status_code == 200, "nobody else is locked out by it"


@pytest.mark.parametrize("whose", ["another's", "invented", "planted"])
def test_a_device_of_no_ones_own_opens_no_side_door(flow: Flow, home: Visitor, whose: str) -> None:
    """Also one that was in the browser before its person logged in."""
    thief = elsewhere(flow)
    cookie = secrets.token_urlsafe(32)
    if whose == "another's":
        other = other_person(flow)
        cookie = other.http.cookies["reskontra-device"]
    if whose == "planted":
        home.send("", do="log-out")
        home.http.cookies.delete("reskontra-device")
        home.http.cookies.set("reskontra-device", cookie)
        home.log_in()
    thief.http.cookies.set("reskontra-device", cookie)
    locked_out(flow)
    assert thief.log_in().status_code == 429


def test_the_device_cookie_is_kept_long_and_from_scripts(flow: Flow) -> None:
    page = flow.auth()
    sent = Page(page).sent(flow.http, email=flow.person.email, password=PASSWORD)
    [cookie] = [c for c in sent.headers.get_list("set-cookie") if c.startswith("reskontra-device=")]
    for mark in ("HttpOnly", "Path=/", "SameSite=strict", f"Max-Age={180 * 24 * 3600}"):
        assert mark in cookie


def test_a_changed_password_makes_every_other_device_unknown(flow: Flow, home: Visitor) -> None:
    second = elsewhere(flow)
    second.log_in()
    home.send("/account", do="save", current=PASSWORD, new="some other words")
    locked_out_by_wrong(flow)
    assert second.log_in("some other words").status_code == 429
    home.send("", do="log-out")
    assert "Översikt" in home.log_in("some other words").text


def locked_out_by_wrong(flow: Flow) -> None:
    assert set(guessed(flow, ACCOUNT.free + 8)) == {401}


def test_attempts_that_must_wait_write_nothing(flow: Flow, home: Visitor) -> None:
    locked_out(flow)
    before = kept(flow)
    for _ in range(5):
        assert elsewhere(flow).log_in().status_code == 429
    assert kept(flow) == before


# What becomes of failures


def test_failures_are_one_row_an_account_and_hour(flow: Flow, home: Visitor) -> None:
    rows = len(kept(flow)[1])
    assert set(guessed(flow, 5, pause=1)) == {401}
    assert len(kept(flow)[1]) == rows + 1
    flow.pass_time(3600)
    assert set(guessed(flow, 5, pause=1)) == {401}
    assert len(kept(flow)[1]) == rows + 2


def test_a_sum_is_told_in_the_history_at_the_next_log_in(flow: Flow, home: Visitor) -> None:
    assert set(guessed(flow, 3, pause=1)) == {401}
    elsewhere(flow).log_in()
    assert told(flow, "log-ins failed") == [], "the hour is not over"
    flow.pass_time(3600)
    elsewhere(flow).log_in()
    elsewhere(flow).log_in()
    [line] = told(flow, "log-ins failed")
    assert (line["count"], line["codes"], line["by"]) == (3, 0, "unknown")
    assert (len(line["addresses"]), line["user"]) == (3, flow.person.id)
    assert line["hour"] == "2026-11-15T11:00:00+00:00"


def test_a_sum_is_told_by_the_sweep_to_every_company(flow: Flow, home: Visitor) -> None:
    second = new_company(flow.service, flow.person, "bookkeeper", "Andra AB")
    assert set(guessed(flow, 2, pause=1)) == {401}
    flow.pass_time(3600)
    for _ in range(2):
        asyncio.run(sweep(flow.service.house))
    there = Flow(flow.service, flow.http, flow.client, flow.person, second)
    for each in (flow, there):
        assert [line["count"] for line in told(each, "log-ins failed")] == [2]


def test_addresses_are_bounded(flow: Flow, home: Visitor) -> None:
    assert len([*guessed(flow, 25, pause=70)]) == 25  # within the hour
    flow.pass_time(3600)
    asyncio.run(sweep(flow.service.house))
    assert len(told(flow, "log-ins failed")[0]["addresses"]) == 20


def test_failures_of_nobody_are_dropped_in_the_end(flow: Flow) -> None:
    email = f"{secrets.token_hex(6)}@example.se"
    before = len(kept(flow)[1])
    elsewhere(flow).send("/log-in", email=email, password="x")
    assert len(kept(flow)[1]) == before + 1
    flow.pass_time(3600)
    asyncio.run(sweep(flow.service.house))
    assert not [row for row in kept(flow)[1] if row[3] is None]


def test_a_log_in_is_told_with_its_address_and_device(flow: Flow, home: Visitor) -> None:
    [line] = told(flow, "logged in")
    address = flow.http.headers["X-Forwarded-For"]
    expected = {"by": f"user {flow.person.id}", "address": address, "device": "Firefox på Linux"}
    assert line == expected
