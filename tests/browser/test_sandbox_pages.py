"""The sandbox's pages in a real Chromium, with scripts and without."""

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Chromium
from tests.browser.person import seen
from tests.sandbox.conftest import Kit, Running
from tests.waiting import until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    with Running(tmp_path_factory.mktemp("sandbox")) as kit:
        kit.api().get("/invoices/2/email")
        kit.api().post("/customers", json={"Customer": {"Name": "Ny AB"}})
        kit.ask("PUT", "/snapshots/before", 201)
        yield kit


@pytest.mark.parametrize("path", ["", "/requests/2", "/mail/1", "/oauth"])
def test_nothing_sticks_out_at_either_width(kit: Kit, screen: Chromium, path: str) -> None:
    screen.go(f"{kit.url}/sandbox{path}")
    name = path.strip("/").replace("/", "-") or "overview"
    seen(screen, f"sandbox-{name}")


def test_the_docs_fit_and_a_call_is_found_and_tried(
    kit: Kit, screen_with_scripts: Chromium
) -> None:
    screen = screen_with_scripts
    screen.go(f"{kit.url}/docs")
    until(lambda: screen.evaluate("!!document.querySelector('#search')"))
    seen(screen, "docs")
    screen.evaluate("document.querySelector('#search').value = 'creates customer'")
    screen.evaluate("document.querySelector('#search').dispatchEvent(new Event('input'))")
    assert "POST /3/customers" in screen.evaluate("document.querySelector('#found').innerText")
    screen.evaluate("document.querySelector('#found a[href=\"#post-3-customers\"]').click()")
    until(lambda: screen.evaluate("!!document.querySelector('#post-3-customers .trial button')"))
    screen.evaluate("document.querySelector('#post-3-customers .trial button').click()")
    until(
        lambda: (
            "201 in" in screen.evaluate("document.querySelector('.trial [role=status]').innerText")
        )
    )
    assert "Åkes Bygg AB" in screen.evaluate("document.querySelector('.trial pre').innerText")
    seen(screen, "docs-tried")


def test_the_docs_are_read_without_a_script(kit: Kit, screen: Chromium) -> None:
    screen.go(f"{kit.url}/docs#post-3-invoices")
    assert "Creates an invoice." in screen.text
    assert not screen.evaluate("!!document.querySelector('#search')")


def test_a_list_follows_what_happens(kit: Kit, screen_with_scripts: Chromium) -> None:
    screen = screen_with_scripts
    screen.go(f"{kit.url}/sandbox/requests")
    assert "/3/projects" not in screen.text
    kit.api().get("/projects")
    until(lambda: "/3/projects" in screen.text)
