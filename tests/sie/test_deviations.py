"""What real files contain: each deviation a file, and whether it is read or refused."""

from decimal import Decimal

import pytest

from reskontra.sie.letters import CP437
from reskontra.sie.reader import Reading, read
from tests.sie.files import YEAR, changed, sie

A1 = '#VER A 1 20260102 "Hyra jan" 20260103 "Eva"\n'
A2 = '#VER A 2 20260210 "Faktura"\n'
ROWS_A2 = '{\n#TRANS 1510 {} 1000.00\n#TRANS 3001 {} -1000.00 20260211 "Skruv" 12.5 "Bo"\n}\n'


def without(*starts: str) -> bytes:
    lines = [line for line in YEAR.splitlines(keepends=True) if not line.startswith(starts)]
    return sie("".join(lines))


# fmt: off
READ = {
    # name                          file                                                                  what is told, with its line
    "UTF-8":                       (sie(encoding="utf-8"),                                                {(0, "encoding")}),
    "UTF-8 with BOM":              (sie(encoding="utf-8-sig"),                                            {(0, "encoding")}),
    "Windows-1252":                (sie(encoding="cp1252"),                                               {(0, "encoding")}),
    "ISO 8859-1":                  (sie(encoding="latin-1"),                                              {(0, "encoding")}),
    "no format":                   (without("#FORMAT"),                                                   {(0, "format missing")}),
    "another format":              (changed("PC8", "ANSI"),                                               {(2, "format")}),
    "no type is type 1":           (without("#SIETYP", "#PSALDO", "#VER", "{", "}", "#TRANS", "#DIM", "#OBJEKT"), set()),
    "tabs":                        (changed("#RAR 0 20260101 20261231", "#RAR\t0\t20260101\t20261231"),   set()),
    "indented rows":               (changed("#TRANS 1510", "   #TRANS   1510"),                           set()),
    "blank before line end":       (changed("#FNR 17", "#FNR 17  "),                                      set()),
    "blank lines":                 (changed("#FNR 17\n", "\n#FNR 17\n\n"),                                set()),
    "bare line feeds":             (YEAR.encode(CP437),                                                   set()),
    "end of file of DOS":          (sie() + b"\x1a",                                                      set()),
    "account between balances":    (sie(YEAR.replace('#KONTO 5010 "Lokalhyra"\n#KTYP 5010 K\n', "").replace("#RES 0 5010", '#KONTO 5010 "Lokalhyra"\n#KTYP 5010 K\n#RES 0 5010')), set()),
    "empty number":                (changed("#ORGNR 556677-8899", '#ORGNR ""'),                           {(10, "organisation number")}),
    "no number at all":            (changed("#ORGNR 556677-8899", "#ORGNR"),                              {(10, "organisation number")}),
    "number without hyphen":       (changed("556677-8899", "5566778899"),                                 {(10, "organisation number")}),
    "number of twelve digits":     (changed("556677-8899", "165566778899"),                               {(10, "organisation number")}),
    "address of three fields":     (changed("#FNR 17", '#ADRESS "" "Gatan 1" "Umeå"'),                     {(6, "address short")}),
    "year without days":           (changed("#RAR -1 20250101 20251231", "#RAR -1"),                      {(9, "year without days")}),
    "quotes in a text":            (changed('"Hyra jan" 20260103 "Eva"', '"Förskott till "Lind" Park"'),   {(43, "quotes")}),
    "text without its last quote": (changed('"Lokalhyra"', '"Lokalhy'),                                   {(23, "quotes")}),
    "eight digits":                (sie(YEAR.replace(" 5010", " 50100001")),                                set()),
    "class 9":                     (sie(YEAR.replace(" 5010", " 9999")),                                    set()),
    "class 9 without type":        (sie(YEAR.replace("#KTYP 5010 K\n", "").replace(" 5010", " 9999")),      set()),
    "empty series":                (sie(YEAR.replace("#VER A", '#VER ""')),                               set()),
    "long series":                 (sie(YEAR.replace("#VER A", "#VER LÖN")),                              set()),
    "series of a sign, one number": (sie(YEAR.replace("#VER A 2", "#VER # 1").replace("#VER A", "#VER #")), {(48, "number repeated")}),
    "no numbers":                  (sie(YEAR.replace("#VER A 2", '#VER A ""')),                           {(48, "number missing")}),
    "number that is none":         (sie(YEAR.replace("#VER A 2", "#VER A 2b")),                           {(48, "number not number"), (48, "number missing")}),
    "series that starts at 160":   (sie(YEAR.replace("#VER A 1", "#VER A 160").replace("#VER A 2 ", "#VER A 500 ")), {(43, "numbers skipped")}),
    "descending":                  (sie(YEAR.replace("#VER A 1", "#VER A 3")),                            {(43, "numbers skipped"), (48, "numbers descending")}),
    "voucher without rows":        (sie(YEAR + '#VER A 3 20260301 "Makulerad"\n{\n}\n'),                  {(53, "voucher empty")}),
    "rows of 0":                   (sie(YEAR + '#VER A 3 20260301 "Nollfaktura"\n{\n#TRANS 1510 {} 0.00\n#TRANS 3001 {} 0\n}\n'), set()),
    "object undeclared":           (without("#OBJEKT"),                                                   {(44, "object undeclared")}),
    "object unused":               (changed("#DIM 1", '#OBJEKT 6 "P7" "Bro"\n#DIM 1'),                    set()),
    "account undeclared":          (without("#KONTO 5010", "#KTYP 5010", "#SRU 5010"),                    {(33, "account undeclared")}),
    "result never booked":         (sie(YEAR.replace("2081 -25000.00", "2081 -24000.00").replace("#RES -1 3001 -500.00", "#RES -1 3001 -1500.00")), {(28, "openings unbalanced")}),
    "closing not recomputed":      (changed("#UB 0 1510 1000.00", "#UB 0 1510 900.00"),                   {(30, "closing differs"), (30, "year out of balance"), (40, "month differs")}),
    "result moved without voucher": (sie(YEAR.replace("#UB -1 2081 -25000.00", "#UB -1 2099 -25000.00").replace('#KONTO 3001', '#KONTO 2099 "Resultat"\n#KONTO 3001')), {(30, "opening differs"), (0, "opening differs")}),
    "months that do not add up":   (changed("1510 {} 1000.00\n#PS", "1510 {} 999.00\n#PS"),               {(40, "month differs")}),
    "unknown record":              (changed("#FNR 17", '#XYZ "x" 1'),                                    {(6, "label unknown")}),
    "unknown field":               (changed("#FNR 17", "#FNR 17 18"),                                     {(6, "fields unknown")}),
    "an empty year":               (without("#IB", "#UB", "#RES", "#PSALDO", "#VER", "{", "}", "#TRANS"), {(0, "no balances")}),
    "read before":                 (changed("#FLAGGA 0", "#FLAGGA 1"),                                    {(1, "flag")}),
    "balances in a file of vouchers": (without("#RAR -1", "#UB", "#RES", "#PSALDO", "#IB 0 2081"), None),
    "no mandatory name":           (without("#FNAMN"),                                                    {(0, "record missing")}),
    "a record twice":              (changed("#FNR 17", "#FNR 17\n#FNR 18"),                               {(7, "repeated")}),
    "an account of no type":       (changed("#KTYP 5010 K", "#KTYP 5010 X"),                              {(24, "account type")}),
    "an account twice":            (changed("#KTYP 5010 K", '#KTYP 5010 K\n#KONTO 5010 "x"'),              {(25, "account repeated")}),
    "no flag":                     (without("#FLAGGA"),                                                   {(0, "record missing")}),
    "last year out of balance":    (changed("#RES -1 5010 500.00", "#RES -1 5010 400.00"),                {(33, "year out of balance")}),
    "what its type forbids":       (sie(YEAR.replace("#SIETYP 4", "#SIETYP 2")),                          None),
    "control characters":          (changed("Hyra jan", "Hyra\x01jan"),                                   {(43, "control characters")}),
    "no last line end":            (sie()[:-2],                                                           {(52, "line end missing")}),
}

