"""The records of SIE 4: one table, by which files are read and written."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from reskontra.sie.kinds import (
    A_DAY,
    A_MONTH,
    A_QUANTITY,
    A_TEXT,
    A_WHOLE,
    A_WORD,
    A_YEAR,
    AN_ACCOUNT,
    AN_AMOUNT,
    OBJECTS,
    Kind,
)


class Group(StrEnum):
    """In the order in which they stand."""

    FLAG = "flag"
    IDENTIFICATION = "identification"
    CHART = "chart"
    OBJECTS = "objects"
    BALANCES = "balances"
    VOUCHERS = "vouchers"


class FileType(StrEnum):
    ONE = "1"  # balances of the year
    TWO = "2"  # of each month, too
    THREE = "3"  # and of objects
    IMPORT = "4I"  # vouchers alone
    EXPORT = "4E"  # all of it


class Presence(StrEnum):
    MANDATORY = "●"
    OPTIONAL = "○"
    FORBIDDEN = "–"


class Field(NamedTuple):
    name: str
    kind: Kind
    optional: bool = False


class RecordKind(NamedTuple):
    label: str
    group: Group
    fields: tuple[Field, ...]
    presence: Mapping[FileType, Presence]

    @property
    def required(self) -> int:
        return sum(not field.optional for field in self.fields)


# fmt: off
KINDS: dict[str, Kind] = {
    "account": AN_ACCOUNT, "amount": AN_AMOUNT, "quantity": A_QUANTITY, "objects": OBJECTS, "object": OBJECTS,
    "year": A_YEAR, "month": A_MONTH, "flag": A_WHOLE, "dimension": A_WHOLE, "parent": A_WHOLE, "number": A_WHOLE,
    "day": A_DAY, "from_day": A_DAY, "to_day": A_DAY, "registered": A_DAY,
    **dict.fromkeys(("format", "type", "version", "id", "form", "organisation", "acquisition", "activity"), A_WORD),
    **dict.fromkeys(("sni", "assessment", "chart", "currency", "sru", "series"), A_WORD),
}  # all others are texts

ROWS = "account objects amount [day] [text] [quantity] [sign]"

TABLE = (
    # label      group                 fields, optional ones in brackets               1 2 3 4I 4E
    ("FLAGGA",   Group.FLAG,           "flag",                                          "●●●●●"),
    ("FORMAT",   Group.IDENTIFICATION, "format",                                        "●●●●●"),
    ("SIETYP",   Group.IDENTIFICATION, "type",                                          "○●●●●"),
    ("PROGRAM",  Group.IDENTIFICATION, "program version",                               "●●●●●"),
    ("GEN",      Group.IDENTIFICATION, "day [sign]",                                    "●●●●●"),
    ("PROSA",    Group.IDENTIFICATION, "text",                                          "○○○○○"),
    ("FNR",      Group.IDENTIFICATION, "id",                                            "○○○○○"),
    ("FTYP",     Group.IDENTIFICATION, "form",                                          "○○○○○"),
    ("FNAMN",    Group.IDENTIFICATION, "name",                                          "●●●●●"),
    ("ADRESS",   Group.IDENTIFICATION, "contact street post phone",                     "○○○○○"),
    ("RAR",      Group.IDENTIFICATION, "year from_day to_day",                          "●●●○●"),
    ("ORGNR",    Group.IDENTIFICATION, "organisation [acquisition] [activity]",         "○○○○○"),
    ("BKOD",     Group.IDENTIFICATION, "sni",                                           "○○○–○"),
    ("TAXAR",    Group.IDENTIFICATION, "assessment",                                    "○○○○○"),
    ("OMFATTN",  Group.IDENTIFICATION, "day",                                           "–●●–○"),
    ("KPTYP",    Group.IDENTIFICATION, "chart",                                         "○○○○○"),
    ("VALUTA",   Group.IDENTIFICATION, "currency",                                      "○○○○○"),
    ("KONTO",    Group.CHART,          "account name",                                  "●●●○●"),
    ("KTYP",     Group.CHART,          "account type",                                  "○○○○○"),
    ("ENHET",    Group.CHART,          "account unit",                                  "○○○○○"),
    ("SRU",      Group.CHART,          "account sru",                                   "●●○○○"),
    ("DIM",      Group.OBJECTS,        "dimension name",                                "––●○○"),
    ("UNDERDIM", Group.OBJECTS,        "dimension name parent",                         "––●○○"),
    ("OBJEKT",   Group.OBJECTS,        "dimension code name",                           "––●○○"),
    ("IB",       Group.BALANCES,       "year account amount [quantity]",                "●●●–●"),
    ("UB",       Group.BALANCES,       "year account amount [quantity]",                "●●●–●"),
    ("RES",      Group.BALANCES,       "year account amount [quantity]",                "●●●–●"),
    ("OIB",      Group.BALANCES,       "year account object amount [quantity]",         "––●–○"),
    ("OUB",      Group.BALANCES,       "year account object amount [quantity]",         "––●–○"),
    ("PSALDO",   Group.BALANCES,       "year month account object amount [quantity]",   "–●●–○"),
    ("PBUDGET",  Group.BALANCES,       "year month account object amount [quantity]",   "–●●–○"),
    ("VER",      Group.VOUCHERS,       "series number day [text] [registered] [sign]",  "–––○○"),
    ("TRANS",    Group.VOUCHERS,       ROWS,                                            "–––○○"),
    ("RTRANS",   Group.VOUCHERS,       ROWS,                                            "–––○○"),
    ("BTRANS",   Group.VOUCHERS,       ROWS,                                            "–––○○"),
)
# fmt: on
KSUMMA = "KSUMMA"  # stands outside of the groups, before and after what it is the sum of


def _field(word: str) -> Field:
    name = word.strip("[]")
    return Field(name, KINDS.get(name, A_TEXT), word.startswith("["))


def _record(label: str, group: Group, fields: str, presence: str) -> RecordKind:
    marks = dict(zip(FileType, map(Presence, presence), strict=True))
    return RecordKind(label, group, tuple(map(_field, fields.split())), marks)


RECORDS: dict[str, RecordKind] = {row[0]: _record(*row) for row in TABLE}
