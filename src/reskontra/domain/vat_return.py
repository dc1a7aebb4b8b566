"""The VAT return: its boxes, what they must agree with in the ledger, and the voucher it posts."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from reskontra.domain import accounts
from reskontra.domain.money import ZERO
from reskontra.domain.records import Record
from reskontra.domain.vat import INPUT_BOX
from reskontra.domain.vat_period import Period, VatPeriod
from reskontra.domain.voucher import CREDIT, DEBIT, Line, Side, Voucher, VoucherKey, voucher

Entry = Line | tuple[Side, int, Decimal]
Amounts = Mapping[str, Decimal]  # by box
Changes = Mapping[int, Decimal]  # by account, debit positive

PAYABLE = "49"
OUTPUT_BOXES = ("10", "11", "12", "30", "31", "32", "60", "61", "62")
SETTLEMENT = "VATRETURN"  # the reference type of its vouchers

# fmt: off
# The accounts of each tax box. What stands on any other of 26 is in no box.
TAX_ACCOUNTS = {
    account: box
    for box, numbers in {
        "10": (2611, 2612, 2613, 2616),
        "11": (2621, 2622, 2623, 2626),
        "12": (2631, 2632, 2633, 2636),
        "30": (2614,),
        "31": (2624,),
        "32": (2634,),
        "60": (2615,),
        "61": (2625,),
        "62": (2635,),
        "48": (2640, 2641, 2642, 2645, 2646, 2647, 2649),
    }.items()
    for account in numbers
}
VAT_ACCOUNTS = range(2610, 2650)  # those that a return should tell of
WITHOUT_BOX = {
    accounts.DORMANT_VAT_25: "väntar på betalning enligt kontantmetoden",
    accounts.DORMANT_VAT_12: "väntar på betalning enligt kontantmetoden",
    accounts.DORMANT_VAT_6:  "väntar på betalning enligt kontantmetoden",
    2648:                    "väntar på betalning enligt kontantmetoden",
}
# fmt: on


class ReturnStatus(StrEnum):
    FILED = "filed"
    REOPENED = "reopened"  # to be corrected: a return that is filed anew takes its place


class BoxSum(Record):
    """A box of the form: what its entries come to, and that without its öre."""

    box: str
    exact: Decimal
    kronor: int


class VatReturn(Record):
    """A return that was filed, as it was then.

    It was made of the entries of its period in all vouchers that were posted before its own.
    """

    number: int
    period: str
    kind: VatPeriod
    from_date: date
    to_date: date
    filed: date
    boxes: tuple[BoxSum, ...]
    entries: int
    file: str
    corrects: int = 0  # the number of the return whose place it takes
    status: ReturnStatus = ReturnStatus.FILED
    voucher_series: str = ""
    voucher_number: int = 0
    voucher_year: int = 0


class Untied(NamedTuple):
    """A voucher that tells the return something else than it posts on the accounts of a box."""

    key: VoucherKey
    date: date
    description: str
    box: str
    told: Decimal
    posted: Decimal
    waits: Decimal = ZERO  # of what is posted: told of when it is paid, by the cash method

    @property
    def difference(self) -> Decimal:
        return self.told - (self.posted - self.waits)


class Difference(Record):
    """A tax box that is not what its accounts say, and the vouchers by which it is not."""

    box: str
    entries: Decimal
    ledger: Decimal
    difference: Decimal
    vouchers: tuple[str, ...]


class Figures(NamedTuple):
    """What the books say of a period."""

    sums: Amounts
    entries: int
    changes: Changes  # of the VAT accounts, but for what returns themselves and files have posted
    untied: tuple[Untied, ...]

    @property
    def waiting(self) -> Decimal:
        """Input VAT that stands on its account and is not told of yet."""
        return sum((each.waits for each in self.untied), ZERO)


class Declaration(Record):
    """A period as its return stands, filed or not."""

    period: str
    kind: VatPeriod
    from_date: date
    to_date: date
    due_date: date
    state: str
    payable: int = 0
    boxes: tuple[BoxSum, ...] = ()
    number: int = 0
    corrects: int = 0
    filed: date | None = None
    voucher_series: str = ""
    voucher_number: int = 0
    voucher_year: int = 0
    differences: tuple[Difference, ...] = ()
    left_out: tuple[str, ...] = ()
    hindrances: tuple[str, ...] = ()  # why it cannot be filed
    unfinished: tuple[str, ...] = ()  # what one would want to look at first
    vouchers: tuple[Voucher, ...] = ()  # what filing it posts, or posted just now


class ReopenedReturn(Record):
    """A period that is to be corrected, and the voucher that took its settlement back."""

    period: str
    corrects: int
    reason: str
    vouchers: tuple[Voucher, ...] = ()


def without_ore(exact: Decimal) -> int:
    """Towards zero, as the agency wants it.

    >>> without_ore(Decimal("6224.98")), without_ore(Decimal("-0.98"))
    (6224, 0)
    """
    return int(exact)


def return_boxes(sums: Amounts) -> tuple[BoxSum, ...]:
    """In the order of their numbers; what is to be paid follows from boxes without their öre.

    >>> [each.kronor for each in return_boxes({"10": Decimal("12.99"), "48": Decimal("4.5")})]
    [12, 4, 8]
    """
    boxes = {box: BoxSum(box, exact, without_ore(exact)) for box, exact in sums.items() if exact}
    exact = sum((_signed(each.box) * each.exact for each in boxes.values()), ZERO)
    kronor = sum(_signed(each.box) * each.kronor for each in boxes.values())
    boxes[PAYABLE] = BoxSum(PAYABLE, exact, kronor)
    return tuple(boxes[box] for box in sorted(boxes))


def _signed(box: str) -> int:
    return -1 if box == INPUT_BOX else int(box in OUTPUT_BOXES)


def payable(boxes: Iterable[BoxSum]) -> int:
    """What is to be paid; a refund is negative."""
    return next(each.kronor for each in boxes if each.box == PAYABLE)


def kronor(boxes: Iterable[BoxSum]) -> dict[str, int]:
    return {each.box: each.kronor for each in boxes}


def in_box(box: str, amount: Decimal) -> Decimal:
    """What a change of an account, debit positive, is in its box."""
    return amount if box == INPUT_BOX else -amount


def differences(figures: Figures) -> tuple[Difference, ...]:
    """Where the entries of a tax box are not the change of its accounts, to the öre."""
    boxes = sorted({*TAX_ACCOUNTS.values()})
    every = (_difference(figures, box) for box in boxes)
    return tuple(each for each in every if each.difference)


def _difference(figures: Figures, box: str) -> Difference:
    entries = figures.sums.get(box, ZERO)
    changes = (change for account, change in figures.changes.items() if box_of(account) == box)
    ledger = in_box(box, sum(changes, ZERO))
    if box == INPUT_BOX:
        ledger -= figures.waiting
    at_odds = (each for each in figures.untied if each.box == box and each.difference)
    return Difference(box, entries, ledger, entries - ledger, tuple(map(_named, at_odds)))


def said(difference: Difference) -> str:
    vouchers = "; ".join(difference.vouchers)
    return (
        f"Ruta {difference.box} är {difference.entries} men dess konton {difference.ledger}"
        f" ({vouchers}); ta tillbaka det som är bokfört för hand på momskonton"
        " och bokför det som kundfaktura eller leverantörsfaktura"
    )


def _named(untied: Untied) -> str:
    key = untied.key
    return f"{key.series} {key.number} {untied.date} {untied.description}: {-untied.difference}"


def box_of(account: int) -> str:
    return TAX_ACCOUNTS.get(account, "")


def left_out(figures: Figures) -> list[str]:
    """What stands on VAT accounts and is in no box, and why."""
    said = [
        f"Konto {account}: {change} {WITHOUT_BOX.get(account, 'hör inte till någon ruta')}"
        for account, change in sorted(figures.changes.items())
        if change and not box_of(account)
    ]
    if waiting := figures.waiting:
        account = accounts.INPUT_VAT
        said.append(f"Konto {account}: {waiting} {WITHOUT_BOX[accounts.DORMANT_VAT_25]}")
    return said


def settlement(number: int, period: Period, figures: Figures, to_pay: int) -> Voucher:
    """Each VAT account is emptied of what the return tells of it; the öre are our own."""
    return voucher(
        "A",
        period.to_date,
        f"Momsredovisning {period.from_date} - {period.to_date}",  # a dash that SIE has
        _settlement_lines(figures, Decimal(to_pay)),
        nothing=(accounts.VAT_SETTLEMENT, accounts.ROUNDING),
        reference_type=SETTLEMENT,
        reference_number=period.name,
        source=f"VAT return {number}",
    )


def _settlement_lines(figures: Figures, to_pay: Decimal) -> Iterable[Entry]:
    left = {account: change for account, change in figures.changes.items() if box_of(account)}
    left[accounts.INPUT_VAT] = left.get(accounts.INPUT_VAT, ZERO) - figures.waiting
    for account, amount in sorted(left.items()):
        yield CREDIT, account, amount
    yield CREDIT, accounts.VAT_SETTLEMENT, max(to_pay, ZERO)
    yield DEBIT, accounts.VAT_CLAIM, max(-to_pay, ZERO)
    yield DEBIT, accounts.ROUNDING, sum(left.values(), ZERO) + to_pay
