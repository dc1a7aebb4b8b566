"""Payment references, organisation numbers and masked personal numbers."""

import sys
import unicodedata

import pytest

from reskontra.domain.identity import (
    is_organisation_number,
    is_personal_number,
    masked_identity,
    masked_telephone,
    masked_text,
)
from reskontra.domain.ocr import is_valid, ocr


@pytest.mark.parametrize(
    ("number", "reference"),
    [
        (1, "133"),
        (18, "1842"),
        (40, "4044"),
        (42, "4242"),
        (203, "20354"),
        (1001, "100164"),
        (12345678, "1234567806"),
        (20260017, "2026001707"),
    ],
)
def test_an_ocr_has_a_length_digit_and_a_check_digit(number: int, reference: str) -> None:
    assert ocr(number) == reference
    assert is_valid(reference)


@pytest.mark.parametrize(
    "reference", ["100165", "100174", "100156", "", "1", "33", "10016x", "١٣٣"]
)
def test_an_ocr_with_wrong_digits_is_not_valid(reference: str) -> None:
    assert not is_valid(reference)


WRITINGS = [
    ("811228-9874", "811228-****"),
    ("8112289874", "811228****"),
    ("19811228-9874", "19811228-****"),
    ("198112289874", "19811228****"),
    ("811228+9874", "811228+****"),
    ("811228 9874", "811228 ****"),
    ("701063-2391", "701063-****"),
    ("7010632391", "701063****"),
    ("19701063-2391", "19701063-****"),
    ("197010632391", "19701063****"),
    ("1981-12-28-9874", "1981-12-28-****"),
    ("1981 12 28 9874", "1981 12 28 ****"),
    ("81.12.28-9874", "81.12.28-****"),
    ("1970/10/63\u20132391", "1970/10/63\u2013****"),
    ("19811228 - 9874", "19811228 - ****"),
    ("19811228- 9874", "19811228- ****"),
    ("1981-12-28 -9874", "1981-12-28 -****"),
    ("811228.9874", "811228.****"),
    ("811228/9874", "811228/****"),
    ("811228_9874", "811228_****"),
    ("811228\n9874", "811228\n****"),
    ("811228-\r\n9874", "811228-\r\n****"),
    ("198112 28-9874", "198112 28-****"),
    ("1981 1228 - 9874", "1981 1228 - ****"),
    (
        "\uff18\uff11\uff11\uff12\uff12\uff18\uff0d\uff19\uff18\uff17\uff14",
        "\uff18\uff11\uff11\uff12\uff12\uff18\uff0d****",
    ),
]


@pytest.mark.parametrize(("number", "masked"), WRITINGS)
def test_a_personal_number_is_masked_however_it_is_written(number: str, masked: str) -> None:
    assert is_personal_number(number)
    assert masked_identity(number) == masked
    assert masked_text(number) == masked
    assert masked_text(f"Avser {number}, Anna Ek.") == f"Avser {masked}, Anna Ek."


@pytest.mark.parametrize(
    "unseen",
    ["\x00", "\xad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u200b\xad"],
    ids=ascii,
)
def test_what_draws_nothing_hides_no_personal_number(unseen: str) -> None:
    hidden = unseen.join("811228-9874")
    assert masked_text(f"Avser {hidden}.") == "Avser 811228-****."
    assert masked_identity(f"{unseen}811228-9875") == "811228-****"
    assert masked_telephone(hidden) == "811228-****"
    assert masked_text(unseen.join("18112289874")) == "18112289874"
    assert masked_text(f"man{unseen}kraft 2{unseen}m") == f"man{unseen}kraft 2{unseen}m"


DIGITS = [
    "".join(chr(zero + value) for value in range(10))
    for zero in range(sys.maxunicode + 1)
    if unicodedata.decimal(chr(zero), None) == 0
]


@pytest.mark.parametrize("digits", DIGITS, ids=lambda digits: unicodedata.name(digits[0]))
def test_a_personal_number_is_masked_in_any_digits(digits: str) -> None:
    for number, masked in WRITINGS:
        table = str.maketrans("0123456789", digits)
        assert masked_text(f"Avser {number},".translate(table)) == f"Avser {masked},".translate(
            table
        )
        assert masked_identity(number.translate(table)) == masked.translate(table)
        assert masked_telephone(number.translate(table)) == masked.translate(table)
    mixed = "8" + digits[1] + "1228-9" + digits[8] + "74"
    assert masked_text(mixed) == mixed[:-4] + "****"


def test_nor_do_other_signs_with_a_value_make_one() -> None:
    for text in ("\u00b2\u00b9811228-98\u2466\u2463", "811228-98\u00b77\u2084"):
        assert masked_text(text) == text


def test_a_telephone_number_is_no_personal_number() -> None:
    for telephone in ("0701234569", "070-123 45 67", "08-12 34 56", "+46701234567"):
        assert masked_telephone(telephone) == telephone
    assert masked_telephone("0701234569, 8112289874") == "0701234569, 811228****"


@pytest.mark.parametrize("gap", [" ", " - ", "-", "/", "\n"])
def test_the_days_of_a_period_are_no_personal_number(gap: str) -> None:
    """Of ten periods, the check digit of one would fit."""
    for day in range(1, 29):
        text = f"Avser 2026-11-{day:02}{gap}2026-12-{day:02}"
        assert masked_text(text) == text


def test_nor_are_accounts_and_amounts_in_a_row() -> None:
    for last in range(1_000, 10_000):
        for text in (f"1930 1115 {last}", f"2026-11-15, {last} kr", f"2026-11-15. {last} st"):
            assert masked_text(text) == text


def test_a_number_after_a_date_is_masked() -> None:
    for day in range(1, 29):
        text = f"2026-11-{day:02} 1981-12-28-9874"
        assert masked_text(text) == f"2026-11-{day:02} 1981-12-28-****"


def test_in_an_identity_field_nothing_between_the_digits_hides_them() -> None:
    assert masked_identity("81 12-28/98.75") == "81 12-28/****"
    assert masked_identity("8-1-1-2-2-8-9-8-7-5") == "8-1-1-2-2-8-****"
    assert masked_identity(" 1981 12 28 -- 98 75 ") == "1981 12 28 -- ****"
    assert is_personal_number("1981 12 28 -- 98 74")


def test_an_identity_field_is_masked_even_when_its_check_digit_fails() -> None:
    assert masked_identity("811228-9875") == "811228-****"
    assert masked_text("811228-9875") == "811228-9875"
    assert not is_personal_number("811228-9875")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "556677-8899",
        "5566778899",
        "16556677-8899",
        "Order 4711",
        "SE811228987401",
        "811332-9874",
    ],
)
def test_what_is_no_personal_number_is_left_alone(text: str) -> None:
    assert masked_identity(text) == text
    assert masked_text(text) == text
    assert not is_personal_number(text)


def test_every_personal_number_in_a_text_is_masked() -> None:
    text = "(8112289874) och 701063-2391\n198112289874"
    assert masked_text(text) == "(811228****) och 701063-****\n19811228****"


@pytest.mark.parametrize(
    ("number", "valid"),
    [
        ("556677-8899", True),
        ("5566778899", True),
        ("556677-8890", False),
        ("811228-9874", False),
        ("55667788", False),
        ("", False),
    ],
)
def test_an_organisation_number_is_checked(number: str, valid: bool) -> None:
    assert is_organisation_number(number) is valid
