"""The one strict way from a request's bytes to JSON values."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import accumulate
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn

from reskontra.codec import NUMBER_LENGTH, Written, as_whole
from reskontra.domain.errors import Invalid

DEPTH = 32
MOST_TOKENS = 100_000  # twice as many as an invoice has with the most rows, each with every field


class Flood(Invalid):
    """JSON får ha högst 100000 kommatecken, kolon och vänsterklamrar"""


def parsed(body: bytes) -> Any:
    """The JSON value of a body; whatever is wrong with it, the refusal is Invalid."""
    body = body.removeprefix(BOM_UTF8)
    if not body:
        raise Invalid("Anropet saknar innehåll")
    if tokens_in(body) > MOST_TOKENS:
        raise Flood
    if _is_deep(body):
        raise Invalid(f"JSON får ha högst {DEPTH} nivåer")
    try:
        text = body.decode()
        value = _DECODER.decode(text)
    except JSONDecodeError as error:
        raise Invalid(f"Ogiltig JSON på rad {error.lineno}, tecken {error.colno}") from None
    except UnicodeDecodeError:
        raise Invalid("Anropet är inte skrivet i UTF-8") from None
    except (ValueError, RecursionError):  # nothing known gets here; what does is no fault of ours
        raise Invalid("Ogiltig JSON") from None
    if _SUSPECT_ESCAPE.search(text) and any(map(_UNSTORABLE.search, _texts(value))):
        raise Invalid("Text får inte innehålla NUL eller ofullständiga tecken")
    return value


def tokens_in(part: bytes) -> int:
    """What a decoder pays for by the piece: values, members, lists and objects.

    Within texts too: to pass over texts takes a hundred times as long as to count.
    """
    return len(part) - len(part.translate(None, b",:[{"))


def _is_deep(body: bytes) -> bool:
    """Told before decoding, because decoders recurse. Few brackets cannot be deep."""
    if body.count(b"[") + body.count(b"{") <= DEPTH:
        return False
    brackets = _STRING.sub(b"", body).translate(None, _NO_BRACKETS)
    return any(depth > DEPTH for depth in accumulate(map(_STEP.__getitem__, brackets)))


_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(set(range(256)) - set(_STEP))
# The closing quote is optional so that a string without an end is passed over once, not
# tried again from each quote inside it.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


# Raw control characters and raw surrogates are refused by the decoders of JSON and UTF-8, so
# only escapes can bring in what a database cannot keep.
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def _texts(value: Any) -> Iterator[str]:
    """Every string and key, at every level."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for member in value.values():
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)


def _without_duplicates(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """The keys are not named in the message: nobody has judged their characters yet."""
    document = dict(members)
    if len(document) != len(members):
        raise Invalid("Samma fält förekommer två gånger")
    return document


def _whole(text: str) -> int | Written:
    return as_whole(_bounded(text))


def _fraction(text: str) -> Written:
    return Written(_bounded(text))


def _bounded(text: str) -> str:
    if len(text) > NUMBER_LENGTH:
        raise Invalid(f"Ett tal får ha högst {NUMBER_LENGTH} tecken")
    return text


def _no_number(name: str) -> NoReturn:
    raise Invalid(f"{name} är inget tal")


_DECODER = JSONDecoder(
    object_pairs_hook=_without_duplicates,
    parse_int=_whole,
    parse_float=_fraction,
    parse_constant=_no_number,
)
