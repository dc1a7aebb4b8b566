"""Books with one of everything in them, for tests that attack or audit the database itself."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import NamedTuple

import pytest

from reskontra.actions import purchases, sales
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.founding import found
from reskontra.domain import customer_postings, customer_settlement
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow, Status, priced
from reskontra.domain.organisation import AccountingMethod, Organisation, Plan
from reskontra.domain.payment import CustomerPayment, SupplierPayment
from reskontra.domain.records import replace
from reskontra.domain.registers import Customer, Supplier
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierInvoiceRow
from reskontra.domain.supplier_invoice import priced as supplier_priced
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.domain.voucher import CREDIT, DEBIT, voucher
from reskontra.engine.database import Transaction, connect
from reskontra.storage.books import Books
from reskontra.storage.migrate import migrate
from reskontra.storage.shelves import (
    CUSTOMER_INVOICES,
    CUSTOMER_PAYMENTS,
    CUSTOMERS,
    SUPPLIER_INVOICES,
    SUPPLIER_PAYMENTS,
    SUPPLIERS,
)
from tests.servers import Postgresql

ENGINES = ("sqlite", "postgresql")
NOW = datetime(2026, 11, 15, 11, tzinfo=UTC)
TODAY = date(2026, 11, 15)
HUNDRED = Decimal("100.00")


@dataclass(frozen=True)
class Bookkeeper:
    """Does with open books what the service does, and nothing more."""

    books: Books
    method: AccountingMethod = AccountingMethod.ACCRUAL

    def manual_voucher(self, amount: Decimal = HUNDRED) -> None:
        lines = [(DEBIT, 6110, amount), (CREDIT, 1930, amount)]
        self.books.post(voucher("A", TODAY, "Pärmar & mappar", lines, reference_type="MANUAL"))

    def drafted(self, *rows: InvoiceRow, **more: object) -> CustomerInvoice:
        number = self.books.next_number("customer invoice")
        invoice = CustomerInvoice(number, "1", TODAY, date(2026, 12, 15), "Ängens café")
        invoice = replace(invoice, rows=rows, accounting_method=self.method, **more)  # type: ignore[arg-type]
        return self.books.shelf(CUSTOMER_INVOICES).add(priced(invoice))

    @property
    def desk(self) -> Desk:
        owner = Organisation(
            self.books.organisation_id, "Övning AB", Plan.AI_PRO, accounting_method=self.method
        )
        return Desk(self.books, owner)

    def issued(self, *rows: InvoiceRow, **more: object) -> CustomerInvoice:
        invoice = self.drafted(*rows, **more)
        issued: CustomerInvoice = fire(sales.CUSTOMER_INVOICES, self.desk, invoice, "bookkeep")
        return issued

    def voided(self) -> None:
        fire(sales.CUSTOMER_INVOICES, self.desk, self.drafted(sold(1)), "cancel")

    def credited(self, invoice: CustomerInvoice) -> None:
        fire(sales.CUSTOMER_INVOICES, self.desk, invoice, "credit")

    def promised(
        self, invoice: CustomerInvoice, amount: Decimal, mode: str = "BG"
    ) -> CustomerPayment:
        """A payment that is not booked."""
        number = self.books.next_number("customer payment")
        payment = CustomerPayment(
            number,
            invoice.document_number,
            amount,
            TODAY,
            mode_of_payment=mode,
            mode_of_payment_account=1930,
        )
        return self.books.shelf(CUSTOMER_PAYMENTS).add(payment)

    def paid(
        self, invoice: CustomerInvoice, amount: Decimal, mode: str = "BG"
    ) -> tuple[CustomerInvoice, CustomerPayment]:
        payment = self.promised(invoice, amount, mode)
        booked = fire(sales.CUSTOMER_PAYMENTS, self.desk, payment, "bookkeep")
        return self.books.shelf(CUSTOMER_INVOICES).get(invoice.document_number), booked

    def unpaid(self, invoice: CustomerInvoice, payment: CustomerPayment) -> None:
        fire(sales.CUSTOMER_PAYMENTS, self.desk, payment, "cancel")

    def written_off(self, invoice: CustomerInvoice) -> CustomerInvoice:
        """Without a payment that says so; its status is set by hand."""
        posted = self.books.post(customer_postings.customer_write_off(invoice, TODAY))
        lost = replace(customer_settlement.written_off(invoice, posted), status=Status.WRITTEN_OFF)
        return self.books.shelf(CUSTOMER_INVOICES).save(invoice, lost)

    # Suppliers

    def received(self, amount: str, **more: object) -> SupplierInvoice:
        number = self.books.next_number("supplier invoice")
        invoice = SupplierInvoice(
            number, "1", f"F{number}", TODAY, date(2026, 12, 15), "Grossisten"
        )
        rows = (SupplierInvoiceRow(4010, "Varor", debit=Decimal(amount)),)
        vat = Decimal(amount) / 4
        invoice = replace(invoice, rows=rows, vat=vat, accounting_method=self.method, **more)  # type: ignore[arg-type]
        return self.books.shelf(SUPPLIER_INVOICES).add(supplier_priced(invoice))

    def booked(self, amount: str) -> SupplierInvoice:
        booked: SupplierInvoice = fire(
            purchases.SUPPLIER_INVOICES, self.desk, self.received(amount), "bookkeep"
        )
        return booked

    def taken_back(self, invoice: SupplierInvoice) -> None:
        fire(purchases.SUPPLIER_INVOICES, self.desk, invoice, "cancel")

    def owed(self, invoice: SupplierInvoice, amount: Decimal) -> SupplierPayment:
        """A payment that is not booked."""
        number = self.books.next_number("supplier payment")
        payment = SupplierPayment(
            number, invoice.given_number, amount, TODAY, mode_of_payment_account=1930
        )
        return self.books.shelf(SUPPLIER_PAYMENTS).add(payment)

    def settled(self, invoice: SupplierInvoice, amount: Decimal) -> None:
        fire(purchases.SUPPLIER_PAYMENTS, self.desk, self.owed(invoice, amount), "bookkeep")


def sold(quantity: int, price: str = "99.95", vat: int = 25, **more: object) -> InvoiceRow:
    account = {25: 3001, 12: 3002, 6: 3003, 0: 3004}[vat]
    return InvoiceRow(
        description="Tjänst",
        delivered_quantity=Decimal(quantity),
        price=Decimal(price),
        vat=vat,
        account_number=account,
        **more,  # type: ignore[arg-type]
    )


HOUSE_WORK = {"house_work": True, "house_work_type": "CLEANING"}


def keep_books(keeper: Bookkeeper) -> None:
    """Invoices: 1 issued, 2 draft, 3 paid in part, 4 voided, 5 credited, 6 written off,
    7 with a tax reduction, 8 whose payment was undone, 9 on nothing, 10 paid and credited.
    Supplier invoices: 1 booked, 2 paid in part, 3 cancelled, 4 draft, 5 paid."""
    keeper.books.shelf(CUSTOMERS).add(Customer("1", "Ängens café"))
    keeper.manual_voucher()
    keeper.issued(sold(1), sold(3, vat=12), sold(2, vat=6), sold(1, vat=0))
    keeper.drafted(sold(1))
    third = keeper.issued(sold(10))
    third, _ = keeper.paid(third, HUNDRED)
    keeper.promised(third, HUNDRED)
    keeper.voided()
    keeper.credited(keeper.issued(sold(5)))
    keeper.written_off(keeper.issued(sold(4)))
    reduced = keeper.issued(sold(20, "500", **HOUSE_WORK), tax_reduction_type=TaxReductionType.RUT)
    keeper.paid(reduced, reduced.tax_reduction, "SKV")
    keeper.unpaid(*keeper.paid(keeper.issued(sold(7)), HUNDRED))
    keeper.issued(sold(0))
    tenth, _ = keeper.paid(keeper.issued(sold(1, "1000")), Decimal("1250.00"))
    keeper.credited(tenth)
    keeper.books.shelf(SUPPLIERS).add(Supplier("1", "Grossisten"))
    keeper.booked("400")
    second = keeper.booked("800")
    keeper.settled(second, HUNDRED)
    keeper.owed(second, HUNDRED)
    keeper.taken_back(keeper.booked("1200"))
    keeper.received("1600")
    fifth = keeper.booked("2000")
    keeper.settled(fifth, fifth.total)


def founded(tx: Transaction, **details: object) -> Books:
    wanted = Organisation(0, "Övning AB", Plan.AI_PRO, **details)  # type: ignore[arg-type]
    return Books(tx, found(tx, wanted, NOW, "tests").id, NOW, "tests")


def example_books(url: str, keep: Callable[[Bookkeeper], None] = keep_books) -> None:
    """Organisations 1 and 2 with the same books, 3 with them in the cash method, 4 with none."""
    migrate(url)
    database = connect(url, threads=1)
    try:
        for method in (AccountingMethod.ACCRUAL, AccountingMethod.ACCRUAL, AccountingMethod.CASH):
            database.write_now(
                lambda tx, method=method: keep(
                    Bookkeeper(founded(tx, accounting_method=method), method)
                )
            )
        database.write_now(founded)
    finally:
        database.close()


class Template(NamedTuple):
    """Sound books, and how to get a copy of them that nothing guards any more."""

    url: str
    copied: Callable[[], str]


@pytest.fixture(scope="session", params=ENGINES)
def template(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    yield from templates(request, tmp_path_factory, keep_books)


def templates(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    keep: Callable[[Bookkeeper], None],
) -> Iterator[Template]:
    """The example of one engine, kept until the tests are done."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("audited") / "books.db"
        url = f"sqlite:///{path}"
        example_books(url, keep)
        numbers = itertools.count(1)
        yield Template(url, lambda: f"sqlite:///{shutil.copy(path, f'{path}.{next(numbers)}')}")
        return
    server: Postgresql = request.getfixturevalue("postgresql")
    url = server.fresh_database()
    example_books(url, keep)
    copies: list[str] = []

    def copied() -> str:
        copies.append(server.fresh_database(url.rpartition("/")[2]))
        return copies[-1]

    yield Template(url, copied)
    for each in (*copies, url):
        server.drop_database(each)
