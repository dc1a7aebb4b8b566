"""The VAT return of the worked company to the öre, and of those who get money back."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.voucher_blocks import block, written

from reskontra.domain.vat import TAX_BOXES
from reskontra.domain.vat_period import Period
from reskontra.domain.vat_return import (
    TAX_ACCOUNTS,
    Figures,
    Untied,
    differences,
    in_box,
    kronor,
    left_out,
    payable,
    return_boxes,
    settlement,
)
from reskontra.domain.voucher import VoucherKey

YEAR = Period(date(2026, 1, 1), date(2026, 12, 31))


def amounts(text: str) -> dict[str, Decimal]:
    """`10 6224.98`, line by line."""
    return {name: Decimal(amount) for name, amount in map(str.split, block(text).splitlines())}


def figures(sums: str, changes: str, *untied: Untied) -> Figures:
    accounts = {int(account): amount for account, amount in amounts(changes).items()}
    return Figures(amounts(sums), 1, accounts, untied)


def settled(known: Figures) -> str:
    return written(settlement(1, YEAR, known, payable(return_boxes(known.sums))))


WORKED = figures(
    """
    05 25899.90
    10 6224.98
    11 120.00
    21 2000.00
    30 500.00
    39 5000.00
    48 2000.00
    """,
    """
    2611 -6224.98
    2614 -500.00
    2621 -120.00
    2640 1500.00
    2645 500.00
    """,
)


def test_ore_are_dropped_box_by_box_and_what_is_paid_follows_from_what_is_left() -> None:
    assert kronor(return_boxes(WORKED.sums)) == {
        "05": 25899,
        "10": 6224,
        "11": 120,
        "21": 2000,
        "30": 500,
        "39": 5000,
        "48": 2000,
        "49": 4844,
    }


def test_the_settlement_empties_each_account_and_keeps_the_ore() -> None:
    assert differences(WORKED) == ()
    assert settled(WORKED) == block("""
        D 2611 6224.98
        D 2614 500.00
        D 2621 120.00
        K 2640 1500.00
        K 2645 500.00
        K 2650 4844.00
        K 3740 0.98
    """)


SETTLED = {
    "ore of our own": (
        "10 12345.67\n48 4321.98",
        "2611 -12345.67\n2640 4321.98",
        "D 2611 12345.67\nD 3740 0.31\nK 2640 4321.98\nK 2650 8024.00",
    ),
    "a refund": (
        "10 100.00\n48 1000.90",
        "2611 -100.00\n2641 1000.90",
        "D 2611 100.00\nD 1650 900.00\nD 3740 0.90\nK 2641 1000.90",
    ),
    "more credited than sold": ("10 -250.00", "2611 250.00", "D 1650 250.00\nK 2611 250.00"),
    "more purchases taken back than made": (
        "48 -80.40",
        "2640 -80.40",
        "D 2640 80.40\nK 2650 80.00\nK 3740 0.40",
    ),
    "less than a krona": ("10 0.60", "2611 -0.60", "D 2611 0.60\nK 3740 0.60"),
    "nothing at all": ("05 0", "2611 0.00", "D 2650 0.00\nD 3740 0.00"),
}


@pytest.mark.parametrize(("sums", "changes", "expected"), SETTLED.values(), ids=SETTLED)
def test_what_is_settled(sums: str, changes: str, expected: str) -> None:
    assert settled(figures(sums, changes)) == block(expected)


def test_the_voucher_says_what_it_is_of() -> None:
    made = settlement(7, YEAR, WORKED, 4844)
    assert (made.series, made.date, made.source) == ("A", date(2026, 12, 31), "VAT return 7")
    assert (made.reference_type, made.reference_number) == ("VATRETURN", "202612")
    assert made.description == "Momsredovisning 2026-01-01 - 2026-12-31"  # SIE has no other dash


def by_hand(box: str, told: str, posted: str, waits: str = "0") -> Untied:
    key, day = VoucherKey(1, "A", 5), date(2026, 3, 2)
    return Untied(key, day, "Kvitto", box, Decimal(told), Decimal(posted), Decimal(waits))


def test_a_box_that_is_not_its_accounts_is_shown_with_the_vouchers() -> None:
    known = figures("48 100.00", "2640 100.00\n2641 25.00", by_hand("48", "0", "25.00"))
    [found] = differences(known)
    assert (found.box, found.entries, found.ledger) == ("48", 100, 125)
    assert found.difference == -25
    assert found.vouchers == ("A 5 2026-03-02 Kvitto: 25.00",)


def test_what_waits_for_a_payment_is_no_difference_and_is_not_settled() -> None:
    waits = by_hand("48", "0.00", "40.00", "40.00")
    known = figures("48 60.00", "2640 100.00", waits)
    assert differences(known) == ()
    assert settled(known) == block("""
        D 1650 60.00
        K 2640 60.00
    """)
    assert left_out(known) == ["Konto 2640: 40.00 väntar på betalning enligt kontantmetoden"]


def test_accounts_without_a_box_are_left_out_and_named() -> None:
    known = figures("10 10.00", "2611 -10.00\n2618 -30.00\n2648 5.00\n2617 -7.00")
    assert differences(known) == ()
    assert [each.partition(" ")[2] for each in left_out(known)] == [
        "2617: -7.00 hör inte till någon ruta",
        "2618: -30.00 väntar på betalning enligt kontantmetoden",
        "2648: 5.00 väntar på betalning enligt kontantmetoden",
    ]
    assert "2618" not in settled(known)


def test_every_tax_box_has_its_accounts() -> None:
    assert {*TAX_ACCOUNTS.values()} == TAX_BOXES


changes = st.dictionaries(
    st.sampled_from(sorted(TAX_ACCOUNTS)), st.decimals("-99999", "99999", places=2), min_size=1
)


@given(changes)
def test_whatever_the_accounts_say_they_are_emptied_and_less_than_a_krona_a_box_is_left(
    changed: dict[int, Decimal],
) -> None:
    sums: dict[str, Decimal] = {}
    for account, change in changed.items():
        box = TAX_ACCOUNTS[account]
        sums[box] = sums.get(box, Decimal()) + in_box(box, change)
    known = Figures(sums, 1, changed, ())
    boxes = return_boxes(sums)
    made = settlement(1, YEAR, known, payable(boxes))
    assert differences(known) == ()
    assert all(made.change(account) == -change for account, change in changed.items())
    assert made.change(2650) + made.change(1650) == -payable(boxes)
    assert abs(made.change(3740)) < len(sums)
