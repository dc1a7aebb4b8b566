"""The endpoint tables."""

from reskontra.actions.all_registers import (
    ACCOUNTS,
    ARTICLES,
    COST_CENTERS,
    CURRENCIES,
    CUSTOMERS,
    MODES_OF_PAYMENT,
    PREDEFINED_ACCOUNTS,
    PROJECTS,
    SUPPLIERS,
    TERMS_OF_PAYMENT,
    UNITS,
    VOUCHER_SERIES,
)
from reskontra.actions.registers import Register
from reskontra.actions.subledger import (
    CUSTOMER_INVOICES,
    CUSTOMER_PAYMENTS,
    SUPPLIER_INVOICES,
    SUPPLIER_PAYMENTS,
    Subledger,
)
from reskontra.web import bookkeeping as books
from reskontra.web import delivering
from reskontra.web import documents as docs
from reskontra.web.endpoints import creates, deletes, lists, reads, updates
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route


def get(path: str, endpoint: Endpoint) -> Route[Endpoint]:
    return Route("GET", path, endpoint)


def post(path: str, endpoint: Endpoint) -> Route[Endpoint]:
    return Route("POST", path, endpoint)


def put(path: str, endpoint: Endpoint) -> Route[Endpoint]:
    return Route("PUT", path, endpoint)


def delete(path: str, endpoint: Endpoint) -> Route[Endpoint]:
    return Route("DELETE", path, endpoint)


SHAPES = {
    "list": lambda path, register: get(path, lists(register)),
    "create": lambda path, register: post(path, creates(register)),
    "read": lambda path, register: get(f"{path}/{{key}}", reads(register)),
    "update": lambda path, register: put(f"{path}/{{key}}", updates(register)),
    "delete": lambda path, register: delete(f"{path}/{{key}}", deletes(register)),
}


def register(each: Register, shapes: str) -> list[Route[Endpoint]]:
    path = f"/3/{each.resource.path}"
    return [SHAPES[shape](path, each) for shape in shapes.split()]


# fmt: off
REGISTERS = (
    *register(CUSTOMERS,           "list create read update delete"),
    *register(SUPPLIERS,           "list create read update delete"),
    *register(ARTICLES,            "list create read update delete"),
    *register(ACCOUNTS,            "list create read update delete"),
    *register(VOUCHER_SERIES,      "list create read update"),
    *register(TERMS_OF_PAYMENT,    "list create read update delete"),
    *register(UNITS,               "list create read update delete"),
    *register(CURRENCIES,          "list create read update delete"),
    *register(COST_CENTERS,        "list create read update delete"),
    *register(PROJECTS,            "list create read update delete"),
    *register(MODES_OF_PAYMENT,    "list create read update delete"),
    *register(PREDEFINED_ACCOUNTS, "list read update"),
)

INVOICES = (
    get   ("/3/invoices",                        docs.lists  (CUSTOMER_INVOICES)),
    post  ("/3/invoices",                        docs.creates(CUSTOMER_INVOICES)),
    get   ("/3/invoices/{key}",                  docs.reads  (CUSTOMER_INVOICES)),
    put   ("/3/invoices/{key}",                  docs.updates(CUSTOMER_INVOICES)),
    put   ("/3/invoices/{key}/bookkeep",         docs.fires  (CUSTOMER_INVOICES, "bookkeep")),
    put   ("/3/invoices/{key}/externalprint",    docs.fires  (CUSTOMER_INVOICES, "externalprint")),
    get   ("/3/invoices/{key}/email",            delivering.mails()),
    get   ("/3/invoices/{key}/print",            delivering.prints()),
    get   ("/3/invoices/{key}/preview",          delivering.previews()),
    put   ("/3/invoices/{key}/cancel",           docs.fires  (CUSTOMER_INVOICES, "cancel")),
    put   ("/3/invoices/{key}/credit",           docs.fires  (CUSTOMER_INVOICES, "credit")),
)

PURCHASES = (
    get   ("/3/supplierinvoices",                        docs.lists  (SUPPLIER_INVOICES)),
    post  ("/3/supplierinvoices",                        docs.creates(SUPPLIER_INVOICES)),
    get   ("/3/supplierinvoices/{key}",                  docs.reads  (SUPPLIER_INVOICES)),
    put   ("/3/supplierinvoices/{key}",                  docs.updates(SUPPLIER_INVOICES)),
    put   ("/3/supplierinvoices/{key}/bookkeep",         docs.fires  (SUPPLIER_INVOICES, "bookkeep")),
    put   ("/3/supplierinvoices/{key}/cancel",           docs.fires  (SUPPLIER_INVOICES, "cancel")),
    put   ("/3/supplierinvoices/{key}/credit",           docs.fires  (SUPPLIER_INVOICES, "credit")),
    put   ("/3/supplierinvoices/{key}/approvalbookkeep", docs.fires  (SUPPLIER_INVOICES, "approvalbookkeep")),
    put   ("/3/supplierinvoices/{key}/approvalpayment",  docs.fires  (SUPPLIER_INVOICES, "approvalpayment")),
)


def payments(path: str, ledger: Subledger) -> tuple[Route[Endpoint], ...]:
    return (
        get   (path,                       docs.lists  (ledger)),
        post  (path,                       docs.creates(ledger)),
        get   (f"{path}/{{key}}",          docs.reads  (ledger)),
        put   (f"{path}/{{key}}",          docs.updates(ledger)),
        delete(f"{path}/{{key}}",          docs.deletes(ledger)),
        put   (f"{path}/{{key}}/bookkeep", docs.fires  (ledger, "bookkeep")),
        put   (f"{path}/{{key}}/cancel",   docs.fires  (ledger, "cancel")),
    )


PAYMENTS = (
    *payments("/3/invoicepayments",         CUSTOMER_PAYMENTS),
    *payments("/3/supplierinvoicepayments", SUPPLIER_PAYMENTS),
)

BOOKKEEPING = (
    get ("/3/financialyears",                 books.list_years()),
    post("/3/financialyears",                 books.create_year()),
    get ("/3/financialyears/{key}",           books.read_year()),
    get ("/3/vouchers",                       books.list_vouchers()),
    post("/3/vouchers",                       books.create_voucher()),
    get ("/3/vouchers/sublist",               books.list_vouchers()),
    get ("/3/vouchers/sublist/{series}",      books.list_vouchers()),
    get ("/3/vouchers/{series}/{number}",     books.read_voucher()),
    get ("/3/companyinformation",             books.read_company_information()),
    get ("/3/settings/company",               books.read_company_settings()),
    get ("/3/settings/lockedperiod",          books.read_locked_period()),
    get ("/3/me",                             books.read_me()),
)
# fmt: on

ROUTES = (*INVOICES, *PURCHASES, *PAYMENTS, *REGISTERS, *BOOKKEEPING)
