"""Clients that draft and issue invoices without a pause, and what must be true afterwards."""

import itertools
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from reskontra.audit.auditor import audited
from tests.journal import Entry, Journal, acknowledged
from tests.waiting import PATIENCE, until

ROW = {"Description": "Arbete", "Price": 100, "DeliveredQuantity": "1", "VAT": 25}
UNAVAILABLE = (503, 9_000_503, "1")


class Load:
    """Each client drafts an invoice that bears a mark of its own, issues it, and begins anew."""

    def __init__(self, url: str, headers: dict[str, str], journal: Path, clients: int = 4) -> None:
        self.url = url
        self.headers = headers
        self.journal = Journal(journal)
        self.clients = clients
        self.refusals: set[tuple[int, int, str | None]] = set()
        self.longest = 0.0  # seconds that a call took
        self.lost = 0  # calls without an answer
        self.answers: Counter[int] = Counter()
        self.faults: list[BaseException] = []
        self._marks = itertools.count(1)
        self._over = threading.Event()
        self._counting = threading.Lock()

    @contextmanager
    def running(self) -> Iterator["Load"]:
        threads = [threading.Thread(target=self._work) for _ in range(self.clients)]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self._over.set()
            for thread in threads:
                thread.join(2 * PATIENCE)
            self.journal.close()
        assert not any(thread.is_alive() for thread in threads), "a call has not ended"
        assert self.faults == []

    @property
    def succeeded(self) -> int:
        return self.answers[200] + self.answers[201]

    def await_success(self, more: int = 1) -> float:
        """Seconds until so many more calls have succeeded."""
        began, wanted = time.monotonic(), self.succeeded + more
        until(lambda: self.succeeded >= wanted, f"no success; answers so far: {self.answers}")
        return time.monotonic() - began

    def await_refusal(self, status: int = 503) -> None:
        until(lambda: self.answers[status] > 0, f"no {status}; answers so far: {self.answers}")

    def _work(self) -> None:
        try:
            with httpx.Client(base_url=self.url, headers=self.headers, timeout=PATIENCE) as api:
                while not self._over.is_set():
                    self._invoice(api)
        except BaseException as fault:  # told by the test, not by a thread that dies alone
            self.faults.append(fault)

    def _invoice(self, api: httpx.Client) -> None:
        mark = f"mark-{next(self._marks)}"
        invoice = {"CustomerNumber": "1", "ExternalInvoiceReference1": mark, "InvoiceRows": [ROW]}
        made = self._call(api, "POST", "/invoices", {"Invoice": invoice})
        if made is not None:
            number = made["Invoice"]["DocumentNumber"]
            self._call(api, "PUT", f"/invoices/{number}/bookkeep")

    def _call(self, api: httpx.Client, method: str, path: str, sent: Any = None) -> Any:
        """What was acknowledged, or None."""
        number = self.journal.ask(method, path, sent)
        began = time.monotonic()
        try:
            answer = api.request(method, path, json=sent)
        except httpx.TransportError:
            with self._counting:
                self.lost += 1
            time.sleep(0.02)
            return None
        told = json.loads(answer.content)
        self.journal.hear(number, answer.status_code, told)
        with self._counting:
            self.longest = max(self.longest, time.monotonic() - began)
            self.answers[answer.status_code] += 1
            if not answer.is_success:
                code, retry = told["ErrorInformation"]["Code"], answer.headers.get("Retry-After")
                self.refusals.add((answer.status_code, code, retry))
        if answer.is_success:
            return told
        time.sleep(0.02)  # a client that is refused does not storm
        return None


def check_books(load: Load, database_url: str) -> None:
    """Acknowledged is there, refused is not, unknown is there once or not at all."""
    entries = load.journal.entries()  # first the journal, then the books
    with httpx.Client(base_url=load.url, headers=load.headers, timeout=PATIENCE) as api:
        kept = list(invoices(api))
        marks = Counter(invoice["ExternalInvoiceReference1"] for invoice in kept)
        assert [mark for mark, count in marks.items() if count > 1] == []
        asked = {mark_of(entry): entry for entry in entries if entry.method == "POST"}
        refused = {mark for mark, entry in asked.items() if entry.outcome == "refused"}
        assert not refused & set(marks)
        assert set(marks) <= set(asked)
        by_number = {invoice["DocumentNumber"]: invoice for invoice in kept}
        done = acknowledged(entries)
        for entry in done:
            told = entry.answer["Invoice"]
            found = by_number[told["DocumentNumber"]]
            assert found["ExternalInvoiceReference1"] == told["ExternalInvoiceReference1"]
            if told["Booked"]:
                assert read(api, f"/invoices/{told['DocumentNumber']}")["Invoice"] == told
    vouchers = [entry.answer["Invoice"]["VoucherNumber"] for entry in done if entry.method == "PUT"]
    assert len(set(vouchers)) == len(vouchers)
    assert audited(database_url).violations == []


def mark_of(entry: Entry) -> str:
    return str(entry.sent["Invoice"]["ExternalInvoiceReference1"])


def invoices(api: httpx.Client) -> Iterator[dict[str, Any]]:
    for page in itertools.count(1):
        shown = read(api, f"/invoices?page={page}&limit=500")
        yield from shown["Invoices"]
        if page >= shown["MetaInformation"]["@TotalPages"]:
            return


def read(api: httpx.Client, path: str) -> Any:
    """Asked again while a busy machine is too slow to count calls, or to find a thread."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = api.get(path)
        if answer.status_code not in (429, 503) or time.monotonic() > end:
            assert answer.status_code == 200, answer.text
            return answer.json()
