"""JSON text to values and back, with every number kept as it was written."""

import re
import zlib
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, Inexact
from hashlib import sha256
from json import JSONDecoder
from typing import Any, NoReturn

import msgspec

Json = dict[str, Any]  # an object, read or to be written
Made = msgspec.Raw  # the bytes of a value, encoded as they are

NUMBER_LENGTH = 40
EXPONENT = 30
RAW = -12  # of zlib: no header or checksum, and no more memory than such texts need
SMALLEST_PLAIN = -6  # the encoder writes a Decimal by its `str`, which has an exponent below this

# Of any number that `as_decimal` lets in; more digits would be an error, never rounded off.
_EXACTLY = Context(prec=NUMBER_LENGTH + EXPONENT, traps=[Inexact])


class Written:
    """A JSON number with a fraction or an exponent, as its text: `1.10` stays `1.10`.

    Frozen by hand: the encoder would write a dataclass as an object, without asking.
    """

    __slots__ = ("text",)
    text: str

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "text", text)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} is frozen")

    def __reduce__(self) -> tuple[type["Written"], tuple[str]]:
        return Written, (self.text,)

    def __repr__(self) -> str:
        return f"Written({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def as_shown(value: Any) -> bytes:
    """The bytes of what holds no amounts but those `number` made, so none are looked for."""
    return _ENCODER.encode(value)


def encoded(value: Any) -> bytes:
    """The bytes of any value: compact, amounts in their plain form."""
    body = _ENCODER.encode(value)
    # Decimals are encoded by their `str`, which may be `1000.00` or `1E+3`. Looking for such a
    # one afterwards is ten times cheaper than walking every answer beforehand.
    if _TRAILING_ZERO.search(body) or _EXPONENT.search(body):
        return _ENCODER.encode(_with_plain_numbers(value))
    return body


def digest_of(content: list[Any]) -> str:
    """SHA-256 of a JSON text, compact and with letters as they are: what seals are made of."""
    return sha256(as_shown(content)).hexdigest()


def squeezed(data: bytes, usual: bytes) -> bytes:
    """In fewer bytes; what is much like the usual in few. None but that can bring it back."""
    squeeze = zlib.compressobj(1, wbits=RAW, memLevel=5, zdict=usual)
    return squeeze.compress(data) + squeeze.flush()


def unsqueezed(data: bytes, usual: bytes) -> bytes:
    try:
        return zlib.decompressobj(RAW, zdict=usual).decompress(data)
    except zlib.error as error:
        raise ValueError(str(error)) from None


def row_of(names: Sequence[str]) -> Callable[..., Any]:
    """Takes a value for each name, in that order; what it gives is encoded as an object.

    It costs an eighth of what a dictionary does to make, and half to encode.
    """
    places = {f"value_{place}": name for place, name in enumerate(names)}
    return msgspec.defstruct("Row", [*places], rename=places, frozen=True)


def number(amount: Decimal) -> int | Decimal | Written:
    """An amount as an answer shows it: no exponent, no trailing zeros, no minus before zero.

    >>> number(Decimal("1000.00")), number(Decimal("24.880")), number(Decimal("1E-7"))
    (1000, Decimal('24.88'), Written('0.0000001'))
    """
    whole = int(amount)
    if whole == amount:
        return whole
    shown = _EXACTLY.normalize(amount)
    return shown if shown.adjusted() >= SMALLEST_PLAIN else Written(f"{shown:f}")


def stored(value: Any) -> str:
    """The text in which the database keeps fields that nobody computes with."""
    return "{}" if value == {} else encoded(value).decode()


def restored(text: str) -> Any:
    """What `stored` was given, its numbers as written."""
    if text == "{}":  # by far the most common
        return {}
    return _EXACT.decode(text) if _MINUS_ZERO.search(text) else _DECODER.decode(text)


def plain_parts(value: Any) -> Any:
    """Records and dates, however deep, as JSON has them."""
    return msgspec.to_builtins(value)


def shaped(value: Any, a_type: Any) -> Any:
    """What `plain_parts` was given, as a type that says what it was."""
    return msgspec.convert(value, a_type)


def as_whole(text: str) -> int | Written:
    """The value of a JSON number without fraction and exponent; an int cannot be minus zero."""
    return Written(text) if text == "-0" else int(text)


def as_decimal(value: Any) -> Decimal:
    """The number in an int, a Decimal, a Written or a numeric string; else a ValueError.

    The text is judged before any arithmetic: `int(Decimal("1e3000000"))` takes minutes.

    >>> as_decimal("24.88"), as_decimal(Written("1e3")), as_decimal(-7)
    (Decimal('24.88'), Decimal('1E+3'), Decimal('-7'))
    """
    text = value.text if isinstance(value, Written) else value
    if isinstance(text, Decimal) or (isinstance(text, int) and not isinstance(text, bool)):
        text = str(text)
    if not isinstance(text, str) or len(text) > NUMBER_LENGTH:
        raise ValueError("not a number")
    parts = _NUMBER.fullmatch(text)
    if not parts or abs(int(parts["exponent"] or 0)) > EXPONENT:
        raise ValueError("not a number")
    amount = Decimal(text)
    return amount if amount else amount.copy_abs()


_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE](?P<exponent>[+-]?[0-9]+))?")

# The first character of each is a literal, which lets the search leap from one to the next.
_TRAILING_ZERO = re.compile(rb"\.[0-9]++(?<=0)(?:[,}\]]|\Z)")
_EXPONENT = re.compile(rb"E[+-][0-9]")
_MINUS_ZERO = re.compile(r"-0(?:[,}\]]|\Z)")


def _with_plain_numbers(value: Any) -> Any:
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, dict):
        return {key: _with_plain_numbers(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_with_plain_numbers(member) for member in value]
    return value


def _as_text(value: Any) -> msgspec.Raw:
    if isinstance(value, Written):
        return msgspec.Raw(value.text.encode())
    raise TypeError(f"{type(value).__name__} is no JSON value")


_ENCODER = msgspec.json.Encoder(enc_hook=_as_text, decimal_format="number")
_DECODER = msgspec.json.Decoder(float_hook=Written)
_EXACT = JSONDecoder(parse_float=Written, parse_int=as_whole)
