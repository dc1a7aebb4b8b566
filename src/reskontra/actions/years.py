"""Financial years: asked for, opened, locked and closed."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.contract.bookkeeping import FINANCIAL_YEARS, YEAR_LISTING
from reskontra.contract.listing import day_asked
from reskontra.contract.resource import Json
from reskontra.domain.calendar import FinancialYear, refuse_irregular
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.domain.records import replace
from reskontra.domain.search import Search
from reskontra.storage import ledger
from reskontra.storage.books import YEAR_KIND

MISSING = "Kan inte hitta räkenskapsåret"


def year_asked(desk: Desk, query: Mapping[str, str]) -> int:
    """The year that a call is about: by id, by a date in it, else the current one."""
    known = desk.books.years()
    if sent := query.get("financialyear"):
        if not sent.isascii() or not sent.isdecimal() or len(sent) > 9:
            raise Invalid("Ogiltigt värde för financialyear")
        return found(known, int(sent)).id
    if sent := query.get("financialyeardate"):
        return covering(known, date.fromisoformat(day_asked("financialyeardate", sent))).id
    return current(known, desk.today).id


def asks_for_year(query: Mapping[str, str]) -> bool:
    return bool(query.get("financialyear") or query.get("financialyeardate"))


def found(known: list[FinancialYear], number: int) -> FinancialYear:
    for year in known:
        if year.id == number:
            return year
    raise NotFound(MISSING)


def covering(known: list[FinancialYear], day: date) -> FinancialYear:
    for year in known:
        if year.covers(day):
            return year
    raise NotFound(MISSING)


def current(known: list[FinancialYear], today: date) -> FinancialYear:
    """The year of today, else the latest there is."""
    if not known:
        raise NotFound(MISSING)
    return next((year for year in known if year.covers(today)), known[-1])


def read(desk: Desk, number: int) -> FinancialYear:
    return found(desk.books.years(), number)


def page(desk: Desk, query: Mapping[str, str]) -> tuple[list[FinancialYear], int, Search]:
    """A date gives the year it lies in, or nothing."""
    search = YEAR_LISTING.search(query)
    records, total = desk.books.shelf(YEAR_KIND).page(search)
    return records, total, search


def create(desk: Desk, sent: Json) -> FinancialYear:
    changes = FINANCIAL_YEARS.accept(sent, creating=True)
    FINANCIAL_YEARS.require(changes)
    ledger.lock(desk.books)
    known = desk.books.years()
    number = max((year.id for year in known), default=0) + 1
    changes.setdefault("accounting_method", desk.organisation.accounting_method)
    new: FinancialYear = FINANCIAL_YEARS.made(changes, id=number)
    refuse_irregular(known, new)
    return desk.books.open_year(new, known)


def lock_through(desk: Desk, day: date | None) -> None:
    """Nothing is posted on or before this day from now on."""
    ledger.lock_through(desk.books, day)
    desk.books.record_history("period locked", through=day.isoformat() if day else "")


def close(desk: Desk, number: int) -> dict[str, Any]:
    """No posting in the year ever after; its balances go on into the next one."""
    ledger.lock(desk.books)
    known = desk.books.years()
    year = found(known, number)
    if year.closed:
        raise Conflict("Räkenskapsåret är redan stängt")
    ledger.close_year(desk.books, year)
    following = desk.books.year_for(date.fromordinal(year.to_date.toordinal() + 1))
    if following:
        ledger.carry_balances(desk.books, year.id, following.id)
    desk.books.record_history("year closed", year=number)
    return {"year": replace(year, closed=True), "following": following}
