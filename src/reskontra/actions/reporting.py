"""Reports: what each is made of, put together from the books as they are."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from reskontra.actions import vat_periods
from reskontra.actions.desk import Desk
from reskontra.actions.years import asks_for_year, current, year_asked, year_numbered
from reskontra.contract.listing import day_asked, instant_asked
from reskontra.domain.calendar import FinancialYear, months_later, year_of
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid, NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.vat_period import Period
from reskontra.domain.vat_return import differences, left_out, said
from reskontra.reports import ageing, ledgers, sales, statements, vat
from reskontra.reports.report import TITLES, Balances, Column, Report, Row, Selection, heading
from reskontra.storage import open_items, shelves, sold, standings
from reskontra.storage import vat as vat_ledger
from reskontra.storage.layout import Layout

MOST_ROWS = 50_000
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
TOO_MANY = f"Rapporten har fler än {MOST_ROWS} rader: välj en kortare period eller ett konto"

T = TypeVar("T")


def balance_sheet(desk: Desk, what: Selection) -> list[Row]:
    days = (what.to_date, year_before(what.to_date))
    ends = [standings.standing(desk.books, day, what) for day in days]
    stood = statements.Days(standings.opening(desk.books, what), *ends)
    return statements.balance_sheet(_names(desk, what), stood, desk.books.account_types)


def income_statement(desk: Desk, what: Selection) -> list[Row]:
    year = year_of(desk.books.years(), what.to_date)
    since = year.from_date if year else what.from_date
    three = (what, replace(what, from_date=since), a_year_before(what))
    periods = statements.Periods(*(_changes(desk, each) for each in three))
    return statements.income_statement(_names(desk, what), periods, desk.books.account_types)


def _changes(desk: Desk, what: Selection) -> Balances:
    moved = standings.movement(desk.books, what)
    return {account: each.change for account, each in moved.items()}


def trial_balance(desk: Desk, what: Selection) -> list[Row]:
    opening, moved = standings.opening(desk.books, what), standings.movement(desk.books, what)
    return ledgers.trial_balance(_names(desk, what), opening, moved)


def general_ledger(desk: Desk, what: Selection) -> list[Row]:
    entries = _bounded(standings.entries(desk.books, what, MOST_ROWS + 1, by_account=True))
    opening = standings.opening(desk.books, what)
    if what.account:
        opening = {what.account: opening.get(what.account, ZERO)}
    return ledgers.general_ledger(_names(desk, what), opening, entries)


def account_statement(desk: Desk, what: Selection) -> list[Row]:
    """Also of an account on which nothing stands."""
    if not what.account:
        raise Invalid("Ange ett konto (account)")
    if what.account not in (names := _names(desk, what)):
        raise NotFound("Kan inte hitta kontot")
    return general_ledger(desk, what) or list(ledgers.account(names, what.account, ZERO, []))


def voucher_list(desk: Desk, what: Selection) -> list[Row]:
    entries = _bounded(standings.entries(desk.books, what, MOST_ROWS + 1, by_account=False))
    return ledgers.voucher_list(_names(desk, what), entries)


def vat_report(desk: Desk, what: Selection) -> list[Row]:
    return vat.vat_report(_bounded(vat_ledger.each_entry(desk.books, what, MOST_ROWS + 1)))


def untied_vat(desk: Desk, what: Selection) -> list[str]:
    """Where the boxes are not what their accounts say, and what is in none of them."""
    if what.known_at:
        return []
    period = Period(what.from_date, what.to_date)
    known, brought = vat_periods.figures(desk, period), vat_periods.brought(desk, period)
    return [*map(said, differences(known)), *left_out(known), *brought]


# fmt: off
ON_RECEIVABLES = (
    ("",                              open_items.RECEIVABLES),
    ("Skatteverkets del",             open_items.REDUCTIONS),
    ("Förskott och överbetalningar",  open_items.ADVANCES),
)
ON_DEBTS = (("", open_items.DEBTS),)
# fmt: on


def customer_ageing(desk: Desk, what: Selection) -> list[Row]:
    """Customers, Skatteverket's share by itself, and what customers have paid too much."""
    return _ageing(desk, what, ON_RECEIVABLES)


def supplier_ageing(desk: Desk, what: Selection) -> list[Row]:
    return _ageing(desk, what, ON_DEBTS)


def _ageing(
    desk: Desk, what: Selection, lists: tuple[tuple[str, open_items.List], ...]
) -> list[Row]:
    """Each tied to its account; the first is there even where it is empty."""
    rows: list[Row] = []
    for words, those in lists:
        items = open_items.open_items(desk.books, those, what)
        tie = _tied(desk, what, items, those)
        if words and not items and not any(row.cells[-1] for row in tie):
            continue
        rows += [*([heading(words)] if words else []), *ageing.ageing(items, what.to_date), *tie]
    return rows


