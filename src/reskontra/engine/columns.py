"""The language of the storage tables: a column says how its value is kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, get_type_hints

from sqlalchemy import BigInteger, Boolean, Column, Date, Integer, LargeBinary, Text

from reskontra.codec import Written, number, plain_parts, restored, shaped, stored
from reskontra.domain.records import LARGEST_IN_AN_INDEX, Record, defaults_of, fields, values_of
from reskontra.domain.records import folded as in_order


@dataclass(frozen=True)
class Conversion:
    """How a value goes into the database, and how it comes out."""

    into: Callable[[Any], Any]
    out: Callable[[Any], Any]


def _scaled(digits: int) -> Conversion:
    """Multiplied: it is what `scaleb` gives, to the digit, in half the time."""
    many, unit = Decimal(10) ** digits, Decimal(1).scaleb(-digits)
    return Conversion(into=lambda value: int(value * many), out=lambda whole: Decimal(whole) * unit)


def _decimal(number: int | Written) -> Decimal:
    """What `number` made of it: nobody else has written here, so there is nothing to judge."""
    return Decimal(number.text if isinstance(number, Written) else number)


def same(value: Any) -> Any:
    """Known by name to whoever converts many columns, and left out there."""
    return value


AS_IT_IS = Conversion(same, same)
PLAIN_TEXT = Conversion(str, same)
ORE = _scaled(2)
MILLIONTHS = _scaled(6)
ISO_DAY = Conversion(
    lambda value: value and value.isoformat(), lambda text: text and date.fromisoformat(text)
)
TRUTH = Conversion(bool, bool)
JSON = Conversion(stored, restored)
EXACT = Conversion(number, _decimal)  # within JSON

# One type per engine; SQLite's tables are STRICT, which knows few names.
WHOLE = BigInteger().with_variant(Integer(), "sqlite")
TEXT = Text(collation="C").with_variant(Text(), "sqlite")
DAY = Date().with_variant(Text(), "sqlite")
BOOLEAN = Boolean().with_variant(Integer(), "sqlite")

LARGEST_WHOLE = 2**63 - 1
IN_JSON = {"json": True}
KEPT_ANSWERS = ("answer", "list_row", "answers_by")

Columns = list[Column[Any]]


def _columns(names: Sequence[str], a_type: Any, conversion: Conversion, **rest: Any) -> Columns:
    rest.setdefault("nullable", False)
    info = {"conversion": conversion, **rest.pop("info_more", {})}
    return [Column(name, a_type, info=info, **rest) for name in names]


def text(*names: str, **rest: Any) -> Columns:
    return _columns(names, TEXT, PLAIN_TEXT, **rest)


def optional_text(*names: str) -> Columns:
    return _columns(names, TEXT, AS_IT_IS, nullable=True)


def whole(*names: str, **rest: Any) -> Columns:
    return _columns(names, WHOLE, AS_IT_IS, **rest)


def counted(*names: str) -> Columns:
    """How many there were: none in a row from before they were counted."""
    conversion = Conversion(lambda count: count or None, lambda count: count or 0)
    return _columns(names, WHOLE, conversion, nullable=True)


def money(*names: str) -> Columns:
    """Whole öre."""
    return _columns(names, WHOLE, ORE)


def quantity(*names: str) -> Columns:
    """Hundredths."""
    return _columns(names, WHOLE, ORE)


def rate(*names: str) -> Columns:
    """Millionths: a currency rate has at most six decimals."""
    return _columns(names, WHOLE, MILLIONTHS)


def day(*names: str, **rest: Any) -> Columns:
    return _columns(names, DAY, ISO_DAY, **rest)


def flag(*names: str) -> Columns:
    return _columns(names, BOOLEAN, TRUTH)


def choice(name: str, values: type[StrEnum]) -> Columns:
    known = {str(value): value for value in values}
    return _columns([name], TEXT, Conversion(str, known.__getitem__))


def json(*names: str) -> Columns:
    """Text, not the engines' JSON types: numbers read back as they were written."""
    return _columns(names, TEXT, JSON, info_more=IN_JSON)


def amounts(*names: str) -> Columns:
    """Amounts by name, in one document."""
    conversion = Conversion(
        lambda value: stored({key: EXACT.into(amount) for key, amount in value.items()}),
        lambda text: {key: EXACT.out(amount) for key, amount in restored(text).items()},
    )
    return _columns(names, TEXT, conversion, info_more=IN_JSON)


