"""What has happened in the books: one word, one thing, and the facts beside it."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Happening(NamedTuple):
    word: str  # such as "invoice-bookkeep"
    entity: str  # the record's key as clients know it
    facts: Mapping[str, Any] = {}
