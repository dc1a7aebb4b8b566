"""One strict way in: what it takes comes out exact, the rest is refused with 400."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reskontra.codec import Written, encoded, restored, stored
from reskontra.contract.parsing import parsed
from reskontra.domain.errors import Invalid


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"{}", {}),
        (b"null", None),
        (b'\xef\xbb\xbf{"a":"\xef\xbb\xbf"}', {"a": "\ufeff"}),
        (b' {"a" : [1, true, "x"]}\r\n', {"a": [1, True, "x"]}),
        (b"0", 0),
        (b"-12", -12),
        (b"18446744073709551616", 2**64),
        (b"1" * 40, int("1" * 40)),
        (b"1.10", Written("1.10")),
        (b"-0", Written("-0")),
        (b"1e400", Written("1e400")),
        (b"1e99999999999999999999", Written("1e99999999999999999999")),
        ('"åäö €"'.encode(), "åäö €"),
        (rb'"\ud83d\ude00"', "😀"),
        (rb'"\\u0000 \\ud800"', r"\u0000 \ud800"),
        (b"[" * 32 + b"]" * 32, json.loads("[" * 32 + "]" * 32)),
        (b"[" + b",".join([b"{}"] * 100) + b"]", [{}] * 100),
        (b'["' + b"[" * 100 + b'"]', ["[" * 100]),
        (rb'["\"' + b"{" * 100 + b'"]', ['"' + "{" * 100]),
        (b'[{"a":1},{"a":2}]', [{"a": 1}, {"a": 2}]),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_good_body_is_taken_exactly(body, value):
    assert repr(parsed(body)) == repr(value)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b"\xff\xfe{\0}\0",
        b" ",
        b"NaN",
        b"[-Infinity]",
        b"Infinity",
        b"1" * 41,
        b"1" * 5000,
        b"0." + b"1" * 39,
        b"1e" + b"1" * 39,
        b'{"a":1,"a":2}',
        b'{"a":1,"\\u0061":2}',
        b'[{"b":{"a":null,"a":null}}]',
        rb'"\ud800"',
        rb'"\uDFFF"',
        rb'"\ude00\ud83d"',
        rb'{"\ud800":1}',
        rb'"\u0000"',
        rb'[[{"a":{"x\u0000":1}}]]',
        rb'{"a":["b",{"c":"\u0000"}]}',
        b'"\x00"',
        b'"\n"',
        b'"\xed\xa0\x80"',
        b'"\xff"',
        b'"\xc0\x80"',
        "{}".encode("utf-16"),
        "{}".encode("utf-16-le"),
        b"[" * 33 + b"]" * 33,
        b'{"a":' * 33 + b"1" + b"}" * 33,
        b"[" * 1000 + b"]" * 1000,
        b"[" * 500_000,
        b'{"a":' * 200_000,
        b'"' + b'\\"' * 500_000,
        b"[" * 33 + b'"' + b'\\"' * 500_000,
        b"]" * 100 + b"[" * 100,
        b"{",
        b"[1,]",
        b"{'a':1}",
        b"{a:1}",
        b"01",
        b"+1",
        b".5",
        b"1.",
        b"0x10",
        b"1_000",
        "٣".encode(),
        b"True",
        b"{} {}",
        b"// x\n{}",
        b"a=1&b=2",
        b"<x/>",
    ],
    ids=lambda body: repr(body)[:30],
)
def test_a_bad_body_is_refused(body):
    with pytest.raises(Invalid) as refused:
        parsed(body)
    assert refused.value.status == 400
    encoded(refused.value.message)


def test_the_refusal_says_where():
    with pytest.raises(Invalid, match="rad 2, tecken 6"):
        parsed(b'{\n"a": x}')


@given(st.binary() | st.text().map(str.encode) | st.text('[]{}",:\\u0d8eE+-. 1').map(str.encode))
@example(b'"\\')
def test_whatever_comes_is_taken_or_refused(body):
    try:
        value = parsed(body)
    except Invalid as refusal:
        assert refusal.status == 400  # noqa: PT017 - it may as well be taken
    else:
        assert repr(restored(stored(value))) == repr(value)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NUMBERS = st.from_regex(
    r"\A-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,8})?([eE][+-]?[0-9]{1,5})?\Z", alphabet="0123456789.eE+-"
)
VALUES = st.recursive(
    st.none() | st.booleans() | TEXTS | NUMBERS.map(Written),
    lambda members: st.lists(members) | st.dictionaries(TEXTS, members),
    max_leaves=20,
)


def written(value: Any, ascii_only: bool) -> str:
    """The test's own writer, which knows nothing of the code under test."""
    if isinstance(value, Written):
        return value.text
    if isinstance(value, list):
        return "[" + ", ".join(written(member, ascii_only) for member in value) + "]"
    if isinstance(value, dict):
        members = value.items()
        pairs = [f"{json.dumps(k)} :{written(member, ascii_only)}" for k, member in members]
        return "{" + ", ".join(pairs) + "}"
    return json.dumps(value, ensure_ascii=ascii_only)


def with_ints(value: Any) -> Any:
    if isinstance(value, Written) and value.text != "-0" and value.text.lstrip("-").isdigit():
        return int(value.text)
    if isinstance(value, list):
        return [with_ints(member) for member in value]
    if isinstance(value, dict):
        return {key: with_ints(member) for key, member in value.items()}
    return value


@given(VALUES, st.booleans())
def test_any_json_reads_back_equal_with_numbers_as_written(value, ascii_only):
    taken = parsed(written(value, ascii_only).encode())
    assert repr(taken) == repr(with_ints(value))
    assert repr(restored(stored(taken))) == repr(taken)
    assert repr(parsed(encoded(taken))) == repr(taken)
