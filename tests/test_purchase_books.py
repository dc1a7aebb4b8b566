"""Books of purchases: the auditor names each fault in them, and the database refuses most."""

from collections.abc import Iterator
from typing import Any

import apsw
import psycopg
import pytest

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.audit.auditor import audited
from reskontra.domain.organisation import Organisation, Plan
from reskontra.domain.registers import Supplier
from reskontra.storage.shelves import SUPPLIERS
from tests.example_books import ENGINES, Bookkeeper, Template, templates
from tests.planted_faults import DANGLING, HURT
from tests.planted_purchase_faults import PURCHASE_ATTACKS, PURCHASE_FAULTS
from tests.test_auditor import names, spoil

INVOICES, PAYMENTS = SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
EUROS = {"Currency": "EUR", "CurrencyRate": "11.2345"}


def keep_purchases(keeper: Bookkeeper) -> None:
    """Invoices: 1 booked, 2 draft, 3 paid in part, 4 cancelled, 5 whose payment was undone,
    6 in euros, paid. Payments: 2 is unbooked, 3 undone, 4 removed."""
    keeper.books.shelf(SUPPLIERS).add(Supplier("1", "Papper & Penna"))
    organisation = Organisation(
        keeper.books.organisation_id, "Övning AB", Plan.AI_PRO, accounting_method=keeper.method
    )
    desk = Desk(keeper.books, organisation)

    def done(register: Register, sent: Any, *triggers: str) -> Any:
        record = fire(register, desk, None, "create", Request(sent))
        for trigger in triggers:
            record = fire(register, desk, record, trigger)
        return record

    def invoice(number: str, *triggers: str, **more: Any) -> int:
        row = {"Account": 6110, "DebitCurrency": 100}
        days = {"InvoiceDate": "2026-11-02", "DueDate": "2026-12-02"}
        sent = {"SupplierNumber": "1", "InvoiceNumber": number, "SupplierInvoiceRows": [row]}
        made = done(INVOICES, {**sent, **days, "VAT": 25, **more}, *triggers)
        return int(made.given_number)

    def payment(number: int, *triggers: str, **more: Any) -> None:
        done(PAYMENTS, {"InvoiceNumber": number, **more}, *triggers)

    invoice("A", "bookkeep")
    invoice("B")
    third = invoice("C", "bookkeep")
    payment(third, "bookkeep", Amount=50)
    payment(third, Amount=10)
    invoice("D", "bookkeep", "cancel")
    payment(invoice("E", "bookkeep"), "bookkeep", "cancel")
    payment(third, "delete", Amount=1)
    payment(invoice("F", "bookkeep", **EUROS), "bookkeep", CurrencyRate="11.30")


@pytest.fixture(scope="session", params=ENGINES)
def purchases(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    yield from templates(request, tmp_path_factory, keep_purchases)


def test_sound_purchases_pass(purchases: Template) -> None:
    whole = audited(purchases.url)
    assert whole.violations == []
    assert whole.summary["vouchers"] == 3 * 10


@pytest.mark.parametrize(
    ("statement", "found"), [f[1:] for f in PURCHASE_FAULTS], ids=[f[0] for f in PURCHASE_FAULTS]
)
def test_a_planted_fault_is_named(purchases: Template, statement: str, found: set[str]) -> None:
    url = purchases.copied()
    spoil(url, statement)
    assert names(url) == found
    assert names(url, HURT) == found - {DANGLING}
    assert names(url, 1) == set()


@pytest.mark.parametrize(
    ("statement", "why"), [a[1:] for a in PURCHASE_ATTACKS], ids=[a[0] for a in PURCHASE_ATTACKS]
)
def test_the_database_itself_refuses(purchases: Template, statement: str, why: str) -> None:
    with pytest.raises((apsw.Error, psycopg.Error), match=f"(?i){why}"):
        attempt(purchases.url, statement)
    assert names(purchases.url) == set()


def attempt(url: str, statement: str) -> None:
    if url.startswith("sqlite"):
        with apsw.Connection(url.removeprefix("sqlite:///")) as connection:
            connection.execute(statement)
    else:
        with psycopg.connect(url) as connection:
            connection.execute(statement.encode())