REFUSED = {
    "letters lost":                (sie(YEAR.replace("Lokalhyra", "F\ufffdrs"), "utf-8"),                    "letters destroyed"),
    "letters of another code page": (sie(YEAR.encode(CP437).decode("cp1252", "replace").replace("\ufffd", ""), "utf-8"), "letters destroyed"),
    "letters encoded twice":       (sie(YEAR.encode().decode("latin-1"), "utf-8"),                        "letters destroyed"),
    "letters of UTF-8 in code page 437": (sie(YEAR.encode().decode(CP437), "utf-8"),                         "letters destroyed"),
    "UTF-8 with a letter of Windows": (sie(encoding="utf-8").replace("Försäljning".encode(), "Försäljning".encode("cp1252")), "letters destroyed"),
    "quotes, and more after them": (changed('"Hyra jan" 20260103', '"Hyra "jan" x" 20260103'),            "line damaged"),
    "account that is no number":   (sie(YEAR.replace("5010", "DIFF")),                                    "account not number"),
    "unbalanced voucher":          (changed("#TRANS 1930 {} -8000.00", "#TRANS 1930 {} -8000.01"),         "unbalanced"),
    "outside the year":            (changed("#VER A 2 20260210", "#VER A 2 20270210"),                    "outside the year"),
    "vouchers without a year":     (without("#RAR"),                                                      "no year"),
    "amount with a comma":         (changed("#UB 0 1510 1000.00", "#UB 0 1510 1000,00"),                  "field wrong"),
    "amount of sixteen digits":    (changed("#UB 0 1510 1000.00", "#UB 0 1510 -1000000000000000.00"),     "amount too large"),
    "amount with a plus":          (changed("#UB 0 1510 1000.00", "#UB 0 1510 +1000.00"),                 "field wrong"),
    "day that is none":            (changed("#VER A 2 20260210", "#VER A 2 20260231"),                    "field wrong"),
    "type that is none":           (changed("#SIETYP 4", "#SIETYP 5"),                                    "type unknown"),
    "row outside of braces":       (changed("}\n#VER A 2", "}\n#TRANS 1510 {} 0\n#VER A 2"),              "out of place"),
    "brace not opened":            (sie(YEAR.replace(A2 + "{\n", A2)),                                    "braces"),
    "brace not closed":            (sie(YEAR.replace("}\n" + A2, A2)),                                    "inside a voucher"),
    "last brace not closed":       (sie(YEAR.removesuffix("}\n")),                                        "braces"),
    "two on a line":               (changed("#SRU 1930 7281\n", "#SRU 1930 7281 "),                       "two on a line"),
    "fields missing":              (changed("#UB 0 1510 1000.00", "#UB 0 1510"),                          "fields missing"),
    "balance twice":               (changed("#UB 0 1510 1000.00", "#UB 0 1510 1000.00\n#UB 0 1510 5"),    "repeated balance"),
    "added row alone":             (changed("#TRANS 1510 {} 1000.00", "#RTRANS 1510 {} 1000.00\n#TRANS 1510 {} 999.00"), "row added"),
    "sum only at the beginning":   (changed("#FLAGGA 0\n", "#FLAGGA 0\n#KSUMMA\n"),                       "cut short"),
    "sum only at the end":         (sie(YEAR + "#KSUMMA 4711\n"),                                         "checksum misplaced"),
    "nothing":                     (b"",                                                                  "empty"),
    "a text":                      ("Hej på dig\n".encode(),                                              "line damaged"),
}
# fmt: on


