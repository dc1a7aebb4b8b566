"""A company's books as the contract has them: what there is, and which vouchers were posted."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, ClassVar, NamedTuple

from tests.model.tables import ABSENT, ACTIVE, LIVES, SAME, Row
from tests.service import TODAY

ZERO = Decimal(0)
FIRST_YEAR = 2025  # a new company's books begin a year before today


class Voucher(NamedTuple):
    series: str = ""
    number: int = 0
    year: int = 0


NO_VOUCHER = Voucher()


@dataclass
class Books:
    """Vouchers are only counted: what is on them is the auditor's business."""

    locked_through: date = date.min
    vouchers: Counter[tuple[str, int]] = field(default_factory=Counter)
    numbers: Counter[str] = field(default_factory=Counter)
    documents: dict[str, dict[Any, Any]] = field(
        default_factory=lambda: {name: {} for name in LIVES}
    )

    def posted(self, series: str, day: date) -> Voucher:
        year = day.year - FIRST_YEAR + 1
        self.vouchers[series, year] += 1
        return Voucher(series, self.vouchers[series, year], year)

    def is_locked(self, day: date) -> bool:
        return day <= self.locked_through

    def next_number(self, name: str) -> int:
        self.numbers[name] += 1
        return self.numbers[name]

    def all(self, name: str) -> list[Any]:
        return list(self.documents[name].values())


@dataclass(eq=False, kw_only=True, repr=False)
class Document:
    """Anything with a life: the table says what may happen, the rest is said here."""

    name: ClassVar[str]
    path: ClassVar[str]
    envelope: ClassVar[str]

    books: Books
    number: Any
    stage: str

    def __repr__(self) -> str:
        return f"<{self.name} {self.key}, {self.state}>"

    @property
    def state(self) -> str:
        return self.stage

    @property
    def key(self) -> str:
        return str(self.number)

    def hindrance(self, trigger: str, asked: dict[str, Any]) -> int:
        """The status that a call is refused with though the table allows it, or 0."""
        return 0

    def happens(self, trigger: str, asked: dict[str, Any]) -> None:
        """What else changes when the call is done."""

    def shown(self) -> dict[str, Any]:
        raise NotImplementedError

    def answered(self, trigger: str, asked: dict[str, Any]) -> int:
        """The status of the answer; the document is as it is afterwards."""
        row: Row = LIVES[self.name][self.state, trigger]
        if row.answer >= 400:
            return row.answer
        if hindrance := self.hindrance(trigger, asked):
            return hindrance
        self.happens(trigger, asked)
        self.stage = self.stage if row.to == SAME else row.to
        return row.answer


@dataclass(eq=False, kw_only=True, repr=False)
class Record(Document):
    """A line of a register; what is sent is kept."""

    named: ClassVar[str]  # the field that may not be empty
    fields: dict[str, Any] = field(default_factory=dict)
    stage: str = ABSENT

    @property
    def is_absent(self) -> bool:
        return self.stage == ABSENT

    def hindrance(self, trigger: str, asked: dict[str, Any]) -> int:
        cleared = asked.get(self.named) == "API_BLANK"
        return 400 if cleared and trigger in ("create", "update") else 0

    def happens(self, trigger: str, asked: dict[str, Any]) -> None:
        if trigger in ("create", "update"):
            cleared = {name: "" for name, value in asked.items() if value == "API_BLANK"}
            self.fields |= asked | cleared

    def shown(self) -> dict[str, Any]:
        return {f"{self.envelope}Number": self.key, "Active": self.stage == ACTIVE, **self.fields}


class Customer(Record):
    name, path, envelope, named = "customer", "/customers", "Customer", "Name"


class Supplier(Record):
    name, path, envelope, named = "supplier", "/suppliers", "Supplier", "Name"


class Article(Record):
    name, path, envelope, named = "article", "/articles", "Article", "Description"


def in_ore(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


def in_kronor(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal(1), ROUND_HALF_UP)


def as_text(amount: Decimal) -> str:
    """`1250`, `24.88`: no decimals that say nothing."""
    return format(amount.normalize(), "f")


def day_of(asked: dict[str, Any], name: str, otherwise: date = TODAY) -> date:
    return date.fromisoformat(asked[name]) if name in asked else otherwise
