"""A SIE file written, line after line: what it says of vouchers may be without end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any

from reskontra.sie.checksum import Checksum
from reskontra.sie.kinds import A_TEXT, OBJECTS, Pair, Pairs
from reskontra.sie.letters import CP437, as_sie, is_lost
from reskontra.sie.lines import Text, Value, joined, split
from reskontra.sie.records import KSUMMA, RECORDS, Field
from reskontra.sie.values import Account, Balance, Dimension, File, Row, Voucher

LINE_END = "\r\n"
NO_TEXT = Text()
MOST_PLACES = 5


@dataclass
class Losses:
    """Texts that SIE cannot say as they are: how many, and where the first of them stand."""

    count: int = 0
    places: list[str] = field(default_factory=list)

    def add(self, place: str) -> None:
        self.count += 1
        if len(self.places) < MOST_PLACES and place not in self.places:
            self.places.append(place)


def written(file: File, losses: Losses | None = None) -> Iterator[bytes]:
    """In portions, each of whole lines."""
    writer = Writer(Losses() if losses is None else losses)
    yield encoded(writer.record("FLAGGA", file.flag))
    lines = writer.records_of(file)
    yield from summed(lines) if file.checksum else map(encoded, lines)


def encoded(line: str) -> bytes:
    return (line + LINE_END).encode(CP437)


def summed(lines: Iterable[str]) -> Iterator[bytes]:
    total = Checksum()
    yield encoded(f"#{KSUMMA}")
    for text in lines:
        for line in text.split(LINE_END):
            if line not in ("{", "}"):
                total.add(split(line).content)
        yield encoded(text)
    yield encoded(f"#{KSUMMA} {total.total}")


class Codes:
    """Codes of objects in the letters that SIE has: two that are not the same stay apart.

    >>> codes = Codes([(1, "ø"), (1, "o")])
    >>> codes.of(1, "ø"), codes.of(1, "o"), codes.of(6, "ø")
    ('o~2', 'o', 'o')
    """

    def __init__(self, declared: Iterable[Pair]) -> None:
        self.said: dict[Pair, str] = {}
        self.taken: set[Pair] = set()
        for dimension, code in sorted(declared, key=lambda pair: as_sie(pair[1]) != pair[1]):
            self.of(dimension, code)

    def of(self, dimension: int, code: str) -> str:
        pair = (dimension, code)
        if pair not in self.said:
            self.said[pair] = self._apart(dimension, as_sie(code))
            self.taken.add((dimension, self.said[pair]))
        return self.said[pair]

    def _apart(self, dimension: int, said: str) -> str:
        others = (f"{said}~{number}" for number in count(2))
        return next(each for each in chain([said], others) if (dimension, each) not in self.taken)


class Writer:
    """What is lost of a text is told by the voucher or the record that it stands in."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        self.voucher = ""
        self.codes = Codes(())

    def records_of(self, file: File) -> Iterator[str]:
        self.codes = Codes((each.dimension, each.code) for each in file.objects)
        for entry in file.identification:
            yield self.record(entry.label, *entry.values)
        for account in file.accounts:
            yield from self.of_account(account)
        for dimension in file.dimensions:
            yield self.of_dimension(dimension)
        for each in file.objects:
            code = self._coded("OBJEKT", each.dimension, each.code)
            yield self.record("OBJEKT", each.dimension, code, each.name)
        for balance in file.balances:
            yield self.of_balance(balance)
        for voucher in file.vouchers:
            yield self.of_voucher(voucher)

    def of_account(self, account: Account) -> Iterator[str]:
        yield self.record("KONTO", account.number, account.name)
        if account.type:
            yield self.record("KTYP", account.number, account.type)
        if account.unit:
            yield self.record("ENHET", account.number, account.unit)
        for code in account.sru:
            yield self.record("SRU", account.number, code)

    def of_dimension(self, dimension: Dimension) -> str:
        number, name, parent = dimension.number, dimension.name, dimension.parent
        if parent is None:
            return self.record("DIM", number, name)
        return self.record("UNDERDIM", number, name, parent)

    def of_balance(self, balance: Balance) -> str:
        fields = RECORDS[balance.label].fields
        return self.record(balance.label, *(getattr(balance, field.name) for field in fields))

    def of_voucher(self, voucher: Voucher) -> str:
        v = voucher
        self.voucher = v.name
        head = self.record("VER", v.series, v.number, v.day, v.text, v.registered, v.sign)
        lines = LINE_END.join([head, "{", *map(self.of_row, v.rows), "}"])
        self.voucher = ""
        return lines

    def of_row(self, row: Row) -> str:
        r = row
        values = (r.account, r.objects, r.amount, r.day, r.text, r.quantity, r.sign)
        return self.record(r.label, *values)

    def record(self, label: str, *values: Any) -> str:
        """By the table; what is optional and has nothing after it is left out."""
        if label not in RECORDS:  # kept as it was sent
            return joined(label, [self._unknown(label, value) for value in values])
        fields = RECORDS[label].fields
        texts = [self._text(label, *each) for each in zip(fields, values, strict=True)]
        while texts[-1] == "" and fields[len(texts) - 1].optional:
            texts.pop()
        return joined(label, texts)

    def _unknown(self, label: str, value: Value) -> Value:
        if isinstance(value, str):
            return self._said(label, value)
        return tuple(self._said(label, word) for word in value)

    def _text(self, label: str, field: Field, value: Any) -> Value:
        kind = field.kind
        if kind is OBJECTS:
            return self._objects(label, value if field.name == "objects" else value and (value,))
        if value is None or value == "":
            return NO_TEXT if kind is A_TEXT else ""
        if not kind.is_text:
            return kind.write(value)
        text = self._said(label, value)
        return Text(text) if kind is A_TEXT else text

    def _said(self, label: str, text: str) -> str:
        return self._told(label, text, as_sie(text))

    def _coded(self, label: str, dimension: int, code: str) -> str:
        return self._told(label, code, self.codes.of(dimension, code))

    def _told(self, label: str, text: str, said: str) -> str:
        if said != text and is_lost(text, said):
            self.losses.add(f"#VER {self.voucher}" if self.voucher else f"#{label}")
        return said

    def _objects(self, label: str, pairs: Pairs | tuple[Pair] | None) -> Value:
        return tuple(
            word
            for dimension, code in pairs or ()
            for word in (str(dimension), self._coded(label, dimension, code))
        )
