"""Financial years and the locked period: asked for, and their lives."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import (
    KEPT,
    NOTHING,
    SAME,
    UNTOLD,
    Allow,
    Cause,
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
from reskontra.domain import customer_postings, happening, supplier_postings
from reskontra.domain.calendar import (
    FinancialYear,
    LockedPeriod,
    coming_year,
    ends_between,
    next_id,
    refuse_far,
    refuse_irregular,
    year_of,
)
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.equity import (
    equity_voucher,
    refuse_close,
    refuse_reopen,
    result_accounts,
    result_voucher,
)
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice
from reskontra.domain.voucher import Voucher
from reskontra.storage import balances, ledger, shelves, unfinished, vat
from reskontra.storage.books import LOCK_LAYOUT, YEAR_LAYOUT

MISSING = YEAR_LAYOUT.missing


def year_asked(desk: Desk, query: Mapping[str, str]) -> int:
    """The year that a call is about: by id, by a date in it, else the current one."""
    return year_among(desk.books.years(), query, desk.today)


def year_among(years: list[FinancialYear], query: Mapping[str, str], today: date) -> int:
    if (value := query.get("financialyear")) is not None:
        if not value.isascii() or not value.isdecimal() or len(value) > 9:
            raise Invalid("Ogiltigt värde för financialyear")
        return year_numbered(years, int(value)).id
    if (value := query.get("financialyeardate")) is not None:
        covering = year_of(years, date.fromisoformat(day_asked("financialyeardate", value)))
        if covering is None:
            raise NotFound(MISSING)
        return covering.id
    return current(years, today).id


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
    changes.setdefault("accounting_method", desk.organisation.accounting_method)
    new: FinancialYear = contract.FINANCIAL_YEARS.made(changes, id=next_id(years))
    refuse_irregular(years, new)
    refuse_far(years, new, desk.today)
    refuse_before_balances(desk, years, new)
    return Outcome(new, facts=facts_of(new))


def refuse_before_balances(desk: Desk, years: list[FinancialYear], new: FinancialYear) -> None:
    """What the first year began with was written down in it, and would be lost."""
    if not years or new.from_date > years[0].from_date:
        return
    if years[0].closed or balances.opening_balances(desk.books, years[0]):
        raise Conflict(
            "Det första året är stängt eller har ingående balanser: inget kan läggas före"
        )


def following(desk: Desk, _: None, __: Any) -> Outcome:
    """The coming year, when it is first posted in or balances go on into it."""
    method = desk.organisation.accounting_method
    new = replace(coming_year(desk.books.years()), accounting_method=method)
    return Outcome(new, facts=facts_of(new))


def facts_of(year: FinancialYear) -> dict[str, Any]:
    begins, ends = year.from_date.isoformat(), year.to_date.isoformat()
    method = str(year.accounting_method)
    return {"year": year.id, "from_date": begins, "to_date": ends, "accounting_method": method}


def furnished(desk: Desk, year: FinancialYear) -> None:
    desk.books.furnish(year)


def carried_on(desk: Desk, year: FinancialYear) -> None:
    """The balances go on into the next year."""
    balances.carry_balances(desk.books, year, following_year(desk, year))


def year_after(desk: Desk, year: FinancialYear) -> FinancialYear | None:
    return year_of(desk.books.years(), year.to_date + timedelta(days=1))


def following_year(desk: Desk, year: FinancialYear) -> FinancialYear:
    after = year_after(desk, year)
    assert after, "a year begins before the one before it is closed"
    return after


def seen_from(desk: Desk, day: date, invoice: Any, told_at_year_end: Callable[[Any], Any]) -> Any:
    """By the cash method: once its year is over, what that year's end will tell is as good as told."""
    if invoice.accounting_method is not AccountingMethod.CASH:
        return invoice
    over = ends_between(desk.books.years(), invoice.invoice_date, day)
    return told_at_year_end(invoice) if over else invoice


