"""Vouchers: what the books say. Once posted, a voucher is never altered, only reversed."""

import datetime
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import IntEnum
from typing import Any, NamedTuple

from reskontra.domain.money import ZERO, bounded
from reskontra.domain.records import Record, field, replace
from reskontra.domain.vat import TAX_BOXES


class Side(IntEnum):
    DEBIT = 1
    CREDIT = -1


DEBIT, CREDIT = Side

MANUAL = "MANUAL"  # the reference type of what was made by hand


class Unbalanced(AssertionError):
    """A voucher whose debits are not its credits: a fault of ours, never the caller's."""


class Line(NamedTuple):
    """What a posting rule yields; a negative amount changes side."""

    side: Side
    account: int
    amount: Decimal
    transaction_information: str = ""
    cost_center: str = ""
    project: str = ""


Lines = Iterable[Line | tuple[Side, int, Decimal]]
Place = tuple[int, str, str, str]  # an account, and what else a posting says of itself
Signed = tuple[Place, Decimal]  # debit positive, credit negative


class Posting(Record):
    account: int
    debit: Decimal
    credit: Decimal
    transaction_information: str = ""
    cost_center: str = ""
    project: str = ""
    description: str = ""  # the account's
    quantity: Decimal = ZERO
    removed: bool = False
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def amount(self) -> Decimal:
        """Debit positive, credit negative."""
        return self.debit - self.credit


class VatEntry(NamedTuple):
    """A line of the VAT ledger: a box holds either a base or a tax."""

    tax_date: datetime.date
    box: str
    base: Decimal
    tax: Decimal

    @property
    def amount(self) -> Decimal:
        return self.base + self.tax


class VoucherKey(NamedTuple):
    year: int  # the financial year's id
    series: str
    number: int


class Voucher(Record):
    series: str
    date: datetime.date
    description: str
    postings: tuple[Posting, ...] = ()
    vat_entries: tuple[VatEntry, ...] = ()
    reference_type: str = ""
    reference_number: str = ""
    source: str = ""  # the business event, unique in an organisation
    corrects: VoucherKey | None = None
    number: int = 0  # drawn when it is posted, as is the year
    year: int = 0
    comments: str = ""
    cost_center: str = ""
    project: str = ""
    document: str = ""  # the digest of the document that it is the voucher of
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> VoucherKey:
        return VoucherKey(self.year, self.series, self.number)

    @property
    def debit(self) -> Decimal:
        return sum((each.debit for each in self.postings), ZERO)

    @property
    def credit(self) -> Decimal:
        return sum((each.credit for each in self.postings), ZERO)

    def change(self, account: int) -> Decimal:
        """What the voucher adds to an account; credits are negative."""
        return sum((p.amount for p in self.postings if p.account == account), ZERO)

    def reversed(
        self, series: str, date: datetime.date, description: str, source: str = ""
    ) -> "Voucher":
        """The opposite voucher, which says what it corrects."""
        opposite = (replace(p, debit=p.credit, credit=p.debit) for p in self.postings)
        return replace(
            self,
            series=series,
            date=date,
            description=description,
            source=source or f"undo {self.source}",
            postings=_debits_first(opposite),
            vat_entries=tuple(VatEntry(date, e.box, -e.base, -e.tax) for e in self.vat_entries),
            corrects=self.key,
            document="",
            number=0,
            year=0,
        )


def voucher(
    series: str,
    date: datetime.date,
    description: str,
    lines: Lines,
    vat_entries: Iterable[VatEntry] = (),
    *,
    summed: bool = True,
    nothing: tuple[int, int] | None = None,
    reference_type: str = "",
    reference_number: str = "",
    source: str = "",
    comments: str = "",
    cost_center: str = "",
    project: str = "",
) -> Voucher:
    """Put lines together to a voucher, debits first, and insist that they balance.

    `summed` makes one line per account. A voucher with nothing to say gets two empty lines, on
    the accounts of `nothing`.
    """
    said: Iterable[Signed] = [_signed(*line) for line in lines]
    if summed:
        said = _summed(said)
    postings = _debits_first([_posting(*place, amount) for place, amount in said if amount])
    if not postings and nothing:
        postings = tuple(Posting(account, ZERO, ZERO) for account in nothing)
    if sum([p.debit for p in postings]) != sum([p.credit for p in postings]) or len(postings) < 2:
        raise Unbalanced(f"{description}: {postings}")
    return Voucher(
        series,
        date,
        description,
        postings,
        tuple(vat_entries),
        reference_type,
        reference_number,
        source,
        comments=comments,
        cost_center=cost_center,
        project=project,
    )


def vat_entries(tax_date: datetime.date, boxes: Mapping[str, Decimal]) -> tuple[VatEntry, ...]:
    """Lines of the VAT ledger for what each box is to get."""
    return tuple(
        VatEntry(tax_date, box, ZERO, amount)
        if box in TAX_BOXES
        else VatEntry(tax_date, box, amount, ZERO)
        for box, amount in boxes.items()
        if amount
    )


def opposite(entries: Iterable[VatEntry]) -> dict[str, Decimal]:
    """What each box is to get for these entries to come to nothing."""
    return {entry.box: -entry.amount for entry in entries}


def reported(so_far: Mapping[str, Decimal], entries: Iterable[VatEntry]) -> dict[str, Decimal]:
    """What the VAT return has been told, per box, with these entries; zeros are left out."""
    boxes = dict(so_far)
    for entry in entries:
        boxes[entry.box] = boxes.get(entry.box, ZERO) + entry.amount
    return {box: amount for box, amount in boxes.items() if amount}


def _signed(
    side: Side,
    account: int,
    amount: Decimal,
    information: str = "",
    cost_center: str = "",
    project: str = "",
) -> Signed:
    signed = amount if side == DEBIT else -amount
    return (account, information, cost_center, project), signed


def _summed(said: Iterable[Signed]) -> Iterable[Signed]:
    sums: dict[Place, Decimal] = {}
    for place, amount in said:
        sums[place] = sums.get(place, ZERO) + amount
    return sums.items()


def _posting(
    account: int, information: str, cost_center: str, project: str, amount: Decimal
) -> Posting:
    debit, credit = (bounded(amount), ZERO) if amount > 0 else (ZERO, bounded(-amount))
    return Posting(account, debit, credit, information, cost_center, project)


def _debits_first(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    return tuple(sorted(postings, key=_is_credit))


def _is_credit(posting: Posting) -> bool:
    return posting.debit < posting.credit
