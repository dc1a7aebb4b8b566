"""Vouchers of a SIE file as the books keep them, and as they are written again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace as changed
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from reskontra.domain.money import ZERO, to_ore
from reskontra.domain.sie_import import SIE
from reskontra.domain.voucher import Posting, Voucher
from reskontra.sie import values as sie
from reskontra.sie.kinds import Pairs

CENTER, PROJECT = 1, 6  # dimensions
OWN = "Sie"  # under this name a voucher and a row carry what only the file has


class Stretch(NamedTuple):
    """Numbers that a file passes over."""

    series: str
    first: int
    last: int

    def __str__(self) -> str:
        ends = f"{self.first}-{self.last}" if self.first < self.last else f"{self.first}"
        return f"{self.series} {ends}".strip()


def numbered(vouchers: Iterable[sie.Voucher], latest: Mapping[str, int]) -> list[sie.Voucher]:
    """By series and number; one that has none, or one that is taken, gets the next."""
    by_series: dict[str, dict[int, sie.Voucher]] = {}
    without: list[sie.Voucher] = []
    for voucher in vouchers:
        there = by_series.setdefault(voucher.series, {})
        if not voucher.number or voucher.number in there:
            without.append(voucher)
        else:
            there[voucher.number] = voucher
    for voucher in without:
        there = by_series[voucher.series]
        number = max((*there, latest.get(voucher.series, 0))) + 1
        there[number] = changed(voucher, number=number)
    return [there[number] for _, there in sorted(by_series.items()) for number in sorted(there)]


def passed_over(vouchers: Iterable[sie.Voucher], latest: Mapping[str, int]) -> Iterator[Stretch]:
    reached = dict(latest)
    for voucher in vouchers:
        last, number = reached.get(voucher.series, 0), voucher.number or 0
        if number > last + 1:
            yield Stretch(voucher.series, last + 1, number - 1)
        reached[voucher.series] = number


def moved_by(vouchers: Iterable[sie.Voucher], latest: Mapping[str, int]) -> dict[str, int]:
    """By how much the numbers of a series are raised, where some of them are taken."""
    taken = {
        voucher.series
        for voucher in vouchers
        if 0 < (voucher.number or 0) <= latest.get(voucher.series, 0)
    }
    return {series: latest[series] for series in sorted(taken)}


def raised(vouchers: Iterable[sie.Voucher], moved: Mapping[str, int]) -> Iterator[sie.Voucher]:
    for voucher in vouchers:
        by = moved.get(voucher.series, 0)
        yield changed(voucher, number=voucher.number + by) if voucher.number else voucher


def drafted(voucher: sie.Voucher, number_of_import: int, moved: int = 0) -> Voucher:
    """With its number, and all that the file says of it."""
    number = voucher.number or 0
    return Voucher(
        voucher.series,
        voucher.day,
        voucher.text,
        tuple(posting(row) for row in voucher.rows if row.counts),
        reference_type=SIE,
        reference_number=str(number_of_import),
        number=number,
        comments=f"Verifikation {voucher.series} {number - moved} i filen" if moved else "",
        carried=_carried(
            Registered=_day(voucher.registered), Sign=voucher.sign, Beside=_beside(voucher.rows)
        ),
    )


def posting(row: sie.Row) -> Posting:
    amount = to_ore(row.amount)
    center, project = (_code(row.objects, dimension) for dimension in (CENTER, PROJECT))
    return Posting(
        row.account,
        max(amount, ZERO),
        max(-amount, ZERO),
        row.text,
        center,
        project,
        quantity=row.quantity or ZERO,
        carried=_carried(
            Day=_day(row.day),
            Sign=row.sign,
            Quantity="0" if row.quantity == 0 else "",
            Objects=[] if row.objects == own_pairs(center, project) else _lists(row.objects),
        ),
    )


def _carried(**said: Any) -> dict[str, Any]:
    some = {name: value for name, value in said.items() if value}
    return {OWN: some} if some else {}


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""


def _lists(pairs: Pairs) -> list[list[Any]]:
    return [[dimension, code] for dimension, code in pairs]


def _code(pairs: Pairs, dimension: int) -> str:
    return next((code for number, code in pairs if number == dimension), "")


def own_pairs(center: str, project: str) -> Pairs:
    own = ((CENTER, center), (PROJECT, project))
    return tuple((dimension, code) for dimension, code in own if code)


def _beside(rows: tuple[sie.Row, ...]) -> list[list[Any]]:
    """Rows that do not count, each with its place among all."""
    return [
        [
            *(place, row.label, row.account, str(row.amount), _lists(row.objects), _day(row.day)),
            *(row.text, "" if row.quantity is None else str(row.quantity), row.sign),
        ]
        for place, row in enumerate(rows)
        if not row.counts
    ]


# And back


def is_from_file(voucher: Voucher) -> bool:
    return voucher.reference_type == SIE


def as_in_file(voucher: Voucher) -> sie.Voucher:
    said = voucher.carried.get(OWN, {})
    rows = [row_of(each) for each in voucher.postings]
    for place, *row in said.get("Beside", []):
        rows.insert(place, _row_beside(*row))
    return sie.Voucher(
        voucher.series,
        voucher.number,
        voucher.date,
        voucher.description,
        _said_day(said.get("Registered")),
        said.get("Sign", ""),
        tuple(rows),
    )


def row_of(row: Posting) -> sie.Row:
    """As any posting is written; what a file said more of it is said again."""
    said = row.carried.get(OWN, {})
    objects = _pairs(said.get("Objects", [])) or own_pairs(row.cost_center, row.project)
    quantity = ZERO if said.get("Quantity") else row.quantity or None
    return sie.Row(
        row.account,
        row.debit - row.credit,
        objects,
        _said_day(said.get("Day")),
        row.transaction_information,
        quantity,
        said.get("Sign", ""),
    )


def _row_beside(
    label: str,
    account: int,
    amount: str,
    objects: list[Any],
    day: str,
    text: str,
    quantity: str,
    sign: str,
) -> sie.Row:
    many = Decimal(quantity) if quantity else None
    pairs = _pairs(objects)
    return sie.Row(account, Decimal(amount), pairs, _said_day(day), text, many, sign, label)


def _pairs(lists: list[Any]) -> Pairs:
    return tuple((int(dimension), str(code)) for dimension, code in lists)


def _said_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
