"""What axe-core, an auditor of others, finds on the pages for developers: nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.person import DESK, PHONE
from tests.clients.tools import npm_tools
from tests.sandbox.conftest import Kit, Running
from tests.waiting import until

pytestmark = pytest.mark.browser
PAGES = (
    "/docs",
    "/sandbox",
    "/sandbox/requests",
    "/sandbox/requests/2",
    "/sandbox/mail/1",
    "/sandbox/oauth",
)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    with Running(tmp_path_factory.mktemp("sandbox")) as kit:
        kit.api().get("/invoices/2/email")
        kit.api().post("/customers", json={"Customer": {"Name": "Ny AB"}})
        kit.ask("PUT", "/snapshots/before", 201)
        kit.ask("POST", "/faults", 201, then={"status": 503}, match={"path": "/3/units"})
        yield kit


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = npm_tools(tmp_path_factory.mktemp("node"))
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text()


def test_axe_finds_nothing(kit: Kit, screen_with_scripts: Chromium, axe: str) -> None:
    screen, found = screen_with_scripts, []
    for page in PAGES:
        screen.go(f"{kit.url}{page}")
        for width, dark in ((DESK, False), (DESK, True), (PHONE, False)):
            screen.size(width, dark=dark)
            screen.evaluate(f"window.outcome = null; {axe}; 0")
            screen.evaluate("axe.run().then((ended) => { window.outcome = ended.violations; }); 0")
            until(lambda: screen.evaluate("window.outcome !== null"))
            told = screen.evaluate(
                "JSON.stringify(outcome.map((each) =>"
                " [each.id, each.nodes.length, each.nodes[0].html.slice(0, 200)]))"
            )
            found += [(page, width, dark, *each) for each in json.loads(told)]
    assert found == []
