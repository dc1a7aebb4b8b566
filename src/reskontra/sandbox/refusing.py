"""What a control call is refused by: in English, with a hint."""

from collections.abc import Iterable, Mapping
from typing import Any


class Refusal(Exception):
    def __init__(self, status: int, error: str, hint: str = "") -> None:
        super().__init__(error)
        self.status, self.error, self.hint = status, error, hint


def refuse_unknown(body: Mapping[str, Any], known: Iterable[str], where: str = "") -> None:
    """A slip of the pen in a test's set-up must not pass."""
    names = [*known]
    if wrong := [name for name in body if name not in names]:
        place = f" in {where}" if where else ""
        raise Refusal(400, f"unknown key{place}: {', '.join(wrong)}", f"known: {', '.join(names)}")
