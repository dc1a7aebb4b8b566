"""A mutilated file is refused or reported, and never read as if nothing were wrong."""

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from reskontra.sie.kinds import AMOUNT
from reskontra.sie.lines import Damaged, Line, Value, split
from reskontra.sie.reader import Reading, read
from reskontra.sie.values import File
from reskontra.sie.writer import written
from tests.sie.files import LESS, YEAR, less, sie
from tests.sizes import seed, times

LINES = sie().splitlines(keepends=True)
# What says something optional, for itself alone: without it the file says that much less.
BY_THEMSELVES = ("#FNR", "#ORGNR", "#KTYP", "#SRU", "#DIM", "#RAR -1")
SUMMED = b"".join(
    written(
        File(
            read(sie()).file.identification,
            read(sie()).file.accounts,
            read(sie()).file.dimensions,
            read(sie()).file.objects,
            read(sie()).file.balances,
            read(sie()).file.vouchers,
            checksum=True,
        )
    )
)


def contents(data: bytes) -> list[tuple[str, ...] | Line]:
    """What each line says, however it is written; blanks between fields and lines say nothing."""
    lines = data.decode("cp437").rstrip("\x1a").split("\n")
    return [said(line.removesuffix("\r")) for line in lines if line.strip(" \t\r")]


def said(line: str) -> tuple[str, ...] | Line:
    try:
        label, values, _ = split(line)
    except Damaged:
        return (line.strip(" \t"),)
    return Line(label, tuple(number(value) for value in values))


def number(value: Value) -> Value:
    """Zeros at its beginning or end say nothing."""
    if isinstance(value, str) and AMOUNT.fullmatch(value):
        return f"{Decimal(value):.2f}"
    return value


def nothing_lost(data: bytes, reading: Reading) -> bool:
    """What was read without a word says all that the file says."""
    return sorted(map(str, contents(b"".join(written(reading.file))))) == sorted(
        map(str, contents(data))
    )


@pytest.mark.parametrize("place", range(len(LINES)), ids=YEAR.splitlines())
def test_without_a_line_it_is_refused_or_reported(place: int) -> None:
    data = b"".join(LINES[:place] + LINES[place + 1 :])
    reading = read(data)
    if YEAR.splitlines()[place].startswith(BY_THEMSELVES) and not reading.deviations:
        assert nothing_lost(data, reading)
    else:
        assert reading.deviations


@pytest.mark.parametrize("place", range(len(LINES)), ids=YEAR.splitlines())
def test_without_a_line_a_file_with_a_checksum_is_refused(place: int) -> None:
    lines = SUMMED.splitlines(keepends=True)
    for gone in {place, len(lines) - 1, 1, 0}:
        assert read(b"".join(lines[:gone] + lines[gone + 1 :])).refusals


def test_cut_anywhere_it_is_refused_or_reported() -> None:
    for length in range(len(sie()) - 1):
        assert read(sie()[:length]).deviations, sie()[:length][-60:]


@pytest.mark.parametrize("kind", LESS)
def test_cut_between_any_two_lines_a_file_of_any_type_is_refused_or_reported(kind: str) -> None:
    lines = less(kind).splitlines()
    for count in range(len(lines)):
        words = {each.word for each in read(sie("\n".join([*lines[:count], ""]))).deviations}
        assert words - {"record missing"}, lines[count]


@pytest.mark.parametrize("kind", LESS)
def test_whole_it_has_no_end_to_ask_for_where_balances_or_a_sum_tell_it(kind: str) -> None:
    whole = read(sie(less(kind)))
    words = {each.word for each in whole.deviations} - {"record missing"}
    assert words == ({"end unknown"} if kind == "4" else set())
    summed = b"".join(written(replace(whole.file, checksum=True)))
    assert {each.word for each in read(summed).deviations} <= {"record missing"}


def test_cut_anywhere_a_file_with_a_checksum_is_refused() -> None:
    whole = SUMMED.rstrip(b"\r\n")
    for length in range(len(SUMMED)):
        reading = read(SUMMED[:length])
        assert reading.refusals or (length >= len(whole) and reading.file == read(SUMMED).file)


def changes(data: bytes, count: int) -> list[bytes]:
    random = Random(seed())
    places = range(len(data))
    odd = b'"{}\\ \t\r\n#-.0\x00\x1a\x7f\xff\x94\xe4\xc3'
    made = [data[:at] + bytes([sign]) + data[at + 1 :] for at in places for sign in odd[:3]]
    for _ in range(count):
        at = random.choice(places)
        sign = random.choice(odd) if random.random() < 0.5 else random.randrange(256)
        made.append(data[:at] + bytes([sign]) + data[at + 1 :])
    return [each for each in made if each != data]


def test_with_a_byte_changed_it_is_refused_reported_or_read_as_it_is() -> None:
    for data in changes(sie(), times(3000)):
        reading = read(data)
        assert reading.deviations or nothing_lost(data, reading), data


def test_in_utf_8_a_damaged_byte_is_refused_and_never_read_in_other_letters() -> None:
    data, random = sie(encoding="utf-8"), Random(seed())
    letters = [at for at, byte in enumerate(data) if byte > 0x7F]
    places = [*letters, *random.sample(range(len(data)), times(200))]
    for at in places:
        for sign in b"x\x00\x94\xc3\xe4\xff":
            damaged = data[:at] + bytes([sign]) + data[at + 1 :]
            reading = read(damaged)
            assert reading.encoding == "utf-8", damaged[at - 20 : at + 20]
            lost = "\ufffd" in damaged.decode("utf-8", "replace")
            assert not lost or "letters destroyed" in {each.word for each in reading.refusals}


def test_with_a_byte_changed_a_file_with_a_checksum_is_refused() -> None:
    """Unless it says the same: a tab in the place of a blank."""
    original = read(SUMMED).file
    for data in changes(SUMMED, times(3000)):
        reading = read(data)
        assert reading.refusals or (reading.file == original and not reading.refusals), data
        if not reading.refusals:
            assert nothing_but_blanks(data, SUMMED) or reading.deviations, data


def nothing_but_blanks(one: bytes, other: bytes) -> bool:
    blanks = b" \t\r\n\x1a"
    return all(a == b or (a in blanks and b in blanks) for a, b in zip(one, other, strict=True))
