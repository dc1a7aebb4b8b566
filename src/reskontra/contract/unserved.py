"""What clients of the mirrored API call and we do not serve: each is answered by the plain 404, and
whoever tries a client in a sandbox is told why."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Unserved:
    """An address below `/3`, `*` for a number or a code, and what a client may do instead."""

    path: str
    what: str
    instead: str = ""

    def fits(self, path: str) -> bool:
        pattern = "/".join("[^/]+" if part == "*" else part for part in self.path.split("/"))
        return bool(re.fullmatch(rf"{pattern}(/.*)?", path))


SALES = "make the invoice itself: POST /3/invoices"
FILES = "no files are kept; keep them elsewhere, and their reference in a field of your own"
SALARY = "no salaries are kept"
STOCK = "no stock is kept beyond the article's own figures"
ASSETS = "no assets are kept; post their vouchers: POST /3/vouchers"
ACCRUALS = "no accruals are spread; post their vouchers: POST /3/vouchers"
NAMES = "a text of your own choice is kept, without a register of such"

# fmt: off
UNSERVED = (
    Unserved("orders",                     "orders",                              SALES),
    Unserved("offers",                     "offers",                              SALES),
    Unserved("contracts",                  "contracts that invoices follow from", SALES),
    Unserved("contracttemplates",          "their templates",                     SALES),
    Unserved("contractaccruals",           "their accruals",                      ACCRUALS),
    Unserved("invoiceaccruals",            "accruals of invoices",                ACCRUALS),
    Unserved("supplierinvoiceaccruals",    "accruals of supplier invoices",       ACCRUALS),
    Unserved("pricelists",                 "price lists",                         "an article has one price: SalesPrice of /3/articles"),
    Unserved("prices",                     "prices by list",                      "an article has one price: SalesPrice of /3/articles"),
    Unserved("inbox",                      "files that came in",                  FILES),
    Unserved("archive",                    "files that are kept",                 FILES),
    Unserved("articlefileconnections",     "files of articles",                   FILES),
    Unserved("assetfileconnections",       "files of assets",                     FILES),
    Unserved("supplierinvoicefileconnections", "files of supplier invoices",      FILES),
    Unserved("supplierinvoiceexternalurlconnections", "links of supplier invoices", "keep the address in a field of your own"),
    Unserved("voucherfileconnections",     "files of vouchers",                   FILES),
    Unserved("taxreductions",              "tax reductions of documents",         "the invoice says its own; claims are at /taxreductionclaims"),
    Unserved("termsofdeliveries",          "terms of delivery",                   NAMES),
    Unserved("wayofdeliveries",            "ways of delivery",                    NAMES),
    Unserved("labels",                     "labels",                              NAMES),
    Unserved("customerreferences",         "references of customers",             NAMES),
    Unserved("printtemplates",             "templates of documents",              "documents have one form"),
    Unserved("accountcharts",              "charts to choose from",               "there is one; a year says which: AccountChartType of /3/financialyears"),
    Unserved("predefinedvoucherseries",    "series by purpose",                   "they are fixed; a document says its own: VoucherSeries"),
    Unserved("assets",                     "assets",                              ASSETS),
    Unserved("emailsenders",               "senders of e-mail",                   "letters have the sender that the operator has set"),
    Unserved("euvatlimitregulation",       "the limit of sales to consumers in the EU", "VAT follows from the customer's VATType"),
    Unserved("noxfinansinvoices",          "factoring",                           "no claims are sold; NoxFinans is false"),
    Unserved("employees",                  "employees",                           SALARY),
    Unserved("salarytransactions",         "salaries",                            SALARY),
    Unserved("absencetransactions",        "absences",                            SALARY),
    Unserved("attendancetransactions",     "attendance",                          SALARY),
    Unserved("scheduletimes",              "schedules",                           SALARY),
    Unserved("vacationdebtbasis",          "vacation debts",                      SALARY),
    Unserved("expenses",                   "expenses of employees",               SALARY),
    Unserved("stockpoints",                "stock points",                        STOCK),
    Unserved("invoices/*/einvoice",        "an invoice by the e-invoice network", "/email and /print send it"),
    Unserved("invoices/*/eprint",          "an invoice by a printing house",      "/email and /print send it"),
    Unserved("invoices/*/printreminder",   "a reminder as a PDF",                 "reminders are at /reminders"),
    Unserved("invoices/*/warehouseready",  "an invoice whose goods are ready",    STOCK),
)
# fmt: on


def hint_for(path: str) -> str:
    """Why there is nothing at an address; empty where no client is known to ask for it.

    >>> hint_for("/api/v1/3/orders/7/createinvoice")
    'not served: orders; make the invoice itself: POST /3/invoices'
    """
    below = path.partition("/3/")[2].strip("/").lower()
    found = next((each for each in UNSERVED if each.fits(below)), None)
    return f"not served: {found.what}; {found.instead}" if found else ""
