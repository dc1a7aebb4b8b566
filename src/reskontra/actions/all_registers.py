"""Every register, put together from its contract, its shelf and what is particular to it."""

from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.register import Register
from reskontra.actions.registers import Rules, register
from reskontra.actions.years import current, year_numbered
from reskontra.contract import articles, bookkeeping, codes, customers, suppliers
from reskontra.domain import accounts, happening
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Account, Article, ModeOfPayment, PredefinedAccount
from reskontra.domain.search import Condition, Match, Search
from reskontra.storage import balances, ledger, shelves
from reskontra.storage.layout import Layout

POINTERS: tuple[tuple[Layout[Any], str], ...] = (
    (shelves.MODES_OF_PAYMENT, "account_number"),
    (shelves.PREDEFINED_ACCOUNTS, "account"),
)
POSTED_TO = {number for name, number in vars(accounts).items() if name.isupper()}


def on_known_account(desk: Desk, record: ModeOfPayment | PredefinedAccount) -> Any:
    """The account it points at must be in this year's chart."""
    number = record.account if isinstance(record, PredefinedAccount) else record.account_number
    year = current(desk.books.years(), desk.today).id
    if not desk.books.shelf(shelves.ACCOUNTS).find(year, number):
        raise Invalid(f"Kan inte hitta kontot {number}")
    return record


def of_known_supplier(desk: Desk, article: Article) -> Article:
    number = article.supplier_number
    if number and not desk.books.shelf(shelves.SUPPLIERS).find(number):
        raise Invalid(f"Kan inte hitta leverantören {number}")
    return article


def with_supplier_name(desk: Desk, article: Article) -> Article:
    """The supplier's name is the supplier's to change, so it is asked for each time."""
    number = article.supplier_number
    supplier = desk.books.shelf(shelves.SUPPLIERS).find(number) if number else None
    name = supplier.name if supplier else ""
    return replace(article, supplier_name=name)


def with_balance(desk: Desk, account: Account) -> Account:
    """What the account stands at now."""
    opening = balances.opening_balance(desk.books, year_of_account(desk, account), account.number)
    closing = opening + balances.change(desk.books, account.year, account.number)
    return replace(account, balance_brought_forward=opening, balance_carried_forward=closing)


def with_openings(desk: Desk, listed: list[Account]) -> list[Account]:
    """What each began its year with; a list is of one year."""
    if not listed:
        return listed
    openings = balances.opening_balances(desk.books, year_of_account(desk, listed[0]))
    return [
        replace(each, balance_brought_forward=openings.get(each.number, ZERO)) for each in listed
    ]


def year_of_account(desk: Desk, account: Account) -> FinancialYear:
    return year_numbered(desk.books.years(), account.year)


def in_open_year(desk: Desk, account: Account) -> Account:
    """What an account begins with is written in the first year alone."""
    refuse_closed_chart(desk, account)
    years = desk.books.years()
    year = year_numbered(years, account.year)
    account = replace(account, type=desk.books.type_of(account.number))
    if year is years[0] and desk.books.goes_on(account.number):
        return account
    opening = balances.opening_balance(desk.books, year, account.number)
    if account.balance_brought_forward != opening:
        raise Invalid(
            f"BalanceBroughtForward för {account.number} är {opening} och följer av åren innan;"
            " den anges på balanskonton i det första räkenskapsåret"
        )
    return replace(account, balance_brought_forward=balances.written(desk.books, account))


def refuse_closed_chart(desk: Desk, account: Account) -> None:
    """The chart ends with its year."""
    year = year_of_account(desk, account)
    if year.closed:
        raise Conflict(f"Räkenskapsåret {year.from_date} till {year.to_date} är stängt")


