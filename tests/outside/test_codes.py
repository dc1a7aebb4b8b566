"""The payment codes hold what a bank's app and Swish expect."""

import json
import re
from dataclasses import replace
from decimal import Decimal

import pytest
import zxingcpp
from paper import INVOICE, SENDER

from reskontra.outside.codes import svg, swish, usingqr
from reskontra.outside.document import Sender
from reskontra.outside.printed import Printed


def test_a_bank_reads_account_reference_date_and_amount() -> None:
    assert json.loads(usingqr(INVOICE)) == {
        "uqr": 1,
        "tp": 1,
        "nme": "Övning & Söner AB",
        "cid": "556677-8899",
        "iref": "100164",
        "idt": "20261115",
        "ddt": "20261215",
        "due": 25455,
        "pt": "BG",
        "acc": "5050-1055",
    }
    assert usingqr(INVOICE).isascii()


def test_plusgiro_stands_in_for_a_missing_bankgiro() -> None:
    sender = replace(SENDER, bankgiro="", plusgiro="28 65 43-4")
    code = json.loads(usingqr(replace(INVOICE, sender=sender)))
    assert (code["pt"], code["acc"]) == ("PG", "28 65 43-4")


def test_swish_reads_number_amount_and_reference_locked() -> None:
    assert swish(replace(INVOICE, to_pay=Decimal("100.5"))) == "C1234567890;100,50;100164;0"


@pytest.mark.parametrize(
    ("sender", "count"),
    [
        (SENDER, 2),
        (replace(SENDER, swish=""), 1),
        (replace(SENDER, bankgiro=""), 1),
        (replace(SENDER, bankgiro="", swish=""), 0),
    ],
)
def test_there_are_as_many_codes_as_ways_to_pay(sender: Sender, count: int) -> None:
    assert len(Printed(replace(INVOICE, sender=sender)).codes()) == count


def test_the_drawing_is_one_path_that_reads_back_as_the_text() -> None:
    text = "C1234567890;100,50;100164;0"
    drawing = svg(text)
    assert drawing.count("<path") == 1
    [size] = re.findall(r'viewBox="0 0 (\d+) \1"', drawing)
    assert read(drawing, int(size)) == text


def read(drawing: str, size: int) -> str:
    """What a reader makes of the squares, a few dots each, in a margin of white."""
    dots, margin = 4, 16
    side = size * dots + 2 * margin
    page = bytearray(b"\xff" * side * side)
    for box in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", drawing):
        x, y, wide, tall = (int(number) * dots for number in box)
        for line in range(y, y + tall):
            start = (margin + line) * side + margin + x
            page[start : start + wide] = bytes(wide)
    found = zxingcpp.read_barcode(memoryview(page).cast("B", (side, side)))
    assert found is not None
    return found.text
