"""Answers that are kept beside their record: its two forms, but for where clients reach us.

An answer begins with its address, and that with the base address of whoever asks; what is kept is
all that follows. The full form is squeezed with what is usual in it, which takes it to a quarter;
the row of a list is kept as it is sent. Beside both stands the version of the tables that made
them: what another version made is not read, but made anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from reskontra.codec import Made, as_shown, squeezed, unsqueezed
from reskontra.contract.resource import Resource

OPENING = b'{"@url":"'
REVISION = 1  # raised when the same field tables come to show a record otherwise


def as_it_is(record: Any) -> Any:
    return record


@dataclass(frozen=True, eq=False)
class Answers:
    """How the answers of one resource are made, kept, and given."""

    resource: Resource
    summary: Resource
    shown_as: Callable[[Any], Any] = as_it_is  # a record, where more follows from it alone

    def answer(self, record: Any) -> bytes:
        """What a row keeps of the full form."""
        whole = as_shown(self.resource.present(self.shown_as(record)))
        return squeezed(whole[len(OPENING) :], self._usual)

    def list_row(self, summary: Any) -> str:
        """What a row keeps of its place in a list."""
        return as_shown(*self.summary.listed([summary]))[len(OPENING) :].decode()

    def given(self, kept: bytes | None, base: str) -> Made | None:
        """The full form for whoever reaches us there; None where it must be made anew."""
        return Made(opening(base) + unsqueezed(kept, self._usual)) if kept else None

    def given_rows(self, kept: Sequence[str | None], base: str) -> Made | None:
        """The rows of a list; None where one of them must be made anew."""
        if None in kept:
            return None
        begin = opening(base).decode()
        rows = f",{begin}".join(kept)  # type: ignore[arg-type]  # there is no None
        return Made(f"[{begin}{rows}]".encode() if kept else b"[]")

    @cached_property
    def version(self) -> int:
        """Of the tables: other fields, another order or other values for nothing are another."""
        forms = [self._usual, as_shown(self.summary.blank), b"%d" % REVISION]
        return int.from_bytes(sha256(b"\n".join(forms)).digest()[:3])

    @cached_property
    def _usual(self) -> bytes:
        """What most of an answer consists of: the names, and what is there when nothing is sent."""
        rows = self.resource.rows.blank if self.resource.rows else {}
        return as_shown([rows, self.resource.blank])


def opening(base: str) -> bytes:
    return OPENING + as_shown(base)[1:-1]
