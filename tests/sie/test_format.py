"""The format: lines, fields, letters and the checksum, each rule a case."""

from datetime import date
from decimal import Decimal

import pytest

from reskontra.sie.checksum import Checksum
from reskontra.sie.letters import as_sie
from reskontra.sie.lines import Damaged, Line, joined, split
from reskontra.sie.reader import read
from reskontra.sie.records import RECORDS, FileType, Presence
from reskontra.sie.values import Entry, File, Object, Row, Voucher
from reskontra.sie.writer import Losses, Writer, written
from tests.sie.files import YEAR, sie, with_sum

WRITER = Writer(Losses())
of_row, of_voucher, record = WRITER.of_row, WRITER.of_voucher, WRITER.record

# fmt: off
LINES = {
    "blanks":            ("#GEN 20270115",                      ("GEN", ("20270115",))),
    "tabs":              ("#GEN\t20270115\t Eva",               ("GEN", ("20270115", "Eva"))),
    "indented":          ("\t #GEN  20270115 ",                 ("GEN", ("20270115",))),
    "quotes":            ('#FNAMN "Övning & Söner AB"',         ("FNAMN", ("Övning & Söner AB",))),
    "all quoted":        ('#KONTO "1510" "Kassa"',              ("KONTO", ("1510", "Kassa"))),
    "quotes escaped":    (r'#KONTO 1915 "Kassa \"special\""',   ("KONTO", ("1915", 'Kassa "special"'))),
    "backslash":         (r'#FNR "C:\ProgramData\SPCS"',        ("FNR", (r"C:\ProgramData\SPCS",))),
    "empty":             ('#TRANS 1650 {} 180 "" "text"',       ("TRANS", ("1650", (), "180", "", "text"))),
    "objects":           ('#TRANS 1 {1 "100" 6 "P7"} 5',        ("TRANS", ("1", ("1", "100", "6", "P7"), "5"))),
    "objects, quoted":   ('#TRANS 1 { "1" 100 } 5',             ("TRANS", ("1", ("1", "100"), "5"))),
    "braces in a text":  ('#PROSA "a {b} c"',                   ("PROSA", ("a {b} c",))),
    "braces in a code":  ('#TRANS 1 {1 "a}b"} 5',               ("TRANS", ("1", ("1", "a}b"), "5"))),
}
MENDED = {
    "quotes in a text":  ('#VER A 1 2 "Förskott till "Lind" Park"', ("VER", ("A", "1", "2", 'Förskott till "Lind" Park'))),
    "inches":            ('#KONTO 1 "Skärm 19" bred"',              ("KONTO", ("1", 'Skärm 19" bred'))),
    "cut text":          ('#KONTO 1 "Skärm 19',                     ("KONTO", ("1", "Skärm 19"))),
}
DAMAGED = {
    "no label":          "GEN 20270115",
    "odd label":         '#GEN"20270115',
    "brace not closed":  "#TRANS 1 {1 2 5",
    "brace twice":       "#TRANS 1 {{} 5",
    "brace touches":     "#TRANS 1 {}5",
    "quote in a word":   '#TRANS 1 {} 5"',
    "texts run together": '#VER A 1 2 "a "b" c" "d"',
    "more after it":     '#VER A 1 2 "a "b" c" 20260101',
}
# fmt: on


@pytest.mark.parametrize(("text", "line"), LINES.values(), ids=LINES)
def test_a_line_is_taken_apart(text: str, line: tuple[str, tuple[str, ...]]) -> None:
    assert split(text) == Line(*line)
    label, values = line
    assert split(joined(label, values)) == Line(*line)


@pytest.mark.parametrize(("text", "line"), MENDED.values(), ids=MENDED)
def test_a_last_text_with_quotes_of_its_own_is_mended(
    text: str, line: tuple[str, tuple[str, ...]]
) -> None:
    assert split(text) == Line(*line, mended=True)


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_line_that_may_mean_two_things_is_damaged(text: str) -> None:
    with pytest.raises(Damaged):
        split(text)


