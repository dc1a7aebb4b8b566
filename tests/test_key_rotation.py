"""The secret key is replaced while the service works: no session, form or token is lost."""

import asyncio
import hmac
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from reskontra.people.keys import Keys, Use
from reskontra.web.sessions import masked
from reskontra.web.sweep import sweep
from tests.approving import PASSWORD, Flow, browser, started
from tests.commands import Shell
from tests.service import running
from tests.waiting import PATIENCE
from tests.web.entering import Visitor, code_now, entered

OLD, NEW = "o" * 40, "n" * 40


class Ring:
    """Keys that a test replaces."""

    keys = Keys(OLD)

    def __call__(self) -> Keys:
        return self.keys


@pytest.fixture
def ring() -> Ring:
    return Ring()


@pytest.fixture
def visit(tmp_path: Path, ring: Ring) -> Iterator[Flow]:
    url = f"sqlite:///{tmp_path}/books.db"
    with running(url, keyring=ring, proxies=("127.0.0.1",)) as service, browser() as http:
        yield started(service, http)


def test_tokens_sessions_and_forms_outlive_a_rotation(visit: Flow, ring: Ring) -> None:
    token = visit.tokens()
    form = visit.auth()
    assert "decision" in form.text
    ring.keys = Keys(NEW, OLD)
    assert visit.works(token["access_token"]) == 200
    assert visit.decide(form).status_code == 303  # the form was shown before
    assert "decision" in visit.auth().text  # nobody has to log in again
    renewed = visit.renewed(token["refresh_token"]).json()
    ring.keys = Keys(NEW)
    assert visit.works(renewed["access_token"]) == 200
    assert visit.works(token["access_token"]) == 401
    assert "decision" in visit.auth().text
    assert visit.decide(form).status_code == 403
    revoked = {"token": renewed["access_token"]}
    who = (visit.client.client_id, visit.client.secret)
    assert visit.http.post(f"{visit.base}/oauth-v1/revoke", data=revoked, auth=who).json()
    assert visit.works(renewed["access_token"]) == 401


def test_a_token_of_the_former_key_is_revoked_like_any(visit: Flow, ring: Ring) -> None:
    token = visit.tokens()["access_token"]
    ring.keys = Keys(NEW, OLD)
    who = (visit.client.client_id, visit.client.secret)
    form = {"token": token}
    assert visit.http.post(f"{visit.base}/oauth-v1/revoke", data=form, auth=who).status_code == 200
    assert visit.works(token) == 401


FORGERS = {
    "forms": (Keys(OLD).newest(Use.FORMS), 303),
    "tokens": (Keys(OLD).newest(Use.TOKENS), 403),
    "credentials": (Keys(OLD).newest(Use.CREDENTIALS), 403),
    "the secret itself": (OLD.encode(), 403),
}


@pytest.mark.parametrize("forger", FORGERS)
def test_a_form_is_made_with_the_key_of_forms_alone(visit: Flow, forger: str) -> None:
    key, status = FORGERS[forger]
    page = visit.auth()
    secret = visit.http.cookies["reskontra"].encode()
    made = hmac.new(key, secret, sha256).hexdigest()
    sent = {"csrf_token": masked(made), "email": visit.person.email, "password": PASSWORD}
    assert visit.http.post(page.url, data=sent).status_code == status


# With an embedded database the key is a file


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def keys_in(shell: Shell) -> list[str]:
    return (shell.folder / "reskontra.db.key").read_text().split()


def long_ago(shell: Shell) -> None:
    """The last rotation was more than an hour ago."""
    os.utime(shell.folder / "reskontra.db.key", (0, 0))


def test_a_running_service_believes_both_keys_without_a_restart(shell: Shell) -> None:
    with shell.running("serve", "--port", "0") as service:

        def answers(headers: dict[str, str]) -> int:
            address = f"{service.url}/3/customers"
            return httpx.get(address, headers=headers, timeout=PATIENCE).status_code

        before = shell.credentials()
        assert answers(before) == 200
        told = shell.here("key", "rotate")
        after = shell.credentials()
        assert [answers(before), answers(after)] == [200, 200]
        assert told["former"]
        assert told["key"] != told["former"]
        assert shell.here("key", "forget") == {"key": told["key"], "former": None}
        assert [answers(before), answers(after)] == [401, 200]


