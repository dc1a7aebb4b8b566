"""Paid invoices with house work, as claims are made of them."""

from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.domain.claiming import Candidate, Judged, judged
from reskontra.domain.claims import Case
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow, Status, priced
from reskontra.domain.records import replace
from reskontra.domain.tax_reduction import TaxReductionType

BUYER = "198112289874"
OTHER_BUYER = "701063-2391"
PAID = date(2026, 9, 20)
TODAY = date(2026, 9, 21)


def work(kind: str, hours: str, price: str, unit: str = "h", **more: Any) -> InvoiceRow:
    return InvoiceRow(
        delivered_quantity=Decimal(hours), price=Decimal(price), vat=25, unit=unit,
        house_work=True, house_work_type=kind, account_number=3001, **more,
    )  # fmt: skip


def beside(price: str, kind: str = "", vat: int = 25) -> InvoiceRow:
    """What is no work: material, or other costs."""
    return InvoiceRow(
        delivered_quantity=Decimal(1), price=Decimal(price), vat=vat, house_work_type=kind,
        account_number=3001,
    )  # fmt: skip


def paid(*rows: InvoiceRow, kind: str = "rot", **fields: Any) -> CustomerInvoice:
    """An invoice whose customer has paid it all."""
    own = {
        "document_number": 4, "customer_number": "1", "organisation_number": "19811228-9874",
        "invoice_date": date(2026, 9, 1), "due_date": date(2026, 10, 1),
        "final_pay_date": PAID, "property_designation": "SOLNA EXEMPEL 1:23",
    } | fields  # fmt: skip
    draft = priced(CustomerInvoice(tax_reduction_type=TaxReductionType(kind), rows=rows, **own))
    return replace(draft, status=Status.PAID, balance=Decimal("0.00"))


ROT = (work("CONSTRUCTION", "20", "500"), beside("4000"))


def judge(invoice: CustomerInvoice, *stated: Case, customers_number: str = "") -> Judged:
    return judged(Candidate(invoice, customers_number, stated), TODAY)
