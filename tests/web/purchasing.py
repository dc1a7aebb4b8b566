"""Short ways to say common things about supplier invoices."""

from collections.abc import Callable
from datetime import timedelta
from textwrap import dedent
from typing import Any

from tests.service import Company

from reskontra.actions.desk import Desk, desk_for

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
    return {**number, **this_month(company), "SupplierInvoiceRows": list(rows or [ROW]), **fields}


def this_month(company: Company) -> dict[str, str]:
    """`DATES`, by the service's own clock."""
    received = company.service.clock().date().replace(day=2)
    due = received + timedelta(days=30)
    return {"InvoiceDate": received.isoformat(), "DueDate": due.isoformat()}


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


def voucher(company: Company, series: str, number: int, year: int = 2) -> str:
    """The voucher as the bookkeeping rules write it: `D 6110 1000.00`, line by line."""
    found = company.get(f"/vouchers/{series}/{number}", financialyear=year)["Voucher"]
    return "\n".join(
        f"K {row['Account']} {row['Credit']:.2f}"
        if row["Credit"]
        else f"D {row['Account']} {row['Debit']:.2f}"
        for row in found["VoucherRows"]
    )


def block(text: str) -> str:
    return dedent(text).strip()


def at_desk(company: Company, work: Callable[[Desk], Any]) -> Any:
    """What the command line does to the books: locks, years."""

    def unit(tx: Any) -> Any:
        return work(desk_for(tx, company.id, company.service.clock(), "tests"))

    return company.service.write(unit, company.id)