# fmt: off
WRITTEN = (
    (record("FNAMN", "AB"),                                 '#FNAMN "AB"'),
    (record("FNAMN", 'Kassa "special"'),                    r'#FNAMN "Kassa \"special\""'),
    (record("FTYP", "AB"),                                  "#FTYP AB"),
    (record("FNAMN", ""),                                   '#FNAMN ""'),
    (record("GEN", date(2027, 1, 15), ""),                  "#GEN 20270115"),
    (record("PSALDO", -1, "202601", 3001, None, Decimal(-5), None), "#PSALDO -1 202601 3001 {} -5.00"),
    (record("OIB", 0, 1510, (6, "P7"), Decimal("1.5"), Decimal("2.50")), '#OIB 0 1510 {6 "P7"} 1.50 2.5'),
    (of_row(Row(1650, Decimal(180), text="text")),          '#TRANS 1650 {} 180.00 "" "text"'),
    (of_row(Row(1510, Decimal("-0.00"))),                   "#TRANS 1510 {} 0.00"),
    (of_row(Row(1, Decimal(1), ((1, "100"), (6, "P7")), label="BTRANS")), '#BTRANS 1 {1 "100" 6 "P7"} 1.00'),
    (of_voucher(Voucher("", None, date(2026, 1, 2), sign="Eva")), '#VER "" "" 20260102 "" "" "Eva"\r\n{\r\n}'),
)
# fmt: on


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_a_record_is_written(text: str, expected: str) -> None:
    assert text == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Räksmörgås ÅÄÖ éü ÉÜ", "Räksmörgås ÅÄÖ éü ÉÜ"),
        ("a\u030a", "å"),
        ("– — ‘’ “” … €", "- - '' \"\" ... EUR"),
        ("Søren Ørsted, ãõ žš", "Soren Orsted, ao zs"),
        ("två\nrader\toch\x7f", "två rader och "),
        ("C:\\", "C:"),
        ("😀水", "??"),
    ],
)
def test_a_text_is_said_in_the_letters_that_sie_has(text: str, said: str) -> None:
    assert as_sie(text) == said
    assert as_sie(said) == said
    said.encode("cp437")


VECTOR = """\
#PROGRAM "Exempel" 1.0
#FORMAT PC8
#GEN 20270115
#SIETYP 4
#FNAMN "Övning & Söner AB"
#VER A 1 20270102 "Hyra jan"
{
#TRANS 5010 {1 "100"} 8000.00
#TRANS 1930 {} -8000.00
}
"""


@pytest.mark.parametrize(
    ("text", "total"),
    [('#KONTO 1915 "Kassa \\"special\\""\n', 1921122205), (VECTOR, 493362639)],
)
def test_the_checksum_is_that_of_the_standard(text: str, total: int) -> None:
    checksum = Checksum()
    for line in text.splitlines():
        if line not in "{}":
            checksum.add(split(line).content)
    assert checksum.total == total
    assert checksum.is_said(str(total))
    assert checksum.is_said(str(total - 2**32))
    assert not checksum.is_said(str(total + 1))


def test_a_written_checksum_is_found_good_and_another_is_refused() -> None:
    year = read(sie())
    assert year.deviations == ()
    file = File(**{**vars_of(year.file), "checksum": True})
    data = b"".join(written(file))
    assert read(data).deviations == ()
    assert read(data).file == file
    wrong = read(with_sum(sie(), 4711))
    assert [each.word for each in wrong.refusals] == ["checksum wrong"]


def vars_of(file: File) -> dict[str, object]:
    names = ("identification", "accounts", "dimensions", "objects", "balances", "vouchers", "flag")
    return {name: getattr(file, name) for name in names}


def test_what_is_written_is_what_was_read_to_the_byte() -> None:
    assert b"".join(written(read(sie()).file)) == sie()


def test_the_table_marks_every_record_for_every_type() -> None:
    for kind in RECORDS.values():
        assert set(kind.presence) == set(FileType)
    marks = {label: "".join(kind.presence.values()) for label, kind in RECORDS.items()}
    assert marks["FNAMN"] == "●●●●●"
    assert marks["VER"] == "–––○○"
    assert RECORDS["OMFATTN"].presence[FileType.TWO] is Presence.MANDATORY
    assert len(YEAR.splitlines()) > 50


def test_codes_that_would_become_one_stay_apart_and_are_told() -> None:
    """Those that SIE can say keep theirs, wherever they stand."""
    codes = ("ø1", "o1", "õ1", "o1~2")
    rows = tuple(Row(1930, Decimal(0), ((1, code),)) for code in codes)
    objects = tuple(Object(1, code, "x") for code in codes)
    file, losses = (
        File(objects=objects, vouchers=(Voucher("A", 1, date(2026, 1, 2), rows=rows),)),
        Losses(),
    )
    back = read(b"".join(written(file, losses))).file
    expected = ["o1~3", "o1", "o1~4", "o1~2"]
    assert [each.code for each in back.objects] == expected
    [voucher] = back.vouchers
    assert [row.objects for row in voucher.rows] == [((1, code),) for code in expected]
    assert losses.places == ["#OBJEKT", "#VER A 1"]


def test_what_a_text_loses_is_counted_and_where_it_stood_is_told() -> None:
    rows = (Row(1930, Decimal(1), text="5 €"), Row(3001, Decimal(-1), ((1, "Ø1"),)))
    lossy = Voucher("A", 7, date(2026, 1, 2), "水", rows=rows)
    plain = Voucher("A", 8, date(2026, 1, 2), "Rä" + "ksmo\u0308rga\u030as")
    losses = Losses()
    list(written(File((Entry("FNAMN", ("Žižek AB",)),), vouchers=(lossy, plain)), losses))
    assert losses == Losses(4, ["#FNAMN", "#VER A 7"])
