"""Value added tax: rates, codes and treatments, and the accounts and return boxes they lead to."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from reskontra.domain import accounts
from reskontra.domain.errors import Invalid


class Supply(StrEnum):
    """What is sold; it matters to buyers abroad."""

    GOODS = "goods"
    SERVICES = "services"


class Beside(StrEnum):
    """What is charged for beside a sale: outside VAT, and in no box of its return."""

    INTEREST = "interest"
    FEE = "reminder fee"


OUTSIDE = {Beside.INTEREST: accounts.INTEREST_INCOME, Beside.FEE: accounts.REMINDER_FEES}


class VatType(StrEnum):
    """How a customer is taxed."""

    SEVAT = "SEVAT"
    SEREVERSEDVAT = "SEREVERSEDVAT"
    EUREVERSEDVAT = "EUREVERSEDVAT"
    EUVAT = "EUVAT"
    EXPORT = "EXPORT"


ABROAD = frozenset({VatType.EUREVERSEDVAT, VatType.EUVAT, VatType.EXPORT})


class Rate(NamedTuple):
    code: str
    output_vat: int
    dormant_vat: int  # where the cash method keeps the tax until the customer pays
    box: str


# fmt: off
RATES = {
    #   percent   code   output VAT               dormant VAT              box
    25:      Rate("MP1", accounts.OUTPUT_VAT_25,  accounts.DORMANT_VAT_25, "10"),
    12:      Rate("MP2", accounts.OUTPUT_VAT_12,  accounts.DORMANT_VAT_12, "11"),
    6:       Rate("MP3", accounts.OUTPUT_VAT_6,   accounts.DORMANT_VAT_6,  "12"),
}
# fmt: on
NO_VAT = "MF"
STANDARD_RATE = 25


class VatCode(NamedTuple):
    rate: int
    only_for: VatType | None = None  # the one treatment that the code fits
    kind: Supply | None = None


# fmt: off
CODES = {
    #            rate  only for               kind
    "MP1":  VatCode(25),
    "MP2":  VatCode(12),
    "MP3":  VatCode(6),
    NO_VAT: VatCode(0),
    "MP0":  VatCode(0),
    "OMSS": VatCode(0,    VatType.SEREVERSEDVAT),
    "VTEU": VatCode(0,    VatType.EUREVERSEDVAT, Supply.GOODS),
    "FTEU": VatCode(0,    VatType.EUREVERSEDVAT, Supply.SERVICES),
    "E":    VatCode(0,    VatType.EXPORT,        Supply.GOODS),
    "OTTU": VatCode(0,    VatType.EXPORT,        Supply.SERVICES),
}


class Revenue(NamedTuple):
    """Revenue accounts per rate, and at no VAT for goods and for services."""

    at: Mapping[int, int]
    goods: int
    services: int


SWEDISH = {25: accounts.SALES_25, 12: accounts.SALES_12, 6: accounts.SALES_6}
EU_WITH_VAT = dict.fromkeys(RATES, accounts.EU_SALES_WITH_VAT)

REVENUE = {
    #                              per rate     no VAT, goods           no VAT, services
    VatType.SEVAT:         Revenue(SWEDISH,     accounts.SALES_EXEMPT,  accounts.SALES_EXEMPT),
    VatType.SEREVERSEDVAT: Revenue({},          accounts.DOMESTIC_REVERSE_CHARGE_SALES,
                                                accounts.DOMESTIC_REVERSE_CHARGE_SALES),
    VatType.EUREVERSEDVAT: Revenue({},          accounts.EU_GOODS,      accounts.EU_SERVICES),
    VatType.EUVAT:         Revenue(EU_WITH_VAT, accounts.SALES_EXEMPT,  accounts.SALES_EXEMPT),
    VatType.EXPORT:        Revenue({},          accounts.EXPORT_GOODS,  accounts.EXPORT_SERVICES),
}

REVENUE_BOXES = {
    accounts.SALES_25:                      "05",
    accounts.SALES_12:                      "05",
    accounts.SALES_6:                       "05",
    accounts.EU_SALES_WITH_VAT:             "05",
    accounts.EU_GOODS:                      "35",
    accounts.EXPORT_GOODS:                  "36",
    accounts.EU_SERVICES:                   "39",
    accounts.EXPORT_SERVICES:               "40",
    accounts.DOMESTIC_REVERSE_CHARGE_SALES: "41",
    accounts.SALES_EXEMPT:                  "42",
}
# fmt: on

TAX_BOXES = frozenset({"10", "11", "12", "30", "31", "32", "48", "60", "61", "62"})
TAXED_SALES = ("05", "10", "11", "12")  # the boxes that a bad debt lowers
NEVER_WAIT = frozenset({"35"})  # goods to the EU are reported at issue, also in the cash method

ARTICLE_KINDS = {"STOCK": Supply.GOODS, "SERVICE": Supply.SERVICES}


ACCOUNT_KINDS = {
    account: kind
    for each in REVENUE.values()
    for account, kind in ((each.goods, Supply.GOODS), (each.services, Supply.SERVICES))
    if each.goods != each.services
}


class VatBasis(NamedTuple):
    """What a row's VAT follows from, whoever the customer is or comes to be."""

    own_vat: int  # the rate, where the customer's treatment leaves it be
    own_code: str = ""  # a code that was sent and does not follow from the rate alone
    own_kind: str = ""  # goods or services, where the code or the article says so; or beside a sale


