"""What is measured: one row per operation."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

FRESH = "<fresh>"  # stands for a number that no other call has sent
TODAY = datetime.now(UTC).date()
ISSUED, DRAFT = 1, 2  # the two invoices that every organisation of the benchmark begins with


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    route: str
    query: str = ""
    body: Any = None
    uses_up: str = ""  # a pool of document numbers, each good for one call
    feeds: str = ""  # the pool that the numbers go to afterwards
    in_big: bool = False  # in the organisation with 100,000 invoices
    number: int = ISSUED
    among: int = 0  # so many documents in turn, or each would be remembered from the last call

    def path(self, number: int | None = None) -> str:
        return self.route.replace("{key}", str(number or self.number)) + self.query

    def call(self, token: str, number: int | None = None, answer: int = 0) -> str:
        """The call as it goes over the wire; a bare server answers as many bytes as it is told."""
        body = json.dumps(self.body).replace(FRESH, str(number)) if self.body is not None else ""
        lines = [
            f"{self.method} {self.path(number)} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: Bearer {token}",
            "Accept: application/json",
            f"X-Size: {answer}",
        ]
        if self.body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", body])


def row(place: int) -> dict[str, Any]:
    return {
        "Description": f"Konsultation, del {place}",
        "DeliveredQuantity": "2.5",
        "Price": 1234.5 + place,
        "VAT": (25, 25, 12)[place],
        "Unit": "h",
    }


NEW_INVOICE = {
    "Invoice": {
        "CustomerNumber": "1",
        "Comments": "Tack för förtroendet",
        "OurReference": "Åke Öhman",
        "YourOrderNumber": "B-4711",
        "ExternalInvoiceReference1": "order 4711",
        "TermsOfPayment": "30",
        "InvoiceRows": [row(place) for place in range(3)],
    }
}
NEW_SUPPLIER_INVOICE = {
    "SupplierInvoice": {
        "SupplierNumber": "1",
        "InvoiceNumber": FRESH,
        "InvoiceDate": TODAY.isoformat(),
        "DueDate": (TODAY + timedelta(30)).isoformat(),
        "Total": 1250,
        "VAT": 250,
        "SupplierInvoiceRows": [{"Account": 5410, "Debit": 1000}],
    }
}

# fmt: off
TABLE = (
    Operation("create",             "POST", "/3/invoices",                          body=NEW_INVOICE),
    Operation("read",               "GET",  "/3/invoices/{key}"),
    Operation("update",             "PUT",  "/3/invoices/{key}",                    body={"Invoice": {"Comments": "Ändrad"}}, number=DRAFT),
    Operation("issue",              "PUT",  "/3/invoices/{key}/bookkeep",           uses_up="drafts", feeds="issued"),
    Operation("credit",             "PUT",  "/3/invoices/{key}/credit",             uses_up="issued"),
    Operation("list 100",           "GET",  "/3/invoices",                          query="?limit=100", in_big=True),
    Operation("list 500",           "GET",  "/3/invoices",                          query="?limit=500", in_big=True),
    Operation("PDF",                "GET",  "/3/invoices/{key}/print", among=12),
    Operation("supplier create",    "POST", "/3/supplierinvoices",                  body=NEW_SUPPLIER_INVOICE, uses_up="fresh"),
    Operation("supplier bookkeep",  "PUT",  "/3/supplierinvoices/{key}/bookkeep",   uses_up="supplier drafts"),
)
# fmt: on
