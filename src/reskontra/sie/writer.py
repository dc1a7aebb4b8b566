"""A SIE file written, line after line: what it says of vouchers may be without end."""

from collections.abc import Iterable, Iterator
from typing import Any

from reskontra.sie.checksum import Checksum
from reskontra.sie.kinds import A_TEXT, OBJECTS, Pair, Pairs
from reskontra.sie.letters import CP437, as_sie
from reskontra.sie.lines import Text, Value, joined, split
from reskontra.sie.records import KSUMMA, RECORDS, Field
from reskontra.sie.values import Account, Balance, Dimension, File, Row, Voucher

LINE_END = "\r\n"


def written(file: File) -> Iterator[bytes]:
    """In portions, each of whole lines."""
    yield encoded(record("FLAGGA", file.flag))
    lines = records_of(file)
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


def records_of(file: File) -> Iterator[str]:
    for entry in file.identification:
        yield record(entry.label, *entry.values)
    for account in file.accounts:
        yield from of_account(account)
    for dimension in file.dimensions:
        yield of_dimension(dimension)
    for each in file.objects:
        yield record("OBJEKT", each.dimension, each.code, each.name)
    for balance in file.balances:
        yield of_balance(balance)
    for voucher in file.vouchers:
        yield of_voucher(voucher)


def of_account(account: Account) -> Iterator[str]:
    yield record("KONTO", account.number, account.name)
    if account.type:
        yield record("KTYP", account.number, account.type)
    if account.unit:
        yield record("ENHET", account.number, account.unit)
    for code in account.sru:
        yield record("SRU", account.number, code)


def of_dimension(dimension: Dimension) -> str:
    number, name, parent = dimension.number, dimension.name, dimension.parent
    if parent is None:
        return record("DIM", number, name)
    return record("UNDERDIM", number, name, parent)


def of_balance(balance: Balance) -> str:
    fields = RECORDS[balance.label].fields
    return record(balance.label, *(getattr(balance, field.name) for field in fields))


def of_voucher(voucher: Voucher) -> str:
    v = voucher
    head = record("VER", v.series, v.number, v.day, v.text, v.registered, v.sign)
    return LINE_END.join([head, "{", *map(of_row, v.rows), "}"])


def of_row(row: Row) -> str:
    r = row
    return record(r.label, r.account, r.objects, r.amount, r.day, r.text, r.quantity, r.sign)


def record(label: str, *values: Any) -> str:
    """By the table; what is optional and has nothing after it is left out."""
    if label not in RECORDS:  # kept as it was sent
        return joined(label, values)
    fields = RECORDS[label].fields
    texts = [_text(field, value) for field, value in zip(fields, values, strict=True)]
    while texts[-1] == "" and fields[len(texts) - 1].optional:
        texts.pop()
    return joined(label, texts)


def _text(field: Field, value: Any) -> Value:
    if field.kind is OBJECTS:
        return _objects(value if field.name == "objects" else (value,) if value else ())
    text = "" if value is None else as_sie(field.kind.write(value))
    return Text(text) if field.kind is A_TEXT else text


def _objects(pairs: Pairs | tuple[Pair]) -> Value:
    return tuple(word for dimension, code in pairs for word in (str(dimension), as_sie(code)))
