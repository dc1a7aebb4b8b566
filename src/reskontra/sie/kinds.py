"""The kinds of field that a SIE record has: each read from a text, and written as one."""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

Pair = tuple[int, str]  # a dimension and an object's code, which is a text: 007 is not 7
Pairs = tuple[Pair, ...]

AMOUNT = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,2})?")
LONG_AMOUNT = re.compile(r"-?[0-9]{16,}(?:\.[0-9]{1,2})?")  # more than any books can have
QUANTITY = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,9})?")
ACCOUNT = re.compile(r"[0-9]{1,8}")
WHOLE = re.compile(r"[0-9]{1,15}")
DAY = re.compile(r"[0-9]{8}")
MONTH = re.compile(r"[0-9]{4}(?:0[1-9]|1[0-2])")
YEAR = re.compile(r"0|-[1-9][0-9]?")


class Kind(NamedTuple):
    """What a field holds. ValueError tells that a text is none of it."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    is_text: bool = False


def _matched(pattern: re.Pattern[str], made: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if not pattern.fullmatch(text):
            raise ValueError(text)
        return made(text)

    return read


def _day(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:]))


def written_day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def written_amount(amount: Decimal) -> str:
    """Two decimals, and no such thing as minus nothing."""
    return f"{amount or Decimal(0):.2f}"


def written_quantity(quantity: Decimal) -> str:
    """Without zeros at its end.

    >>> written_quantity(Decimal("12.50")), written_quantity(Decimal("-0.0"))
    ('12.5', '0')
    """
    text = f"{quantity or Decimal(0):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# fmt: off
A_TEXT     = Kind(str,                               str,              is_text=True)
A_WORD     = Kind(str,                               str,              is_text=True)  # bare where it can be
AN_AMOUNT  = Kind(_matched(AMOUNT, Decimal),         written_amount)
A_QUANTITY = Kind(_matched(QUANTITY, Decimal),       written_quantity)
AN_ACCOUNT = Kind(_matched(ACCOUNT, int),            str)
A_WHOLE    = Kind(_matched(WHOLE, int),              str)
A_DAY      = Kind(_matched(DAY, _day),               written_day)
A_MONTH    = Kind(_matched(MONTH, str),              str)
A_YEAR     = Kind(_matched(YEAR, int),               str)
OBJECTS    = Kind(str,                               str)  # braces: lines.py reads and writes them
# fmt: on
