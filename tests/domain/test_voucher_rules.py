"""Vouchers balance by construction and are taken back by their opposite."""

from datetime import date
from decimal import Decimal

import pytest
from voucher_blocks import block, written

from reskontra.domain.records import replace
from reskontra.domain.voucher import (
    CREDIT,
    DEBIT,
    Line,
    Unbalanced,
    VatEntry,
    VoucherKey,
    reported,
    vat_entries,
    voucher,
)

DAY, LATER = date(2026, 3, 2), date(2026, 4, 15)
HUNDRED, ZERO = Decimal("100.00"), Decimal("0.00")


def test_lines_are_summed_per_account_with_debits_first() -> None:
    lines = [(CREDIT, 3001, HUNDRED), (CREDIT, 3001, -HUNDRED / 4), (DEBIT, 1510, HUNDRED * 3 / 4)]
    assert written(voucher("A", DAY, "", lines)) == "D 1510 75.00\nK 3001 75.00"


def test_lines_can_be_kept_one_by_one() -> None:
    lines = [(DEBIT, 6110, HUNDRED), (DEBIT, 6110, -HUNDRED / 4), (CREDIT, 2440, HUNDRED * 3 / 4)]
    assert written(voucher("L", DAY, "", lines, summed=False)) == block(
        """
        D 6110 100.00
        K 6110 25.00
        K 2440 75.00
        """
    )


def test_lines_of_different_projects_stay_apart() -> None:
    lines = [
        Line(DEBIT, 6110, HUNDRED, project="P1"),
        Line(DEBIT, 6110, HUNDRED, project="P2"),
        (CREDIT, 2440, HUNDRED * 2),
    ]
    assert [p.project for p in voucher("L", DAY, "", lines).postings] == ["P1", "P2", ""]


def test_empty_lines_are_dropped_unless_nothing_is_left() -> None:
    lines = [(DEBIT, 1510, ZERO), (CREDIT, 3001, ZERO)]
    assert len(voucher("B", DAY, "", lines, nothing=(1510, 3001)).postings) == 2
    with pytest.raises(Unbalanced):
        voucher("B", DAY, "", lines)


def test_a_voucher_that_does_not_balance_is_a_fault() -> None:
    with pytest.raises(Unbalanced):
        voucher("A", DAY, "", [(DEBIT, 1510, HUNDRED), (CREDIT, 3001, HUNDRED - 1)])


def test_a_reversal_swaps_sides_and_tells_what_it_corrects() -> None:
    entries = vat_entries(DAY, {"05": HUNDRED, "10": HUNDRED / 4, "42": ZERO})
    assert entries == (
        VatEntry(DAY, "05", HUNDRED, ZERO),
        VatEntry(DAY, "10", ZERO, HUNDRED / 4),
    )
    lines = [(DEBIT, 1510, HUNDRED), (CREDIT, 3001, HUNDRED)]
    original = voucher("B", DAY, "Kundfaktura 1", lines, entries, source="customer invoice 1")
    opposite = replace(original, number=7, year=2).reversed("M", LATER, "Rättelse av B 7")
    assert written(opposite) == "D 3001 100.00\nK 1510 100.00"
    assert opposite.vat_entries[0] == VatEntry(LATER, "05", -HUNDRED, ZERO)
    assert opposite.corrects == VoucherKey(2, "B", 7)
    assert (opposite.number, opposite.year, opposite.source) == (0, 0, "undo customer invoice 1")
    assert original.change(1510) + opposite.change(1510) == 0
    assert reported(reported({}, entries), opposite.vat_entries) == {}
