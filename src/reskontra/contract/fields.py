"""The language of the field tables: types, access and rules."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum, StrEnum
from functools import cached_property
from typing import Any

from reskontra.codec import Written, as_decimal
from reskontra.codec import number as written_number
from reskontra.domain.errors import Invalid
from reskontra.domain.money import LARGEST, ZERO, to_ore

API_BLANK = "API_BLANK"
LONGEST_TEXT = 1024
MOST_DAYS = (date.max - date.min).days
DAY_FORM = "ÅÅÅÅ-MM-DD"


class Access(Enum):
    WRITABLE = "may be written"
    REQUIRED = "must be sent at creation and may never be cleared"
    AT_CREATION = "may be sent at creation; ignored afterwards"
    REQUIRED_AT_CREATION = "must be sent at creation; ignored afterwards"
    AFTER_CREATION = "is ignored at creation; may be sent afterwards"
    READ_ONLY = "is ignored when sent"
    HINT = "is ignored when sent, except that a default may follow from it"
    FIXED = "is an error when sent with another value than its own"
    REFUSED = "is an error when sent, unless neutral"


WRITABLE, REQUIRED, AT_CREATION, REQUIRED_AT_CREATION, *_LATER = Access
AFTER_CREATION, READ_ONLY, HINT, FIXED, REFUSED = _LATER
MUST_BE_SENT = (REQUIRED, REQUIRED_AT_CREATION)


@dataclass(frozen=True)
class Type:
    """How a value is read from JSON and shown as JSON, what it is when empty, and its schema."""

    read: Callable[[Any], Any]
    show: Callable[[Any], Any]
    empty: Any
    schema: Mapping[str, Any]
    form: str = ""  # the allowed one, in words for whoever sent another
    any_form: bool = False  # all are allowed, and kept


@dataclass(frozen=True)
class Field:
    """One line of a field table."""

    name: str
    type: Type
    access: Access = WRITABLE
    default: Any = None
    upto: int = LONGEST_TEXT
    rule: Callable[[Any], None] | None = None
    of: str = ""
    neutral: Callable[[Any], bool] = lambda value: False
    beside: str = ""  # of a refused field: it is neutral too, beside that one where that one is
    unless_empty: bool = False  # it is not shown while it has no value
    parts: "Mapping[str, Field] | None" = None
    follows: Callable[[Any], Any] | None = None

    @cached_property
    def attribute(self) -> str:
        """Where the record keeps it: `CustomerNumber` is kept in `customer_number`."""
        return self.of or snake_case(self.name)

    @cached_property
    def initial(self) -> Any:
        """What it is when nothing has been sent."""
        return self.type.empty if self.default is None else self.default

    def is_sent(self, value: Any) -> bool:
        """Null and an empty text are as good as nothing, but for what is kept as sent."""
        return value is not None and (value != "" or self.type.any_form)

    def is_neutral(self, value: Any) -> bool:
        """Of a refused field: what means nothing, and so is let pass."""
        return not self.is_sent(value) or value == API_BLANK or self.neutral(value)

    def accept(self, value: Any) -> Any:
        """The value as the record keeps it; raises Invalid."""
        if self.access is REFUSED:
            if self.is_neutral(value):
                return self.type.empty
            raise Invalid(f"{self.name} stöds inte; ange beloppet som en egen rad")
        if value == API_BLANK:
            return self._cleared()
        try:
            accepted = self.type.read(value)
        except (ValueError, TypeError, KeyError):
            if self.access is HINT:
                return self.type.empty
            raise unreadable(self.name, self.type.form) from None
        if isinstance(accepted, str) and len(accepted) > self.upto and not self.type.any_form:
            raise Invalid(f"{self.name} får vara högst {self.upto} tecken")
        if self.access is FIXED and accepted != self.default:
            raise Invalid(f"{self.name} kan bara vara {said(self.default)}")
        if self.rule:
            try:
                self.rule(accepted)
            except Invalid as refused:
                raise Invalid(f"{self.name}: {refused.message}") from None
        return accepted

    def _cleared(self) -> Any:
        """Empty; what cannot be empty goes back to what it is when nothing has been sent."""
        if self.access in MUST_BE_SENT:
            raise Invalid(f"{self.name} får inte vara tomt")
        if self.access is FIXED or self.type is FLAG:
            return self.initial
        if self.rule and self.default is not None:
            try:
                self.rule(self.type.empty)
            except Invalid:
                return self.initial
        return self.type.empty


def unreadable(name: str, form: str = "") -> Invalid:
    """What is said of a value that cannot be read, with the form that it should have.

    >>> unreadable("InvoiceDate", DAY_FORM).message
    'Ogiltigt värde för InvoiceDate: ÅÅÅÅ-MM-DD'
    """
    return Invalid(f"Ogiltigt värde för {name}{form and ': '}{form}").about(name)


def said(value: Any) -> str:
    """A value in words that a client of JSON knows."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def snake_case(name: str) -> str:
    """
    >>> snake_case("CustomerNumber"), snake_case("TotalVAT"), snake_case("VATCode")
    ('customer_number', 'total_vat', 'vat_code')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


# Reading


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Written):
        return value.text
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise ValueError


def _day(value: Any) -> date:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        raise ValueError
    return date.fromisoformat(value)


def _whole(value: Any) -> int:
    number = as_decimal(value)
    if number != (whole := int(number)) or abs(whole) > LARGEST:
        raise ValueError
    return whole


def _days(value: Any) -> int:
    """As many as may lie between two dates, either way."""
    days = _whole(value)
    if abs(days) > MOST_DAYS:
        raise ValueError
    return days


def _amount(value: Any) -> Decimal:
    number = as_decimal(value)
    if abs(number) > LARGEST + 1:  # rounding it might take more digits than there are
        raise ValueError
    amount = to_ore(number)
    if abs(amount) > LARGEST:
        raise ValueError
    return amount


def _rate(value: Any) -> Decimal:
    """At most six decimals, as the contract says of currency rates."""
    number = as_decimal(value)
    if not 0 <= number <= LARGEST:
        raise ValueError
    return number.quantize(Decimal("0.000001"), ROUND_HALF_UP)


_TRUTH = {True: True, False: False, "true": True, "false": False}


def _flag(value: Any) -> bool:
    if not isinstance(value, bool | str):
        raise ValueError
    return _TRUTH[value]


def without_nulls(value: Any) -> Any:
    """As it was sent, but for nulls: nothing that we return is null. In a list, where places count,
    one is an error.

    >>> without_nulls({"A": 1, "B": None, "C": [{"D": "", "E": "API_BLANK"}]})
    {'A': 1, 'C': [{'D': ''}]}
    """
    if isinstance(value, dict):
        return {name: without_nulls(each) for name, each in value.items() if _is_there(each)}
    if isinstance(value, list):
        if not all(map(_is_there, value)):
            raise ValueError
        return [*map(without_nulls, value)]
    return value


def _is_there(value: Any) -> bool:
    return value is not None and value != API_BLANK


# Showing


def unchanged(value: Any) -> Any:
    """Known by name to whoever shows many values, and left out there."""
    return value


def plain(value: Decimal | int | Written) -> int | Decimal | Written:
    """A number as it is written: whole ones without decimals, no trailing zeros."""
    if isinstance(value, Decimal):
        return written_number(value)
    return value if isinstance(value, int) else written_number(as_decimal(value))


def plain_text(value: Decimal | int | Written) -> str:
    shown = plain(value)
    return shown.text if isinstance(shown, Written) else str(shown)


def _flag_text(value: Any) -> str:
    return "true" if value else "false"


def _day_text(value: Any) -> str:
    return str(value) if value else ""


NUMBER_SCHEMA = {"type": "number"}
TEXT_SCHEMA = {"type": "string"}
WHOLE_SCHEMA = {"type": "integer"}
TRUTHS = "true eller false"
WITHOUT_GAPS = "en lista får inte innehålla null"
DAY_SCHEMA = {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"}

# fmt: off
ANYTHING    = Type(unchanged,         unchanged,         "",          {})
AS_SENT     = Type(without_nulls,     unchanged,         None,        {}, WITHOUT_GAPS, True)
TEXT        = Type(_text,             str,               "",          TEXT_SCHEMA)
DAY         = Type(_day,              _day_text,         None,        DAY_SCHEMA, DAY_FORM)
DAYS        = Type(_days,             str,               None,        TEXT_SCHEMA)
FLAG        = Type(_flag,             bool,              False,       {"type": "boolean"}, TRUTHS)
FLAG_TEXT   = Type(_flag,             _flag_text,        False,       TEXT_SCHEMA, TRUTHS)
WHOLE       = Type(_whole,            int,               0,           WHOLE_SCHEMA)
WHOLE_TEXT  = Type(_whole,            str,               0,           TEXT_SCHEMA)
NUMBER      = Type(_amount,           plain,             Decimal(0),  NUMBER_SCHEMA)
NUMBER_TEXT = Type(_amount,           plain_text,        Decimal(0),  TEXT_SCHEMA)
RATE        = Type(_rate,             plain,             Decimal(0),  NUMBER_SCHEMA)
RATE_TEXT   = Type(_rate,             plain_text,        Decimal(0),  TEXT_SCHEMA)
AMOUNT      = Type(_amount,           plain,             ZERO,        NUMBER_SCHEMA)
AMOUNT_TEXT = Type(_amount,           plain_text,        ZERO,        TEXT_SCHEMA)
# fmt: on


# Rows of a field table: each call is one row, and may name several fields

FieldWord = Callable[..., list[Field]]


def rows_of(a_type: Type) -> FieldWord:
    def row(*cells: str | Access, **rest: Any) -> list[Field]:
        names = [cell for cell in cells if isinstance(cell, str)]
        access = next((cell for cell in cells if isinstance(cell, Access)), WRITABLE)
        return [Field(name, a_type, access, **rest) for name in names]

    return row


text, day, days, flag = rows_of(TEXT), rows_of(DAY), rows_of(DAYS), rows_of(FLAG)
flag_text = rows_of(FLAG_TEXT)
whole, whole_text = rows_of(WHOLE), rows_of(WHOLE_TEXT)
number, number_text = rows_of(NUMBER), rows_of(NUMBER_TEXT)
rate, rate_text = rows_of(RATE), rows_of(RATE_TEXT)
amount, amount_text = rows_of(AMOUNT), rows_of(AMOUNT_TEXT)


def as_sent(*names: str, of: str = "") -> list[Field]:
    """Taken in any form and shown in that form; absent until it is sent."""
    return [Field(name, AS_SENT, of=of, unless_empty=True) for name in names]


def sentences(*names: str) -> list[Field]:
    """A list of them, to whoever reads it."""
    schema = {"type": "array", "items": {"type": "string"}}
    form = Type(lambda _: (), lambda said: [*said], (), schema)
    return [Field(name, form, READ_ONLY) for name in names]


def url() -> list[Field]:
    """The address of the resource itself; `Resource.present` fills it in."""
    return text("@url", READ_ONLY)


def choice(
    *cells: str | Access, values: type[StrEnum] | Iterable[str], default: str = ""
) -> list[Field]:
    """One of the words given; `default` (else nothing) where none is sent."""
    words = {str(value): value for value in values}
    first = words.get(default, default)
    schema = {"type": "string", "enum": [*dict.fromkeys([*words, str(default)])]}
    form = ", ".join(filter(None, schema["enum"]))
    return rows_of(Type(lambda word: words[word], str, first, schema, form))(*cells)


def constant(*names: str, value: Any) -> list[Field]:
    """Always the same; what is sent is ignored."""
    always = Type(lambda _: value, lambda _: value, value, {"const": value})
    return [Field(name, always, READ_ONLY, default=value) for name in names]


def fixed(row: list[Field], value: Any) -> list[Field]:
    """Always the same; sending anything else is an error, though it would be rounded to it."""
    return [
        replace(field, type=_unrounded(field.type), access=FIXED, default=value) for field in row
    ]


def _unrounded(a_type: Type) -> Type:
    return replace(a_type, read=as_decimal) if a_type.read is _amount else a_type


def never_negative(row: list[Field], message: str) -> list[Field]:
    """An error below zero, though it would be rounded to nothing."""

    def unless_negative(a_type: Type) -> Type:
        def read(value: Any) -> Any:
            if as_decimal(value) < 0:
                raise Invalid(message)
            return a_type.read(value)

        return replace(a_type, read=read)

    return [replace(field, type=unless_negative(field.type)) for field in row]


def refused(*names: str, **rest: Any) -> list[Field]:
    """An error when sent, except with a value that means nothing."""
    return [Field(name, ANYTHING, REFUSED, **rest) for name in names]


def is_zero(value: Any) -> bool:
    try:
        return as_decimal(value) == 0
    except ValueError:
        return False


def table(*rows: Iterable[Field]) -> dict[str, Field]:
    return {field.name: field for row in rows for field in row}
