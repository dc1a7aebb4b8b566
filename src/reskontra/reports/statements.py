"""The two statements: what a company owns and owes on a day, and what it earned in a period."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

from reskontra.domain.equity import CLOSED_TO, NO_TYPES, Types, is_balance_account
from reskontra.domain.money import ZERO
from reskontra.reports.report import Balances, Column, Kind, Names, Row, Sort, added, heading

Amounts = tuple[Decimal, ...]  # in the order of the columns


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
OTHERS = "Övriga konton"  # of no class
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
# What the groups until then come to.
RESULTS = {
    OPERATING:      "Rörelseresultat",
    FINANCIAL:      "Resultat efter finansiella poster",
    APPROPRIATIONS: "Resultat före skatt",
    TAXES:          "Årets resultat",
}
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
BOOKED = "Bokfört resultat, ingår inte ovan"


class Days(NamedTuple):
    """What every account stands at on three days; those of results, since their year began."""

    opening: Balances
    closing: Balances
    last_year: Balances


class Periods(NamedTuple):
    """What every account has changed by: in a period, in its year so far, and a year before."""

    period: Balances
    year_so_far: Balances
    last_year: Balances


class Sheet(NamedTuple):
    """What a statement is laid out of: what every account has under its columns of amounts."""

    columns: tuple[Column, ...]
    names: Names
    amounts: Mapping[int, Amounts]  # debit positive

    def rows(self, accounts: Iterable[int], sign: int) -> list[Row]:
        """Those with something in them."""
        each = (
            (account, [sign * amount for amount in self.amounts[account]]) for account in accounts
        )
        return [
            Row((account, self.names.get(account, ""), *amounts))
            for account, amounts in each
            if any(amounts)
        ]

    def group(self, title: str, rows: list[Row]) -> list[Row]:
        """With their sum; nothing where there are none."""
        if not rows:
            return []
        return [heading(title), *rows, added(self.columns, rows, f"Summa {title.lower()}")]

    def side(self, groups: tuple[Group, ...], sign: int) -> list[Row]:
        each = (self.group(it.title, self.rows(self.within(it), sign)) for it in groups)
        return list(chain.from_iterable(each))

    def within(self, it: Group) -> list[int]:
        """The result itself, as it was booked, is in no group."""
        return [
            account
            for account in sorted(self.amounts)
            if int(str(account)[:2]) in it.begins and account not in CLOSED_TO
        ]

    def others(self, known: tuple[Group, ...], sign: int) -> list[Row]:
        """Those that are in none of the groups, nor the result itself."""
        grouped = set(CLOSED_TO).union(*map(self.within, known))
        return self.group(OTHERS, self.rows(sorted(self.amounts.keys() - grouped), sign))


def balance_sheet(names: Names, days: Days, types: Types = NO_TYPES) -> list[Row]:
    """Whatever is booked, both sides are equal: what is not booked of a result is computed."""
    stood = _by_account(days, types, balance=True)
    sheet = Sheet(
        BALANCE_SHEET, names, {it: _and_change(*of_each) for it, of_each in stood.items()}
    )
    owned = [*sheet.side(ASSETS, 1), *sheet.others((*ASSETS, EQUITY, *DEBTS), 1)]
    equity = [*sheet.rows(sheet.within(EQUITY), -1), *_unbooked(days, types)]
    owed = [*sheet.group(EQUITY.title, equity), *sheet.side(DEBTS, -1)]
    return [
        heading("Tillgångar"),
        *owned,
        added(BALANCE_SHEET, owned, "Summa tillgångar", Sort.TOTAL),
        heading("Eget kapital och skulder"),
        *owed,
        added(BALANCE_SHEET, owed, "Summa eget kapital och skulder", Sort.TOTAL),
    ]


def income_statement(names: Names, periods: Periods, types: Types = NO_TYPES) -> list[Row]:
    """The result as it was booked comes last, for whoever looks for it; it is in no sum."""
    sheet = Sheet(INCOME_STATEMENT, names, _by_account(periods, types, balance=False))
    rows: list[Row] = []
    for groups, words in RESULTS.items():
        rows += sheet.side(groups, -1)
        if groups is OPERATING:
            rows += sheet.others(tuple(chain.from_iterable(RESULTS)), -1)
        sort = Sort.TOTAL if groups is TAXES else Sort.SUM
        rows.append(added(INCOME_STATEMENT, rows, words, sort))
    booked = sheet.rows((it for it in sorted(sheet.amounts) if it in CLOSED_TO), -1)
    return [*rows, heading(BOOKED), *booked] if booked else rows


def _by_account(
    columns: tuple[Balances, ...], types: Types, *, balance: bool
) -> dict[int, Amounts]:
    """Of the accounts of balances, or of those of results."""
    accounts = (it for it in set().union(*columns) if is_balance_account(it, types) == balance)
    return {it: tuple(each.get(it, ZERO) for each in columns) for it in accounts}


def _and_change(opening: Decimal, closing: Decimal, last_year: Decimal) -> Amounts:
    """As the balance sheet has them."""
    return opening, closing - opening, closing, last_year


def _unbooked(days: Days, types: Types) -> Iterator[Row]:
    """What the accounts of results add up to, and what is missing of all years before."""
    this_year = [-_sum(each, types, balance=False) for each in days]
    in_all = [_sum(each, types, balance=True) for each in days]
    before = [each - this for each, this in zip(in_all, this_year, strict=True)]
    for words, amounts in ((UNBOOKED, this_year), (UNBOOKED_BEFORE, before)):
        if any(amounts):
            yield Row(("", words, *_and_change(*amounts)))


def _sum(balances: Balances, types: Types, *, balance: bool) -> Decimal:
    return sum((v for k, v in balances.items() if is_balance_account(k, types) == balance), ZERO)
