"""What is measured: one row per operation."""

import json
from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

FRESH = "<fresh>"  # stands for a number that no other call has sent
TODAY = datetime.now(UTC).date()
ISSUED, DRAFT = 1, 2  # the two invoices of each kind that every organisation begins with
SECRET = "secret"  # of every integration that renews a token

# What a call is about: a document's number, an integration and its token, or nothing.
Item = int | list[str] | None


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    route: str
    query: str = ""
    body: Any = None
    uses_up: str = ""  # a pool of items, each good for one call
    feeds: str = ""  # the pool that they go to afterwards
    spread: str = ""  # in turn, all over the organisation's "invoices" or "drafts"
    again: bool = False  # about documents that it has been called for before
    in_big: bool = False  # in the organisation with the long list
    form: bool = False  # of the token address: its own way to say who calls

    def path(self, item: Item) -> str:
        return self.route.replace("{key}", str(item)) + self.query

    def sent(self, item: Item) -> str:
        """The body."""
        if self.form and isinstance(item, list):
            return f"grant_type=refresh_token&refresh_token={item[1]}"
        return "" if self.body is None else json.dumps(self.body).replace(FRESH, str(item))

    def call(self, token: str, item: Item = None, answer: int = 0) -> str:
        """The call as it goes over the wire; a bare server answers as many bytes as it is told."""
        body = self.sent(item)
        lines = [
            f"{self.method} {self.path(item)} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Authorization: {self._shown(token, item)}",
            "Accept: application/json",
            f"X-Size: {answer}",
        ]
        if body:
            kind = "application/x-www-form-urlencoded" if self.form else "application/json"
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", body])

    def _shown(self, token: str, item: Item) -> str:
        if self.form and isinstance(item, list):
            return "Basic " + b64encode(f"{item[0]}:{SECRET}".encode()).decode()
        return f"Bearer {token}"


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
CHANGE = {"Invoice": {"Comments": "Ändrad"}}
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
    Operation("read",               "GET",  "/3/invoices/{key}",                    spread="invoices"),
    Operation("update",             "PUT",  "/3/invoices/{key}",                    body=CHANGE, spread="drafts"),
    Operation("issue",              "PUT",  "/3/invoices/{key}/bookkeep",           uses_up="drafts", feeds="issued"),
    Operation("credit",             "PUT",  "/3/invoices/{key}/credit",             uses_up="issued"),
    Operation("list 100",           "GET",  "/3/invoices",                          query="?limit=100", in_big=True),
    Operation("list 500",           "GET",  "/3/invoices",                          query="?limit=500", in_big=True),
    Operation("PDF",                "GET",  "/3/invoices/{key}/print",              again=True),
    Operation("supplier create",    "POST", "/3/supplierinvoices",                  body=NEW_SUPPLIER_INVOICE, uses_up="fresh"),
    Operation("supplier bookkeep",  "PUT",  "/3/supplierinvoices/{key}/bookkeep",   uses_up="supplier drafts"),
    Operation("token refresh",      "POST", "/oauth-v1/token",                      form=True, uses_up="refresh tokens"),
)
# fmt: on
NAMED = {each.name: each for each in TABLE}