def account_facts(account: Account) -> dict[str, Any]:
    """The chart is part of the books' history, and this is kept of each change."""
    return {
        "year": account.year,
        "number": account.number,
        "description": account.description,
        "active": account.active,
        "vat_code": account.vat_code,
        "balance_brought_forward": str(account.balance_brought_forward),
        **({"type": account.type} if account.type else {}),
    }


def refuse_needed_account(desk: Desk, account: Account) -> None:
    """Raises unless nothing in the books or in the service would miss the account."""
    refuse_closed_chart(desk, account)
    if ledger.in_use(desk.books, account.year, account.number):
        raise Conflict("Kontot har bokförda transaktioner och kan inte tas bort")
    if with_balance(desk, account).balance_brought_forward:
        raise Conflict("Kontot har en ingående balans och kan inte tas bort")
    if account.number in POSTED_TO or _is_pointed_at(desk, account.number):
        raise Conflict("Tjänsten bokför på kontot, som därför inte kan tas bort")


def _is_pointed_at(desk: Desk, number: int) -> bool:
    """Modes of payment and predefined accounts lead to accounts by number."""
    return any(
        desk.books.shelf(kind).page(Search((Condition(Match.EXACT, name, number),), limit=1))[0]
        for kind, name in POINTERS
    )


ACCOUNT_RULES = Rules(in_open_year, refuse_needed_account, account_facts, "account", with_balance)
POINTS_AT_ACCOUNT = Rules(on_known_account)

# A key that clients need not send is drawn from a series of the register's word.
# fmt: off
#                              word              contract                     shelf                        list                        its key is called
CUSTOMERS           = register("customer",       customers.CUSTOMERS,         shelves.CUSTOMERS,           customers.LISTING,          "Kundnummer", archived=True)
SUPPLIERS           = register("supplier",       suppliers.SUPPLIERS,         shelves.SUPPLIERS,           suppliers.LISTING,          "Leverantörsnummer", archived=True)
ARTICLES            = register("article",        articles.ARTICLES,           shelves.ARTICLES,            articles.LISTING,           "Artikelnummer", archived=True, rules=Rules(of_known_supplier), shown=with_supplier_name)
ACCOUNTS            = register("account",        bookkeeping.ACCOUNTS,        shelves.ACCOUNTS,            bookkeeping.ACCOUNT_LISTING, "Kontonummer", rules=ACCOUNT_RULES, shown=with_balance, listed=with_openings, heard_in=happening.FINANCIAL_YEARS)
VOUCHER_SERIES      = register("voucher-series", bookkeeping.VOUCHER_SERIES,  shelves.VOUCHER_SERIES,      bookkeeping.SERIES_LISTING, may="create update")
TERMS_OF_PAYMENT    = register("termsofpayments", codes.TERMS_OF_PAYMENT,     shelves.TERMS_OF_PAYMENT,    codes.BY_CODE)
UNITS               = register("unit",           codes.UNITS,                 shelves.UNITS,               codes.BY_CODE)
CURRENCIES          = register("currency",       codes.CURRENCIES,            shelves.CURRENCIES,          codes.BY_CODE)
COST_CENTERS        = register("cost-center",    codes.COST_CENTERS,          shelves.COST_CENTERS,        codes.BY_CODE,              heard_in=happening.COST_CENTERS)
PROJECTS            = register("project",        codes.PROJECTS,              shelves.PROJECTS,            codes.PROJECT_LISTING,      "Projektnummer")
MODES_OF_PAYMENT    = register("mode-of-payment", codes.MODES_OF_PAYMENT,     shelves.MODES_OF_PAYMENT,    codes.BY_CODE,              rules=POINTS_AT_ACCOUNT)
PREDEFINED_ACCOUNTS = register("predefined-account", codes.PREDEFINED_ACCOUNTS, shelves.PREDEFINED_ACCOUNTS, codes.PREDEFINED_LISTING, may="update", rules=POINTS_AT_ACCOUNT)
# fmt: on

REGISTERS = tuple(each for each in vars().values() if isinstance(each, Register))
