"""The state of a company at a glance: key figures, what waits to be done, and who owes it what."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from reskontra.actions import heads, vat_periods
from reskontra.actions.desk import Desk
from reskontra.actions.years import current
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.customer_invoice import InvoiceSummary
from reskontra.domain.head import Head
from reskontra.domain.invoice_state import Standing, standing
from reskontra.domain.money import ZERO
from reskontra.domain.records import Record
from reskontra.domain.search import Condition, Match, Search
from reskontra.domain.vat_period import Period
from reskontra.domain.vat_return import VAT_ACCOUNTS
from reskontra.reports.earnings import Earned, earned, in_all
from reskontra.reports.report import Selection
from reskontra.storage import balances, owed, standings, vat
from reskontra.storage import heads as chain
from reskontra.storage.owed import Some
from reskontra.storage.shelves import INVOICE_SUMMARIES
from reskontra.storage.standings import Moved

CASH_AND_BANK = range(1910, 1980)
SHOWN = 7  # of the unpaid invoices, those that are due first


class Vat(NamedTuple):
    """What a period comes to so far, as its accounts have it."""

    period: Period
    payable: Decimal


class Return(NamedTuple):
    """What is to be filed next."""

    period: Period
    due: date


class Cash(NamedTuple):
    amount: Decimal
    accounts: tuple[int, ...]


class Waiting(NamedTuple):
    """What the books themselves say is to be done."""

    late: Some
    drafts: Some
    to_book: Some
    to_pay: Some
    vat: Return | None

    def __bool__(self) -> bool:
        return self.vat is not None or any(each.number for each in self[:4])


class Overview(Record):
    today: date
    year: FinancialYear
    months: dict[date, Earned]  # of the year, until this one
    ages: tuple[Some, ...]  # unpaid: not due, and by how late
    unpaid: Some
    vat: Vat | None
    cash: Cash
    waiting: Waiting
    first: tuple[tuple[InvoiceSummary, Standing], ...]  # of the unpaid
    vouchers: int
    hash: str
    head: Head | None  # the last that was signed

    @property
    def earned(self) -> Earned:
        return in_all(self.months)


def late(desk: Desk) -> int:
    return owed.late(desk.books)


def year_of_today(desk: Desk) -> FinancialYear:
    return current(desk.books.years(), desk.today)


def overview(desk: Desk) -> Overview:
    books, year = desk.books, year_of_today(desk)
    moved = standings.by_month(books, year, desk.today)
    ages = owed.by_age(books)
    count, digest = chain.newest(books)
    unpaid = Search((Condition(Match.NAMED, "", "unpaid"),), "due_date", limit=SHOWN)
    rows, _ = books.shelf(INVOICE_SUMMARIES).page(unpaid)
    return Overview(
        today=desk.today,
        year=year,
        months={month: _earned(desk, each) for month, each in sorted(moved.items())},
        ages=tuple(ages),
        unpaid=_together(ages),
        vat=_vat(desk, year, moved),
        cash=_cash(desk, year, moved),
        waiting=Waiting(
            _together(ages[1:]),
            owed.forgotten_drafts(books),
            owed.to_book(books),
            owed.to_pay_soon(books),
            _next_return(desk),
        ),
        first=tuple((each, standing(each, desk.today)) for each in rows),
        vouchers=count,
        hash=digest,
        head=heads.latest(desk),
    )


def _together(some: list[Some]) -> Some:
    firsts = [each.first for each in some if each.number]
    amount = sum((each.amount for each in some), ZERO)
    return Some(sum(each.number for each in some), amount, min(firsts, default=None))


def _earned(desk: Desk, moved: Moved) -> Earned:
    changes = {account: each.change for account, each in moved.items()}
    return earned(changes, desk.books.account_types)


def _cash(desk: Desk, year: FinancialYear, moved: dict[date, Moved]) -> Cash:
    """On the accounts that are in use: something stands on them, or was posted this year."""
    stands = balances.opening_balances(desk.books, year)
    changed: dict[int, Decimal] = {}
    for month in moved.values():
        for account, each in month.items():
            changed[account] = changed.get(account, ZERO) + each.change
    used = sorted(each for each in {*stands, *changed} if each in CASH_AND_BANK)
    amount = sum((stands.get(each, ZERO) + changed.get(each, ZERO) for each in used), ZERO)
    return Cash(amount, tuple(used))


def _vat(desk: Desk, year: FinancialYear, moved: dict[date, Moved]) -> Vat | None:
    """Of the period that goes on."""
    begun = [each for each in vat_periods.unfiled_periods(desk) if each.from_date <= desk.today]
    period = next((each for each in begun if each.to_date >= desk.today), None)
    if period is None:
        return None
    if period.from_date < year.from_date:  # it began in the year before
        days = Selection(period.from_date, desk.today)
        moved = {period.from_date: standings.movement(desk.books, days)}
    payable = ZERO
    for month, accounts in moved.items():
        if month >= period.from_date.replace(day=1):
            payable -= sum((accounts[it].change for it in accounts if it in VAT_ACCOUNTS), ZERO)
    return Vat(period, payable)


def _next_return(desk: Desk) -> Return | None:
    """The first that is not filed and has something to tell, else that which goes on."""
    begun = [each for each in vat_periods.unfiled_periods(desk) if each.from_date <= desk.today]
    told = (each for each in begun if vat.has_entries(desk.books, each))
    period = next(told, begun[-1] if begun else None)
    return Return(period, vat_periods.as_open(desk, period).due_date) if period else None
