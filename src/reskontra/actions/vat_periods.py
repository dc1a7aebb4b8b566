"""An organisation's VAT periods, filed and not, and what the books say of one."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from reskontra.actions.desk import Desk
from reskontra.domain.errors import NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.supplier_postings import waits_on_its_account
from reskontra.domain.vat_period import Period, due_date, unfiled
from reskontra.domain.vat_return import (
    BoxSum,
    Declaration,
    Figures,
    ReturnStatus,
    Untied,
    VatReturn,
    payable,
    return_boxes,
)
from reskontra.storage import vat
from reskontra.storage.shelves import SUPPLIER_INVOICES, VAT_RETURNS

OF_PURCHASES = ("SUPPLIERINVOICE", "SUPPLIERPAYMENT")
OPEN, FILED = "open", str(ReturnStatus.FILED)


def filed_returns(desk: Desk) -> list[VatReturn]:
    """Those that stand, the earliest first."""
    standing = (each for each in vat.all_returns(desk.books) if each.status is ReturnStatus.FILED)
    return sorted(standing, key=lambda each: each.to_date)


def period_of(filed: VatReturn) -> Period:
    return Period(filed.from_date, filed.to_date)


def unfiled_periods(desk: Desk) -> list[Period]:
    filed = map(period_of, filed_returns(desk))
    return list(unfiled(desk.organisation.vat_period, desk.books.years(), filed))


def unfiled_within(desk: Desk, since: date, until: date) -> list[Period]:
    """Those that end between two days, and have something to tell."""
    ended = [each for each in unfiled_periods(desk) if since <= each.to_date <= until]
    return [each for each in ended if vat.has_entries(desk.books, each)]


def declarations(desk: Desk) -> list[Declaration]:
    """Every period in short, the latest first; one that has not begun is left out."""
    filed = [as_filed(each) for each in filed_returns(desk)]
    begun = [each for each in unfiled_periods(desk) if each.from_date <= desk.today]
    so_far = told_so_far(desk, begun)
    opened = (replace(as_open(desk, each), payable=payable(so_far[each])) for each in begun)
    return [*filed, *opened][::-1]


def told_so_far(desk: Desk, periods: list[Period]) -> dict[Period, tuple[BoxSum, ...]]:
    """The boxes of each, from one look at all: a period is made of whole months."""
    if not periods:
        return {}
    span = Period(periods[0].from_date, periods[-1].to_date)
    sums: dict[Period, dict[str, Decimal]] = {each: {} for each in periods}
    for month, box, amount in vat.sums_by_month(desk.books, span):
        first = date.fromisoformat(f"{month}-01")
        for boxes in (sums[each] for each in periods if _reaches(each, first)):
            boxes[box] = boxes.get(box, ZERO) + amount
    return {each: return_boxes(boxes) for each, boxes in sums.items()}


def _reaches(period: Period, month: date) -> bool:
    """Into a month, which is told by its first day; a first year may begin on any."""
    return period.from_date.replace(day=1) <= month <= period.to_date


def as_filed(filed: VatReturn) -> Declaration:
    period = period_of(filed)
    return Declaration(
        period.name,
        filed.kind,
        *period,
        due_date(filed.kind, period),
        FILED,
        payable(filed.boxes),
        filed.boxes,
        filed.number,
        filed.corrects,
        filed.filed,
        filed.voucher_series,
        filed.voucher_number,
        filed.voucher_year,
    )


def as_open(desk: Desk, period: Period) -> Declaration:
    """With the number of the return that it is to correct, where it was filed before."""
    kind = desk.organisation.vat_period
    return Declaration(period.name, kind, *period, due_date(kind, period), OPEN)


def filed_return(desk: Desk, name: str) -> VatReturn | None:
    return next((each for each in filed_returns(desk) if each.period == name), None)


def unfiled_period(desk: Desk, name: str) -> Period:
    for period in unfiled_periods(desk):
        if period.name == name:
            return period
    raise NotFound(VAT_RETURNS.missing)


def refuse_unknown(desk: Desk, name: str) -> None:
    if filed_return(desk, name) is None:
        unfiled_period(desk, name)


def corrected(desk: Desk, period: Period) -> int:
    """The number of the latest return of that time, where it was filed before and reopened."""
    before = (each for each in vat.all_returns(desk.books) if each.to_date == period.to_date)
    return max((each.number for each in before), default=0)


def figures(desk: Desk, period: Period) -> Figures:
    sums, count = vat.sums(desk.books, period)
    untied = (_waiting(desk, *each) for each in vat.untied(desk.books, period))
    return Figures(sums, count, vat.changes(desk.books, period), tuple(untied))


def brought(desk: Desk, period: Period) -> Iterator[str]:
    """What SIE files have posted in the period: it is in no box, and no return ties to it."""
    for file_number, count in vat.from_files(desk.books, period):
        yield (
            f"{count} verifikationer från SIE-import {file_number}: momsen i dem är inte med"
            " i rutorna och ska vara redovisad på annat håll"
        )


def _waiting(desk: Desk, untied: Untied, kind: str, number: str, source: str) -> Untied:
    """With what waits for a payment of the purchase that its voucher is of."""
    if kind not in OF_PURCHASES or untied.box != "48":
        return untied
    invoice = desk.books.shelf(SUPPLIER_INVOICES).get(int(number))
    return untied._replace(waits=waits_on_its_account(invoice, source, untied.told))
