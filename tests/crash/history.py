"""Every transition of the books once, as calls that follow each other."""

from collections.abc import Callable
from datetime import date
from typing import Any

from reskontra.actions import closing
from tests.service import Company
from tests.web import purchasing
from tests.web.invoicing import ROW

Step = tuple[str, Callable[[Company], object]]

PURCHASE = {"SupplierNumber": "1", **purchasing.DATES, "SupplierInvoiceRows": [purchasing.ROW]}
VOUCHER = {
    "VoucherSeries": "A",
    "TransactionDate": "2026-11-15",
    "Description": "Pärmar",
    "VoucherRows": [{"Account": 6110, "Debit": 100}, {"Account": 1930, "Credit": 100}],
}


def post(path: str, **sent: Any) -> Callable[[Company], object]:
    return lambda company: company.post(path, sent)


def put(path: str, **sent: Any) -> Callable[[Company], object]:
    return lambda company: company.put(path, sent)


def get(path: str) -> Callable[[Company], object]:
    return lambda company: company.api.get(path).raise_for_status()


def delete(path: str) -> Callable[[Company], object]:
    return lambda company: company.delete(path)


def purchase(number: str) -> Callable[[Company], object]:
    return post("/supplierinvoices", SupplierInvoice={**PURCHASE, "InvoiceNumber": number})


def close_year(company: Company) -> object:
    return purchasing.at_desk(company, lambda desk: closing.close(desk, 1, confirmed=True))


def reopen_year(company: Company) -> object:
    return purchasing.at_desk(company, lambda desk: closing.reopen(desk, 1, "Ett kvitto saknas"))


def lock_period(company: Company) -> object:
    return purchasing.at_desk(company, lambda desk: closing.lock_through(desk, date(2026, 1, 31)))


LOST = [{"Amount": 1250, "AccountNumber": 6351}]
LOSS = post("/invoicepayments", InvoicePayment={"InvoiceNumber": 4, "Amount": 0, "WriteOffs": LOST})
DRAFT = post("/invoices", Invoice={"CustomerNumber": "1", "InvoiceRows": [ROW]})

# fmt: off
STEPS: tuple[Step, ...] = (
    ("customer created",           post("/customers", Customer={"Name": "Åke", "Email": "ake@example.com"})),
    ("supplier created",           post("/suppliers", Supplier={"Name": "Papper & Penna"})),
    ("article created",            post("/articles", Article={"Description": "Penna"})),
    ("article changed",            put("/articles/1", Article={"SalesPrice": 25})),
    ("invoice 1 drafted",          DRAFT),
    ("invoice 1 changed",          put("/invoices/1", Invoice={"YourReference": "Eva"})),
    ("invoice 1 bookkept",         put("/invoices/1/bookkeep")),
    ("invoice 2 drafted",          DRAFT),
    ("invoice 2 printed outside",  put("/invoices/2/externalprint")),
    ("invoice 3 drafted",          DRAFT),
    ("invoice 3 discarded",        put("/invoices/3/cancel")),
    ("invoice 4 drafted",          DRAFT),
    ("invoice 4 mailed",           get("/invoices/4/email")),
    ("invoice 5 drafted",          DRAFT),
    ("invoice 5 printed",          get("/invoices/5/print")),
    ("payment 1 registered",       post("/invoicepayments", InvoicePayment={"InvoiceNumber": 1, "Amount": 500})),
    ("payment 1 changed",          put("/invoicepayments/1", InvoicePayment={"Amount": 1250})),
    ("payment 1 bookkept",         put("/invoicepayments/1/bookkeep")),
    ("payment 1 undone",           put("/invoicepayments/1/cancel")),
    ("payment 2 registered",       post("/invoicepayments", InvoicePayment={"InvoiceNumber": 1, "Amount": 500})),
    ("payment 2 removed",          delete("/invoicepayments/2")),
    ("invoice 2 credited",         put("/invoices/2/credit")),
    ("loss 3 registered",          LOSS),
    ("loss 3 bookkept",            put("/invoicepayments/3/bookkeep")),
    ("loss 3 undone",              put("/invoicepayments/3/cancel")),
    ("loss 4 registered",          LOSS),
    ("loss 4 bookkept",            put("/invoicepayments/4/bookkeep")),
    ("lost invoice 4 credited",    put("/invoices/4/credit")),
    ("payment 5 registered",       post("/invoicepayments", InvoicePayment={"InvoiceNumber": 5, "Amount": 1250})),
    ("payment 5 bookkept",         put("/invoicepayments/5/bookkeep")),
    ("paid invoice 5 credited",    put("/invoices/5/credit")),
    ("purchase 1 drafted",         purchase("F1")),
    ("purchase 1 changed",         put("/supplierinvoices/1", SupplierInvoice={"Comments": "Ok"})),
    ("purchase 1 bookkept",        put("/supplierinvoices/1/bookkeep")),
    ("outgoing 1 registered",      post("/supplierinvoicepayments", SupplierInvoicePayment={"InvoiceNumber": "1", "Amount": "600"})),
    ("outgoing 1 changed",         put("/supplierinvoicepayments/1", SupplierInvoicePayment={"Amount": "1000"})),
    ("outgoing 1 bookkept",        put("/supplierinvoicepayments/1/bookkeep")),
    ("outgoing 1 undone",          put("/supplierinvoicepayments/1/cancel")),
    ("purchase 1 cancelled",       put("/supplierinvoices/1/cancel")),
    ("outgoing 2 wanted",          purchase("F2")),
    ("purchase 2 discarded",       put("/supplierinvoices/2/cancel")),
    ("voucher entered",            post("/vouchers", Voucher=VOUCHER)),
    ("article deactivated",        delete("/articles/1")),
    ("last year's voucher",        post("/vouchers", Voucher=VOUCHER | {"TransactionDate": "2025-11-02"})),
    ("year closed",                close_year),
    ("year reopened",              reopen_year),
    ("year closed again",          close_year),
    ("period locked",              lock_period),
)
# fmt: on

# What was printed is remembered by its digest, once there is something that was printed.
IN_TWO_COMMITS = {"invoice 4 mailed", "invoice 5 printed"}
