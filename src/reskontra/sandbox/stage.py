"""What a scenario is told with: the same actions as the API's, under the API's names."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from reskontra.actions import organisations
from reskontra.actions.all_registers import REGISTERS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.actions.vouchers import VOUCHERS

EVERY = (
    CUSTOMER_INVOICES,
    CUSTOMER_PAYMENTS,
    SUPPLIER_INVOICES,
    SUPPLIER_PAYMENTS,
    VOUCHERS,
    *REGISTERS,
)
BY_PATH: Mapping[str, Register] = {each.resource.path: each for each in EVERY}


class Stage:
    """A new company's open books."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk, self.seed = desk, seed

    @property
    def today(self) -> date:
        return self.desk.today

    def ago(self, days: int) -> str:
        """A day relative to the company's today, as the API writes it."""
        return (self.today - timedelta(days=days)).isoformat()

    def create(self, path: str, **fields: Any) -> Any:
        """As POST /3/{path}."""
        return fire(BY_PATH[path], self.desk, None, "create", Request(fields))

    def act(self, path: str, record: Any, trigger: str) -> Any:
        """As PUT /3/{path}/{key}/{trigger}."""
        return fire(BY_PATH[path], self.desk, record, trigger)

    def issued(self, **fields: Any) -> Any:
        return self.act("invoices", self.create("invoices", **fields), "bookkeep")

    def pay(self, invoice: Any, amount: Any = None, **fields: Any) -> None:
        whole = invoice.balance if amount is None else amount
        number = {"InvoiceNumber": invoice.document_number, "Amount": whole}
        payment = self.create("invoicepayments", **number, **fields)
        self.act("invoicepayments", payment, "bookkeep")

    def change_company(self, **details: Any) -> None:
        organisations.change(self.desk, details, None)
