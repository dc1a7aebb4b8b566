"""A mail server that fails leaves the invoice issued, once, and the next call mails it."""

import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import trustme

from reskontra.audit.auditor import audited
from reskontra.outside.smtp import relay_of
from reskontra.web import delivering
from tests.faults.mail_server import CUT, DRIP, GREETING, LETTER, NOISE, SILENT, MailServer
from tests.servers import free_port
from tests.service import Company, founded, fresh_database, refused, running
from tests.sizes import times
from tests.waiting import PATIENCE, until
from tests.web.invoicing import customer, draft, read

# fmt: off
FAILURES = (
    # on            at        is answered
    ("sqlite",      GREETING, "421 busy"),
    ("sqlite",      "EHLO",   "554 never"),
    ("sqlite",      "MAIL",   "451 later"),
    ("sqlite",      "RCPT",   "550 never"),
    ("sqlite",      "DATA",   "451 later"),
    ("sqlite",      LETTER,   "552 never"),
    ("sqlite",      GREETING, SILENT),
    ("sqlite",      LETTER,   SILENT),
    ("sqlite",      GREETING, CUT),
    ("sqlite",      LETTER,   CUT),
    ("postgresql",  GREETING, "554 never"),
    ("postgresql",  "EHLO",   "421 busy"),
    ("postgresql",  "MAIL",   "553 never"),
    ("postgresql",  "RCPT",   "450 later"),
    ("postgresql",  "DATA",   "554 never"),
    ("postgresql",  LETTER,   "452 later"),
    ("postgresql",  "RCPT",   SILENT),
    ("postgresql",  GREETING, DRIP),
    ("postgresql",  "DATA",   CUT),
    ("postgresql",  LETTER,   CUT),
    ("postgresql",  "MAIL",   NOISE),
)
# fmt: on
HUNG = 50
MOST_ENGINES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)]


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def sender(
    request: pytest.FixtureRequest,
    mail_server: MailServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Company]:
    """A company whose customer 1 has an address, and whose mail goes to the server."""
    url = fresh_database(request, tmp_path_factory)
    with running(url, transport=relay_of(f"smtp://127.0.0.1:{mail_server.port}")) as service:
        company = founded(service)
        company.api.timeout = httpx.Timeout(PATIENCE)
        customer(company, Email="kund@exempel.se")
        yield company
    assert audited(url).violations == []


@pytest.fixture
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ten seconds that a mail may take, shortened."""
    monkeypatch.setattr(delivering, "LIMIT", 2.0)


def voucher_count(company: Company) -> int:
    count: int = company.get("/vouchers")["MetaInformation"]["@TotalResources"]
    return count


def assert_fails_and_then_works(company: Company, server: MailServer, step: str, how: str) -> None:
    number = draft(company, CustomerNumber="1")["DocumentNumber"]
    vouchers, letters = voucher_count(company), len(server.taken)
    server.fails = {step: how}
    try:
        refused(company.api.get(f"/invoices/{number}/email"), 502, 9_000_500)
    finally:
        server.fails = {}
    invoice = read(company, number)
    assert (invoice["Booked"], invoice["Sent"]) == (True, True)
    assert len(server.taken) - letters <= ((step, how) == (LETTER, CUT))
    letters = len(server.taken)
    until(lambda: company.api.get(f"/invoices/{number}/email").status_code == 200)
    assert len(server.taken) > letters
    assert read(company, number) == invoice
    assert voucher_count(company) == vouchers + 1


@pytest.mark.usefixtures("short_limit")
@pytest.mark.parametrize(("sender", "step", "how"), FAILURES, indirect=["sender"], scope="module")
def test_a_failed_mail_issues_once_and_may_be_repeated(
    sender: Company, mail_server: MailServer, step: str, how: str
) -> None:
    for _ in range(times(1)):
        assert_fails_and_then_works(sender, mail_server, step, how)


@pytest.mark.parametrize("trouble", ["refused", "bad certificate", "no encryption"])
def test_a_server_that_is_away_or_cannot_be_trusted_gets_no_letter(
    tmp_path: Path, trouble: str
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    server = MailServer(context if trouble == "bad certificate" else None)
    port = free_port() if trouble == "refused" else server.port
    url = f"sqlite:///{tmp_path / 'books.db'}"
    try:
        with running(url, transport=relay_of(f"smtp+starttls://127.0.0.1:{port}")) as service:
            company = founded(service)
            company.api.timeout = httpx.Timeout(PATIENCE)
            payer = customer(company, Email="kund@exempel.se")
            number = draft(company, CustomerNumber=payer)["DocumentNumber"]
            for _ in range(2):
                refused(company.api.get(f"/invoices/{number}/email"), 502, 9_000_500)
            assert read(company, number)["Booked"] is True
            assert voucher_count(company) == 1
    finally:
        server.close()
    assert server.taken == []
    assert audited(url).violations == []


@pytest.mark.parametrize("sender", MOST_ENGINES, indirect=True, scope="module")
def test_hung_mails_hold_up_nobody_else(
    sender: Company, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "LIMIT", 4.0 * PATIENCE)  # they hang until they are let go
    numbers = [draft(sender, CustomerNumber="1")["DocumentNumber"] for _ in range(HUNG + 1)]
    alone = [seconds_of_a_call(sender) for _ in range(times(20))]
    mail_server.waiting, mail_server.fails = 0, {GREETING: SILENT}
    with ThreadPoolExecutor(HUNG) as clients:
        try:
            mails = [clients.submit(mailed, sender, number) for number in numbers[:HUNG]]
            until(lambda: mail_server.waiting == HUNG, f"{mail_server.waiting} mails hang")
            mail_server.fails = {}
            beside = [seconds_of_a_call(sender) for _ in range(times(20))]
            assert mailed(sender, numbers[HUNG]).status_code == 200
            assert not any(mail.done() for mail in mails)
        finally:
            mail_server.fails = {}
            mail_server.let_go()
        for mail in mails:
            refused(mail.result(), 502, 9_000_500)
    print(f"99 of 100 calls within {percentile(alone):.4f} s, beside {HUNG} hung mails within "
          f"{percentile(beside):.4f} s")  # fmt: skip


def mailed(company: Company, number: str) -> httpx.Response:
    """So many at once may be told to try again, and do."""
    end = time.monotonic() + 4 * PATIENCE
    while True:
        answer = company.api.get(f"/invoices/{number}/email", timeout=4 * PATIENCE)
        if answer.status_code != 503 or time.monotonic() > end:
            return answer


def seconds_of_a_call(company: Company) -> float:
    began = time.monotonic()
    number = draft(company, CustomerNumber="1")["DocumentNumber"]
    company.put(f"/invoices/{number}/bookkeep")
    return time.monotonic() - began


def percentile(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)]
