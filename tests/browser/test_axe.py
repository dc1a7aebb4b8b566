"""Every page of the books that a person can see, asked by axe what is in someone's way."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import Chromium
from tests.browser.person import DESK, PHONE, Person
from tests.service import Company, Service
from tests.web import invoicing

pytestmark = pytest.mark.browser
VERSION = "4.14.0"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Fetched for the test alone; nothing of it is ours or shipped."""
    folder = tmp_path_factory.mktemp("axe")
    quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run(
        ["npm", "install", "--prefix", folder, f"axe-core@{VERSION}", *quiet], check=True
    )
    return (Path(folder) / "node_modules" / "axe-core" / "axe.min.js").read_text()


@pytest.fixture
def person(screen_with_scripts: Chromium, service: Service, client_site: str) -> Person:
    return Person(screen_with_scripts, service, client_site)


def in_the_way(screen: Chromium, axe: str) -> list[Any]:
    screen.evaluate("document.getAnimations().forEach(it => it.finish())")
    screen("Runtime.evaluate", expression=axe)
    asked = f"axe.run({{runOnly: {json.dumps(TAGS)}}}).then(it => it.violations)"
    told = screen("Runtime.evaluate", expression=asked, awaitPromise=True, returnByValue=True)
    return [
        (it["id"], [node["html"][:120] for node in it["nodes"]]) for it in told["result"]["value"]
    ]


def test_nothing_is_in_anyones_way(person: Person, company: Company, axe: str) -> None:
    screen, root = person.screen, f"{company.service.url}/books/{company.id}"
    customer = invoicing.customer(company, Name="Alléns Bokhandel AB", Email="bok@example.se")
    draft = invoicing.draft(company, CustomerNumber=customer)["DocumentNumber"]
    late = {"InvoiceDate": "2026-09-01", "DueDate": "2026-10-01"}
    number = invoicing.issued(company, CustomerNumber=customer, **late)["DocumentNumber"]
    screen.go(root)
    person.log_in()
    paths = ["", "/invoices", "/invoices?q=x", "/invoices/new", f"/invoices/{draft}"]
    paths += [f"/invoices/{draft}/issue", f"/invoices/{draft}/discard", f"/invoices/{number}"]
    paths += [f"/invoices/{number}/{act}" for act in ("pay", "credit", "mail")]
    found = {}
    for width, dark in ((DESK, False), (DESK, True), (PHONE, False)):
        screen.size(width, dark=dark)
        for path in paths:
            screen.go(root + path)
            if wrong := in_the_way(screen, axe):
                found[path, width, dark] = wrong
    assert found == {}
