"""Clerks who invoice, pay and cancel at the same time, and write down all that they are told."""

import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.commands import Shell
from tests.journal import Journal
from tests.waiting import until
from tests.web import invoicing, purchasing

KEY = "a key for tests alone, of forty letters."
CLERKS = 4
RECENT = 12  # documents that clerks still think of: few, so that they meet over them
CUSTOMER = {"Customer": {"Name": "Åke"}}
SUPPLIER = {"Supplier": {"Name": "Papper & Penna"}}
PAUSE = 0.02  # after an answer that says "not now"


def shell_for(folder: Path, database_url: str, **settings: str) -> Shell:
    """A place to serve that database from, brought to its schema."""
    known = {"DATABASE_URL": database_url, "SECRET_KEY": KEY, "LOG_LEVEL": "error"}
    shell = Shell(folder, known | {"RATE_LIMIT": "off"} | settings)
    shell.here("migrate")
    return shell


@dataclass
class Load:
    """The clerks' common desk: it outlives the service that they call."""

    journal: Journal
    headers: dict[str, str]
    seed: int
    statuses: Counter[int] = field(default_factory=Counter)
    known: dict[str, list[str]] = field(default_factory=lambda: {path: [] for path in KINDS})
    _marks: Iterator[int] = field(default_factory=itertools.count)
    _rounds: Iterator[int] = field(default_factory=itertools.count)

    @property
    def acknowledged(self) -> int:
        return sum(count for status, count in self.statuses.items() if 200 <= status < 300)

    @contextmanager
    def on(self, url: str) -> Iterator[None]:
        """The clerks work as long as the block runs, or until the service is gone."""
        if not any(self.known.values()):
            self._furnish(url)
        enough = threading.Event()
        number = next(self._rounds)
        clerks = [
            threading.Thread(target=self._work, args=[url, f"{self.seed}/{number}/{each}", enough])
            for each in range(CLERKS)
        ]
        for clerk in clerks:
            clerk.start()
        try:
            yield
        finally:
            enough.set()
            for clerk in clerks:
                clerk.join()

    def _furnish(self, url: str) -> None:
        """A customer and a supplier, each with number 1."""
        with self._api(url) as api:
            self.until(lambda: api.post("/customers", json=CUSTOMER).is_success)
            self.until(lambda: api.post("/suppliers", json=SUPPLIER).is_success)

    def until(self, reached: Callable[[], bool]) -> None:
        until(reached, f"seed {self.seed}: {self.statuses}")

    def until_acknowledged(self, more: int) -> None:
        wanted = self.acknowledged + more
        self.until(lambda: self.acknowledged >= wanted)

    def until_refused(self, more: int) -> None:
        """Because nobody can count the calls."""
        wanted = self.statuses[429] + more
        self.until(lambda: self.statuses[429] >= wanted)

    def _work(self, url: str, seed: str, enough: threading.Event) -> None:
        chance = random.Random(seed)
        with self._api(url) as api:
            while not enough.is_set():
                status = self._call(api, *self._next(chance))
                if status == 0:
                    return
                if status in (429, 503):
                    time.sleep(PAUSE)

    def _api(self, url: str) -> httpx.Client:
        return httpx.Client(base_url=f"{url}/3", headers=self.headers, timeout=60)

    def _next(self, chance: random.Random) -> tuple[str, str, Any]:
        path = chance.choices(list(KINDS), [5, 3, 3, 2])[0]
        kind = KINDS[path]
        known = self.known[path][-RECENT:]
        if known and chance.random() < kind.acting:
            number = chance.choice(known)
            return "PUT", f"{path}/{number}/{chance.choices(kind.actions, kind.weights)[0]}", None
        body = kind.body(self, chance)
        return "POST", path, {kind.envelope: {**body, "Mark": f"mark {next(self._marks)}"}}

    def _call(self, api: httpx.Client, method: str, path: str, sent: Any) -> int:
        """The status; 0 when the service is gone."""
        number = self.journal.ask(method, path, sent)
        try:
            answer = api.request(method, path, json=sent)
        except httpx.TransportError:
            return 0
        told = answer.json() if answer.content else None
        self.journal.hear(number, answer.status_code, told)
        self.statuses[answer.status_code] += 1
        if method == "POST" and answer.is_success:
            kind = KINDS[path]
            self.known[path].append(str(told[kind.envelope][kind.key]))
        return answer.status_code

    def recent(self, path: str, chance: random.Random) -> str:
        """The number of a document; sometimes of one that nobody has."""
        return chance.choice([*self.known[path][-RECENT:], "999999"])


def invoice(load: Load, chance: random.Random) -> dict[str, Any]:
    customer = chance.choice(["1"] * 9 + ["no such customer"])
    return {"CustomerNumber": customer, "InvoiceRows": [invoicing.ROW]}


def payment(load: Load, chance: random.Random) -> dict[str, Any]:
    return {"InvoiceNumber": load.recent("/invoices", chance), "Amount": chance.randint(1, 100)}


def purchase(load: Load, chance: random.Random) -> dict[str, Any]:
    number = f"F{chance.getrandbits(60)}"
    rows = {"SupplierInvoiceRows": [purchasing.ROW], **purchasing.DATES}
    return {"SupplierNumber": "1", "InvoiceNumber": number, **rows}


def outgoing(load: Load, chance: random.Random) -> dict[str, Any]:
    number = load.recent("/supplierinvoices", chance)
    return {"InvoiceNumber": number, "Amount": str(chance.randint(1, 100))}


@dataclass(frozen=True)
class Kind:
    """Documents of one path: how they are called there, in the books and by their vouchers."""

    envelope: str
    key: str
    table: str
    number: str
    source: str
    body: Callable[[Load, random.Random], dict[str, Any]]
    actions: tuple[str, ...]
    weights: tuple[int, ...]
    acting: float = 0.6


# fmt: off
KINDS = {
    "/invoices":                Kind("Invoice", "DocumentNumber", "customer_invoices", "document_number", "customer invoice", invoice, ("bookkeep", "externalprint", "credit", "cancel"), (6, 2, 1, 1)),
    "/invoicepayments":         Kind("InvoicePayment", "Number", "customer_payments", "number", "customer payment", payment, ("bookkeep", "cancel"), (4, 1)),
    "/supplierinvoices":        Kind("SupplierInvoice", "GivenNumber", "supplier_invoices", "given_number", "supplier invoice", purchase, ("bookkeep", "cancel"), (5, 1)),
    "/supplierinvoicepayments": Kind("SupplierInvoicePayment", "Number", "supplier_payments", "number", "supplier payment", outgoing, ("bookkeep", "cancel"), (4, 1)),
}
# fmt: on
