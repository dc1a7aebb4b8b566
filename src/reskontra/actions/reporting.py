"""Reports: what each is made of, put together from the books as they are."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple, TypeVar

from reskontra.actions.desk import Desk
from reskontra.actions.years import asks_for_year, current, year_asked, year_numbered
from reskontra.contract.listing import day_asked, instant_asked
from reskontra.domain import accounts
from reskontra.domain.calendar import FinancialYear, months_later, year_of
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid, NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.reports import ageing, ledgers, sales, statements, vat
from reskontra.reports.report import TITLES, Balances, Column, Report, Row, Selection, heading
from reskontra.reports.statements import Positions
from reskontra.storage import open_items, sold, standings
from reskontra.storage import vat as vat_ledger

MOST_ROWS = 50_000
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
TOO_MANY = f"Rapporten har fler än {MOST_ROWS} rader: välj en kortare period eller ett konto"

T = TypeVar("T")
Rows = tuple[list[Row], list[str]]  # and what is to be said beside them


def balance_sheet(desk: Desk, what: Selection) -> Rows:
    days = (what.to_date, year_before(what.to_date))
    ends = [standings.standing(desk.books, day, what) for day in days]
    positions = Positions(standings.opening(desk.books, what), *ends)
    return statements.balance_sheet(_names(desk, what), positions, desk.books.account_types), []


def income_statement(desk: Desk, what: Selection) -> Rows:
    year = year_of(desk.books.years(), what.to_date)
    begins = year.from_date if year else what.from_date
    before = (year_before(what.from_date), year_before(what.to_date))
    periods = ((what.from_date, what.to_date), (begins, what.to_date), before)
    changes = [_changes(desk, what, *period) for period in periods]
    types = desk.books.account_types
    return statements.income_statement(_names(desk, what), Positions(*changes), types), []


def _changes(desk: Desk, what: Selection, since: date, until: date) -> Balances:
    moved = standings.movement(desk.books, replace(what, from_date=since, to_date=until))
    return {account: each.change for account, each in moved.items()}


def trial_balance(desk: Desk, what: Selection) -> Rows:
    opening, moved = standings.opening(desk.books, what), standings.movement(desk.books, what)
    return ledgers.trial_balance(_names(desk, what), opening, moved), []


def general_ledger(desk: Desk, what: Selection) -> Rows:
    entries = _bounded(standings.entries(desk.books, what, MOST_ROWS + 1, by_account=True))
    opening = standings.opening(desk.books, what)
    if what.account:
        opening = {what.account: opening.get(what.account, ZERO)}
    return ledgers.general_ledger(_names(desk, what), opening, entries), []


def account_statement(desk: Desk, what: Selection) -> Rows:
    if not what.account:
        raise Invalid("Ange ett konto (account)")
    if what.account not in (names := _names(desk, what)):
        raise NotFound("Kan inte hitta kontot")
    rows, notes = general_ledger(desk, what)
    empty = ledgers.general_ledger(names, {what.account: ZERO}, [])
    return rows or empty, notes


def voucher_list(desk: Desk, what: Selection) -> Rows:
    entries = _bounded(standings.entries(desk.books, what, MOST_ROWS + 1, by_account=False))
    return ledgers.voucher_list(_names(desk, what), entries), []


def vat_report(desk: Desk, what: Selection) -> Rows:
    days = (what.from_date, what.to_date)
    entries = _bounded(vat_ledger.each_entry(desk.books, *days, MOST_ROWS + 1))
    return vat.vat_report(entries), []


def customer_ageing(desk: Desk, what: Selection) -> Rows:
    """Customers with what they have paid too much, and Skatteverket's share by itself."""
    day = what.to_date
    owed = open_items.open_items(desk.books, open_items.RECEIVABLES, day)
    advances = open_items.open_items(desk.books, open_items.ADVANCES, day)
    shares = open_items.open_items(desk.books, open_items.REDUCTIONS, day)
    rows = [
        *ageing.ageing(owed, day),
        *_tied(desk, day, owed, accounts.CUSTOMER_RECEIVABLES),
    ]
    for words, items, account in (
        ("Skatteverkets del", shares, accounts.TAX_REDUCTION_RECEIVABLES),
        ("Förskott och överbetalningar", advances, accounts.CUSTOMER_ADVANCES),
    ):
        tie = _tied(desk, day, items, account)
        if items or any(tie[-1].cells[-1:]):
            rows += [heading(words), *ageing.ageing(items, day), *tie]
    return rows, []


def supplier_ageing(desk: Desk, what: Selection) -> Rows:
    day = what.to_date
    owed = open_items.open_items(desk.books, open_items.DEBTS, day)
    return [*ageing.ageing(owed, day), *_tied(desk, day, owed, accounts.SUPPLIER_DEBT)], []


def _tied(desk: Desk, day: date, items: list[ageing.OpenItem], account: int) -> list[Row]:
    whole = Selection(day, day)
    balance = standings.standing(desk.books, day, whole).get(account, ZERO)
    sign = -1 if account == accounts.SUPPLIER_DEBT else 1
    return ageing.tied(f"Konto {account}", open_items.total(items), sign * balance)


