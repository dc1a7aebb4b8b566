"""The sandbox's pages in a real Chromium, with scripts and without."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.sandbox.conftest import Kit, Running
from tests.waiting import until

pytestmark = pytest.mark.browser
PHONE, DESK = 390, 1280
SHOTS = os.environ.get("RESKONTRA_TEST_SCREENSHOTS")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    with Running(tmp_path_factory.mktemp("sandbox")) as kit:
        kit.api().get("/invoices/2/email")
        kit.api().post("/customers", json={"Customer": {"Name": "Ny AB"}})
        kit.ask("PUT", "/snapshots/before", 201)
        yield kit


@pytest.fixture
def screen() -> Iterator[Chromium]:
    browser = Chromium()
    browser.size(DESK)
    yield browser
    browser.close()


@pytest.mark.parametrize("path", ["", "/requests/2", "/mail/1", "/oauth"])
def test_nothing_sticks_out_at_either_width(kit: Kit, screen: Chromium, path: str) -> None:
    screen("Emulation.setScriptExecutionDisabled", value=True)
    screen.go(f"{kit.url}/sandbox{path}")
    name = path.strip("/").replace("/", "-") or "overview"
    for width, dark in ((DESK, False), (DESK, True), (PHONE, False)):
        screen.size(width, dark=dark)
        screen.until_it_fits(width, name)
        if SHOTS:
            shade = "-dark" if dark else ""
            screen.screenshot(Path(SHOTS) / f"sandbox-{name}-{width}{shade}.png")


def test_a_list_follows_what_happens(kit: Kit, screen: Chromium) -> None:
    screen.go(f"{kit.url}/sandbox/requests")
    assert "/3/projects" not in screen.text
    kit.api().get("/projects")
    until(lambda: "/3/projects" in screen.text)
