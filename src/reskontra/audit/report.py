"""What an audit finds."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Violation:
    name: str
    organisation: int | None  # none: a fault of the database as a whole
    detail: str


@dataclass(frozen=True)
class Report:
    summary: dict[str, Any]
    violations: list[Violation] = field(default_factory=list)
