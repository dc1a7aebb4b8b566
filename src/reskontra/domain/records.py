"""Records: frozen values with typed fields, made and changed by a library in next to no time."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, dataclass_transform

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import asdict, fields, replace

__all__ = ["NODEFAULT", "Record", "asdict", "field", "fields", "replace", "values_of"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True):
    """What is kept of something; a change is a new record, by `replace`."""


def values_of(names: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    """Takes several attributes at once; attrgetter alone gives a bare value for one name."""
    if not names:
        return lambda record: ()
    taken = attrgetter(*names)
    return taken if len(names) > 1 else lambda record: (taken(record),)
