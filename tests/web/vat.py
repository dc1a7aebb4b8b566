"""Short ways to say common things about VAT returns."""

from typing import Any

import httpx
from tests.service import Company, answered
from tests.web import invoicing, purchasing

OWNER = {"organisation_number": "556677-8899", "vat_number": "SE556677889901"}


def ours(company: Company, path: str) -> str:
    """An address of our own."""
    return f"{company.service.url}/api/v1{path}"


def asked(company: Company, path: str, **query: Any) -> httpx.Response:
    return company.api.get(ours(company, path), params=query)


def read(company: Company, period: str) -> dict[str, Any]:
    found: dict[str, Any] = answered(asked(company, f"/vatreturns/{period}"), 200)["VATReturn"]
    return found


def listed(company: Company) -> dict[str, str]:
    """The state of each period, the latest first."""
    rows = answered(asked(company, "/vatreturns"), 200)["VATReturns"]
    return {row["Period"]: row["State"] for row in rows}


def sent(company: Company, period: str, act: str, body: Any = None) -> httpx.Response:
    return company.api.put(ours(company, f"/vatreturns/{period}/{act}"), json=body)


def filed(company: Company, period: str) -> dict[str, Any]:
    done: dict[str, Any] = answered(sent(company, period, "file"), 200)["VATReturn"]
    return done


def reopened(company: Company, period: str, reason: str = "Ett kvitto saknas") -> dict[str, Any]:
    body = {"VATReopening": {"Reason": reason}}
    done: dict[str, Any] = answered(sent(company, period, "reopen", body), 200)["VATReopening"]
    return done


def boxes(declaration: dict[str, Any]) -> dict[str, int]:
    return {row["Box"]: row["Amount"] for row in declaration["Boxes"]}


def rows(voucher: dict[str, Any]) -> str:
    """A voucher as the bookkeeping rules write it."""
    lines = []
    for row in voucher["VoucherRows"]:
        side, amount = ("K", row["Credit"]) if row["Credit"] else ("D", row["Debit"])
        lines.append(f"{side} {row['Account']} {amount:.2f}")
    return "\n".join(lines)


def work(price: Any, vat: int = 25, **more: Any) -> dict[str, Any]:
    return {"Description": "Arbete", "Price": price, "DeliveredQuantity": 1, "VAT": vat, **more}


def sold(company: Company, day: str, *sales: Any, **more: Any) -> Any:
    return invoicing.issued(company, *sales, InvoiceDate=day, **more)["DocumentNumber"]


def bought(company: Company, day: str, *costs: Any, **more: Any) -> Any:
    dated = {"InvoiceDate": day, "DueDate": day}
    return purchasing.booked(company, *costs, **dated, **more)["GivenNumber"]


def buyer_in_germany(company: Company) -> str:
    return invoicing.customer(
        company, VATType="EUREVERSEDVAT", VATNumber="DE200009800", CountryCode="DE"
    )
