"""The periodic summary: what was sold without VAT to each buyer with a VAT number in the EU."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from reskontra.domain.money import ZERO
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import Record
from reskontra.domain.vat_return import without_ore

FORM = "SKV574008;"
GOODS, TRIANGULAR, SERVICES = BOXES = ("35", "38", "39")


class Sold(NamedTuple):
    """What entries of one box come to for one buyer."""

    vat_number: str
    box: str
    amount: Decimal


class SummaryLine(Record):
    vat_number: str
    goods: int
    triangular: int
    services: int


class PeriodicSummary(Record):
    code: str
    lines: tuple[SummaryLine, ...]
    unknown: tuple[str, ...]  # invoices whose buyer has no VAT number


def summary_lines(sold: Iterable[Sold]) -> tuple[SummaryLine, ...]:
    """Whole kronor, so that each column comes to what its box of the return says."""
    columns: dict[str, dict[str, Decimal]] = {box: {} for box in BOXES}
    for buyer, box, amount in sold:
        columns[box][buyer] = columns[box].get(buyer, ZERO) + amount
    shared = {box: whole_parts(amounts) for box, amounts in columns.items()}
    buyers = sorted({buyer for amounts in columns.values() for buyer in amounts})
    lines = (SummaryLine(each, *(shared[box].get(each, 0) for box in BOXES)) for each in buyers)
    return tuple(line for line in lines if line.goods or line.triangular or line.services)


def whole_parts(amounts: Mapping[str, Decimal]) -> dict[str, int]:
    """The öre that all lose together are not those that each would lose: who lost most gets more.

    >>> whole_parts({"DE1": Decimal("10.60"), "DK2": Decimal("5.50")})
    {'DE1': 11, 'DK2': 5}
    """
    parts = {name: without_ore(amount) for name, amount in amounts.items()}
    missing = without_ore(sum(amounts.values(), ZERO)) - sum(parts.values())
    step = 1 if missing > 0 else -1
    by_loss = sorted(parts, key=lambda name: (step * (parts[name] - amounts[name]), name))
    for name in by_loss[: abs(missing)]:
        parts[name] += step
    return parts


def summary_file(owner: Organisation, summary: PeriodicSummary) -> str:
    sender = (owner.vat_number.removeprefix("SE"), summary.code, owner.name, owner.phone)
    lines = (
        FORM,
        ";".join((*map(_plain, sender), _plain(owner.email))),
        *map(_line, summary.lines),
    )
    return "".join(f"{line}\n" for line in lines)


def _line(line: SummaryLine) -> str:
    amounts = (str(each or "") for each in (line.goods, line.triangular, line.services))
    return ";".join((line.vat_number, *amounts, ""))


def _plain(text: str) -> str:
    return text.replace(";", ",")
