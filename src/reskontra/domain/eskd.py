"""The file by which a VAT return is sent to the tax agency: eSKDUpload, version 6.0."""

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape

from reskontra.domain.vat_return import PAYABLE

ENCODING = "iso-8859-1"
LONGEST_TEXT = 300

# Every box with its element, in the order that the file must have: it is not the form's.
# fmt: off
ELEMENTS = (
    ("05", "ForsMomsEjAnnan"),       ("06", "UttagMoms"),
    ("07", "UlagMargbesk"),          ("08", "HyrinkomstFriv"),
    ("20", "InkopVaruAnnatEg"),      ("21", "InkopTjanstAnnatEg"),
    ("22", "InkopTjanstUtomEg"),     ("23", "InkopVaruSverige"),
    ("24", "InkopTjanstSverige"),    ("50", "MomsUlagImport"),
    ("35", "ForsVaruAnnatEg"),       ("36", "ForsVaruUtomEg"),
    ("37", "InkopVaruMellan3p"),     ("38", "ForsVaruMellan3p"),
    ("39", "ForsTjSkskAnnatEg"),     ("40", "ForsTjOvrUtomEg"),
    ("41", "ForsKopareSkskSverige"), ("42", "ForsOvrigt"),
    ("10", "MomsUtgHog"),            ("11", "MomsUtgMedel"),
    ("12", "MomsUtgLag"),            ("30", "MomsInkopUtgHog"),
    ("31", "MomsInkopUtgMedel"),     ("32", "MomsInkopUtgLag"),
    ("60", "MomsImportUtgHog"),      ("61", "MomsImportUtgMedel"),
    ("62", "MomsImportUtgLag"),      ("48", "MomsIngAvdr"),
    (PAYABLE, "MomsBetala"),
)
# fmt: on


def eskd(organisation_number: str, period: str, boxes: Mapping[str, int], text: str = "") -> str:
    """All of it in `ENCODING`; a line that began with a blank would be refused."""
    lines = (
        '<?xml version="1.0" encoding="ISO-8859-1"?>',
        '<eSKDUpload Version="6.0">',
        _element("OrgNr", ten_digits(organisation_number)),
        "<Moms>",
        _element("Period", period),
        *_boxes(boxes),
        *([_element("TextUpplysningMoms", text[:LONGEST_TEXT])] if text else ()),
        "</Moms>",
        "</eSKDUpload>",
    )
    return "".join(f"{line}\n" for line in lines)


def in_bytes(file: str) -> bytes:
    return file.encode(ENCODING, "xmlcharrefreplace")


def ten_digits(number: str) -> str:
    """A person's own number has no century here.

    >>> ten_digits("19811228-9874"), ten_digits("5566778899")
    ('811228-9874', '556677-8899')
    """
    digits = "".join(filter(str.isdecimal, number))[-10:]
    return f"{digits[:6]}-{digits[6:]}"


def _boxes(boxes: Mapping[str, int]) -> Iterator[str]:
    """Empty ones are left out, but for what is to be paid."""
    for box, element in ELEMENTS:
        amount = boxes.get(box, 0)
        if amount or box == PAYABLE:
            yield _element(element, str(amount))


def _element(name: str, value: str) -> str:
    return f"<{name}>{escape(value)}</{name}>"
