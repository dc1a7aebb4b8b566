"""The whole story, told once for all clients of Python: each says how it calls."""

import json
import os
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

DIRECT = os.environ["CLIENT_WAY"] == "direct"
API = os.environ["SANDBOX_URL"] + "/api/v1" if DIRECT else "https://api.fortnox.se"
OAUTH = os.environ["SANDBOX_OAUTH_URL"] if DIRECT else "https://apps.fortnox.se/oauth-v1"
CLIENT_ID, SECRET = os.environ["SANDBOX_CLIENT_ID"], os.environ["SANDBOX_CLIENT_SECRET"]
TOKEN, REFRESH = os.environ["SANDBOX_ACCESS_TOKEN"], os.environ["SANDBOX_REFRESH_TOKEN"]
BACK = "http://127.0.0.1:3000/callback"

ROW = {"Description": "Arbete", "DeliveredQuantity": "2", "Price": 500, "VAT": 25}


class Refused(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status} {message}")
        self.status, self.message = status, message


def step(name: str, work: Callable[[], Any]) -> Any:
    """Done, and said; what a later step needs of one that failed is missing there too."""
    try:
        outcome = work()
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        print(json.dumps({"step": name, "ok": False, "why": said[:2000]}), flush=True)
        return None
    print(json.dumps({"step": name, "ok": True}), flush=True)
    return outcome


def holds(truth: Any, what: str = "") -> None:
    if not truth:
        raise AssertionError(what or "not as it should be")


def consented() -> None:
    """A person's consent is given beforehand."""
    sent = json.dumps({"consent": "approve"}).encode()
    address = os.environ["SANDBOX_CONTROL_URL"] + "/oauth"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    opener.open(urllib.request.Request(address, sent, method="PUT")).close()


def whole(call: Callable[..., Any], renew: Callable[[], Any] | None = None) -> None:
    """`call(method, path, body)` gives the parsed answer, or raises Refused."""
    if renew:
        step("obtains and renews its token", renew)

    def company() -> None:
        told = call("GET", "/3/companyinformation")["CompanyInformation"]
        holds(told["CompanyName"])

    def customer() -> str:
        sent = {"Customer": {"Name": "Kund AB", "Email": "kund@example.com"}}
        made = call("POST", "/3/customers", sent)["Customer"]
        holds(made["Name"] == "Kund AB")
        return str(made["CustomerNumber"])

    def found() -> None:
        listed = call("GET", f"/3/customers?name={urllib.parse.quote('Kund AB')}")
        holds([each["CustomerNumber"] for each in listed["Customers"]] == [number])

    def article() -> None:
        made = call("POST", "/3/articles", {"Article": {"Description": "Bord"}})["Article"]
        holds(call("GET", f"/3/articles/{made['ArticleNumber']}")["Article"] == made)

    def draft() -> str:
        sent = {"Invoice": {"CustomerNumber": number, "InvoiceRows": [ROW]}}
        made = call("POST", "/3/invoices", sent)["Invoice"]
        holds(made["Total"] == 1250)
        return str(made["DocumentNumber"])

    def booked() -> None:
        told = call("PUT", f"/3/invoices/{invoice}/bookkeep")["Invoice"]
        holds(told["Booked"] and told["VoucherNumber"])

    def unpaid() -> None:
        listed = call("GET", f"/3/invoices?filter=unpaid&customernumber={number}")["Invoices"]
        holds([str(each["Balance"]) for each in listed] == ["1250"])

    def paid() -> None:
        sent = {"InvoicePayment": {"InvoiceNumber": int(invoice), "Amount": 1250}}
        made = call("POST", "/3/invoicepayments", sent)["InvoicePayment"]
        call("PUT", f"/3/invoicepayments/{made['Number']}/bookkeep")
        holds(call("GET", f"/3/invoices/{invoice}")["Invoice"]["Balance"] == 0)

    step("reads the company", company)
    number = step("creates a customer", customer)
    step("finds it by its name", found)
    step("creates an article", article)
    invoice = step("drafts an invoice", draft)
    step("bookkeeps it", booked)
    step("lists what is unpaid", unpaid)
    step("pays it", paid)
    step("is told what is not found", lambda: refused(call, "/3/invoices/99999", "fakturan"))
    step("is told what is not served", lambda: refused(call, "/3/orders", "adress"))


def refused(call: Callable[..., Any], path: str, said: str) -> None:
    try:
        call("GET", path)
    except Refused as refusal:
        holds(refusal.status in (0, 404) and said in refusal.message, str(refusal))
    else:
        raise AssertionError("it was answered")


def opened(status: int, body: Any) -> Any:
    """What a client of HTTP alone makes of an answer."""
    if status >= 400:
        raise Refused(status, body["ErrorInformation"]["message"])
    return body
