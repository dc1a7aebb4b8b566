"""A SIE file read: what it says, and every deviation in how it is written."""

from collections.abc import Iterator
from typing import NamedTuple

from reskontra.sie.assembling import Assembly
from reskontra.sie.checker import checked
from reskontra.sie.checksum import Checksum
from reskontra.sie.deviations import Deviation, deviation
from reskontra.sie.entries import entry_of
from reskontra.sie.letters import CP437, decoded, destroyed
from reskontra.sie.lines import CONTROLS, Damaged, Line, split
from reskontra.sie.records import KSUMMA, RECORDS
from reskontra.sie.values import Entry, File

END_OF_FILE = "\x1a"  # of DOS
BRACES = ("{", "}")


class Reading(NamedTuple):
    """A file that has any refusal is not to be used."""

    file: File
    deviations: tuple[Deviation, ...]
    encoding: str

    @property
    def refusals(self) -> tuple[Deviation, ...]:
        return tuple(each for each in self.deviations if each.refuses)


def read(data: bytes) -> Reading:
    """All of it, and all that is to be said of it, by line."""
    text, encoding = decoded(data)
    reader = Reader(encoding)
    if not text.strip():
        reader.tell(0, "empty")
    elif not text.rstrip(END_OF_FILE).endswith("\n"):
        reader.tell(text.count("\n") + 1, "line end missing")
    if encoding != CP437:
        reader.tell(0, "encoding", encoding)
    for number, line in enumerate(text.rstrip(END_OF_FILE).split("\n"), 1):
        reader.take(number, line.removesuffix("\r"))
    file = reader.finished()
    told = [*reader.told, *checked(file)]
    return Reading(file, tuple(sorted(told, key=lambda each: each.line)), encoding)


class Reader:
    """Takes line after line."""

    def __init__(self, encoding: str) -> None:
        self.told: list[Deviation] = []
        self.assembly = Assembly(self.tell)
        # A program that does not write code page 437 may sum up its own bytes.
        self.sums = [Checksum(each) for each in dict.fromkeys((CP437, encoding))]
        self.summing = self.summed = self.mended = False
        self.records = 0

    def tell(self, line: int, word: str, *facts: object) -> None:
        self.told.append(deviation(line, word, *facts))

    def take(self, number: int, text: str) -> None:
        bare = text.strip(" \t")
        if not bare:
            return
        if destroyed(bare):
            self.tell(number, "letters destroyed", bare[:60])
        if bare in BRACES:
            self.assembly.brace(number, bare)
            return
        try:
            line = split(bare)
        except Damaged:
            self.tell(number, "line damaged")
            return
        self._record(number, line)

    def _record(self, number: int, line: Line) -> None:
        self.records += 1
        if line.label == KSUMMA:
            self._checksum(number, line)
            return
        if self.summed:
            self.tell(number, "checksum misplaced")
        for each in self.sums:
            each.add(line.content)
        self._mended(number, line)
        if line.label not in RECORDS:
            self.tell(number, "label unknown", line.label)
            self.assembly.keep_unknown(Entry(line.label, line.values, number))
        elif entry := entry_of(number, _without_controls(line, number, self), self.tell):
            self.assembly.take(entry)

    def _mended(self, number: int, line: Line) -> None:
        """What a checksum is to vouch for must be plain to read."""
        if line.mended:
            self.mended = True
            self.tell(number, "quotes", line.values[-1])

    def _checksum(self, number: int, line: Line) -> None:
        said = line.values[0] if line.values else ""
        if not self.summing and not said:
            if self.records != 2 or not self.assembly.flagged:
                self.tell(number, "checksum misplaced")
            self.summing = True
            self.sums = [Checksum(each.encoding) for each in self.sums]
        elif not self.summing or self.summed:
            self.tell(number, "checksum misplaced")
        else:
            self.summed = True
            if not any(each.is_said(str(said)) for each in self.sums) or self.mended:
                self.tell(number, "checksum wrong")

    def finished(self) -> File:
        if self.summing and not self.summed:
            self.tell(0, "cut short")
        return self.assembly.finished(self.summing)


def _without_controls(line: Line, number: int, reader: Reader) -> Line:
    if not any(CONTROLS.search(word) for word in _words(line)):
        return line
    reader.tell(number, "control characters")
    clean = tuple(
        CONTROLS.sub(" ", value)
        if isinstance(value, str)
        else tuple(CONTROLS.sub(" ", word) for word in value)
        for value in line.values
    )
    return line._replace(values=clean)


def _words(line: Line) -> Iterator[str]:
    for value in line.values:
        yield from (value,) if isinstance(value, str) else value
