"""A service, a browser without scripts, and a person who sits before it."""

import http.server
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from reskontra.people.scopes import EVERY_SCOPE
from tests.approving import registered
from tests.browser.chromium import Chromium
from tests.browser.person import DESK, Person
from tests.service import Company, Service, running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('books') / 'books.db'}") as service:
        yield service


@pytest.fixture(scope="module")
def client_site() -> Iterator[str]:
    """The integration's own site: it shows what it was handed."""

    class Shows(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            frame = dict(parse_qsl(urlsplit(self.path).query)).get("frame", "")
            self.wfile.write(b"Tillbaka " + (f'<iframe src="{frame}">'.encode() if frame else b""))

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shows)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def screen_with_scripts() -> Iterator[Chromium]:
    browser = Chromium()
    browser.size(DESK)
    yield browser
    browser.close()


@pytest.fixture
def screen(screen_with_scripts: Chromium) -> Chromium:
    screen_with_scripts("Emulation.setScriptExecutionDisabled", value=True)
    return screen_with_scripts


@pytest.fixture
def person(screen: Chromium, service: Service, client_site: str) -> Person:
    return Person(screen, service, client_site)


@pytest.fixture
def company(person: Person) -> Iterator[Company]:
    """The person's own, at the API."""
    flow = person.flow
    client = registered(flow.service, scope=EVERY_SCOPE)
    with httpx.Client(base_url=f"{flow.service.url}/api/v1/3", timeout=60) as api:
        company = Company(flow.service, flow.company, client.client_id, api)
        api.headers["Authorization"] = f"Bearer {company.token()}"
        yield company
