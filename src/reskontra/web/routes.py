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
from reskontra.actions.lifecycle import Allow, Gone
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.actions.vouchers import VOUCHERS
from reskontra.actions.years import FINANCIAL_YEARS
from reskontra.web import company, delivering
from reskontra.web.endpoints import creates, deletes, fires, lists, reads, updates
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


def plain(register: Register) -> list[Route[Endpoint]]:
    """A list, a read, and what its life lets a client do."""
    path = f"/3/{register.resource.path}"
    targets = {row.trigger: row.target for row in register.life if isinstance(row, Allow)}
    deletion = "Removes" if isinstance(targets.get("delete"), Gone) else "Deactivates"
    routes = {
        "list": get(path, lists(register)),
        "create": post(path, creates(register)),
        "read": get(f"{path}/{{key}}", reads(register)),
        "update": put(f"{path}/{{key}}", updates(register)),
        "delete": delete(f"{path}/{{key}}", deletes(register, deletion)),
    }
    return [route for name, route in routes.items() if name in {"list", "read", *targets}]


# fmt: off
REGISTERS = tuple(route for register in (
    CUSTOMERS, SUPPLIERS, ARTICLES, ACCOUNTS, VOUCHER_SERIES, TERMS_OF_PAYMENT, UNITS, CURRENCIES,
    COST_CENTERS, PROJECTS, MODES_OF_PAYMENT, PREDEFINED_ACCOUNTS,
) for route in plain(register))

INVOICES = (
    get   ("/3/invoices",                        lists  (CUSTOMER_INVOICES)),
    post  ("/3/invoices",                        creates(CUSTOMER_INVOICES)),
    get   ("/3/invoices/{key}",                  reads  (CUSTOMER_INVOICES)),
    put   ("/3/invoices/{key}",                  updates(CUSTOMER_INVOICES)),
    put   ("/3/invoices/{key}/bookkeep",         fires  (CUSTOMER_INVOICES, "bookkeep")),
    put   ("/3/invoices/{key}/externalprint",    fires  (CUSTOMER_INVOICES, "externalprint")),
    get   ("/3/invoices/{key}/email",            delivering.mails()),
    get   ("/3/invoices/{key}/print",            delivering.prints()),
    get   ("/3/invoices/{key}/preview",          delivering.previews()),
    put   ("/3/invoices/{key}/cancel",           fires  (CUSTOMER_INVOICES, "cancel")),
    put   ("/3/invoices/{key}/credit",           fires  (CUSTOMER_INVOICES, "credit")),
)

PURCHASES = (
    get   ("/3/supplierinvoices",                        lists  (SUPPLIER_INVOICES)),
    post  ("/3/supplierinvoices",                        creates(SUPPLIER_INVOICES)),
    get   ("/3/supplierinvoices/{key}",                  reads  (SUPPLIER_INVOICES)),
    put   ("/3/supplierinvoices/{key}",                  updates(SUPPLIER_INVOICES)),
    put   ("/3/supplierinvoices/{key}/bookkeep",         fires  (SUPPLIER_INVOICES, "bookkeep")),
    put   ("/3/supplierinvoices/{key}/cancel",           fires  (SUPPLIER_INVOICES, "cancel")),
    put   ("/3/supplierinvoices/{key}/credit",           fires  (SUPPLIER_INVOICES, "credit")),
    put   ("/3/supplierinvoices/{key}/approvalbookkeep", fires  (SUPPLIER_INVOICES, "approvalbookkeep")),
    put   ("/3/supplierinvoices/{key}/approvalpayment",  fires  (SUPPLIER_INVOICES, "approvalpayment")),
)


def payments(path: str, register: Register) -> tuple[Route[Endpoint], ...]:
    return (
        get   (path,                       lists  (register)),
        post  (path,                       creates(register)),
        get   (f"{path}/{{key}}",          reads  (register)),
        put   (f"{path}/{{key}}",          updates(register)),
        delete(f"{path}/{{key}}",          deletes(register)),
        put   (f"{path}/{{key}}/bookkeep", fires  (register, "bookkeep")),
        put   (f"{path}/{{key}}/cancel",   fires  (register, "cancel")),
    )


PAYMENTS = (
    *payments("/3/invoicepayments",         CUSTOMER_PAYMENTS),
    *payments("/3/supplierinvoicepayments", SUPPLIER_PAYMENTS),
)

BOOKKEEPING = (
    get ("/3/financialyears",                 lists  (FINANCIAL_YEARS)),
    post("/3/financialyears",                 creates(FINANCIAL_YEARS, "Opens")),
    get ("/3/financialyears/{key}",           reads  (FINANCIAL_YEARS)),
    get ("/3/vouchers",                       lists  (VOUCHERS)),
    post("/3/vouchers",                       creates(VOUCHERS, "Posts")),
    get ("/3/vouchers/sublist",               lists  (VOUCHERS)),
    get ("/3/vouchers/sublist/{series}",      lists  (VOUCHERS, voucherseries="series")),
    get ("/3/vouchers/{series}/{number}",     reads  (VOUCHERS)),
    get ("/3/companyinformation",             company.READ_INFORMATION),
    get ("/3/settings/company",               company.READ_SETTINGS),
    get ("/3/settings/lockedperiod",          company.READ_LOCKED_PERIOD),
    get ("/3/me",                             company.READ_ME),
)
# fmt: on

ROUTES = (*INVOICES, *PURCHASES, *PAYMENTS, *REGISTERS, *BOOKKEEPING)
