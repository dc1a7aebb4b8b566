"""Many clients issue for several companies, some transactions fail: no series has a gap."""

import asyncio
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.journal import Entry, Journal, acknowledged
from tests.service import Company, Service, founded, in_every_form
from tests.sizes import seed, times
from tests.waiting import PATIENCE
from tests.web.invoicing import ROW, customer
from tests.web.purchasing import at_desk

from reskontra.actions.desk import Desk
from reskontra.audit.auditor import audited
from reskontra.domain.voucher import CREDIT, DEBIT, voucher

pytestmark = in_every_form
COMPANIES = min(8, times(3))
CLIENTS = min(200, times(16))
ISSUES = times(64) // CLIENTS  # by each client
FAILS = 0.05  # of all, in either way
HUNDRED = Decimal(100)


@pytest.fixture
def companies(service: Service) -> Iterator[list[Company]]:
    made = [founded(service) for _ in range(COMPANIES)]
    yield made
    for company in made:
        company.api.close()
        assert audited(service.database_url, company.id).violations == []


class Undone(Exception):
    """What becomes of a transaction when its process changes its mind."""


def undo_a_posting(company: Company) -> None:
    """Takes the next number of series B, and gives it back."""

    def work(desk: Desk) -> None:
        lines = [(DEBIT, 1510, HUNDRED), (CREDIT, 3001, HUNDRED)]
        desk.books.post(voucher("B", desk.today, "Ångrad", lines, reference_type="MANUAL"))
        raise Undone

    with pytest.raises(Undone):
        at_desk(company, work)


class Clerk:
    """One client of one company, that writes down all it asks and hears."""

    def __init__(self, company: Company, http: httpx.AsyncClient, journal: Journal) -> None:
        self.company, self.http, self.journal = company, http, journal
        self.payer = customer(company)

    async def issue(self, **fields: str) -> None:
        sent = {"CustomerNumber": self.payer, "InvoiceRows": [ROW], **fields}
        status, made = await self.call("POST", "/invoices", {"Invoice": sent})
        if status == 201:
            number = made["Invoice"]["DocumentNumber"]
            await self.call("PUT", f"/invoices/{number}/bookkeep")

    async def call(self, method: str, path: str, sent: object = None) -> tuple[int, Any]:
        """A busy service is asked again; a draft may then be there twice, a voucher never."""
        async with asyncio.timeout(PATIENCE):
            while True:
                number = self.journal.ask(method, f"{self.company.id} {path}", sent)
                url = f"{self.company.service.url}/api/v1/3{path}"
                headers = {"Authorization": self.company.api.headers["Authorization"]}
                answer = await self.http.request(method, url, json=sent, headers=headers)
                self.journal.hear(number, answer.status_code, answer.json())
                if answer.status_code != 503:
                    return answer.status_code, answer.json()
                await asyncio.sleep(0.2)


async def work(clerk: Clerk, chance: Random) -> int:
    """Issues, and now and then fails to; how many did not come to anything is the answer."""
    failed = 0
    for _ in range(ISSUES):
        await clerk.issue()
        if chance.random() < FAILS:
            failed += 1
            await asyncio.to_thread(undo_a_posting, clerk.company)
        if chance.random() < FAILS:
            failed += 1
            await clerk.issue(InvoiceDate=unopened_year(clerk.company).isoformat())
    return failed


def unopened_year(company: Company) -> date:
    """A day that no year can be opened for yet: its posting fails once numbers are taken."""
    return date(company.service.clock().year + 3, 1, 1)


def test_every_series_is_gapless_and_numbered_in_the_order_of_commits(
    companies: list[Company], tmp_path: Path
) -> None:
    journal = Journal(tmp_path / "journal")

    async def all_together() -> int:
        limits = httpx.Limits(max_connections=CLIENTS)
        async with httpx.AsyncClient(limits=limits, timeout=60) as http:
            clerks = [Clerk(companies[n % COMPANIES], http, journal) for n in range(CLIENTS)]
            chances = [Random(f"{seed()} {n}") for n in range(CLIENTS)]
            return sum(await asyncio.gather(*map(work, clerks, chances)))

    failed = asyncio.run(all_together())
    entries = journal.entries()
    journal.close()
    assert failed, f"RESKONTRA_SEED={seed()}: nothing failed, so nothing was shown"
    assert {entry.status for entry in entries} <= {200, 201, 409, 503}
    for company in companies:
        check_series(company, [e for e in entries if e.path.startswith(f"{company.id} ")])


def check_series(company: Company, entries: list[Entry]) -> None:
    posted = [entry for entry in acknowledged(entries) if entry.path.endswith("/bookkeep")]
    numbers = {entry.answer["Invoice"]["VoucherNumber"]: entry for entry in posted}
    made = company.get("/vouchers", voucherseries="B", limit=1)["MetaInformation"]
    expected = list(range(1, 1 + made["@TotalResources"]))
    assert sorted(numbers) == expected, f"RESKONTRA_SEED={seed()}"
    assert len(posted) == len(expected)
    earliest_answer = float("inf")  # to any later number
    for number in reversed(expected):
        assert numbers[number].asked < earliest_answer, f"{number} was begun after a later one"
        earliest_answer = min(earliest_answer, numbers[number].heard)
    drafts = company.get("/invoices", limit=1)["MetaInformation"]["@TotalResources"]
    asked = [entry for entry in entries if entry.method == "POST"]
    unknown = sum(entry.outcome == "unknown" for entry in asked)
    assert 0 <= drafts - len(acknowledged(asked)) <= unknown