def waiting_sales(desk: Desk, year: FinancialYear) -> list[CustomerInvoice]:
    """Those whose VAT falls due when the year ends, by the cash method."""
    numbers = unfinished.waiting(desk.books, unfinished.SALES_WAITING, year)
    invoices = (desk.books.shelf(shelves.CUSTOMER_INVOICES).get(number) for number in numbers)
    return [each for each in invoices if customer_postings.due_at_year_end(each)]


def waiting_purchases(desk: Desk, year: FinancialYear) -> list[SupplierInvoice]:
    numbers = unfinished.waiting(desk.books, unfinished.PURCHASES_WAITING, year)
    invoices = (desk.books.shelf(shelves.SUPPLIER_INVOICES).get(number) for number in numbers)
    return [each for each in invoices if supplier_postings.due_at_year_end(each)]


def may_close(desk: Desk, year: FinancialYear) -> None:
    """It is over and it is its turn."""
    refuse_close(desk.books.years(), year, desk.today, balances.opening_balances(desk.books, year))
    refuse_locked_beyond(desk, year)


def refuse_locked_beyond(desk: Desk, year: FinancialYear) -> None:
    """The first day of the next year is posted on too; a return's own lock is about VAT alone."""
    locked = LOCKED_PERIOD.find(desk).locked_through
    if locked and locked > year.to_date and not vat.is_filed_through(desk.books, locked):
        raise Conflict(f"Perioden är låst till och med {locked}, in i det följande året")


def end(desk: Desk, year: FinancialYear, _: Any) -> Outcome:
    """Its result goes to equity, the balances into the next year, and no posting ever after."""
    if waiting_sales(desk, year) or waiting_purchases(desk, year):
        raise Conflict("Moms på obetalda fakturor har inte redovisats för året")
    owner, standing = desk.organisation, balances.closing_balances(desk.books, year)
    source = ledger.unused(desk.books, f"result of year {year.id}")
    form, shares, types = owner.company_form, owner.partner_shares, desk.books.account_types
    voucher = result_voucher(year, form, shares, standing, source, types)
    refuse_missing(desk, voucher)
    begins = () if year_after(desk, year) else (Change(FINANCIAL_YEARS, None, "follow"),)
    gathers = Change(FINANCIAL_YEARS, lambda desk: following_year(desk, year), "gather")
    return Outcome(year, voucher, begins, (gathers,), facts={"year": year.id})


def gather(desk: Desk, year: FinancialYear, _: Cause) -> Outcome:
    """The first voucher of a year: last year's result leaves the account of this year's."""
    owner = desk.organisation
    standing = left_of_last_year(
        desk, year, result_accounts(owner.company_form, owner.partner_shares)
    )
    source = ledger.unused(desk.books, f"equity of year {year.id}")
    voucher = equity_voucher(year, owner.company_form, owner.partner_shares, standing, source)
    refuse_missing(desk, voucher)
    return Outcome(year, voucher)


def left_of_last_year(
    desk: Desk, year: FinancialYear, results: tuple[int, ...]
) -> dict[int, Decimal]:
    """What the year began with, but for what somebody has moved by hand already."""
    standing = balances.opening_balances(desk.books, year)
    for number, moved in balances.moved_beside(desk.books, year, results).items():
        standing[number] = standing.get(number, ZERO) + moved
    return standing


def refuse_missing(desk: Desk, voucher: Voucher | None) -> None:
    """All of them at once; the client has asked for none of them."""
    if voucher is None:
        return
    used = sorted({posting.account for posting in voucher.postings})
    missing = [each for each in used if not ledger.in_chart(desk.books, voucher.date, each)]
    if missing:
        numbers = ", ".join(map(str, missing))
        raise Conflict(f"Kontoplanen saknar konton som bokslutet behöver: {numbers}")


def reopen(desk: Desk, year: FinancialYear, reason: str) -> Outcome:
    """What its closing posted is taken back, by vouchers of the same days."""
    refuse_reopen(desk.books.years(), year, reason)
    refuse_locked_beyond(desk, year)
    following = following_year(desk, year)
    return Outcome(
        year,
        after_it=(
            Change(FINANCIAL_YEARS, following, "take-back-equity"),
            Change(FINANCIAL_YEARS, replace(year, closed=False), "take-back-result"),
        ),
        facts={"year": year.id, "reason": reason},
    )


