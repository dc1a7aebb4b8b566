"""The endpoint tables."""

from reskontra.actions.all_registers import REGISTERS
from reskontra.actions.lifecycle import Allow, Gone
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.actions.vouchers import VOUCHERS
from reskontra.actions.years import FINANCIAL_YEARS
from reskontra.web import closing, company, delivering, sie
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


def calls(register: Register, *triggers: str) -> list[Route[Endpoint]]:
    """A list, a read, what its life lets a client do, and the triggers that have an address."""
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
    usual = [route for name, route in routes.items() if name in {"list", "read", *targets}]
    return usual + [put(f"{path}/{{key}}/{each}", fires(register, each)) for each in triggers]


# fmt: off
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

DOCUMENTS = (
    *INVOICES,
    *calls(SUPPLIER_INVOICES, "bookkeep", "cancel", "credit", "approvalbookkeep", "approvalpayment"),
    *calls(CUSTOMER_PAYMENTS, "bookkeep", "cancel"),
    *calls(SUPPLIER_PAYMENTS, "bookkeep", "cancel"),
)

BOOKKEEPING = (
    get ("/3/financialyears",                 lists  (FINANCIAL_YEARS)),
    post("/3/financialyears",                 creates(FINANCIAL_YEARS, "Opens")),
    get ("/3/financialyears/{key}",           reads  (FINANCIAL_YEARS)),
    get ("/3/financialyears/{key}/closing",   closing.previews()),
    put ("/3/financialyears/{key}/close",     closing.closes()),
    put ("/3/financialyears/{key}/reopen",    closing.reopens()),
    get ("/3/vouchers",                       lists  (VOUCHERS)),
    post("/3/vouchers",                       creates(VOUCHERS, "Posts")),
    get ("/3/vouchers/sublist",               lists  (VOUCHERS)),
    get ("/3/vouchers/sublist/{series}",      lists  (VOUCHERS, voucherseries="series")),
    get ("/3/vouchers/{series}/{number}",     reads  (VOUCHERS)),
    get ("/3/sie/{type}",                     sie.exports()),
    get ("/3/companyinformation",             company.READ_INFORMATION),
    get ("/3/settings/company",               company.READ_SETTINGS),
    get ("/3/settings/lockedperiod",          company.READ_LOCKED_PERIOD),
    get ("/3/me",                             company.READ_ME),
)
# fmt: on

PLAIN = (route for register in REGISTERS for route in calls(register))
ROUTES = (*DOCUMENTS, *PLAIN, *BOOKKEEPING)

# What no contract but ours has: under our base alone, and never among the mirrored addresses.
OWN = (post("/sie", sie.imports()),)
