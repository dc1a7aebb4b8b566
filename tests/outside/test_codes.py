"""The payment codes hold what a bank's app and Swish expect."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest
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


def test_the_drawing_is_one_path_of_dark_squares() -> None:
    drawing = svg("C1234567890;100,50;100164;0")
    assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ')
    assert drawing.count("<path") == 1
    assert "M0 0h7v1H0z" in drawing
