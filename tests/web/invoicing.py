"""Short ways to say common things about customer invoices."""

from typing import Any

from tests.service import Company

from reskontra.storage import ledger
from reskontra.storage.books import Books

ROW = {"Description": "Arbete", "Price": 1000, "DeliveredQuantity": "1", "VAT": 25}


def customer(company: Company, **fields: Any) -> str:
    made = company.post("/customers", {"Customer": {"Name": "Åkes Bygg", **fields}})
    return str(made["Customer"]["CustomerNumber"])


def draft(company: Company, *rows: dict[str, Any], **fields: Any) -> dict[str, Any]:
    if "CustomerNumber" not in fields:
        fields["CustomerNumber"] = customer(company)
    sent = {"InvoiceRows": list(rows or [ROW]), **fields}
    invoice: dict[str, Any] = company.post("/invoices", {"Invoice": sent})["Invoice"]
    return invoice


def issued(company: Company, *rows: dict[str, Any], **fields: Any) -> dict[str, Any]:
    number = draft(company, *rows, **fields)["DocumentNumber"]
    return act(company, number, "bookkeep")


def act(company: Company, number: Any, action: str) -> dict[str, Any]:
    invoice: dict[str, Any] = company.put(f"/invoices/{number}/{action}")["Invoice"]
    return invoice


def read(company: Company, number: Any) -> dict[str, Any]:
    invoice: dict[str, Any] = company.get(f"/invoices/{number}")["Invoice"]
    return invoice


def pay(company: Company, number: Any, amount: Any, **fields: Any) -> dict[str, Any]:
    sent = {"InvoiceNumber": number, "Amount": amount, **fields}
    made = company.post("/invoicepayments", {"InvoicePayment": sent})["InvoicePayment"]
    booked: dict[str, Any] = company.put(f"/invoicepayments/{made['Number']}/bookkeep")
    return booked["InvoicePayment"]


def lines(company: Company, series: str, number: Any, year: int = 2) -> dict[int, float]:
    """The voucher's accounts, debit positive."""
    query = {"financialyear": year}
    voucher = company.get(f"/vouchers/{series}/{number}", **query)["Voucher"]
    sums: dict[int, float] = {}
    for row in voucher["VoucherRows"]:
        sums[row["Account"]] = round(sums.get(row["Account"], 0) + row["Debit"] - row["Credit"], 2)
    return sums


def boxes(company: Company, series: str, number: int, year: int = 2) -> dict[str, float]:
    """The voucher's VAT entries."""

    def unit(tx: Any) -> dict[str, float]:
        books = Books(tx, company.id, company.service.clock(), "tests")
        entries = ledger.voucher(books, year, series, number).vat_entries
        return {entry.box: float(entry.base + entry.tax) for entry in entries}

    found: dict[str, float] = company.service.read(unit, company.id)
    return found
