"""The file of a VAT return: byte for byte, and by the rules that the agency has published."""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reskontra.domain.eskd import eskd, in_bytes
from reskontra.domain.vat_return import kronor, return_boxes

WORKED = b"""\
<?xml version="1.0" encoding="ISO-8859-1"?>
<eSKDUpload Version="6.0">
<OrgNr>556677-8899</OrgNr>
<Moms>
<Period>202612</Period>
<ForsMomsEjAnnan>25899</ForsMomsEjAnnan>
<InkopTjanstAnnatEg>2000</InkopTjanstAnnatEg>
<ForsTjSkskAnnatEg>5000</ForsTjSkskAnnatEg>
<MomsUtgHog>6224</MomsUtgHog>
<MomsUtgMedel>120</MomsUtgMedel>
<MomsInkopUtgHog>500</MomsInkopUtgHog>
<MomsIngAvdr>2000</MomsIngAvdr>
<MomsBetala>4844</MomsBetala>
</Moms>
</eSKDUpload>
"""
SUMS = {
    "05": "25899.90", "10": "6224.98", "11": "120.00", "21": "2000.00", "30": "500.00",
    "39": "5000.00", "48": "2000.00",
}  # fmt: skip

# The rules as we read them: every element inside another, in the order it must come, whether it
# must be there, and what its value looks like. The third column is the box, where it has one.
AMOUNT, ONCE, MAYBE = r"0|-?[1-9][0-9]*", True, False
# fmt: off
RULES = (
    ("OrgNr",                 ONCE,  "",   r"[0-9]{6}-[0-9]{4}"),
    ("Moms",                  ONCE,  "",   r""),
    ("Period",                ONCE,  "",   r"20[0-9]{2}(0[1-9]|1[0-2])"),
    ("ForsMomsEjAnnan",       MAYBE, "05", AMOUNT),
    ("UttagMoms",             MAYBE, "06", AMOUNT),
    ("UlagMargbesk",          MAYBE, "07", AMOUNT),
    ("HyrinkomstFriv",        MAYBE, "08", AMOUNT),
    ("InkopVaruAnnatEg",      MAYBE, "20", AMOUNT),
    ("InkopTjanstAnnatEg",    MAYBE, "21", AMOUNT),
    ("InkopTjanstUtomEg",     MAYBE, "22", AMOUNT),
    ("InkopVaruSverige",      MAYBE, "23", AMOUNT),
    ("InkopTjanstSverige",    MAYBE, "24", AMOUNT),
    ("MomsUlagImport",        MAYBE, "50", AMOUNT),
    ("ForsVaruAnnatEg",       MAYBE, "35", AMOUNT),
    ("ForsVaruUtomEg",        MAYBE, "36", AMOUNT),
    ("InkopVaruMellan3p",     MAYBE, "37", AMOUNT),
    ("ForsVaruMellan3p",      MAYBE, "38", AMOUNT),
    ("ForsTjSkskAnnatEg",     MAYBE, "39", AMOUNT),
    ("ForsTjOvrUtomEg",       MAYBE, "40", AMOUNT),
    ("ForsKopareSkskSverige", MAYBE, "41", AMOUNT),
    ("ForsOvrigt",            MAYBE, "42", AMOUNT),
    ("MomsUtgHog",            MAYBE, "10", AMOUNT),
    ("MomsUtgMedel",          MAYBE, "11", AMOUNT),
    ("MomsUtgLag",            MAYBE, "12", AMOUNT),
    ("MomsInkopUtgHog",       MAYBE, "30", AMOUNT),
    ("MomsInkopUtgMedel",     MAYBE, "31", AMOUNT),
    ("MomsInkopUtgLag",       MAYBE, "32", AMOUNT),
    ("MomsImportUtgHog",      MAYBE, "60", AMOUNT),
    ("MomsImportUtgMedel",    MAYBE, "61", AMOUNT),
    ("MomsImportUtgLag",      MAYBE, "62", AMOUNT),
    ("MomsIngAvdr",           MAYBE, "48", AMOUNT),
    ("MomsBetala",            ONCE,  "49", AMOUNT),
    ("TextUpplysningMoms",    MAYBE, "",   r"(?s:.{1,300})"),
)
# fmt: on
BOXES = [box for _, _, box, _ in RULES if box and box != "49"]
FIRST_LINE = '<?xml version="1.0" encoding="ISO-8859-1"?>'


