"""What a SIE file says, held against itself: the identities of a year, and what is missing."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal

from reskontra.domain.equity import is_balance_account
from reskontra.sie.deviations import Deviation, deviation
from reskontra.sie.records import RECORDS, FileType, Group, Presence
from reskontra.sie.values import File, Voucher

NOTHING = Decimal(0)
OF_BALANCES = (FileType.ONE, FileType.TWO, FileType.THREE)
MOST_TOLD = 8  # stretches of skipped numbers


def checked(file: File) -> Iterator[Deviation]:
    yield from substance(file)
    yield from presence(file)
    yield from undeclared(file)
    yield from vouchers(file)
    yield from numbers(file)
    yield from balances(file)
    yield from ending(file)


def substance(file: File) -> Iterator[Deviation]:
    if not file.balances and not file.vouchers:
        yield deviation(0, "no balances" if file.years else "nothing said")


def presence(file: File) -> Iterator[Deviation]:
    """What a file of its type must have, and must not."""
    there = labels(file)
    for label, kind in RECORDS.items():
        mark = kind.presence[file.type]
        if mark is Presence.FORBIDDEN and label in there:
            yield deviation(there[label], "record forbidden", label, file.type)
        if mark is Presence.MANDATORY and label not in there and not may_be_missing(label):
            if label == "FORMAT":
                yield deviation(0, "format missing")
            else:
                yield deviation(0, "record missing", label, file.type)


def may_be_missing(label: str) -> bool:
    """Zero balances may be left out, and who has no objects or budget has nothing to say of them.

    That there is a flag is seen to where the file is read.
    """
    return RECORDS[label].group in (Group.FLAG, Group.OBJECTS, Group.BALANCES)


def labels(file: File) -> dict[str, int]:
    """Each label that there is, with the line of the first."""
    there: dict[str, int] = {}
    for entry in file.identification:
        there.setdefault(entry.label, entry.line)
    for account in file.accounts:
        there.setdefault("KONTO", account.line)
        if account.sru:
            there.setdefault("SRU", account.line)
    for balance in file.balances:
        there.setdefault(balance.label, balance.line)
    for dimension in file.dimensions:
        there.setdefault("DIM" if dimension.parent is None else "UNDERDIM", dimension.line)
    for each in file.objects:
        there.setdefault("OBJEKT", each.line)
    for voucher in file.vouchers:
        there.setdefault("VER", voucher.line)
    return there


def undeclared(file: File) -> Iterator[Deviation]:
    """Each account and object once, where it is first used."""
    accounts = {account.number for account in file.accounts}
    objects = {(each.dimension, each.code) for each in file.objects}
    for line, account, pairs in used(file):
        if account not in accounts:
            accounts.add(account)
            yield deviation(line, "account undeclared", account)
        for pair in pairs:
            if pair not in objects:
                objects.add(pair)
                yield deviation(line, "object undeclared", *pair)


def used(file: File) -> Iterator[tuple[int, int, tuple[tuple[int, str], ...]]]:
    for each in file.balances:
        yield each.line, each.account, (each.object,) if each.object else ()
    for voucher in file.vouchers:
        for row in voucher.rows:
            yield row.line, row.account, row.objects


def vouchers(file: File) -> Iterator[Deviation]:
    year = file.years.get(0)
    some = False
    for voucher in file.vouchers:
        some = True
        if voucher.sum:
            yield deviation(voucher.line, "unbalanced", voucher.name, voucher.sum)
        if year and not year.covers(voucher.day):
            yield deviation(voucher.line, "outside the year", voucher.name, voucher.day)
        if not voucher.rows:
            yield deviation(voucher.line, "voucher empty", voucher.name)
    if some and not year:
        yield deviation(0, "no year")


def numbers(file: File) -> Iterator[Deviation]:
    by_series: dict[str, list[Voucher]] = defaultdict(list)
    for voucher in file.vouchers:
        by_series[voucher.series].append(voucher)
    for series, those in by_series.items():
        yield from numbers_of(f"serie {series}" if series else "serien utan namn", those)


def numbers_of(series: str, those: list[Voucher]) -> Iterator[Deviation]:
    seen: set[int] = set()
    latest = 0
    for voucher in those:
        if not voucher.number:
            yield deviation(voucher.line, "number missing", series)
        elif voucher.number in seen:
            yield deviation(voucher.line, "number repeated", voucher.name)
        else:
            if voucher.number < latest:
                yield deviation(voucher.line, "numbers descending", series)
            seen.add(voucher.number)
            latest = voucher.number
    if gaps := stretches(seen):
        told = ", ".join(gaps[:MOST_TOLD]) + (" …" if len(gaps) > MOST_TOLD else "")
        yield deviation(those[0].line, "numbers skipped", series, told)


def stretches(numbers: Iterable[int]) -> list[str]:
    """The numbers from 1 on that are not there.

    >>> stretches([2, 3, 7])
    ['1', '4-6']
    """
    gaps, latest = [], 0
    for number in sorted(numbers):
        if number > latest + 1:
            first, last = latest + 1, number - 1
            gaps.append(str(first) if first == last else f"{first}-{last}")
        latest = number
    return gaps


def balances(file: File) -> Iterator[Deviation]:
    """Where it has any: vouchers and opening balances win, and each difference is told."""
    if not file.balances:
        return
    changes = changes_of(file.vouchers)
    opening, closing, result = (file.balance(label, 0) for label in ("IB", "UB", "RES"))
    yield from openings(file, opening)
    for year in (0, -1):
        ended = sum_of(file.balance("UB", year)) + sum_of(file.balance("RES", year))
        if ended and ended != sum_of(opening if year == 0 else {}):
            where = line_of(file, "UB", year=year)
            if year == 0 and file.type in OF_BALANCES:
                yield deviation(where, "closings unbalanced", ended)
            else:
                yield deviation(where, "year out of balance", year, ended)
    if file.type is FileType.EXPORT:
        yield from closings(file, opening, closing, result, changes)
    yield from months(file, opening, closing, result)


def ending(file: File) -> Iterator[Deviation]:
    """Whether its end is there: of vouchers the closing balances tell it, or the checksum."""
    if file.checksum:
        return
    if file.type is FileType.IMPORT and (count := len([*file.vouchers])):
        yield deviation(0, "end unknown", count)
    if file.type not in OF_BALANCES:
        return
    there = {each.label for each in file.balances if each.year == 0}
    if any(each.amount for each in file.balances) and not there & {"UB", "RES"}:
        yield deviation(0, "closings missing")
    elif file.type is not FileType.ONE and "PSALDO" not in there and moves(file):
        yield deviation(0, "months missing", file.type)
    elif file.balance("UB", -1) and not file.balance("RES", -1):
        yield deviation(0, "year before missing")


def moves(file: File) -> bool:
    """Whether anything happened in the year, by its balances."""
    return any(file.balance("RES", 0).values()) or file.balance("IB", 0) != file.balance("UB", 0)


def changes_of(those: Iterable[Voucher]) -> dict[int, Decimal]:
    changes: dict[int, Decimal] = defaultdict(lambda: NOTHING)
    for voucher in those:
        for row in voucher.rows:
            if row.counts:
                changes[row.account] += row.amount
    return changes


def openings(file: File, opening: dict[int, Decimal]) -> Iterator[Deviation]:
    if total := sum_of(opening):
        yield deviation(line_of(file, "IB"), "openings unbalanced", total, likely(file, total))
    for account in sorted(opening):
        if opening[account] and not is_balance_account(account, file.types):
            where = line_of(file, "IB", account)
            yield deviation(where, "result opened", account, opening[account])
    before = file.balance("UB", -1)
    if not before:
        return
    for account in sorted(opening.keys() | before.keys()):
        one, other = opening.get(account, NOTHING), before.get(account, NOTHING)
        if one != other:
            yield deviation(line_of(file, "IB", account), "opening differs", account, one, other)


def likely(file: File, total: Decimal) -> str:
    """Why opening balances often do not balance."""
    if -sum_of(file.balance("RES", -1)) == total:
        return "föregående års resultat är inte bokfört"
    if any(str(each.account)[0] == "9" for each in file.balances):
        return "resultatet kan ligga på ett konto i klass 9"
    return "föregående års resultat kan sakna verifikation"


def closings(
    file: File,
    opening: dict[int, Decimal],
    closing: dict[int, Decimal],
    result: dict[int, Decimal],
    changes: dict[int, Decimal],
) -> Iterator[Deviation]:
    for account in sorted({*opening, *closing, *result, *changes}):
        label = "UB" if is_balance_account(account, file.types) else "RES"
        told = (result if label == "RES" else closing).get(account, NOTHING)
        given = changes.get(account, NOTHING)
        if label == "UB":
            given += opening.get(account, NOTHING)
        if told != given:
            where = line_of(file, label, account)
            yield deviation(where, "closing differs", label, account, told, given)


def months(
    file: File,
    opening: dict[int, Decimal],
    closing: dict[int, Decimal],
    result: dict[int, Decimal],
) -> Iterator[Deviation]:
    sums: dict[int, Decimal] = defaultdict(lambda: NOTHING)
    for each in file.balances:
        if each.label == "PSALDO" and each.year == 0 and not each.object:
            sums[each.account] += each.amount
    if not sums:
        return
    for account in sorted({*sums, *opening, *closing, *result}):
        change = result.get(account, NOTHING)
        if is_balance_account(account, file.types):
            change = closing.get(account, NOTHING) - opening.get(account, NOTHING)
        if sums.get(account, NOTHING) != change:
            where = line_of(file, "PSALDO", account)
            yield deviation(where, "month differs", account, sums.get(account, NOTHING), change)


def sum_of(amounts: dict[int, Decimal]) -> Decimal:
    return sum(amounts.values(), NOTHING)


def line_of(file: File, label: str, account: int = 0, year: int = 0) -> int:
    """Where the first such balance stands, or 0."""
    return next(
        (
            each.line
            for each in file.balances
            if (each.label, each.year) == (label, year) and account in (0, each.account)
        ),
        0,
    )