def blob(*names: str) -> Columns:
    return _columns(names, LargeBinary(), AS_IT_IS)


def kept_answers() -> Columns:
    """What a row keeps of how clients see it, in full and in a list, and the version that made it;
    none where it is not known."""
    types: dict[str, Any] = {"answer": LargeBinary(), "list_row": TEXT, "answers_by": WHOLE}
    info = {"conversion": AS_IT_IS}
    return [Column(name, types[name], nullable=True, info=info) for name in KEPT_ANSWERS]


def rows(name: str, record: type) -> Columns:
    """Records that belong to this one, in one document: they are only ever read together."""
    return _columns([name], TEXT, _rows_of(record, {}), info_more=IN_JSON)


def brief_rows(name: str, record: type[Record]) -> Columns:
    """The same without what is at its default, which is half of it."""
    return _columns([name], TEXT, _rows_of(record, defaults_of(record)), info_more=IN_JSON)


def typed(name: str, a_type: Any) -> Columns:
    """Values of this type in one document: records that have records in them, or plain lists."""
    conversion = Conversion(
        lambda value: stored(plain_parts(value)),
        lambda text: shaped(restored(text), a_type),
    )
    return _columns([name], TEXT, conversion, info_more=IN_JSON)


def keys(name: str, record: type) -> Columns:
    """References to other records, in one document."""
    conversion = Conversion(
        lambda value: stored([list(key) for key in value]),
        lambda text: tuple(record(*key) for key in restored(text)),
    )
    return _columns([name], TEXT, conversion, info_more=IN_JSON)


def folded(*names: str) -> Columns:
    """A companion for each attribute, in one letter case, to search in and to sort by."""

    def taken(value: Any) -> str:
        return in_order(str(value))

    return [
        Column(f"{name}_folded", TEXT, nullable=False, info={"of": name, "taken": taken})
        for name in names
    ]


def computed_money(name: str) -> Columns:
    """An amount that follows from others, to sort by; the largest that fits stands for larger."""

    def taken(value: Any) -> int:
        amount: int = ORE.into(value)
        return max(min(amount, LARGEST_WHOLE), -LARGEST_WHOLE)

    return [Column(name, WHOLE, nullable=False, info={"of": name, "taken": taken})]


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else stored(value)


def repeated(*names: str) -> Columns:
    """Attributes that the row keeps elsewhere, once more as text, to search and to list by: as
    much of it as fits in an index."""

    def taken(value: Any) -> str:
        return _as_text(value).encode()[:LARGEST_IN_AN_INDEX].decode(errors="ignore")

    how = {"taken": taken, "conversion": PLAIN_TEXT}
    return [Column(name, TEXT, nullable=False, info=how | {"of": name}) for name in names]


def found_by(*names: str) -> Columns:
    """The same of what only some rows have and no list shows; what is too long is not found."""

    def taken(value: Any) -> str | None:
        text = _as_text(value)
        return text if 0 < len(text.encode()) <= LARGEST_IN_AN_INDEX else None

    how = {"taken": taken, "conversion": AS_IT_IS}
    return [Column(name, TEXT, nullable=True, info=how | {"of": name}) for name in names]


def chosen(*names: str) -> Columns:
    """Keys that clients choose, in a register so small that it is sorted when it is listed."""
    return _columns(names, TEXT, PLAIN_TEXT, info_more={"swedish": True})


def repeated_flag(name: str) -> Columns:
    """The same of a truth."""
    info = {"of": name, "taken": same, "conversion": TRUTH}
    return [Column(name, BOOLEAN, nullable=False, info=info)]


def _rows_of(record: type, usual: Mapping[str, Any]) -> Conversion:
    hints = get_type_hints(record)
    names = [each.name for each in fields(record)]
    decimals = [name for name in names if hints[name] is Decimal]
    values = values_of(names)

    def into(rows: Sequence[Any]) -> str:
        return stored([plain(zip(names, values(row), strict=True)) for row in rows])

    def plain(row: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        told = {name: value for name, value in row if name not in usual or value != usual[name]}
        for name in decimals:
            if name in told:
                told[name] = EXACT.into(told[name])
        return told

    def out(text: str) -> tuple[Any, ...]:
        return tuple(restored_row(row) for row in restored(text))

    def restored_row(row: dict[str, Any]) -> Any:
        for name in decimals:
            if name in row:
                row[name] = EXACT.out(row[name])
        return record(**row)

    return Conversion(into, out)
