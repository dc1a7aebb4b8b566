"""Numbers leave as they came; amounts have one plain form."""

from copy import deepcopy
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reskontra.codec import (
    Written,
    as_decimal,
    as_shown,
    encoded,
    number,
    restored,
    row_of,
    stored,
)


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        ("1000", b"1000"),
        ("1000.00", b"1000"),
        ("1E+3", b"1000"),
        ("1250.50", b"1250.5"),
        ("24.88", b"24.88"),
        ("-0.10", b"-0.1"),
        ("0.00", b"0"),
        ("-0.00", b"0"),
        ("0E-8", b"0"),
        ("1E-8", b"0.00000001"),
        ("0.0000010", b"0.000001"),
        ("-0.00000099", b"-0.00000099"),
        ("1.5E-29", b"0.000000000000000000000000000015"),
        ("100", b"100"),
        ("999999999999.99", b"999999999999.99"),
        ("12345678901234567890123456789.000010", b"12345678901234567890123456789.00001"),
    ],
)
def test_an_amount_has_one_plain_form(amount, shown):
    amount = Decimal(amount)
    assert encoded(amount) == shown
    assert encoded(number(amount)) == shown
    assert as_shown(number(amount)) == shown
    assert encoded({"Total": amount}) == b'{"Total":' + shown + b"}"
    assert encoded([{"Rows": (amount, "x")}]) == b'[{"Rows":[' + shown + b',"x"]}]'


def test_text_that_looks_like_an_amount_is_left_alone():
    value = {"a": "1000.00", "b": "1.10,", "c": "1E+3", "d": "-0", "e": Decimal("2.50")}
    assert encoded(value) == b'{"a":"1000.00","b":"1.10,","c":"1E+3","d":"-0","e":2.5}'


@pytest.mark.parametrize("text", ["1.10", "1e400", "1E-400", "-0", "-0.0", "0.0", "1" * 40])
def test_a_number_is_kept_as_written(text):
    for around in ("{}", "[{}]", '{{"a":{}}}', "[{},1]"):
        kept = around.format(text)
        assert stored(restored(kept)) == kept
        assert encoded(restored(kept)) == kept.encode()


def test_a_whole_number_is_an_int_of_any_size():
    assert restored("18446744073709551616") == 2**64
    assert stored(-(2**63) - 1) == "-9223372036854775809"


def test_a_written_number_is_a_frozen_value():
    number = Written("1.10")
    assert number == deepcopy(number)
    assert {number: 1} == {Written("1.10"): 1}
    assert number not in (Written("1.1"), "1.10", 1)
    with pytest.raises(AttributeError, match="text is frozen"):
        number.text = "2"


def test_a_row_of_values_by_position_is_an_object_with_their_names():
    row = row_of(["@url", "Total", "class"])
    rows = [row("/3/x/1", 2, None), row("/3/x/2", Written("1.10"), [row(1, 2, 3)])]
    assert encoded(rows) == as_shown(rows)
    assert as_shown(rows) == (
        b'[{"@url":"/3/x/1","Total":2,"class":null},'
        b'{"@url":"/3/x/2","Total":1.10,"class":[{"@url":1,"Total":2,"class":3}]}]'
    )
    with pytest.raises(TypeError):
        row("/3/x/1", 2)


def test_what_is_no_json_value_is_a_fault_of_ours():
    with pytest.raises(TypeError, match="object is no JSON value"):
        encoded({"a": object()})


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        (0, "0"),
        (-7, "-7"),
        (2**64, "18446744073709551616"),
        ("25", "25"),
        ("007", "7"),
        ("24.880", "24.880"),
        ("-1e3", "-1000"),
        (Written("1.10"), "1.10"),
        (Written("1E+30"), "1E+30"),
        (Written("1e-30"), "1E-30"),
        (Decimal("1E+3"), "1000"),
        (Decimal("12345678901234567890123456789.01"), "12345678901234567890123456789.01"),
    ],
)
def test_a_number_is_taken_in_each_of_its_forms(value, amount):
    assert as_decimal(value) == Decimal(amount)


@pytest.mark.parametrize("zero", ["-0", "-0.00", Written("-0"), Written("-0e5"), Decimal("-0")])
def test_zero_has_no_sign(zero):
    assert not as_decimal(zero).is_signed()


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        1.5,
        [],
        {},
        b"1",
        "",
        " ",
        " 1",
        "1 ",
        "1 000",
        "1\n",
        "1_000",
        "1,50",
        "+1",
        "--1",
        ".5",
        "5.",
        "1.2.3",
        "1e",
        "0x10",
        "NaN",
        "sNaN",
        "Infinity",
        "-Infinity",
        "٣",
        "１",
        "1e31",
        "1e-31",
        "1e3000000",
        "1e99999999999999999999",
        "1" * 41,
        "0." + "0" * 39,
        Written("1e400"),
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal("1E+31"),
        10**40,
        10**5000,
    ],
    ids=lambda value: "10**5000" if value == 10**5000 else repr(value)[:24],
)
def test_anything_else_is_no_number(value):
    with pytest.raises(ValueError):  # noqa: PT011 - a caller names the field in its own message
        as_decimal(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12))
def test_an_amount_shown_is_the_amount(amount):
    shown = encoded({"a": amount}).decode()[5:-1]
    assert Decimal(shown) == amount
    assert "E" not in shown
    assert shown != "-0"
    assert "." not in shown or shown[-1] not in "0."
