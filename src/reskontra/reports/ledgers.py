"""The ledgers: what stands on each account, by what rows, and the vouchers as they were made."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from reskontra.domain.money import ZERO
from reskontra.reports.report import Balances, Column, Kind, Names, Row, Sort, added

TRIAL_BALANCE = (
    Column("Account", "Konto", Kind.NUMBER),
    Column("Description", "Benämning", Kind.TEXT),
    Column("Opening", "Ingående"),
    Column("Debit", "Debet"),
    Column("Credit", "Kredit"),
    Column("Closing", "Utgående"),
)
GENERAL_LEDGER = (
    Column("Account", "Konto", Kind.NUMBER),
    Column("Description", "Text", Kind.TEXT),
    Column("Date", "Datum", Kind.DAY),
    Column("Voucher", "Verifikation", Kind.TEXT),
    Column("Debit", "Debet"),
    Column("Credit", "Kredit"),
    Column("Balance", "Saldo"),
)
VOUCHER_LIST = (
    Column("Voucher", "Verifikation", Kind.TEXT),
    Column("Description", "Text", Kind.TEXT),
    Column("Date", "Datum", Kind.DAY),
    Column("Registered", "Registrerad", Kind.DAY),
    Column("Account", "Konto", Kind.NUMBER),
    Column("Debit", "Debet"),
    Column("Credit", "Kredit"),
)


class Turnover(NamedTuple):
    """What an account was debited and credited."""

    debit: Decimal
    credit: Decimal

    @property
    def change(self) -> Decimal:
        return self.debit - self.credit


NONE = Turnover(ZERO, ZERO)


class Entry(NamedTuple):
    """A row of a voucher, with what its voucher says."""

    account: int
    series: str
    number: int
    day: date
    registered: date
    voucher_text: str
    text: str
    debit: Decimal
    credit: Decimal

    @property
    def voucher(self) -> str:
        return f"{self.series} {self.number}"

    @property
    def sides(self) -> tuple[Decimal | None, Decimal | None]:
        """Debit and credit; the side that has nothing is empty."""
        return self.debit or None, self.credit or None


def trial_balance(names: Names, opening: Balances, moved: Mapping[int, Turnover]) -> list[Row]:
    rows = [
        _standing(names, account, opening.get(account, ZERO), moved.get(account, NONE))
        for account in sorted({*opening, *moved})
    ]
    rows = [row for row in rows if any(row.cells[2:])]
    return [*rows, added(TRIAL_BALANCE, rows, "Summa", Sort.TOTAL)]


def _standing(names: Names, account: int, opening: Decimal, moved: Turnover) -> Row:
    return Row((account, names.get(account, ""), opening, *moved, opening + moved.change))


def general_ledger(names: Names, opening: Balances, entries: Iterable[Entry]) -> list[Row]:
    """`entries` come by account, and then in the order of their days."""
    moved = {number: list(rows) for number, rows in groupby(entries, lambda each: each.account)}
    standing = {number for number, balance in opening.items() if balance}
    return [
        row
        for number in sorted({*moved, *standing})
        for row in account(names, number, opening.get(number, ZERO), moved.get(number, []))
    ]


def account(names: Names, number: int, balance: Decimal, entries: list[Entry]) -> Iterator[Row]:
    """Its name, each row with what it then stands at, and its sums."""
    yield Row((number, names.get(number, "")), Sort.HEADING)
    yield Row((number, "Ingående saldo", None, "", None, None, balance))
    for it in entries:
        balance += it.debit - it.credit
        text = it.text or it.voucher_text
        yield Row((number, text, it.day, it.voucher, *it.sides, balance))
    debit = sum((each.debit for each in entries), ZERO)
    credit = sum((each.credit for each in entries), ZERO)
    yield Row((number, "Utgående saldo", None, "", debit, credit, balance), Sort.SUM)


def voucher_list(names: Names, entries: Iterable[Entry]) -> list[Row]:
    """`entries` come voucher by voucher, as they were registered."""
    rows: list[Row] = []
    for _, lines in groupby(entries, lambda each: (each.series, each.number, each.day)):
        first, *others = lines
        about = (first.voucher, first.voucher_text, first.day, first.registered)
        rows.append(Row(about, Sort.HEADING))
        rows += [_line(names, each) for each in (first, *others)]
    return [*rows, added(VOUCHER_LIST, rows, "Summa", Sort.TOTAL)]


def _line(names: Names, it: Entry) -> Row:
    text = it.text or names.get(it.account, "")
    return Row((it.voucher, text, it.day, None, it.account, *it.sides))