def test_the_file_holds_the_newest_and_the_former_key(shell: Shell) -> None:
    shell.credentials()
    [first] = keys_in(shell)
    shell.here("key", "rotate")
    second, former = keys_in(shell)
    assert (former, len(second)) == (first, len(first))
    assert (shell.folder / "reskontra.db.key").stat().st_mode & 0o777 == 0o600
    assert [each.name for each in shell.folder.glob("*.key*")] == ["reskontra.db.key"]
    long_ago(shell)
    shell.here("key", "rotate")
    assert keys_in(shell)[1] == second


def test_a_second_rotation_within_the_hour_would_lose_tokens(shell: Shell) -> None:
    shell.credentials()
    shell.here("key", "rotate")
    before = keys_in(shell)
    line = shell.refused("key", "rotate")
    assert line.startswith("reskontra: tokens of the former key live until ")
    assert keys_in(shell) == before


@pytest.mark.parametrize("word", ["rotate", "forget"])
def test_a_key_that_is_a_setting_is_rotated_there(shell: Shell, word: str) -> None:
    shell.settings["SECRET_KEY"] = OLD
    line = shell.refused("key", word)
    assert "RESKONTRA_FORMER_SECRET_KEY" in line
    assert OLD not in line


def test_two_keys_as_settings(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"SECRET_KEY": OLD})
    before = shell.credentials()
    shell.settings.update(SECRET_KEY=NEW, FORMER_SECRET_KEY=OLD)
    with shell.running("serve", "--port", "0") as service:
        address = f"{service.url}/3/customers"
        for headers in (before, shell.credentials()):
            assert httpx.get(address, headers=headers, timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("next_word", ["rotate", "forget"])
def test_a_persons_app_outlives_the_key_that_it_was_added_with(
    shell: Shell, next_word: str
) -> None:
    shell.credentials()
    url = f"sqlite:///{shell.folder / 'reskontra.db'}"
    ring = {"keyring": lambda: Keys(*keys_in(shell)), "proxies": ("127.0.0.1",)}
    with running(url, **ring) as service, browser() as http:
        flow = started(service, http)
        home = Visitor(flow, http)
        home.log_in()
        secret = home.with_app()
        shell.here("key", "rotate")
        long_ago(shell)
        shell.here("key", next_word)
        flow.pass_time(60)
        assert "Översikt" in entered(flow, code_now(flow, secret)).text


def test_so_it_does_where_the_keys_are_settings(visit: Flow, ring: Ring) -> None:
    home = Visitor(visit, visit.http)
    home.log_in()
    secret = home.with_app()
    ring.keys = Keys(NEW, OLD)
    asyncio.run(sweep(visit.service.house))
    ring.keys = Keys(NEW)
    visit.pass_time(60)
    assert "Översikt" in entered(visit, code_now(visit, secret)).text


def test_a_former_key_alone_is_a_mistake(shell: Shell) -> None:
    shell.settings["FORMER_SECRET_KEY"] = OLD
    line = shell.refused("serve", "--port", "0")
    assert line == ("reskontra: RESKONTRA_FORMER_SECRET_KEY needs RESKONTRA_SECRET_KEY beside it")


@pytest.mark.parametrize("content", ["", "short\n", f"{OLD}\n{NEW}\n{OLD}\n", f"{OLD}\nx\n"])
def test_a_file_without_good_keys_is_told_in_one_line(shell: Shell, content: str) -> None:
    shell.here("organisation", "list")
    (shell.folder / "reskontra.db.key").write_text(content)
    line = shell.refused("serve", "--port", "0")
    assert line == "reskontra: reskontra.db.key holds no key of at least 32 characters"
