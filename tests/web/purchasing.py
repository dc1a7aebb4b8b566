"""Short ways to say common things about supplier invoices."""

from typing import Any

from tests.service import Company
from tests.web.invoicing import boxes, lines

__all__ = ["boxes", "lines"]  # vouchers are read the same way, whoever they come from

ROW = {"Account": 6110, "Debit": 1000}
DATES = {"InvoiceDate": "2026-11-02", "DueDate": "2026-12-02"}


def supplier(company: Company, **fields: Any) -> str:
    made = company.post("/suppliers", {"Supplier": {"Name": "Papper & Penna", **fields}})
    return str(made["Supplier"]["SupplierNumber"])


def wanted(company: Company, *rows: Any, **fields: Any) -> dict[str, Any]:
    """What a client would send; the invoice number is new each time."""
    if "SupplierNumber" not in fields:
        fields["SupplierNumber"] = supplier(company)
    number = {"InvoiceNumber": f"F-{fields['SupplierNumber']}"}
    return {**number, **DATES, "SupplierInvoiceRows": list(rows or [ROW]), **fields}


def draft(company: Company, *rows: Any, **fields: Any) -> dict[str, Any]:
    sent = {"SupplierInvoice": wanted(company, *rows, **fields)}
    invoice: dict[str, Any] = company.post("/supplierinvoices", sent)["SupplierInvoice"]
    return invoice


def booked(company: Company, *rows: Any, **fields: Any) -> dict[str, Any]:
    return act(company, draft(company, *rows, **fields)["GivenNumber"], "bookkeep")


def act(company: Company, number: Any, action: str) -> dict[str, Any]:
    done: dict[str, Any] = company.put(f"/supplierinvoices/{number}/{action}")
    return dict(done["SupplierInvoice"])


def read(company: Company, number: Any) -> dict[str, Any]:
    invoice: dict[str, Any] = company.get(f"/supplierinvoices/{number}")["SupplierInvoice"]
    return invoice


def change(company: Company, number: Any, **fields: Any) -> dict[str, Any]:
    changed = company.put(f"/supplierinvoices/{number}", {"SupplierInvoice": fields})
    return dict(changed["SupplierInvoice"])


def listed(company: Company, **query: Any) -> list[str]:
    """The numbers in the list, in its order."""
    rows = company.get("/supplierinvoices", **query)["SupplierInvoices"]
    return [row["GivenNumber"] for row in rows]


def registered(company: Company, number: Any, **fields: Any) -> dict[str, Any]:
    sent = {"SupplierInvoicePayment": {"InvoiceNumber": number, **fields}}
    made = company.post("/supplierinvoicepayments", sent)
    return dict(made["SupplierInvoicePayment"])


def pay(company: Company, number: Any, **fields: Any) -> dict[str, Any]:
    return settle(company, registered(company, number, **fields)["Number"], "bookkeep")


def settle(company: Company, number: Any, action: str) -> dict[str, Any]:
    done = company.put(f"/supplierinvoicepayments/{number}/{action}")
    return dict(done["SupplierInvoicePayment"])
