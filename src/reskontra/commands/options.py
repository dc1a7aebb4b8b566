"""What commands are told: how an option is described, and those that several share."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reskontra.commands import values
from reskontra.domain.equity import CompanyForm
from reskontra.domain.organisation import AccountingMethod, CompleteInvoices, Plan, SecondFactor
from reskontra.domain.reminders import Charge
from reskontra.domain.vat import Supply
from reskontra.domain.vat_period import VatPeriod


@dataclass(frozen=True)
class Option:
    names: tuple[str, ...]
    how: dict[str, Any]
    instead_of_each_other: bool = field(default=False, kw_only=True)


def option(*names: str, **how: Any) -> Option:
    return Option(names, how)


def needed(*names: str, **how: Any) -> Option:
    return Option(names, {"required": True, **how})


def one_of(*names: str, **how: Any) -> Option:
    return Option(names, how, instead_of_each_other=True)


def detail(*names: str, read: Any, what: str, **how: Any) -> Option:
    return option(*names, type=values.cleared_by_nothing(read), help=what, **how)


PLANS = [str(plan) for plan in Plan]
METHODS = [str(method) for method in AccountingMethod]
KINDS = [str(kind) for kind in Supply]
PROFILES = ["contract", "mirrored"]
FORMS = [str(form) for form in CompanyForm]
VAT_PERIODS = [str(period) for period in VatPeriod]
TELLS = "how often it tells of its VAT; none: it is not registered for VAT"
COMPLETE = [str(choice) for choice in CompleteInvoices]
LACKING = "an invoice that lacks what the law asks for is issued with a line in the log, or refused"
FACTORS = [str(choice) for choice in SecondFactor]
FACTOR = "whether its people must log in by more than a password"
FORM = "decides where the result of a year goes"
ANSWERED = "how empty values and numbers are shown: as the contract says, or as the mirrored API does; default: contract"
SOLD = "what a row without an article is, to a buyer abroad: it decides accounts and VAT boxes"
PASSWORD = (
    one_of("--password", help="seen by other users of the machine; rather use the next one"),
    one_of("--password-stdin", action="store_true", help="the first line of standard input"),
)
ORGANISATION = needed("--organisation", type=values.positive, metavar="ID")
PERIOD = needed("--period", type=values.month, metavar="YYYYMM", help="its last month")
YEAR = needed("--year", type=values.positive, metavar="ID")
INVOICE = needed("--invoice", type=values.positive, metavar="NUMBER", help="the credited one")
CLAIM = needed("--claim", type=values.positive, metavar="NUMBER")
REMINDER = needed("--number", type=values.positive, metavar="NUMBER", help="the reminder's own")
LEFT_ALONE = (
    one_of(
        "--customer", type=values.some_words, metavar="NUMBER", help="one who is never reminded"
    ),
    one_of("--invoice", type=values.positive, metavar="NUMBER", help="one that is disputed"),
)
CHARGES = [str(charge) for charge in Charge]
EMAIL = needed("--email", "--e-mail", type=values.email)
ROLE = needed("--role", choices=[*values.ROLES])
NAME = needed("--name", type=values.some_words)
PORT = option("--port", type=values.port, default=8080, help="default: 8080")
SCOPE = option("--scope", type=values.scope, help="scopes with spaces between; default: all")
QUOTA = option("--invoice-quota", type=values.or_none(values.whole), metavar="N|none",
               help="invoices a month")  # fmt: skip

# fmt: off
DETAILS = (
    option("--name",                type=values.some_words,          help="the company's name"),
    detail("--address",             read=values.words,               what="street or box"),
    detail("--zip-code",            read=values.words,               what="postal code"),
    detail("--city",                read=values.words,               what="postal town"),
    option("--country-code",        type=values.country_code,        help="two letters"),
    detail("--organisation-number", read=values.organisation_number, what="as in 556677-8899"),
    detail("--vat-number",          read=values.vat_number,          what="as in SE556677889901"),
    detail("--email", "--e-mail",   read=values.email,               what="sender of its invoices"),
    detail("--auditor-email",       read=values.email,               what="to whom the signed head of the day is mailed"),
    detail("--phone",               read=values.words,               what="telephone"),
    detail("--www",                 read=values.words,               what="web address"),
    detail("--domicile",            read=values.words,               what="registered seat"),
    detail("--bankgiro",            read=values.bankgiro,            what="as in 5050-1055"),
    detail("--plusgiro",            read=values.plusgiro,            what="as in 286543-4"),
    detail("--swish",               read=values.swish,               what="as in 1234567890"),
    detail("--iban",                read=values.iban,                what="account for payers abroad"),
    detail("--bic",                 read=values.bic,                 what="bank for payers abroad"),
    option("--f-tax",               type=values.truth, nargs="?", const=True, metavar="yes|no", help="approved for F-tax"),
    option("--logo",                type=Path, metavar="FILE",       help="PNG or JPEG, at most 512 KiB"),
)
# fmt: on
