"""Closing a year, looking first, and opening it again; locking a period until it is unlocked."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal

from reskontra.actions.desk import Desk
from reskontra.actions.door import allowed, fire
from reskontra.actions.lifecycle import Cause
from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.actions.vat_periods import unfiled_within
from reskontra.actions.years import (
    FINANCIAL_YEARS,
    LOCKED_PERIOD,
    following_year,
    waiting_purchases,
    waiting_sales,
)
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.equity import Closing, Reopening, empty_at_the_end, stays_closed
from reskontra.domain.errors import Conflict
from reskontra.domain.money import ZERO
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import balances, ledger, unfinished, vat


def close(desk: Desk, number: int, *, confirmed: bool = False) -> Closing:
    """All that is posted with it is posted now, in this one transaction."""
    ledger.lock(desk.books)
    year = FINANCIAL_YEARS.take(desk, number)
    allowed(FINANCIAL_YEARS, desk, year, "close")
    doubts = tuple(doubts_about(desk, year))
    if doubts and not confirmed:
        raise Conflict("Året ser inte färdigt ut: " + "; ".join(doubts))
    first = len(desk.books.happenings)
    with behind_the_lock(desk, year.to_date):
        release_vat(desk, year)
        closed = fire(FINANCIAL_YEARS, desk, year, "close")
    following = following_year(desk, closed).id
    return Closing(closed.id, closed.closed, following, posted_since(desk, first), doubts)


def release_vat(desk: Desk, year: FinancialYear) -> None:
    """By the cash method: what waits for payments falls due when the year ends."""
    for sale in waiting_sales(desk, year):
        fire(CUSTOMER_INVOICES, desk, sale, "release-vat", Cause(year, None))
    for bill in waiting_purchases(desk, year):
        fire(SUPPLIER_INVOICES, desk, bill, "release-vat", Cause(year, None))


def reopen(desk: Desk, number: int, reason: str) -> Reopening:
    ledger.lock(desk.books)
    year = FINANCIAL_YEARS.take(desk, number)
    with behind_the_lock(desk, year.to_date):
        opened = fire(FINANCIAL_YEARS, desk, year, "reopen", reason)
    return Reopening(opened.id, opened.closed, reason)


def years_to_reopen(desk: Desk) -> list[tuple[FinancialYear, bool]]:
    """All years, the newest first, each with whether it can be opened again."""
    years = desk.books.years()
    newest = sorted(years, key=lambda year: year.from_date, reverse=True)
    return [(year, year.closed and not stays_closed(years, year)) for year in newest]


@contextmanager
def behind_the_lock(desk: Desk, day: date) -> Iterator[None]:
    """A lock through a last day is lifted while what ends there is posted, and laid again; so is
    one that a VAT return has laid beyond it."""
    locked = LOCKED_PERIOD.find(desk).locked_through
    lifted = locked == day or bool(
        locked and locked > day and vat.is_filed_through(desk.books, locked)
    )
    if lifted:
        lock_through(desk, day - timedelta(days=1))
    yield
    if lifted and LOCKED_PERIOD.find(desk).locked_through != locked:
        lock_through(desk, locked)


def adopt(desk: Desk, number: int, day: date) -> FinancialYear:
    """The annual accounts of a closed year were adopted that day."""
    year: FinancialYear = FINANCIAL_YEARS.take(desk, number)
    return fire(FINANCIAL_YEARS, desk, year, "adopt", day)  # type: ignore[no-any-return]


def lock_through(desk: Desk, day: date | None) -> None:
    """No day locks nothing any more."""
    fire(LOCKED_PERIOD, desk, LOCKED_PERIOD.take(desk), "lock", day)


def posted_since(desk: Desk, first: int) -> tuple[Voucher, ...]:
    """The vouchers that this transaction has posted since so much had happened in it."""
    told = desk.books.happenings[first:]
    keys = [each.facts for each in told if each.word == "voucher-created"]
    return tuple(
        ledger.voucher_at(desk.books, VoucherKey(key["year"], key["series"], key["id"]))
        for key in keys
    )


WORDS = {
    "customer drafts": "kundfakturor som inte är bokförda",
    "supplier drafts": "leverantörsfakturor som inte är bokförda",
    "customer payments": "inbetalningar som inte är bokförda",
    "supplier payments": "utbetalningar som inte är bokförda",
}


def unbooked(desk: Desk, since: date, until: date) -> Iterator[str]:
    """Drafts and payments of a time that nobody has booked yet."""
    for what, numbers in unfinished.numbers(desk.books, since, until).items():
        yield f"{WORDS[what]}: {', '.join(map(str, numbers))}"


def doubts_about(desk: Desk, year: FinancialYear) -> Iterator[str]:
    """What one would want to look at before a year is closed for good."""
    yield from unbooked(desk, year.from_date, year.to_date)
    if names := [each.name for each in unfiled_within(desk, year.from_date, year.to_date)]:
        yield f"momsperioder som inte är deklarerade: {', '.join(names)}"
    owner, standing = desk.organisation, balances.closing_balances(desk.books, year)
    for account in empty_at_the_end(owner.company_form, owner.partner_shares):
        if balance := standing.get(account, ZERO):
            yield f"konto {account} är inte tomt: {balance}"
    for account, total in unfinished.list_totals(desk.books).items():
        if (there := stands_at(desk, account, year.to_date)) != total:
            yield f"konto {account} är {there}, men reskontran {total}"


def stands_at(desk: Desk, account: int, day: date) -> Decimal:
    """What an account is now, but for what was booked on it by hand after that day."""
    latest = desk.books.years()[-1]
    opening = balances.opening_balance(desk.books, latest, account)
    now = opening + balances.change(desk.books, latest.id, account)
    return now - balances.by_hand_since(desk.books, day, account)
