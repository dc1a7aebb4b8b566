"""Records: frozen values with typed fields, made and changed by a library in next to no time."""

import re
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, dataclass_transform
from unicodedata import normalize

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import asdict, fields, replace

__all__ = [
    "LARGEST_IN_AN_INDEX",
    "ClientValue",
    "Record",
    "asdict",
    "code_in",
    "defaults_of",
    "field",
    "fields",
    "folded",
    "replace",
    "text_in",
    "values_of",
]

# PostgreSQL keeps no more in one place of an index, and a thousand letters may need twice as much.
LARGEST_IN_AN_INDEX = 2_600

# Bytes sort ä before å, and both before ö, after z: with the two changed about, as Swedish does.
# W is a letter of its own, after v, in both. Any other accent is no letter, and counts for nothing.
_LETTERS = {"a\u030a": "ä", "a\u0308": "å", "o\u0308": "ö"}
_ACCENT = re.compile("[ao]\u0308|a\u030a|[\u0300-\u036f]")

ClientValue = object | None  # a JSON value in the very form that a client gave it; None is none


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True):
    """What is kept of something; a change is a new record, by `replace`."""


def defaults_of(record: type[Record]) -> dict[str, Any]:
    """What the attributes are that nobody names."""
    return {
        each.name: each.default if each.default_factory is NODEFAULT else each.default_factory()
        for each in fields(record)
        if not each.required
    }


def folded(text: str) -> str:
    """A text in one letter case, whose bytes sort as the Swedish alphabet does.

    What is searched for in such a text must be folded, too.

    >>> sorted(["ö", "Ärla", "z", "Åsa", "W", "v", "Évy", "Eva"], key=folded)
    ['Eva', 'Évy', 'v', 'W', 'z', 'Åsa', 'Ärla', 'ö']
    """
    if text.isascii():
        return text.lower()
    apart = normalize("NFD", text.casefold())
    return normalize("NFC", _ACCENT.sub(lambda accent: _LETTERS.get(accent[0], ""), apart))


def text_in(value: ClientValue) -> str:
    """What can be printed of it: a text, and nothing for any other form."""
    return value if isinstance(value, str) else ""


def code_in(value: ClientValue) -> str:
    """What a register would know it by: a text, or a whole number.

    >>> code_in("Ö3"), code_in(12), code_in(True), code_in(["A"])
    ('Ö3', '12', '', '')
    """
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def values_of(names: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    """Takes several attributes at once; attrgetter alone gives a bare value for one name."""
    if not names:
        return lambda record: ()
    taken = attrgetter(*names)
    return taken if len(names) > 1 else lambda record: (taken(record),)
