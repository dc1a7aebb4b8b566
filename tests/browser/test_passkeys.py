"""A passkey in a real Chromium, with an authenticator that the browser itself plays."""

from collections.abc import Iterator

import httpx
import pytest

from tests.approving import PASSWORD, Flow, started
from tests.browser.chromium import Chromium
from tests.browser.person import seen
from tests.service import Service, running
from tests.waiting import until
from tests.web.entering import code_now

pytestmark = pytest.mark.browser

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('books') / 'books.db'}") as service:
        # A passkey belongs to a name, and an address of four numbers is none.
        service.url = service.url.replace("127.0.0.1", "localhost")
        yield service


@pytest.fixture
def screen(screen_with_scripts: Chromium) -> Chromium:
    return screen_with_scripts


@pytest.fixture
def flow(service: Service) -> Flow:
    with httpx.Client(timeout=60) as http:
        return started(service, http)


def log_in(screen: Chromium, flow: Flow, path: str = "") -> None:
    screen.go(f"{flow.service.url}/console{path}")
    screen.fill("email", flow.person.email)
    screen.fill("password", PASSWORD)
    screen.click("button.primary")


def pressed(screen: Chromium) -> None:
    until(lambda: not screen.evaluate("document.querySelector('[data-for-passkey]').hidden"))
    screen.click("[data-for-passkey] button")


def test_a_passkey_is_added_and_lets_one_in(screen: Chromium, flow: Flow) -> None:
    screen("WebAuthn.enable")
    screen("WebAuthn.addVirtualAuthenticator", options=AUTHENTICATOR)
    log_in(screen, flow, "/account/factors/passkey")
    seen(screen, "add-passkey")
    screen.fill("name", "Min dator")
    pressed(screen)
    assert "Din passkey är tillagd." in screen.text
    assert "Min dator" in screen.text
    seen(screen, "recovery-codes")
    screen.click("button[value=log-out]")
    log_in(screen, flow)
    assert "Bekräfta att det är du" in screen.text
    seen(screen, "factor")
    pressed(screen)
    assert "Dina företag" in screen.text
    refused = [each for each in screen.events if each.get("method") == "Log.entryAdded"]
    assert refused == [], "the policy lets all of it through"


def test_an_app_needs_no_script(screen: Chromium, flow: Flow) -> None:
    screen("Emulation.setScriptExecutionDisabled", value=True)
    log_in(screen, flow, "/account/factors")
    seen(screen, "factors")
    screen.click("button[value=app]")
    seen(screen, "add-app")
    drawn = screen.evaluate("document.querySelector('.drawing').naturalWidth")
    assert drawn > 0
    secret = screen.evaluate("document.querySelector('code').innerText").replace(" ", "")
    screen.fill("code", code_now(flow, secret))
    screen.click("button[value=confirm]")
    assert "Appen är tillagd." in screen.text
    screen.go(f"{flow.service.url}/console/account")
    seen(screen, "account")
    screen.go(f"{flow.service.url}/console/companies/{flow.company.id}/security")
    seen(screen, "security")
    screen.click("button[value=log-out]")
    log_in(screen, flow)
    flow.pass_time(30)
    seen(screen, "factor-app")
    screen.fill("proof_code", code_now(flow, secret))
    screen.click("button.primary")
    assert "Dina företag" in screen.text