def told(reading: Reading) -> set[tuple[int, str]]:
    return {(each.line, each.word) for each in reading.deviations}


@pytest.mark.parametrize(("data", "expected"), READ.values(), ids=READ)
def test_a_deviation_is_read_and_told(data: bytes, expected: set[tuple[int, str]] | None) -> None:
    reading = read(data)
    assert not reading.refusals
    if expected is not None:
        assert told(reading) == expected


@pytest.mark.parametrize(("data", "word"), REFUSED.values(), ids=REFUSED)
def test_a_damage_is_refused(data: bytes, word: str) -> None:
    assert word in {each.word for each in read(data).refusals}


@pytest.mark.parametrize("encoding", ["cp437", "utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_whatever_letters_it_is_written_in_it_says_the_same(encoding: str) -> None:
    assert read(sie(encoding=encoding)).file == read(sie()).file
    assert read(sie(encoding=encoding)).file.said["FNAMN"] == ("Övning & Söner AB",)


def test_added_and_struck_rows_are_kept_and_do_not_count() -> None:
    data = changed(
        "#TRANS 1510 {} 1000.00",
        '#BTRANS 1510 {} 1200.00 20260301 "" "" Eva\n'
        '#RTRANS 1510 {} 1000.00 20260301 "" "" Eva\n'
        "#TRANS 1510 {} 1000.00",
    )
    voucher = [*read(data).file.vouchers][1]
    assert not read(data).deviations
    assert [row.label for row in voucher.rows] == ["BTRANS", "RTRANS", "TRANS", "TRANS"]
    assert voucher.sum == 0
    assert voucher.rows[0].amount == Decimal(1200)


def test_series_and_vouchers_without_a_name_are_called_something() -> None:
    data = sie(YEAR.replace("#VER A 2", '#VER "" ""').replace("3001 {} -1000.00", "3001 {} -1.00"))
    texts = {each.word: each.text for each in read(data).deviations}
    assert texts["number missing"] == (
        "Verifikationen har inget nummer och får nästa i serien utan namn"
    )
    assert texts["unbalanced"] == "Verifikation utan nummer balanserar inte: 999.00"
    gap = read(sie(YEAR.replace("#VER A 2", '#VER "" 3'))).deviations
    assert "Numren i serien utan namn har luckor: 1-2" in {each.text for each in gap}


def test_object_codes_are_texts() -> None:
    reading = read(changed('{1 "100"}', '{1 "007" 6 P7}'))
    [first, *_] = reading.file.vouchers
    assert first.rows[0].objects == ((1, "007"), (6, "P7"))


def test_numbers_of_companies_are_given_one_form() -> None:
    for written in ("5566778899", "165566778899", "16556677-8899", "556677-8899"):
        reading = read(changed("556677-8899", written))
        assert reading.file.said["ORGNR"][0] == "556677-8899"
