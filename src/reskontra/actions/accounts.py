"""The chart of accounts with what each stands at, and one account with every row on it."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from reskontra.actions import reporting
from reskontra.actions.desk import Desk
from reskontra.actions.years import year_asked, year_numbered
from reskontra.domain.calendar import FinancialYear, year_of
from reskontra.domain.errors import Invalid, NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.records import folded, replace
from reskontra.domain.registers import Account
from reskontra.domain.search import Search
from reskontra.reports.ledgers import NONE, Entry, Turnover
from reskontra.storage import balances, shelves, standings

MOST_ACCOUNTS = 10_000
MOST_ROWS = 500  # of one account on a page
CLASSES = {
    "1": "Tillgångar",
    "2": "Eget kapital och skulder",
    "3": "Intäkter",
    "4": "Varor och material",
    "5": "Övriga externa kostnader",
    "6": "Övriga externa kostnader",
    "7": "Personal och avskrivningar",
    "8": "Finansiella poster, skatt och årets resultat",
}


class Standing(NamedTuple):
    account: Account
    opening: Decimal
    closing: Decimal

    @property
    def change(self) -> Decimal:
        return self.closing - self.opening


class Chart(NamedTuple):
    year: FinancialYear
    years: list[FinancialYear]
    classes: list[tuple[str, list[Standing]]]
    total: int


def chart(desk: Desk, query: Mapping[str, str]) -> Chart:
    """By `financialyear`, `q`, and `show`: those that something stands or was posted on, or all."""
    years = desk.books.years()
    year = year_numbered(years, year_asked(desk, query))
    every, _ = desk.books.shelf(shelves.ACCOUNTS).page(
        Search(sort="number", limit=MOST_ACCOUNTS), year=year.id
    )
    opening = balances.opening_balances(desk.books, year)
    closing = balances.closing_balances(desk.books, year)
    words = folded(query.get("q", "").strip())
    is_all = bool(words) or query.get("show") == "all"
    found = [
        Standing(each, opening.get(each.number, ZERO), closing.get(each.number, ZERO))
        for each in every
        if (is_all or each.number in opening or each.number in closing) and _meets(each, words)
    ]
    classes: dict[str, list[Standing]] = {}
    for each in found:
        classes.setdefault(CLASSES.get(str(each.account.number)[:1], "Övriga"), []).append(each)
    return Chart(year, years, [*classes.items()], len(found))


def _meets(account: Account, words: str) -> bool:
    return str(account.number).startswith(words) or words in folded(account.description)


class Line(NamedTuple):
    """A row on an account, and what it then stands at."""

    entry: Entry
    balance: Decimal


class Month(NamedTuple):
    first: date
    last: date
    moved: Turnover
    closing: Decimal


class Ledger(NamedTuple):
    account: Account
    year: FinancialYear
    since: date
    until: date
    opening: Decimal
    lines: list[Line]
    moved: Turnover
    closing: Decimal
    is_cut: bool  # there are more rows than these
    months: list[Month]


def ledger_of(desk: Desk, number: str, query: Mapping[str, str]) -> Ledger:
    """Of a year, or of some days of it; the months are all of the year."""
    what = reporting.selection(desk, query)
    year = year_of(desk.books.years(), what.to_date)
    if year is None:
        raise Invalid("Det finns inget räkenskapsår då").about("todate")
    account = _account(desk, year, number)
    since = max(what.from_date, year.from_date)
    what = replace(what, from_date=since, account=account.number)
    opening = standings.opening(desk.books, what).get(account.number, ZERO)
    moved = standings.movement(desk.books, what).get(account.number, NONE)
    entries = standings.entries(desk.books, what, MOST_ROWS + 1, by_account=True)
    return Ledger(
        account,
        year,
        what.from_date,
        what.to_date,
        opening,
        _lines(opening, entries[:MOST_ROWS]),
        moved,
        opening + moved.change,
        len(entries) > MOST_ROWS,
        _months(desk, year, account.number),
    )


def _account(desk: Desk, year: FinancialYear, number: str) -> Account:
    is_number = number.isascii() and number.isdecimal() and len(number) <= 9
    found = desk.books.shelf(shelves.ACCOUNTS).find(year.id, int(number)) if is_number else None
    if found is None:
        raise NotFound(shelves.ACCOUNTS.missing)
    return found


def _lines(balance: Decimal, entries: list[Entry]) -> list[Line]:
    lines = []
    for each in entries:
        balance += each.debit - each.credit
        lines.append(Line(each, balance))
    return lines


def _months(desk: Desk, year: FinancialYear, number: int) -> list[Month]:
    balance = balances.opening_balance(desk.books, year, number)
    months = []
    for first, moved in standings.months_of(desk.books, year, number).items():
        balance += moved.change
        last = first.replace(day=monthrange(first.year, first.month)[1])
        months.append(Month(max(first, year.from_date), min(last, year.to_date), moved, balance))
    return months
