"""Financial years and the locked period: asked for, and their lives."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import (
    KEPT,
    NOTHING,
    SAME,
    Allow,
    Change,
    Outcome,
    Refuse,
    Request,
    always,
)
from reskontra.actions.register import Register
from reskontra.contract import bookkeeping as contract
from reskontra.contract import company
from reskontra.contract.listing import Listing, day_asked
from reskontra.domain.calendar import (
    FinancialYear,
    LockedPeriod,
    coming_year,
    next_id,
    refuse_irregular,
    year_of,
)
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.domain.records import replace
from reskontra.storage import ledger
from reskontra.storage.books import LOCK_LAYOUT, YEAR_LAYOUT

MISSING = YEAR_LAYOUT.missing


def year_asked(desk: Desk, query: Mapping[str, str]) -> int:
    """The year that a call is about: by id, by a date in it, else the current one."""
    return year_among(desk.books.years(), query, desk.today)


def year_among(years: list[FinancialYear], query: Mapping[str, str], today: date) -> int:
    if value := query.get("financialyear"):
        if not value.isascii() or not value.isdecimal() or len(value) > 9:
            raise Invalid("Ogiltigt värde för financialyear")
        return year_numbered(years, int(value)).id
    if value := query.get("financialyeardate"):
        covering = year_of(years, date.fromisoformat(day_asked("financialyeardate", value)))
        if covering is None:
            raise NotFound(MISSING)
        return covering.id
    return current(years, today).id


def asks_for_year(query: Mapping[str, str]) -> bool:
    return bool(query.get("financialyear") or query.get("financialyeardate"))


def year_numbered(years: list[FinancialYear], number: int) -> FinancialYear:
    for year in years:
        if year.id == number:
            return year
    raise NotFound(MISSING)


def current(years: list[FinancialYear], today: date) -> FinancialYear:
    """The year of today, else the latest there is."""
    if not years:
        raise NotFound(MISSING)
    return year_of(years, today) or years[-1]


def opened(desk: Desk, _: None, request: Request) -> Outcome:
    """A year beside those there are; it is filled when it is kept."""
    changes = contract.FINANCIAL_YEARS.accept(request.fields, creating=True)
    contract.FINANCIAL_YEARS.require(changes)
    ledger.lock(desk.books)
    years = desk.books.years()
    changes.setdefault("accounting_method", desk.organisation.accounting_method)
    new: FinancialYear = contract.FINANCIAL_YEARS.made(changes, id=next_id(years))
    refuse_irregular(years, new)
    return Outcome(new, facts=facts_of(new))


def following(desk: Desk, _: None, __: Any) -> Outcome:
    """The coming year, when it is first posted in or balances go on into it."""
    method = desk.organisation.accounting_method
    new = replace(coming_year(desk.books.years()), accounting_method=method)
    return Outcome(new, facts=facts_of(new))


def facts_of(year: FinancialYear) -> dict[str, Any]:
    return {"year": year.id, "from_date": year.from_date.isoformat()}


def furnished(desk: Desk, year: FinancialYear) -> None:
    desk.books.furnish(year)


def carried_on(desk: Desk, year: FinancialYear) -> None:
    """The balances go on into the next year."""
    after = year_after(desk, year)
    assert after, "a year begins before the one before it is closed"
    ledger.carry_balances(desk.books, year.id, after.id)


def year_after(desk: Desk, year: FinancialYear) -> FinancialYear | None:
    return year_of(desk.books.years(), year.to_date + timedelta(days=1))


def end(desk: Desk, year: FinancialYear, _: Any) -> Outcome:
    """No posting in the year ever after, and one that follows it."""
    begins = () if year_after(desk, year) else (Change(FINANCIAL_YEARS, None, "follow"),)
    return Outcome(year, with_it=begins, facts={"year": year.id})


def lock(desk: Desk, period: LockedPeriod, day: date | None) -> Outcome:
    """Nothing is posted on or before this day from now on."""
    through = day.isoformat() if day else ""
    return Outcome(replace(period, locked_through=day), facts={"through": through})


OPEN, CLOSED = (False,), (True,)
IS_CLOSED = "Räkenskapsåret är redan stängt"

# fmt: off
FINANCIAL_YEARS = Register(
    contract.FINANCIAL_YEARS, YEAR_LAYOUT, contract.YEAR_LISTING, status="closed", life=(
    #      from     trigger   to     only if  does       tells                     in the history
    Allow (NOTHING, "create", False, always,  opened,    "financial-year-created", recorded="year opened", then=furnished),
    Allow (NOTHING, "follow", False, always,  following, "financial-year-created", recorded="year opened", then=furnished),
    Allow (OPEN,    "close",  True,  always,  end,       "year-closed",            recorded="year closed", then=carried_on),
    Refuse(CLOSED,  "close",  Conflict, IS_CLOSED),
))

LOCKED_PERIOD = Register(
    company.LOCKED_PERIOD, LOCK_LAYOUT, Listing(), status="", life=(
    #     from  trigger  to    only if  does  tells            in the history
    Allow(KEPT, "lock",  SAME, always,  lock, "period-locked", recorded="period locked"),
))
# fmt: on
