"""Every register, put together from its contract, its shelf and what is particular to it."""

from dataclasses import replace
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.registers import Register
from reskontra.actions.years import current
from reskontra.contract import articles, bookkeeping, codes, customers, suppliers
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.registers import Account, Article, ModeOfPayment, PredefinedAccount
from reskontra.storage import ledger, shelves


def on_known_account(desk: Desk, record: ModeOfPayment | PredefinedAccount) -> Any:
    """The account it points at must be in this year's chart."""
    number = record.account if isinstance(record, PredefinedAccount) else record.account_number
    year = current(desk.books.years(), desk.today).id
    if not desk.books.shelf(shelves.ACCOUNTS).find(year, number):
        raise Invalid(f"Kan inte hitta kontot {number}")
    return record


def with_supplier(desk: Desk, article: Article) -> Article:
    """The supplier's name follows its number."""
    supplier = None
    if article.supplier_number:
        supplier = desk.books.shelf(shelves.SUPPLIERS).find(article.supplier_number)
        if supplier is None:
            raise Invalid(f"Kan inte hitta leverantören {article.supplier_number}")
    name = supplier.name if supplier else ""
    return replace(article, carried={**article.carried, "SupplierName": name})


def with_balance(desk: Desk, account: Account) -> Account:
    """What the account stands at now."""
    balance = account.balance_brought_forward
    balance += ledger.change(desk.books, account.year, account.number)
    return replace(account, carried={**account.carried, "BalanceCarriedForward": balance})


def noted_account(desk: Desk, account: Account) -> Account:
    """The chart is part of the books' history: its changes are kept."""
    desk.books.record_history("account set", year=account.year, number=account.number,
                              description=account.description, active=account.active,
                              vat_code=account.vat_code)  # fmt: skip
    return account


def without_postings(desk: Desk, account: Account) -> None:
    if ledger.in_use(desk.books, account.year, account.number):
        raise Conflict("Kontot har bokförda transaktioner och kan inte tas bort")


# fmt: off
CUSTOMERS           = Register(customers.CUSTOMERS,         shelves.CUSTOMERS,           customers.LISTING,          "customer", archived=True)
SUPPLIERS           = Register(suppliers.SUPPLIERS,         shelves.SUPPLIERS,           suppliers.LISTING,          "supplier", archived=True)
ARTICLES            = Register(articles.ARTICLES,           shelves.ARTICLES,            articles.LISTING,           "article",  archived=True, settled=with_supplier)
ACCOUNTS            = Register(bookkeeping.ACCOUNTS,        shelves.ACCOUNTS,            bookkeeping.ACCOUNT_LISTING, settled=noted_account, shown=with_balance, unused=without_postings)
VOUCHER_SERIES      = Register(bookkeeping.VOUCHER_SERIES,  shelves.VOUCHER_SERIES,      bookkeeping.SERIES_LISTING)
TERMS_OF_PAYMENT    = Register(codes.TERMS_OF_PAYMENT,      shelves.TERMS_OF_PAYMENT,    codes.BY_CODE)
UNITS               = Register(codes.UNITS,                 shelves.UNITS,               codes.BY_CODE)
CURRENCIES          = Register(codes.CURRENCIES,            shelves.CURRENCIES,          codes.BY_CODE)
COST_CENTERS        = Register(codes.COST_CENTERS,          shelves.COST_CENTERS,        codes.BY_CODE)
PROJECTS            = Register(codes.PROJECTS,              shelves.PROJECTS,            codes.PROJECT_LISTING,      "project")
MODES_OF_PAYMENT    = Register(codes.MODES_OF_PAYMENT,      shelves.MODES_OF_PAYMENT,    codes.BY_CODE,              settled=on_known_account)
PREDEFINED_ACCOUNTS = Register(codes.PREDEFINED_ACCOUNTS,   shelves.PREDEFINED_ACCOUNTS, codes.PREDEFINED_LISTING,   settled=on_known_account)
# fmt: on