class RowVat(NamedTuple):
    """What the customer's treatment makes of it."""

    vat: int
    vat_code: str
    account_number: int


def vat_basis(
    vat: Decimal | int | None,
    vat_code: str,
    *,
    article_vat: Decimal | int | None = None,
    article_type: str = "",
    account_vat_code: str = "",
) -> VatBasis:
    """From what was sent, and from what is known where nothing was.

    `vat` None and `vat_code` "" mean not sent; `account_vat_code` is that of a sent account.

    >>> vat_basis(12, "").own_vat, vat_basis(None, "VTEU")
    (12, VatBasis(own_vat=25, own_code='VTEU', own_kind='goods'))
    """
    code = _agreed_code(vat, vat_code.upper())
    rate, only_for, kind = CODES[code] if code else VatCode(0)
    if not code or only_for:  # such a code says who buys, not what the thing is taxed at elsewhere
        rate = CODES[code_of(_default_rate(article_vat, account_vat_code.upper()))].rate
    kind = kind or ARTICLE_KINDS.get(article_type)
    own = code if code and code != code_of(rate) else ""
    return VatBasis(rate, own, str(kind or ""))


def former_basis(row: RowVat, article_vat: Decimal | int | None, article_type: str) -> VatBasis:
    """That of a row from before it was kept: its rate, unless a treatment has taken it away."""
    taken = not row.vat and row.account_number != accounts.SALES_EXEMPT
    code = row.vat_code if CODES[row.vat_code].only_for else ""
    basis = vat_basis(
        None if taken else row.vat, code, article_vat=article_vat, article_type=article_type
    )
    kind = ACCOUNT_KINDS.get(row.account_number, basis.own_kind)
    return basis._replace(own_kind=str(kind))


def refuse_other_treatment(basis: VatBasis, vat_type: VatType) -> None:
    """A code that is sent fits the customer; one that was sent before may have ceased to."""
    if basis.own_code and not _fits(basis.own_code, vat_type):
        raise Invalid(f"Momskoden {basis.own_code} stämmer inte med kundens momstyp {vat_type}")


def treated(basis: VatBasis, vat_type: VatType, default_kind: Supply = Supply.SERVICES) -> RowVat:
    """The rate, code and revenue account that a row has with such a customer.

    >>> treated(VatBasis(12), VatType.SEVAT), treated(VatBasis(12), VatType.EXPORT).vat
    (RowVat(vat=12, vat_code='MP2', account_number=3002), 0)
    """
    if basis.own_kind in OUTSIDE:
        return RowVat(0, NO_VAT, OUTSIDE[Beside(basis.own_kind)])
    revenue = REVENUE[vat_type]
    if revenue.at and basis.own_vat:
        return RowVat(basis.own_vat, code_of(basis.own_vat), revenue.at[basis.own_vat])
    fits = basis.own_code and _fits(basis.own_code, vat_type)
    goods = (basis.own_kind or default_kind) == Supply.GOODS
    account = revenue.goods if goods else revenue.services
    return RowVat(0, basis.own_code if fits else NO_VAT, account)