def faults(content: bytes) -> Iterator[str]:
    """How a file breaks the rules."""
    first, root, *lines, end = content.decode("iso-8859-1").removesuffix("\n").split("\n")
    if (first, root, end) != (FIRST_LINE, '<eSKDUpload Version="6.0">', "</eSKDUpload>"):
        yield "it does not begin and end as it must"
    if any(line != line.strip() or not line for line in (first, root, *lines, end)):
        yield "a line has blanks at an end"
    found = [re.fullmatch(r"<(\w+)>(?:([^<]*)</\1>)?", line) for line in lines[:-1]]
    if lines[-1] != "</Moms>" or not all(found):
        yield "a line is no element"
        return
    names = [each[1] for each in found if each]
    if names != [name for name, *_ in RULES if name in names]:
        yield f"elements are unknown, doubled or out of order: {names}"
    yield from (f"{name} is missing" for name, must, *_ in RULES if must and name not in names)
    values = {each[1]: each[2] or "" for each in found if each}
    for name, _, _, form in RULES:
        if name in values and not re.fullmatch(form, values[name]):
            yield f"{name} is {values[name]!r}"


def file_of(sums: dict[str, str], text: str = "") -> bytes:
    boxes = return_boxes({box: Decimal(amount) for box, amount in sums.items()})
    return in_bytes(eskd("556677-8899", "202612", kronor(boxes), text))


def test_the_worked_file_byte_for_byte() -> None:
    assert file_of(SUMS) == WORKED


# fmt: off
CASES = {
    "nothing":                    ({},                                "<MomsBetala>0</MomsBetala>"),
    "less than a krona":          ({"05": "0.99", "10": "0.25"},      "<MomsBetala>0</MomsBetala>"),
    "a refund":                   ({"48": "1250.50"},                 "<MomsBetala>-1250</MomsBetala>"),
    "negative sales":             ({"05": "-1000.99", "10": "-250.49"}, "<ForsMomsEjAnnan>-1000</ForsMomsEjAnnan>"),
    "more taken back than bought": ({"48": "-80.40"},                 "<MomsIngAvdr>-80</MomsIngAvdr>"),
    "every box":                  (dict.fromkeys(BOXES, "12.34"),     "<MomsBetala>96</MomsBetala>"),
}
# fmt: on


@pytest.mark.parametrize(("sums", "part"), CASES.values(), ids=CASES)
def test_a_file_follows_the_rules(sums: dict[str, str], part: str) -> None:
    content = file_of(sums)
    assert [*faults(content)] == []
    assert part in content.decode("iso-8859-1").split("\n")


def test_a_text_is_written_in_the_agencys_letters() -> None:
    content = file_of(SUMS, "Rättelse av ruta 10 & 48 – se <bilaga>")
    assert [*faults(content)] == []
    assert "Rättelse av ruta 10 &amp; 48 &#8211; se &lt;bilaga&gt;".encode("iso-8859-1") in content


def test_the_rules_find_what_is_wrong() -> None:
    """Else they would say nothing of the files that follow them."""
    moved = WORKED.replace(b"<MomsBetala>4844</MomsBetala>\n", b"").replace(
        b"<ForsMomsEjAnnan>", b"<MomsBetala>4844</MomsBetala>\n<ForsMomsEjAnnan>"
    )
    wrong = [
        WORKED.replace(b"<MomsBetala>4844</MomsBetala>\n", b""),
        WORKED.replace(b"4844", b"4844.00"),
        WORKED.replace(b"4844", b"4 844"),
        WORKED.replace(b"<Period>", b" <Period>"),
        WORKED.replace(b"202612", b"202613"),
        WORKED.replace(b"556677-8899", b"5566778899"),
        WORKED.replace(b"ISO-8859-1", b"UTF-8"),
        WORKED.replace(b"MomsUtgHog", b"MomsUtgHogre"),
        moved,
    ]
    assert [*faults(WORKED)] == []
    assert [content for content in wrong if not [*faults(content)]] == []


sums = st.dictionaries(
    st.sampled_from(BOXES), st.decimals("-999999999", "999999999", places=2).map(str)
)


@given(sums)
def test_any_return_makes_a_file_that_follows_the_rules(amounts: dict[str, str]) -> None:
    assert [*faults(file_of(amounts))] == []