def _tied(
    desk: Desk, what: Selection, items: list[ageing.OpenItem], those: open_items.List
) -> list[Row]:
    """An account is not split by what its invoices were for."""
    if what.cost_center or what.project:
        return []
    stands = standings.standing(desk.books, what.to_date, what).get(those.account, ZERO)
    sign = -1 if those is open_items.DEBTS else 1
    return ageing.tied(f"Konto {those.account}", open_items.total(items), sign * stands)


def sales_by_customer(desk: Desk, what: Selection) -> list[Row]:
    now, before = (sold.by_customer(desk.books, each) for each in (what, a_year_before(what)))
    return sales.by_customer(now, before)


def sales_by_article(desk: Desk, what: Selection) -> list[Row]:
    now, before = (sold.by_article(desk.books, each) for each in (what, a_year_before(what)))
    return sales.by_article(now, before)


def nothing(desk: Desk, what: Selection) -> list[str]:
    return []


PARTS, THEN = frozenset({"cost_center", "project"}), frozenset({"known_at"})


class Form(NamedTuple):
    columns: tuple[Column, ...]
    rows: Callable[[Desk, Selection], list[Row]]
    takes: frozenset[str] = PARTS | THEN  # how it can be narrowed
    on_a_day: bool = False  # it tells of one day, not of a period
    notes: Callable[[Desk, Selection], list[str]] = nothing  # what is said beside its rows


# fmt: off
REPORTS = {
    "balance-sheet":     Form(statements.BALANCE_SHEET,    balance_sheet),
    "income-statement":  Form(statements.INCOME_STATEMENT, income_statement),
    "trial-balance":     Form(ledgers.TRIAL_BALANCE,       trial_balance),
    "general-ledger":    Form(ledgers.GENERAL_LEDGER,      general_ledger),
    "account-statement": Form(ledgers.GENERAL_LEDGER,      account_statement),
    "voucher-list":      Form(ledgers.VOUCHER_LIST,        voucher_list),
    "vat":               Form(vat.VAT,                     vat_report,        THEN,  notes=untied_vat),
    "customer-ageing":   Form(ageing.OF_CUSTOMERS,         customer_ageing,   on_a_day=True),
    "supplier-ageing":   Form(ageing.OF_SUPPLIERS,         supplier_ageing,   on_a_day=True),
    "sales-by-customer": Form(sales.BY_CUSTOMER,           sales_by_customer, PARTS),
    "sales-by-article":  Form(sales.BY_ARTICLE,            sales_by_article,  PARTS),
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
    what = selection(desk, query, on_a_day=form.on_a_day)
    refuse_beyond(form, what)
    refuse_unknown(desk, what)
    return Report(
        name,
        TITLES[name],
        what,
        form.columns,
        tuple(form.rows(desk, what)),
        form.on_a_day,
        company=desk.organisation.name,
        organisation_number=desk.organisation.organisation_number,
        made_at=desk.books.now,
        last_vouchers=standings.last_numbers(desk.books, what),
        notes=tuple(form.notes(desk, what)),
    )


# fmt: off
IN_WORDS = {
    "cost_center": "per kostnadsställe (costcenter)",
    "project":     "per projekt (project)",
    "known_at":    "som den var vid en tidpunkt (knownat)",
}
# fmt: on


def refuse_beyond(form: Form, what: Selection) -> None:
    """What a report cannot tell apart is not passed over in silence."""
    for name, words in IN_WORDS.items():
        if name not in form.takes and getattr(what, name):
            raise Invalid(f"Rapporten finns inte {words}")


# fmt: off
REGISTERS: dict[str, Layout[Any]] = {
    "cost_center": shelves.COST_CENTERS,
    "project":     shelves.PROJECTS,
}
# fmt: on


def refuse_unknown(desk: Desk, what: Selection) -> None:
    """A mistyped code would give an empty report; one that was removed still has its postings."""
    for name, layout in REGISTERS.items():
        code = getattr(what, name)
        known = not code or desk.books.shelf(layout).find(code)
        if not known and not standings.is_borne(desk.books, name, code):
            raise Invalid(f"{layout.missing} {code}")


def selection(desk: Desk, query: Mapping[str, str], *, on_a_day: bool = False) -> Selection:
    """A year, or any days; what is not asked for is the current year, through its end."""
    since, until = _day(query, "fromdate"), _day(query, "todate")
    year = _year(desk, query, until or since)
    what = Selection(
        since or (year.from_date if year else until or desk.today),
        until or (_end(desk, year, since, on_a_day) if year else since or desk.today),
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


def _end(desk: Desk, year: FinancialYear, since: date | None, on_a_day: bool) -> date:
    """What tells of one day tells of today while its year goes on: nothing is late before that."""
    if on_a_day and year.covers(desk.today):
        return max(desk.today, since or desk.today)
    return year.to_date


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


def a_year_before(what: Selection) -> Selection:
    return replace(what, from_date=year_before(what.from_date), to_date=year_before(what.to_date))


def year_before(day: date) -> date:
    """The same day; of a month's last day, the month's last."""
    ends = (day + timedelta(days=1)).day == 1
    if ends:
        return months_later(day + timedelta(days=1), -12) - timedelta(days=1)
    return months_later(day, -12)
