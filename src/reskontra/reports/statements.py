"""The two statements: what a company owns and owes on a day, and what it earned in a period."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

from reskontra.domain.equity import CLOSED_TO, NO_TYPES, Types, is_balance_account
from reskontra.domain.money import ZERO
from reskontra.reports.report import Balances, Column, Kind, Names, Row, Sort, added, heading


class Group(NamedTuple):
    title: str
    begins: range  # the first two digits of its accounts


def group(title: str, first: int, last: int | None = None) -> Group:
    return Group(title, range(first, (last or first) + 1))


# fmt: off
ASSETS = (
    group("Immateriella anläggningstillgångar", 10),
    group("Materiella anläggningstillgångar",   11, 12),
    group("Finansiella anläggningstillgångar",  13),
    group("Varulager",                          14),
    group("Kundfordringar",                     15),
    group("Övriga fordringar",                  16),
    group("Förutbetalda kostnader och upplupna intäkter", 17),
    group("Kortfristiga placeringar",           18),
    group("Kassa och bank",                     19),
)
EQUITY = group("Eget kapital", 20)
DEBTS = (
    group("Obeskattade reserver",               21),
    group("Avsättningar",                       22),
    group("Långfristiga skulder",               23),
    group("Kortfristiga skulder",               24, 29),
)
OTHERS = Group("Övriga konton", range(0))  # of no class
OPERATING = (
    group("Nettoomsättning",                    30, 37),
    group("Aktiverat arbete för egen räkning",  38),
    group("Övriga rörelseintäkter",             39),
    group("Råvaror och handelsvaror",           40, 49),
    group("Övriga externa kostnader",           50, 69),
    group("Personalkostnader",                  70, 76),
    group("Av- och nedskrivningar",             77, 78),
    group("Övriga rörelsekostnader",            79),
)
FINANCIAL = (
    group("Finansiella intäkter",               80, 83),
    group("Finansiella kostnader",              84, 87),
)
APPROPRIATIONS = (group("Bokslutsdispositioner", 88),)
TAXES = (group("Skatt", 89),)
# fmt: on

BALANCE_SHEET = (
    Column("Account", "Konto", Kind.NUMBER),
    Column("Description", "Benämning", Kind.TEXT),
    Column("Opening", "Ingående"),
    Column("Change", "Förändring"),
    Column("Closing", "Utgående"),
    Column("LastYear", "Föregående år"),
)
INCOME_STATEMENT = (
    Column("Account", "Konto", Kind.NUMBER),
    Column("Description", "Benämning", Kind.TEXT),
    Column("Period", "Perioden"),
    Column("YearSoFar", "Året hittills"),
    Column("LastYear", "Samma period föregående år"),
)
UNBOOKED = "Årets resultat, ej bokfört"
UNBOOKED_BEFORE = "Tidigare års resultat, ej bokfört"


class Positions(NamedTuple):
    """What every account stands at on three days; those of results, since their year began."""

    opening: Balances
    closing: Balances
    last_year: Balances


class Statement(NamedTuple):
    """What one is made of."""

    columns: tuple[Column, ...]
    names: Names
    days: Positions

    def accounts(self, *, balance: bool, types: Types) -> list[int]:
        """Those of balances, or those of results."""
        every = sorted(set().union(*self.days))
        return [each for each in every if is_balance_account(each, types) == balance]


def balance_sheet(names: Names, days: Positions, types: Types = NO_TYPES) -> list[Row]:
    """Whatever is booked, both sides are equal: what is not booked of a result is computed."""
    it = Statement(BALANCE_SHEET, names, days)
    accounts = it.accounts(balance=True, types=types)
    others = _of_no_class(accounts, (*ASSETS, EQUITY, *DEBTS))
    owned = [*_side(it, accounts, ASSETS, 1), *_group(it, OTHERS.title, others, 1)]
    equity = _group(it, EQUITY.title, _within(accounts, EQUITY), -1, _unbooked(days, types))
    owed = [*equity, *_side(it, accounts, DEBTS, -1)]
    return [
        heading("Tillgångar"),
        *owned,
        added(BALANCE_SHEET, owned, "Summa tillgångar", Sort.TOTAL),
        heading("Eget kapital och skulder"),
        *owed,
        added(BALANCE_SHEET, owed, "Summa eget kapital och skulder", Sort.TOTAL),
    ]


def income_statement(names: Names, periods: Positions, types: Types = NO_TYPES) -> list[Row]:
    """`periods` are changes: of the period, of its year so far, and of it a year before."""
    it = Statement(INCOME_STATEMENT, names, periods)
    accounts = it.accounts(balance=False, types=types)
    others = _of_no_class(accounts, (*OPERATING, *FINANCIAL, *APPROPRIATIONS, *TAXES))
    rows: list[Row] = []
    for groups, words in (
        (OPERATING, "Rörelseresultat"),
        (FINANCIAL, "Resultat efter finansiella poster"),
        (APPROPRIATIONS, "Resultat före skatt"),
        (TAXES, "Årets resultat"),
    ):
        rows += _side(it, accounts, groups, -1)
        if groups is OPERATING:
            rows += _group(it, OTHERS.title, others, -1)
        sort = Sort.TOTAL if groups is TAXES else Sort.SUM
        rows.append(added(INCOME_STATEMENT, rows, words, sort))
    return [*rows, *_booked(it, accounts)]


def _side(it: Statement, accounts: list[int], groups: tuple[Group, ...], sign: int) -> list[Row]:
    each = (_group(it, group.title, _within(accounts, group), sign) for group in groups)
    return list(chain.from_iterable(each))


def _group(
    it: Statement, title: str, accounts: list[int], sign: int, more: tuple[Row, ...] = ()
) -> list[Row]:
    """Its accounts with what stands on them, and their sum; nothing where there are none."""
    rows = [_row(it, account, sign) for account in accounts]
    rows = [row for row in (*rows, *more) if any(row.cells[2:])]
    if not rows:
        return []
    return [heading(title), *rows, added(it.columns, rows, f"Summa {title.lower()}")]


def _row(it: Statement, account: int, sign: int) -> Row:
    amounts = [sign * each.get(account, ZERO) for each in it.days]
    if it.columns is BALANCE_SHEET:
        opening, closing, last_year = amounts
        amounts = [opening, closing - opening, closing, last_year]
    return Row((account, it.names.get(account, ""), *amounts))


def _unbooked(days: Positions, types: Types) -> tuple[Row, ...]:
    """What the accounts of results add up to, and what is missing of all years before."""
    this_year = [-_sum(each, types, balance=False) for each in days]
    in_all = [_sum(each, types, balance=True) for each in days]
    before = [each - this for each, this in zip(in_all, this_year, strict=True)]
    return tuple(_computed(*each) for each in ((UNBOOKED, this_year), (UNBOOKED_BEFORE, before)))


def _computed(words: str, amounts: list[Decimal]) -> Row:
    opening, closing, last_year = amounts
    return Row(("", words, opening, closing - opening, closing, last_year))


def _booked(it: Statement, accounts: list[int]) -> Iterator[Row]:
    """The result as it was booked, for whoever looks for it; it is no part of the sum."""
    for account in accounts:
        if account in CLOSED_TO and any(each.get(account) for each in it.days):
            yield _row(it, account, -1)


def _sum(balances: Balances, types: Types, *, balance: bool) -> Decimal:
    return sum((v for k, v in balances.items() if is_balance_account(k, types) == balance), ZERO)


def _within(accounts: list[int], group: Group) -> list[int]:
    return [each for each in accounts if _is_in(each, group) and each not in CLOSED_TO]


def _is_in(account: int, group: Group) -> bool:
    return int(str(account)[:2]) in group.begins


def _of_no_class(accounts: list[int], groups: tuple[Group, ...]) -> list[int]:
    return [each for each in accounts if not any(_is_in(each, group) for group in groups)]
