"""Financial years: asked for, opened, locked and closed."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import NOTHING, Allow, Outcome, Refuse, Request, always
from reskontra.actions.register import Register
from reskontra.contract import bookkeeping as contract
from reskontra.contract.listing import day_asked
from reskontra.domain.calendar import FinancialYear, refuse_irregular, year_of
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.storage import ledger
from reskontra.storage.books import YEAR_LAYOUT

MISSING = YEAR_LAYOUT.missing


def year_asked(desk: Desk, query: Mapping[str, str]) -> int:
    """The year that a call is about: by id, by a date in it, else the current one."""
    years = desk.books.years()
    if (value := query.get("financialyear")) is not None:
        if not value.isascii() or not value.isdecimal() or len(value) > 9:
            raise Invalid("Ogiltigt värde för financialyear")
        return year_numbered(years, int(value)).id
    if (value := query.get("financialyeardate")) is not None:
        covering = year_of(years, date.fromisoformat(day_asked("financialyeardate", value)))
        if covering is None:
            raise NotFound(MISSING)
        return covering.id
    return current(years, desk.today).id


def asks_for_year(query: Mapping[str, str]) -> bool:
    return "financialyear" in query or "financialyeardate" in query


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
    number = max((year.id for year in years), default=0) + 1
    changes.setdefault("accounting_method", desk.organisation.accounting_method)
    new: FinancialYear = contract.FINANCIAL_YEARS.made(changes, id=number)
    refuse_irregular(years, new)
    return Outcome(new)


def furnished(desk: Desk, year: FinancialYear) -> None:
    desk.books.furnish(year)


def carried_on(desk: Desk, year: FinancialYear) -> None:
    """The balances go on into the next year, where there is one."""
    following = following_year(desk, year)
    if following:
        ledger.carry_balances(desk.books, year.id, following.id)


def following_year(desk: Desk, year: FinancialYear) -> FinancialYear | None:
    return desk.books.year_for(date.fromordinal(year.to_date.toordinal() + 1))


def end(desk: Desk, year: FinancialYear, _: Any) -> Outcome:
    """No posting in the year ever after."""
    return Outcome(year, facts={"year": year.id})


OPEN, CLOSED = (False,), (True,)
IS_CLOSED = "Räkenskapsåret är redan stängt"

# fmt: off
FINANCIAL_YEARS = Register(
    contract.FINANCIAL_YEARS, YEAR_LAYOUT, contract.YEAR_LISTING, status="closed", life=(
    #      from     trigger   to     only if  does    tells
    Allow (NOTHING, "create", False, always,  opened, "financial-year-created",                 then=furnished),
    Allow (OPEN,    "close",  True,  always,  end,    "year-closed", recorded="year closed",    then=carried_on),
    Refuse(CLOSED,  "close",  Conflict, IS_CLOSED),
))
# fmt: on


def close(desk: Desk, number: int) -> tuple[FinancialYear, FinancialYear | None]:
    """The closed year, and the one that its balances went on into."""
    ledger.lock(desk.books)
    year = fire(FINANCIAL_YEARS, desk, FINANCIAL_YEARS.take(desk, number), "close")
    return year, following_year(desk, year)


def lock_through(desk: Desk, day: date | None) -> None:
    """Nothing is posted on or before this day from now on."""
    ledger.lock_through(desk.books, day)
    desk.books.record_history("period locked", through=day.isoformat() if day else "")
