"""The end of a financial year: where its result goes, and the equity of the year after it."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from reskontra.domain import accounts
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.errors import Conflict
from reskontra.domain.money import ZERO, to_ore
from reskontra.domain.records import Record
from reskontra.domain.voucher import CREDIT, DEBIT, Side, Voucher, voucher

Entry = tuple[Side, int, Decimal]
Balances = Mapping[int, Decimal]  # by account, debit positive

YEAR_END = "YEAREND"  # the reference type of both vouchers
RESULTS = range(3000, 9000)
CLOSED_TO = range(8990, 9000)  # the result itself, once it is booked
LARGEST_PARTNER = 4


class CompanyForm(StrEnum):
    AB = "AB"  # aktiebolag
    EK = "EK"  # ekonomisk förening
    E = "E"  # enskild näringsverksamhet
    HB = "HB"  # handelsbolag
    KB = "KB"  # kommanditbolag
    I = "I"  # ideell förening  # noqa: E741 - as the tax agency writes it
    S = "S"  # stiftelse
    BRF = "BRF"  # bostadsrättsförening


class Moved(NamedTuple):
    """What stands on some accounts is gathered on another, when a new year begins."""

    off: tuple[int, ...]
    onto: int


class Closing(Record):
    """What closing a year came to, or would."""

    year: int
    closed: bool
    following_year: int
    vouchers: tuple[Voucher, ...] = ()
    unfinished: tuple[str, ...] = ()


class Reopening(Record):
    year: int
    closed: bool
    reason: str


def is_balance_account(number: int) -> bool:
    """Does what stands on it go on into the next year?"""
    return number not in RESULTS


def result_accounts(form: CompanyForm, shares: tuple[int, ...]) -> tuple[int, ...]:
    """Where the result of a year is shown among the equity: of partners, one each."""
    if form in (CompanyForm.AB, CompanyForm.EK):
        return (2099,)
    if form in (CompanyForm.HB, CompanyForm.KB):
        return tuple(2009 + 10 * partner for partner in range(1, len(shares) + 1))
    return (2019,) if form is CompanyForm.E else (2069,)


def moves(form: CompanyForm, shares: tuple[int, ...]) -> tuple[Moved, ...]:
    results = result_accounts(form, shares)
    if form in (CompanyForm.E, CompanyForm.HB, CompanyForm.KB):
        return tuple(Moved(tuple(range(each - 8, each + 1)), each - 9) for each in results)
    return tuple(Moved((each,), each - 1) for each in results)


def result_of(balances: Balances) -> Decimal:
    """A profit is positive; what is booked as the result is no part of it."""
    return -sum(
        (
            balance
            for number, balance in balances.items()
            if number in RESULTS and number not in CLOSED_TO
        ),
        ZERO,
    )


def result_voucher(
    year: FinancialYear, form: CompanyForm, shares: tuple[int, ...], balances: Balances, source: str
) -> Voucher | None:
    """What is not yet booked of the year's result; `balances` are those of its last day."""
    booked = sum((balances.get(number, ZERO) for number in CLOSED_TO), ZERO)
    equity = result_accounts(form, shares)
    shown = -sum((balances.get(number, ZERO) for number in equity), ZERO)
    if shown != booked:
        numbers = ", ".join(map(str, equity))
        raise Conflict(
            f"Årets resultat stämmer inte: på 8999 är {booked} bokfört, på {numbers} står {shown};"
            " för om tidigare års resultat först"
        )
    left = result_of(balances) - booked
    if not left:
        return None
    return voucher(
        "A",
        year.to_date,
        "Årets resultat",
        [(DEBIT, accounts.RESULT, left), *_by_share(left, equity, shares)],
        reference_type=YEAR_END,
        reference_number=str(year.id),
        source=source,
    )


def _by_share(amount: Decimal, equity: tuple[int, ...], shares: tuple[int, ...]) -> Iterator[Entry]:
    """The last partner's share is what is left of the öre."""
    left = amount
    for number, share in zip(equity[:-1], shares, strict=False):
        part = to_ore(amount * share / sum(shares))
        left -= part
        yield CREDIT, number, part
    yield CREDIT, equity[-1], left


def equity_voucher(
    year: FinancialYear, form: CompanyForm, shares: tuple[int, ...], balances: Balances, source: str
) -> Voucher | None:
    """The first voucher of a year, by the balances that it begins with."""
    lines = list(_gathered(moves(form, shares), balances))
    if not lines:
        return None
    return voucher(
        "A",
        year.from_date,
        "Omföring av föregående års resultat",
        lines,
        reference_type=YEAR_END,
        reference_number=str(year.id),
        source=source,
    )


def _gathered(moved: tuple[Moved, ...], balances: Balances) -> Iterator[Entry]:
    for off, onto in moved:
        standing = {number: balances[number] for number in off if balances.get(number)}
        for number, balance in standing.items():
            yield CREDIT, number, balance
        if standing:
            yield DEBIT, onto, sum(standing.values(), ZERO)


def refuse_close(
    years: list[FinancialYear], year: FinancialYear, today: date, opening: Balances
) -> None:
    """A year is closed when it is over and all before it are closed, each in its turn."""
    if year.to_date >= today:
        raise Conflict(f"Räkenskapsåret är inte slut förrän {year.to_date}")
    if any(not other.closed for other in years if other.from_date < year.from_date):
        raise Conflict("Ett tidigare räkenskapsår är öppet; stäng det först")
    if difference := sum(opening.values(), ZERO):
        raise Conflict(f"De ingående balanserna balanserar inte: det skiljer {difference}")


def refuse_reopen(years: list[FinancialYear], year: FinancialYear, reason: str) -> None:
    if year.adopted:
        raise Conflict("Årets bokslut är fastställt; året kan inte öppnas igen")
    if any(other.closed for other in years if other.from_date > year.from_date):
        raise Conflict("Bara det senast stängda räkenskapsåret kan öppnas igen")
    if not reason.strip():
        raise Conflict("Ange varför året öppnas igen")
