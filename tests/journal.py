"""What clients asked for and what they were told, on disk before anything else happens.

The oracle of the tests under load and faults: each call is written down before it is sent, each
answer once it has arrived. Copy it first, then read the books: what was acknowledged by then must
be in them.
"""

import itertools
import json
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Outcome = Literal["acknowledged", "refused", "unknown"]
CERTAINLY_NOT_DONE = range(400, 500)  # a 5xx may have been committed before the answer was lost


@dataclass(frozen=True)
class Entry:
    """One call; `status` is 0 until an answer has come.

    `asked` and `heard` are places in the journal: who was heard before another asked came first.
    """

    number: int
    method: str
    path: str
    sent: Any = None
    status: int = 0
    answer: Any = None
    asked: int = 0
    heard: int = 0

    @property
    def outcome(self) -> Outcome:
        """Acknowledged must be there, refused must not, unknown may be there, but once."""
        if 200 <= self.status < 300:
            return "acknowledged"
        return "refused" if self.status in CERTAINLY_NOT_DONE else "unknown"


class Journal:
    """An append-only file that several threads write to, and that outlives their process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._numbers = itertools.count(1)
        self._writing = threading.Lock()
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def ask(self, method: str, path: str, sent: Any = None) -> int:
        """The number of a call that is about to be sent."""
        number = next(self._numbers)
        self._append({"number": number, "method": method, "path": path, "sent": sent})
        return number

    def hear(self, number: int, status: int, answer: Any = None) -> None:
        self._append({"number": number, "status": status, "answer": answer})

    def entries(self) -> list[Entry]:
        """A copy of all that is known now."""
        with self._writing:  # or the last line might be half written
            return entries_of(self._path)

    def close(self) -> None:
        os.close(self._file)

    def _append(self, line: dict[str, Any]) -> None:
        with self._writing:
            os.write(self._file, json.dumps(line).encode() + b"\n")


def entries_of(path: Path) -> list[Entry]:
    calls: dict[int, Entry] = {}
    for place, text in enumerate(path.read_text().splitlines(), 1):
        line = json.loads(text)
        known = calls.get(line["number"])
        line["heard" if known else "asked"] = place
        calls[line["number"]] = Entry(**(vars(known) if known else {}) | line)
    return list(calls.values())


def acknowledged(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.outcome == "acknowledged"]
