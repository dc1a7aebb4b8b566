"""A fault: where it is planted, the text that is replaced, and the tests that must fail."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    file: str  # below src/reskontra
    before: str
    after: str
    tests: tuple[str, ...]
    engine: str = "sqlite"  # the one that the tests need; "" where they have none
