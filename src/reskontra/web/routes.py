"""The endpoint tables."""

from reskontra.actions.all_registers import REGISTERS
from reskontra.actions.claims import CLAIMS
from reskontra.actions.lifecycle import Allow, Gone
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.actions.reminders import DISPUTED, REMINDERS, UNREMINDED
from reskontra.actions.reporting import REPORTS
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.actions.vouchers import VOUCHERS
from reskontra.actions.years import FINANCIAL_YEARS
from reskontra.web import claims, closing, company, delivering, events, reminders, sie, vat_returns
from reskontra.web.endpoints import creates, deletes, fires, lists, reads, updates
from reskontra.web.reports import reports
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
    path = f"{'' if register.resource.own else '/3'}/{register.resource.path}"
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

# Addresses of our own: the mirrored API has none of them.
OWN = (
    get ("/events",                              events.feeds()),
    get ("/taxreductionclaims",                  lists  (CLAIMS)),
    post("/taxreductionclaims",                  creates(CLAIMS, "Makes")),
    post("/taxreductionclaims/decisions",        claims.takes_decisions()),
    post("/taxreductionclaims/payouts",          claims.pays_out()),
    get ("/taxreductionclaims/{key}",            reads  (CLAIMS)),
    get ("/taxreductionclaims/{key}/file",       claims.sends_file()),
    put ("/taxreductionclaims/{key}/uploaded",   fires  (CLAIMS, "upload")),
    put ("/taxreductionclaims/{key}/decision",   claims.decides()),
    put ("/taxreductionclaims/{key}/undopayout", claims.undoes_payout()),
    put ("/taxreductionclaims/{key}/withdraw",   fires  (CLAIMS, "withdraw")),
    post("/sie",                                 sie.imports()),
    get ("/sieimports",                          sie.lists_imports()),
    get ("/sieimports/{key}",                    sie.reads_import()),
    get ("/sieimports/{key}/file",               sie.sends_imported()),
    put ("/sieimports/{key}/undo",               sie.undoes_import()),
    *(get(f"/reports/{kind}",                    reports(kind)) for kind in REPORTS),
    get   ("/reminders/settings",                reminders.reads_settings()),
    put   ("/reminders/settings",                reminders.changes_settings()),
    get   ("/reminders/candidates",              reminders.candidates()),
    post  ("/reminders/run",                     reminders.runs()),
    get   ("/reminders",                         lists  (REMINDERS)),
    *calls(UNREMINDED),
    *calls(DISPUTED),
    get   ("/reminders/{key}",                   reads  (REMINDERS)),
    get   ("/reminders/{key}/print",             reminders.prints()),
    put   ("/reminders/{key}/send",              reminders.sends()),
    put   ("/reminders/{key}/externalprint",     fires  (REMINDERS, "externalprint")),
    put   ("/reminders/{key}/confirm",           fires  (REMINDERS, "confirm")),
    put   ("/reminders/{key}/release",           fires  (REMINDERS, "release")),
    put   ("/reminders/{key}/withdraw",          fires  (REMINDERS, "withdraw")),
    put   ("/reminders/{key}/invoice",           reminders.invoices()),
    put   ("/reminders/{key}/payment",           reminders.receives()),
    get ("/vatreturns",                       vat_returns.lists()),
    get ("/vatreturns/{key}",                 vat_returns.reads()),
    get ("/vatreturns/{key}/filing",          vat_returns.previews()),
    get ("/vatreturns/{key}/eskd",            vat_returns.sends_file()),
    put ("/vatreturns/{key}/file",            vat_returns.files()),
    put ("/vatreturns/{key}/reopen",          vat_returns.reopens()),
    get ("/periodicsummaries/{key}",          vat_returns.reads_summary()),
    get ("/periodicsummaries/{key}/file",     vat_returns.sends_summary()),
)
# fmt: on

PLAIN = (route for register in REGISTERS for route in calls(register))
ROUTES = (*DOCUMENTS, *PLAIN, *BOOKKEEPING, *OWN)
