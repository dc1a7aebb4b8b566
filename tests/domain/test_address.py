"""One e-mail address, and nothing else, is an address."""

import pytest

from reskontra.domain.address import is_address, on_the_wire

GOOD = [
    "a@b.se",
    "first.last+tag@sub.example.com",
    "o'hara_1@exempel-ab.se",
    "info@räksmörgås.se",
    "faktura@localhost",
    "a@r3---sn.exempel.se",
    "x" * 64 + "@exempel.se",
]
BAD = [
    "",
    "a",
    "@b.se",
    "a@",
    "a@@b.se",
    "a@b@c.se",
    "a b@c.se",
    "a@b .se",
    "a@b..se",
    ".a@b.se",
    "a.@b.se",
    "a..b@c.se",
    "a@-b.se",
    "a@b_c.se",
    "a@b.se,c@d.se",
    "a@b.se; c@d.se",
    "A <a@b.se>",
    "<a@b.se>",
    '"a b"@c.se',
    "a@b.se (x)",
    "a@[127.0.0.1]",
    "a@b.se>\r\nRCPT TO:<x@y.se",
    "åsa@exempel.se",
    "x" * 65 + "@exempel.se",
    "a@" + "b" * 64 + ".se",
    "a@" + "b." * 130 + "se",
    "a@" + "ö." * 130 + "se",
    "a@exempel\u2488se.se",
    *(f"a@b.se{end}" for end in "\r\n\t\x00\x0b\x0c\x1c\x85\u2028 "),
    *(f"a{end}@b.se" for end in "\r\n\t\x00\x0b\x0c\x1c\x85\u2028\u200b"),
]


@pytest.mark.parametrize("text", GOOD)
def test_one_plain_address_is_taken(text: str) -> None:
    assert is_address(text)
    assert on_the_wire(text).isascii()


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_not(text: str) -> None:
    assert not is_address(text)


# fmt: off
WIRE = [
    # written                    on the wire
    ("Info@Exempel.SE",          "Info@Exempel.SE"),
    ("info@räksmörgås.se",       "info@xn--rksmrgs-5wao1o.se"),
    ("info@RÄKSMÖRGÅS.se",       "info@xn--rksmrgs-5wao1o.se"),
    ("info@straße.de",           "info@xn--strae-oqa.de"),  # strasse.de is somebody else's
]
# fmt: on


@pytest.mark.parametrize(("written", "wire"), WIRE)
def test_a_place_with_other_letters_has_its_own_name_on_the_wire(written: str, wire: str) -> None:
    assert on_the_wire(written) == wire