def take_back(what: str, desk: Desk, year: FinancialYear, _: Cause) -> Outcome:
    key = ledger.newest(desk.books, f"{what} of year {year.id}")
    if key is None:
        return Outcome(year)
    original = ledger.voucher_at(desk.books, key)
    text = f"Rättelse av {original.series} {original.number}, året öppnas igen"
    mirror = original.reversed("M", original.date, text)
    if ledger.is_posted(desk.books, mirror.source):
        return Outcome(year)  # taken back before: its latest closing had nothing to post
    return Outcome(year, mirror)


def not_adopted(desk: Desk, year: FinancialYear) -> None:
    if year.adopted:
        raise Conflict(f"Årets bokslut är redan fastställt, {year.adopted}")


def adopt(desk: Desk, year: FinancialYear, day: date) -> Outcome:
    """Its annual accounts were adopted that day: it stays closed."""
    if not year.to_date < day <= desk.today:
        raise Invalid("Ett bokslut fastställs efter årets slut, och inte i förväg")
    return Outcome(replace(year, adopted=day), facts={"year": year.id, "day": day.isoformat()})


def lock(desk: Desk, period: LockedPeriod, day: date | None) -> Outcome:
    """Nothing is posted on or before this day from now on."""
    through = day.isoformat() if day else ""
    return Outcome(replace(period, locked_through=day), facts={"through": through})


OPEN, CLOSED = (False,), (True,)
IS_CLOSED = "Räkenskapsåret är redan stängt"
IS_OPEN = "Räkenskapsåret är inte stängt"

# fmt: off
FINANCIAL_YEARS = Register(
    contract.FINANCIAL_YEARS, YEAR_LAYOUT, contract.YEAR_LISTING, status="closed", heard_in=happening.FINANCIAL_YEARS, life=(
    #      from     trigger   to     only if  does       tells                     in the history
    Allow (NOTHING, "create", False, always,  opened,    "financial-year-created", recorded="year opened", then=furnished),
    Allow (NOTHING, "follow", False, always,  following, "financial-year-created", recorded="year opened", then=furnished),
    Allow (OPEN,    "close",  True,  may_close, end,     "year-closed",            recorded="year closed", then=carried_on),
    Refuse(CLOSED,  "close",  Conflict, IS_CLOSED),
    Allow (CLOSED,  "reopen", False, always,  reopen,    "year-reopened",          recorded="year reopened"),
    Refuse(OPEN,    "reopen", Conflict, IS_OPEN),
    Allow (CLOSED,  "adopt",  SAME,  not_adopted, adopt, "financial-year-updated", recorded="annual accounts adopted"),
    Refuse(OPEN,    "adopt",  Conflict, IS_OPEN),
    # What closing and reopening the year before do to it; a closed one has none before it open.
    Allow (OPEN,    "gather",           SAME, always, gather, UNTOLD),
    Refuse(CLOSED,  "gather",           Conflict, IS_CLOSED),
    Allow (OPEN,    "take-back-equity", SAME, always, partial(take_back, "equity"), UNTOLD),
    Refuse(CLOSED,  "take-back-equity", Conflict, IS_CLOSED),
    Allow (OPEN,    "take-back-result", SAME, always, partial(take_back, "result"), UNTOLD),
    Refuse(CLOSED,  "take-back-result", Conflict, IS_CLOSED),
))

LOCKED_PERIOD = Register(
    company.LOCKED_PERIOD, LOCK_LAYOUT, Listing(), status="", heard_in=happening.FINANCIAL_YEARS, life=(
    #     from  trigger  to    only if  does  tells            in the history
    Allow(KEPT, "lock",  SAME, always,  lock, "period-locked", recorded="period locked"),
))
# fmt: on
