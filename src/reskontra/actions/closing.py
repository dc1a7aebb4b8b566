"""Closing a year, looking first, and opening it again; locking a period until it is unlocked."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Cause
from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.actions.years import (
    FINANCIAL_YEARS,
    LOCKED_PERIOD,
    following_year,
    waiting_purchases,
    waiting_sales,
)
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.equity import Closing, Reopening
from reskontra.domain.errors import Conflict
from reskontra.domain.money import ZERO
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import ledger, unfinished

EMPTY_AT_THE_END = (1686, 2999)  # card payments under way, and what nobody has sorted yet


def close(desk: Desk, number: int, *, confirmed: bool = False) -> Closing:
    """All that is posted with it is posted now, in this one transaction."""
    ledger.lock(desk.books)
    year = FINANCIAL_YEARS.take(desk, number)
    doubts = tuple(doubts_about(desk, year))
    if doubts and not confirmed:
        raise Conflict("Året ser inte färdigt ut: " + "; ".join(doubts))
    posted = len(desk.books.happenings)
    locked = LOCKED_PERIOD.find(desk).locked_through
    if locked == year.to_date:  # a lock through its last day is what one closes behind
        lock_through(desk, year.to_date - timedelta(days=1))
    for sale in waiting_sales(desk, year):
        fire(CUSTOMER_INVOICES, desk, sale, "release-vat", Cause(year, None))
    for bill in waiting_purchases(desk, year):
        fire(SUPPLIER_INVOICES, desk, bill, "release-vat", Cause(year, None))
    closed = fire(FINANCIAL_YEARS, desk, year, "close")
    if locked == year.to_date:
        lock_through(desk, locked)
    return Closing(
        closed.id,
        closed.closed,
        following_year(desk, closed).id,
        posted_since(desk, posted),
        doubts,
    )


def reopen(desk: Desk, number: int, reason: str) -> Reopening:
    ledger.lock(desk.books)
    year = fire(FINANCIAL_YEARS, desk, FINANCIAL_YEARS.take(desk, number), "reopen", reason)
    return Reopening(year.id, year.closed, reason)


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


def doubts_about(desk: Desk, year: FinancialYear) -> Iterator[str]:
    """What one would want to look at before a year is closed for good."""
    for what, numbers in unfinished.numbers(desk.books, year.from_date, year.to_date).items():
        yield f"{WORDS[what]}: {', '.join(map(str, numbers))}"
    balances = ledger.closing_balances(desk.books, year)
    for account in EMPTY_AT_THE_END:
        if balance := balances.get(account, ZERO):
            yield f"konto {account} är inte tomt: {balance}"
    for account, total in unfinished.list_totals(desk.books).items():
        if (standing := stands_at(desk, account)) != total:
            yield f"konto {account} är {standing}, men reskontran {total}"


def stands_at(desk: Desk, account: int) -> Decimal:
    """What an account is now, whatever year it was posted in."""
    latest = desk.books.years()[-1]
    return ledger.opening_balance(desk.books, latest, account) + ledger.change(
        desk.books, latest.id, account
    )
