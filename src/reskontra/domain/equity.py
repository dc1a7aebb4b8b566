"""The end of a financial year: where its result goes, and the equity of the year after it."""

from collections.abc import Iterable, Iterator, Mapping
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
Types = Mapping[int, str]  # of accounts whose numbers do not say it
NO_TYPES: Types = {}

YEAR_END = "YEAREND"  # the reference type of both vouchers
OF_THE_RESULT = "345678"  # first digits; all others go on into the next year, those of no class too
PLAIN = range(1000, 9000)  # their numbers say what they are; of others a file may have said it
RESULT_TYPES = ("K", "I")  # cost, income; the others are T asset, S equity or liability
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


ASSOCIATIONS = (CompanyForm.I, CompanyForm.S, CompanyForm.BRF)
PARTNERSHIPS = (CompanyForm.HB, CompanyForm.KB)
OWNED = (CompanyForm.E, *PARTNERSHIPS)  # by people, who draw on its equity
UNSORTED = (1686, 2999)  # card payments under way, and what nobody has sorted yet

# Accounts of equity that only some forms of company have.
OF_A_PARTNER = {
    0: "Eget kapital, delägare {}",
    1: "Egna varuuttag",
    3: "Övriga egna uttag",
    7: "Årets kapitaltillskott",
    8: "Övriga egna insättningar",
    9: "Årets resultat, delägare {}",
}
OF_AN_ASSOCIATION = {
    2060: "Eget kapital i ideella föreningar, stiftelser och registrerade trossamfund",
    2067: "Balanserat överskott eller underskott",
    2068: "Överskott eller underskott från föregående år",
    2069: "Årets resultat",
}


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


def is_balance_account(number: int, types: Types = NO_TYPES) -> bool:
    """Does what stands on it go on into the next year? By its type, else by its first digit."""
    if number in types:
        return types[number] not in RESULT_TYPES
    return str(number)[0] not in OF_THE_RESULT


def result_accounts(form: CompanyForm, shares: tuple[int, ...]) -> tuple[int, ...]:
    """Where the result of a year is shown among the equity: of partners, one each."""
    if form in PARTNERSHIPS:
        return tuple(2009 + 10 * partner for partner in range(1, len(shares) + 1))
    if form in ASSOCIATIONS:
        return (2069,)
    return (2019,) if form is CompanyForm.E else (2099,)


def own_accounts(form: CompanyForm, shares: tuple[int, ...]) -> dict[int, str]:
    """Those of its equity, with their names, some of them beside what every chart has."""
    if form in ASSOCIATIONS:
        return OF_AN_ASSOCIATION
    if form not in PARTNERSHIPS:
        return {}
    return {
        2000 + 10 * partner + place: name.format(partner)
        for partner in range(1, len(shares) + 1)
        for place, name in OF_A_PARTNER.items()
    }


def empty_at_the_end(form: CompanyForm, shares: tuple[int, ...]) -> tuple[int, ...]:
    """What should stand at nothing when a year ends: last year's result is disposed of by then."""
    if form in OWNED:
        return UNSORTED
    return (*UNSORTED, *(onto for _, onto in moves(form, shares)))


def moves(form: CompanyForm, shares: tuple[int, ...]) -> tuple[Moved, ...]:
    results = result_accounts(form, shares)
    if form in OWNED:
        return tuple(Moved(tuple(range(each - 8, each + 1)), each - 9) for each in results)
    return tuple(Moved((each,), each - 1) for each in results)


def result_of(balances: Balances, types: Types = NO_TYPES) -> Decimal:
    """A profit is positive; what is booked as the result is no part of it."""
    return -sum(
        (
            balance
            for number, balance in balances.items()
            if not is_balance_account(number, types) and number not in CLOSED_TO
        ),
        ZERO,
    )


def result_voucher(
    year: FinancialYear,
    form: CompanyForm,
    shares: tuple[int, ...],
    balances: Balances,
    source: str,
    types: Types = NO_TYPES,
) -> Voucher | None:
    """What is not yet booked of the year's result; `balances` are those of its last day."""
    if form in PARTNERSHIPS and len(shares) == 1:
        raise Conflict("Delägarnas andelar är inte angivna")
    held = shares if form in PARTNERSHIPS else (1,)
    result = result_of(balances, types)
    lines = list(_unbooked(result_accounts(form, shares), held, balances, result))
    if not any(amount for _, _, amount in lines):
        return None
    return voucher(
        "A",
        year.to_date,
        "Årets resultat",
        lines,
        reference_type=YEAR_END,
        reference_number=str(year.id),
        source=source,
    )


def _unbooked(
    equity: tuple[int, ...], shares: tuple[int, ...], balances: Balances, result: Decimal
) -> Iterator[Entry]:
    booked = _sum(balances, CLOSED_TO)
    if (shown := -_sum(balances, equity)) != booked:
        numbers = ", ".join(map(str, equity))
        raise Conflict(
            f"Årets resultat stämmer inte: på 8999 är {booked} bokfört, på {numbers} står {shown};"
            " för om tidigare års resultat först"
        )
    yield DEBIT, accounts.RESULT, result - booked
    for number, part in zip(equity, _parts(result, shares), strict=True):
        yield CREDIT, number, part + balances.get(number, ZERO)


def _sum(balances: Balances, numbers: Iterable[int]) -> Decimal:
    return sum((balances.get(number, ZERO) for number in numbers), ZERO)


def _parts(amount: Decimal, shares: tuple[int, ...]) -> Iterator[Decimal]:
    """The last partner's part is what is left of the öre."""
    left = amount
    for share in shares[:-1]:
        part = to_ore(amount * share / sum(shares))
        left -= part
        yield part
    yield left


def equity_voucher(
    year: FinancialYear, form: CompanyForm, shares: tuple[int, ...], balances: Balances, source: str
) -> Voucher | None:
    """The first voucher of a year: what is left of last year's among the equity is gathered."""
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
    if why := stays_closed(years, year):
        raise Conflict(why)
    if not reason.strip():
        raise Conflict("Ange varför året öppnas igen")


def stays_closed(years: list[FinancialYear], year: FinancialYear) -> str:
    """Why, where it does."""
    if year.adopted:
        return "Årets bokslut är fastställt; året kan inte öppnas igen"
    if any(other.closed for other in years if other.from_date > year.from_date):
        return "Bara det senast stängda räkenskapsåret kan öppnas igen"
    return ""