def sales_by_customer(desk: Desk, what: Selection) -> Rows:
    now, before = _twice(what)
    rows = sales.by_customer(
        sold.by_customer(desk.books, *now), sold.by_customer(desk.books, *before)
    )
    return rows, []


def sales_by_article(desk: Desk, what: Selection) -> Rows:
    now, before = _twice(what)
    rows = sales.by_article(sold.by_article(desk.books, *now), sold.by_article(desk.books, *before))
    return rows, []


class Form(NamedTuple):
    columns: tuple[Column, ...]
    rows: Callable[[Desk, Selection], Rows]
    on_a_day: bool = False  # it tells of one day, not of a period


# fmt: off
REPORTS = {
    "balance-sheet":     Form(statements.BALANCE_SHEET,    balance_sheet),
    "income-statement":  Form(statements.INCOME_STATEMENT, income_statement),
    "trial-balance":     Form(ledgers.TRIAL_BALANCE,       trial_balance),
    "general-ledger":    Form(ledgers.GENERAL_LEDGER,      general_ledger),
    "account-statement": Form(ledgers.GENERAL_LEDGER,      account_statement),
    "voucher-list":      Form(ledgers.VOUCHER_LIST,        voucher_list),
    "vat":               Form(vat.VAT,                     vat_report),
    "customer-ageing":   Form(ageing.OF_CUSTOMERS,         customer_ageing, on_a_day=True),
    "supplier-ageing":   Form(ageing.OF_SUPPLIERS,         supplier_ageing, on_a_day=True),
    "sales-by-customer": Form(sales.BY_CUSTOMER,           sales_by_customer),
    "sales-by-article":  Form(sales.BY_ARTICLE,          sales_by_article),
}
# fmt: on


def form_of(kind: str) -> tuple[str, Form]:
    """By its name, with hyphens or without."""
    for name, form in REPORTS.items():
        if name.replace("-", "") == kind.lower().replace("-", ""):
            return name, form
    raise NotFound("Kan inte hitta rapporten")


def report(desk: Desk, kind: str, query: Mapping[str, str]) -> Report:
    name, form = form_of(kind)
    what = selection(desk, query)
    rows, notes = form.rows(desk, what)
    return Report(
        name,
        TITLES[name],
        what,
        form.columns,
        tuple(rows),
        company=desk.organisation.name,
        organisation_number=desk.organisation.organisation_number,
        made_at=desk.books.now,
        last_vouchers=standings.last_numbers(desk.books, what.to_date),
        notes=tuple(notes),
    )


def selection(desk: Desk, query: Mapping[str, str]) -> Selection:
    """A year, or any days; what is not asked for is the current year, through its end."""
    since, until = _day(query, "fromdate"), _day(query, "todate")
    year = _year(desk, query, until or since)
    what = Selection(
        since or (year.from_date if year else until or desk.today),
        until or (year.to_date if year else since or desk.today),
        cost_center=query.get("costcenter", ""),
        project=query.get("project", ""),
        known_at=_instant(query),
        account=_account(query),
    )
    if what.from_date < EARLIEST or what.to_date > LATEST:
        raise Invalid(f"Rapporter finns från {EARLIEST} till {LATEST}")
    if what.to_date < what.from_date:
        raise Invalid("Perioden slutar innan den börjar")
    return what


def _year(desk: Desk, query: Mapping[str, str], day: date | None) -> FinancialYear | None:
    years = desk.books.years()
    if asks_for_year(query):
        return year_numbered(years, year_asked(desk, query))
    return year_of(years, day) if day else current(years, desk.today)


def _day(query: Mapping[str, str], name: str) -> date | None:
    value = query.get(name, "")
    return date.fromisoformat(day_asked(name, value)) if value else None


def _instant(query: Mapping[str, str]) -> datetime | None:
    value = query.get("knownat", "")
    return instant_asked("knownat", value, SWEDEN) if value else None


def _account(query: Mapping[str, str]) -> int | None:
    value = query.get("account", "")
    if not value:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) <= 9):
        raise Invalid("Ogiltigt värde för account")
    return int(value)


def _names(desk: Desk, what: Selection) -> dict[int, str]:
    return standings.names(desk.books, what.to_date)


def _bounded(entries: list[T]) -> list[T]:
    if len(entries) > MOST_ROWS:
        raise Invalid(TOO_MANY)
    return entries


def _twice(what: Selection) -> tuple[tuple[date, date], tuple[date, date]]:
    """The period, and the same a year before."""
    before = (year_before(what.from_date), year_before(what.to_date))
    return (what.from_date, what.to_date), before


def year_before(day: date) -> date:
    """The same day; of a month's last day, the month's last."""
    ends = (day + timedelta(days=1)).day == 1
    if ends:
        return months_later(day + timedelta(days=1), -12) - timedelta(days=1)
    return months_later(day, -12)
