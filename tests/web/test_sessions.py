"""Sessions: how long they last, where they are listed, and how they end."""

import re

import pytest
from tests.approving import PASSWORD, Flow
from tests.web.entering import Visitor, elsewhere, other_person, told

from reskontra.people import sessions, tokens
from reskontra.web.sessions import LONGEST_COOKIES

HOUR = 3600


def test_a_session_unused_for_two_hours_has_ended(flow: Flow, home: Visitor) -> None:
    flow.pass_time(2 * HOUR - 1)
    assert home.is_in()
    flow.pass_time(2 * HOUR)
    assert not home.is_in()


def test_a_session_in_use_ends_after_twelve_hours(flow: Flow, home: Visitor) -> None:
    for _ in range(11):
        flow.pass_time(HOUR)
        assert home.is_in()
    flow.pass_time(HOUR)
    assert not home.is_in()


@pytest.mark.parametrize(
    ("length", "is_read"), [(LONGEST_COOKIES, True), (LONGEST_COOKIES + 1, False)]
)
def test_cookies_that_no_browser_sends_are_not_read(
    home: Visitor, length: int, is_read: bool
) -> None:
    """Neither in one header nor in several."""
    own = f";reskontra={home.http.cookies['reskontra']}"
    padding = f"x={'y' * (length - len(own) - 2)}"
    for sent in ([padding + own], [padding, own[1:]]):
        headers = [("Cookie", each) for each in sent]
        home.http.cookies.clear()
        page = home.http.get(f"{home.flow.service.url}/console", headers=headers)
        assert ("Dina företag" in page.text) == is_read


def used_at(flow: Flow, home: Visitor) -> int:
    secret = home.http.cookies["reskontra"]
    row = flow.service.read(lambda tx: sessions.find(tx, secret, flow.now))
    return int(row[0].used_at)


def test_a_use_is_written_once_a_minute_at_most(flow: Flow, home: Visitor) -> None:
    began = used_at(flow, home)
    flow.pass_time(59)
    home.get()
    assert used_at(flow, home) == began
    flow.pass_time(1)
    home.get()
    assert used_at(flow, home) == began + 60


def rows_on(page: str) -> list[str]:
    return re.findall(r'<span class="name">([^<]+)</span><span class="note">([^<]+)</span>', page)


def test_sessions_are_listed_with_device_address_and_time(flow: Flow, home: Visitor) -> None:
    second = elsewhere(flow)
    second.http.headers["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/604.1"
    second.log_in()
    rows = dict(rows_on(home.get("/account").text))
    assert set(rows) == {"Firefox på Linux", "Safari på iPhone"}
    address = second.http.headers["X-Forwarded-For"]
    assert (
        rows["Safari på iPhone"] == f"{address} · sedan 2026-11-15 12:00, senast 2026-11-15 12:00"
    )


@pytest.mark.parametrize("agent", ["", "<script>alert(1)</script>", "Firefox/" * 2000, "curl\"'&"])
def test_a_strange_browser_is_listed_in_our_own_words(flow: Flow, agent: str) -> None:
    flow.http.headers["User-Agent"] = agent
    visitor = Visitor(flow, flow.http)
    visitor.log_in()
    [(name, _)] = rows_on(visitor.get("/account").text)
    assert name in {"Okänd webbläsare", "Firefox"}


def test_one_session_is_ended(flow: Flow, home: Visitor) -> None:
    second, third = elsewhere(flow), elsewhere(flow)
    second.log_in()
    flow.pass_time(60)
    third.log_in()
    [named, _] = re.findall(r'name="end" value="([0-9a-f]+)"', home.get("/account").text)
    page = home.send("/account", end=named)
    assert "Den är utloggad." in page.text
    assert (home.is_in(), second.is_in(), third.is_in()) == (True, True, False)
    assert told(flow, "session ended")[-1]["count"] == 1


def test_all_others_are_ended(flow: Flow, home: Visitor) -> None:
    others = [elsewhere(flow) for _ in range(3)]
    for each in others:
        each.log_in()
    assert "överallt utom här" in home.send("/account", do="end-others").text
    assert [each.is_in() for each in others] == [False] * 3
    assert home.is_in()
    assert told(flow, "session ended")[-1]["count"] == 3


def test_nobody_ends_anothers_session(flow: Flow, home: Visitor) -> None:
    theirs = other_person(flow)
    elsewhere(flow).log_in()
    [named] = re.findall(r'name="end" value="([0-9a-f]+)"', home.get("/account").text)
    assert "utloggad" not in theirs.send("/account", end=named).text.replace("utloggad över", "")
    assert len(rows_on(home.get("/account").text)) == 2
    assert told(theirs.flow, "session ended") == []


@pytest.mark.parametrize("named", ["x", "0" * 64, "é", "' OR 1=1 --"])
def test_a_session_that_is_none_ends_nothing(flow: Flow, home: Visitor, named: str) -> None:
    elsewhere(flow).log_in()
    assert home.send("/account", end=named).status_code == 200
    assert len(rows_on(home.get("/account").text)) == 2


def test_this_session_is_ended_by_logging_out_alone(flow: Flow, home: Visitor) -> None:
    hashed = tokens.hashed(home.http.cookies["reskontra"])
    assert home.send("/account", end=hashed).status_code == 400
    assert home.is_in()
    home.send("", do="log-out")
    assert not home.is_in()
    assert told(flow, "session ended")[-1]["device"] == "Firefox på Linux"


def test_a_changed_password_gives_a_new_secret_and_is_told(flow: Flow, home: Visitor) -> None:
    before = home.http.cookies["reskontra"]
    home.send("/account", do="save", current=PASSWORD, new="some other words")
    assert home.is_in()
    thief = elsewhere(flow)
    thief.http.cookies.set("reskontra", before)
    assert not thief.is_in()
    assert len(told(flow, "password set")) == 1
