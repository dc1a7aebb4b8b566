"""Founding an organisation: its books, with everything a new company needs in them."""

from datetime import date, datetime
from decimal import Decimal

from reskontra.actions.desk import Clerk, Desk
from reskontra.actions.years import facts_of
from reskontra.domain.calendar import FinancialYear, coming_year
from reskontra.domain.chart import CHART
from reskontra.domain.equity import own_accounts
from reskontra.domain.money import ZERO
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import replace
from reskontra.domain.registers import (
    Account,
    Currency,
    ModeOfPayment,
    PredefinedAccount,
    TermsOfPayment,
    Unit,
    VoucherSeries,
)
from reskontra.engine.database import Transaction
from reskontra.people import organisations
from reskontra.storage import ledger, shelves
from reskontra.storage.books import YEAR_LAYOUT

# fmt: off
VOUCHER_SERIES = (
    #code  description              manual
    ("A", "Redovisning",            True),
    ("B", "Kundfakturor",           False),
    ("C", "Inbetalningar",          False),
    ("E", "Leverantörsbetalningar", False),
    ("K", "Kreditfakturor",         False),
    ("L", "Leverantörsfakturor",    False),
    ("M", "Rättelser",              False),
)
TERMS_OF_PAYMENT = (0, 10, 15, 20, 30, 60, 90)
UNITS = (
    #code     description    English
    ("förp",  "förpackning", "pack"),
    ("h",     "timme",       "h"),
    ("dag",   "dag",         "day"),
    ("mån",   "månad",       "mo"),
    ("kg",    "kilogram",    "kg"),
    ("km",    "kilometer",   "km"),
    ("l",     "liter",       "l"),
    ("m",     "meter",       "m"),
    ("m2",    "kvadratmeter", "m2"),
    ("st",    "styck",       "pcs"),
    ("utl",   "utlägg",      "exp"),
)
CURRENCIES = (
    ("SEK", "Svenska kronor"), ("EUR", "Euro"), ("USD", "Amerikanska dollar"),
    ("GBP", "Brittiska pund"), ("NOK", "Norska kronor"), ("DKK", "Danska kronor"),
    ("CHF", "Schweiziska franc"), ("JPY", "Japanska yen"), ("PLN", "Polska zloty"),
)
MODES_OF_PAYMENT = (
    ("BG",   "Bankgiro",     1930),
    ("PG",   "Plusgiro",     1920),
    ("K",    "Kontant",      1910),
    ("KORT", "Kortbetalning", 1686),
    ("SKV",  "Skatteverket", 1930),
)
PREDEFINED_ACCOUNTS = {
    "BG": 1930, "PG": 1920, "CASH": 1910, "CASHBYCARD": 1686, "AG": 1930,
    "PURCASE": 4010, "SUPDEBT": 2440, "SUPADMFEE": 6590, "SUPFREIGHT": 5710, "CASHDISCOUNTIN": 3740,
    "SALES_25_SE": 3001, "SALES_25_SE2": 3001, "SALES_12_SE": 3002, "SALES_12_SE2": 3002,
    "SALES_6_SE": 3003, "SALES_6_SE2": 3003, "SALES_0_SE": 3004, "SALES_0_SE2": 3004,
    "SALESCONSTR2": 3231, "SALESEUREV": 3108, "SALESEUREV2": 3308, "SALESEUVAT": 3106,
    "SALESEUVAT2": 3106, "SALESEXPORT": 3105, "SALESEXPORT2": 3305,
    "CUSTCLAIM": 1510, "ADMFEE": 3540, "FREIGHT": 3590, "CASHDISCOUNTOUT": 3740, "DEMAND": 3590,
    "INTEREST": 8311, "ROUNDOFF": 3740,
    "OUTVAT_MP1": 2611, "OUTVAT_MP2": 2621, "OUTVAT_MP3": 2631, "INVAT": 2640,
    "PRODUCT_DEB": 2645, "PRODUCT_CRE": 2614, "SERVICE_DEB": 2645, "SERVICE_CRE": 2614,
    "CONSTRUCTION_DEB": 2647, "CONSTRUCTION_CRE": 2614,
    "ACCRSINVOICE": 1790, "ACCRINVOICE": 2990, "ACCRINCOME": 1790, "ACCRCOST": 2990,
    "CURRENCYWIN": 3960, "CURRENCYLOSS": 7960,
}
# fmt: on


def found(tx: Transaction, organisation: Organisation, now: datetime, by: str) -> Organisation:
    """The organisation with its number, ready for its first invoice."""
    founded = organisations.add(tx, organisation, now)
    desk = Clerk(founded, by, now).desk(tx)
    ledger.begin(desk.books)
    _open_first_years(desk)
    _fill_registers(desk)
    letterheads = organisations.letterhead_digest(tx, founded)
    desk.books.record_history(
        "organisation founded", name=organisation.name, letterheads=letterheads
    )
    return founded


def _open_first_years(desk: Desk) -> None:
    """A calendar year for this year and for the one before it."""
    this = desk.today.year
    method = desk.organisation.accounting_method
    first = FinancialYear(1, date(this - 1, 1, 1), date(this - 1, 12, 31), False, method)
    _open(desk, first)
    desk.books.shelf(shelves.ACCOUNTS).add_all(
        [
            Account(first.id, each.number, each.name, True, each.vat_code, int(each.sru or 0))
            for each in CHART
        ]
        + [Account(first.id, number, name) for number, name in missing_accounts(desk)]
    )
    desk.books.shelf(shelves.VOUCHER_SERIES).add_all(
        [VoucherSeries(first.id, *each) for each in VOUCHER_SERIES]
    )
    _open(desk, replace(coming_year([first]), accounting_method=method))


def missing_accounts(desk: Desk) -> list[tuple[int, str]]:
    """What its form of company needs beside the chart that all begin with."""
    owner, there = desk.organisation, {each.number for each in CHART}
    own = own_accounts(owner.company_form, owner.partner_shares)
    return [each for each in own.items() if each[0] not in there]


def _open(desk: Desk, year: FinancialYear) -> None:
    desk.books.shelf(YEAR_LAYOUT).add(year)
    desk.books.furnish(year)
    desk.books.record_history("year opened", **facts_of(year))


def _fill_registers(desk: Desk) -> None:
    shelf = desk.books.shelf
    shelf(shelves.TERMS_OF_PAYMENT).add_all(
        [TermsOfPayment(str(days), f"{days} dagar") for days in TERMS_OF_PAYMENT]
    )
    shelf(shelves.UNITS).add_all([Unit(code, name, english) for code, name, english in UNITS])
    shelf(shelves.CURRENCIES).add_all(
        [
            Currency(code, name, buy_rate=rate, sell_rate=rate)
            for code, name in CURRENCIES
            for rate in [Decimal(1) if code == "SEK" else ZERO]
        ]
    )
    shelf(shelves.MODES_OF_PAYMENT).add_all([ModeOfPayment(*each) for each in MODES_OF_PAYMENT])
    shelf(shelves.PREDEFINED_ACCOUNTS).add_all(
        [PredefinedAccount(name, account) for name, account in PREDEFINED_ACCOUNTS.items()]
    )