def _fits(code: str, vat_type: VatType) -> bool:
    return CODES[code].only_for in (None, vat_type)


def code_of(rate: Decimal | int) -> str:
    """The code that belongs to a rate alone.

    >>> code_of(6), code_of(0)
    ('MP3', 'MF')
    """
    if rate == 0:
        return NO_VAT
    if rate not in RATES:
        raise Invalid(f"Momssatsen {rate} % finns inte; använd 25, 12, 6 eller 0")
    return RATES[int(rate)].code


def _agreed_code(vat: Decimal | int | None, code: str) -> str | None:
    if not code:
        return None if vat is None else code_of(vat)
    if code not in CODES:
        raise Invalid(f"Okänd momskod: {code}")
    if vat is not None and vat != CODES[code].rate:
        raise Invalid(f"Momskoden {code} stämmer inte med momssatsen {vat} %")
    return code


def _default_rate(article_vat: Decimal | int | None, account_code: str) -> Decimal | int:
    if article_vat is not None:
        return article_vat
    return CODES[account_code].rate if account_code in CODES else STANDARD_RATE


class SupplierVatType(StrEnum):
    """How a purchase is taxed."""

    NORMAL = "NORMAL"
    EUINTERNAL = "EUINTERNAL"
    EU_GOODS = "REVERSECHARGEEUGOODS"
    EU_SERVICES = "REVERSECHARGEEUSERVICES"
    NON_EU_SERVICES = "REVERSECHARGENONEUSERVICES"
    DOMESTIC_GOODS = "REVERSECHARGEDOMESTICGOODS"
    DOMESTIC_SERVICES = "REVERSECHARGEDOMESTICSERVICES"
    IMPORT = "IMPORT"


class Purchase(NamedTuple):
    """Accounts and boxes of a purchase; with an output account the buyer owes the VAT."""

    input_vat: int
    output_vat: int = 0
    base_box: str = ""
    output_box: str = ""
    waits: bool = True  # in the cash method the tax follows the payment


# fmt: off
_ABROAD, _DOMESTIC = accounts.FOREIGN_INPUT_VAT, accounts.DOMESTIC_REVERSE_CHARGE_INPUT_VAT
_REVERSE = accounts.REVERSE_CHARGE_VAT

PURCHASES = {
    #                                           input VAT           output VAT  boxes       waits
    SupplierVatType.NORMAL:            Purchase(accounts.INPUT_VAT),
    SupplierVatType.EUINTERNAL:        Purchase(_ABROAD,            _REVERSE,   "20", "30", False),
    SupplierVatType.EU_GOODS:          Purchase(_ABROAD,            _REVERSE,   "20", "30", False),
    SupplierVatType.EU_SERVICES:       Purchase(_ABROAD,            _REVERSE,   "21", "30"),
    SupplierVatType.NON_EU_SERVICES:   Purchase(_ABROAD,            _REVERSE,   "22", "30"),
    SupplierVatType.DOMESTIC_GOODS:    Purchase(_DOMESTIC,          _REVERSE,   "23", "30"),
    SupplierVatType.DOMESTIC_SERVICES: Purchase(_DOMESTIC,          _REVERSE,   "24", "30"),
    SupplierVatType.IMPORT:            Purchase(_ABROAD, accounts.IMPORT_VAT,   "50", "60", False),
}
# fmt: on
INPUT_BOX = "48"
ALIASES = {"REVERSE": SupplierVatType.DOMESTIC_SERVICES}


def supplier_vat_type(word: str) -> SupplierVatType:
    """The treatment by the name that a client sends.

    >>> supplier_vat_type("REVERSE")
    <SupplierVatType.DOMESTIC_SERVICES: 'REVERSECHARGEDOMESTICSERVICES'>
    """
    try:
        return ALIASES.get(word) or SupplierVatType(word)
    except ValueError:
        raise Invalid(f"Okänd momstyp: {word}") from None


def purchase(vat_type: SupplierVatType, sales_type: str = "") -> Purchase:
    """The treatment's accounts and boxes; EUINTERNAL is goods unless said to be a service."""
    if vat_type is SupplierVatType.EUINTERNAL and sales_type == "SERVICE":
        return PURCHASES[SupplierVatType.EU_SERVICES]
    return PURCHASES[vat_type]
