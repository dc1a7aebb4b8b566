"""A line of a SIE file: its label and fields, split apart and put together."""

import re
from collections.abc import Iterable
from typing import NamedTuple

Value = str | tuple[str, ...]  # what stands in braces is a tuple

LABEL = re.compile(r"#[A-Za-z0-9_]+")
QUOTED = re.compile(r'"((?:[^"\\]++|\\"?)*+)"(?![^ \t}])')
BARE = re.compile(r'[^ \t"{][^ \t"]*+(?!")')
IN_BRACES = re.compile(r'[^ \t"{}]++(?!")')
BLANKS = re.compile(r"[ \t]*")
NEEDS_QUOTES = frozenset(' \t"{}')
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
QUOTE = re.compile(r'(?P<opens>(?<=[ \t])"(?=[^ \t]))|(?<!\\)"')


class Text(str):
    """A word that stands in quotes, though it could do without."""


class Damaged(ValueError):
    """A line that cannot be taken apart."""


class Line(NamedTuple):
    label: str  # without its #
    values: tuple[Value, ...]
    mended: bool = False  # a text has quotes that are not escaped, or lacks its last

    @property
    def content(self) -> str:
        """What a checksum is made of."""
        return f"#{self.label}" + "".join(
            value if isinstance(value, str) else "".join(value) for value in self.values
        )


def split(text: str) -> Line:
    """A record's line taken apart; blanks around it do not matter."""
    text = text.strip(" \t")
    label = LABEL.match(text)
    if not label or text[label.end() : label.end() + 1] not in ("", " ", "\t"):
        raise Damaged
    try:
        values, mended = _values(text, label.end())
    except IndexError:
        raise Damaged from None
    return Line(label[0][1:], tuple(values), mended)


def _values(text: str, at: int) -> tuple[list[Value], bool]:
    values: list[Value] = []
    quoted = -1  # where the latest quoted field began, if nothing but bare ones followed
    at = _past_blanks(text, at)
    while at < len(text):
        if text[at] == "{":
            value, after = _in_braces(text, at + 1)
            values.append(value)
            quoted = -1
        elif found := (QUOTED if text[at] == '"' else BARE).match(text, at):
            is_quoted = text[at] == '"'
            values.append(_unescaped(found[1]) if is_quoted else found[0])
            quoted, after = (at if is_quoted else quoted), found.end()
        else:
            begins = at if text[at] == '"' else quoted
            return _mended(text, values, begins), True
        if after < len(text) and text[after] not in " \t":
            raise Damaged
        at = _past_blanks(text, after)
    return values, False


def _mended(text: str, values: list[Value], at: int) -> list[Value]:
    """The rest of the line is one text, where nothing else can have been meant."""
    if at < 0 or _goes_on(text, at + 1):
        raise Damaged
    before = _values(text[:at], LABEL.match(text).end())[0]  # type: ignore[union-attr]
    rest = text[at + 1 :]
    if '"' in rest.replace('\\"', "") and not rest.endswith('"'):
        raise Damaged
    return [*before, _unescaped(rest.removesuffix('"'))]


def _goes_on(text: str, at: int) -> bool:
    """Whether another text begins when this one has ended."""
    depth = 1
    for quote in QUOTE.finditer(text, at):
        if quote["opens"] and depth < 1:
            return True
        depth += 1 if quote["opens"] else -1
    return False


def _in_braces(text: str, at: int) -> tuple[tuple[str, ...], int]:
    words: list[str] = []
    at = _past_blanks(text, at)
    while text[at] != "}":
        found = (QUOTED if text[at] == '"' else IN_BRACES).match(text, at)
        if not found:
            raise Damaged
        words.append(_unescaped(found[1]) if text[at] == '"' else found[0])
        at = _past_blanks(text, found.end())
    return tuple(words), at + 1


def _past_blanks(text: str, at: int) -> int:
    return BLANKS.match(text, at).end()  # type: ignore[union-attr]


def _unescaped(text: str) -> str:
    return text.replace('\\"', '"')


def joined(label: str, values: Iterable[Value]) -> str:
    """A record's line as we write it."""
    return " ".join([f"#{label}", *map(_written, values)])


def _written(value: Value) -> str:
    if isinstance(value, tuple):
        return "{" + " ".join(map(_object_word, range(len(value)), value)) + "}"
    if value and not isinstance(value, Text) and NEEDS_QUOTES.isdisjoint(value):
        return value
    return _in_quotes(value)


def _object_word(place: int, word: str) -> str:
    """Dimensions are numbers; codes are texts."""
    bare = word and not place % 2 and NEEDS_QUOTES.isdisjoint(word)
    return word if bare else _in_quotes(word)


def _in_quotes(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'
