"""Entries put together to a file: accounts with their types, vouchers with their rows."""

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from reskontra.sie.entries import Tell
from reskontra.sie.identity import normal_number
from reskontra.sie.records import RECORDS, Group
from reskontra.sie.values import Account, Balance, Dimension, Entry, File, Object, Row, Voucher

ONCE = {"FLAGGA", "FORMAT", "SIETYP", "PROGRAM", "GEN", "FNR", "FTYP", "FNAMN", "ADRESS", "ORGNR"}
ONCE |= {"BKOD", "TAXAR", "OMFATTN", "KPTYP", "VALUTA"}
TYPES = ("1", "2", "3", "4")
ACCOUNT_TYPES = ("T", "S", "K", "I")


class Assembly:
    """Order is no reason to refuse: some programs write accounts between the balances."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.flag = 0
        self.flagged = False
        self.identification: list[Entry] = []
        self.accounts: dict[int, Account] = {}
        self.of_accounts: list[Entry] = []
        self.dimensions: dict[int, Dimension] = {}
        self.objects: dict[tuple[int, str], Object] = {}
        self.balances: dict[Any, Balance] = {}
        self.vouchers: list[Voucher] = []
        self.rows: list[Row] | None = None  # those of the voucher whose braces are open
        self.awaits_rows = False
        self.by_group: dict[Group, Callable[[Entry], None]] = {
            Group.FLAG: self._flag,
            Group.IDENTIFICATION: self._identifies,
            Group.CHART: self._chart,
            Group.OBJECTS: self._object,
            Group.BALANCES: self._balance,
            Group.VOUCHERS: self._voucher,
        }

    def take(self, entry: Entry) -> None:
        if self.rows is not None and not entry.label.endswith("TRANS"):
            self.tell(entry.line, "inside a voucher", entry.label)
            return
        if self.awaits_rows:
            self.tell(entry.line, "braces")
            self.awaits_rows = False
        self.by_group[RECORDS[entry.label].group](entry)

    def keep_unknown(self, entry: Entry) -> None:
        """As sent, where it can be one of the identification."""
        if not (self.accounts or self.balances or self.vouchers):
            self.identification.append(entry)

    def brace(self, line: int, brace: str) -> None:
        if (brace == "{") != self.awaits_rows or (brace == "}" and self.rows is None):
            self.tell(line, "braces")
        elif brace == "{":
            self.rows, self.awaits_rows = [], False
        else:
            assert self.rows is not None
            self._refuse_lone_added(self.rows)
            self.vouchers[-1] = replace(self.vouchers[-1], rows=tuple(self.rows))
            self.rows = None

    def _refuse_lone_added(self, rows: list[Row]) -> None:
        for row, after in zip_longest(rows, rows[1:]):
            if row.label == "RTRANS" and not (after and after.counts and _alike(row, after)):
                self.tell(row.line, "row added")

    def _flag(self, entry: Entry) -> None:
        if self.flagged:
            self.tell(entry.line, "repeated", entry.label)
        elif entry.values[0]:
            self.tell(entry.line, "flag", entry.values[0])
        self.flag, self.flagged = entry.values[0], True

    def _identifies(self, entry: Entry) -> None:
        seen = (each for each in self.identification if each.label == entry.label)
        if entry.label in ONCE and any(seen):
            self.tell(entry.line, "repeated", entry.label)
            return
        if entry.label == "RAR" and any(each.values[0] == entry.values[0] for each in seen):
            self.tell(entry.line, "repeated", entry.label)
            return
        self.identification.append(self._normal(entry))

    def _normal(self, entry: Entry) -> Entry:
        told = entry.values[0]
        if entry.label == "SIETYP" and told not in TYPES:
            self.tell(entry.line, "type unknown", told)
            return replace(entry, values=("4",))
        if entry.label == "FORMAT" and told != "PC8":
            self.tell(entry.line, "format", told)
        if entry.label == "ORGNR" and (not told or normal_number(told) != told):
            self.tell(entry.line, "organisation number", told)
            return replace(entry, values=(normal_number(told), *entry.values[1:]))
        return entry

    def _chart(self, entry: Entry) -> None:
        if entry.label != "KONTO":
            self.of_accounts.append(entry)
            return
        number, name = entry.values
        if number in self.accounts:
            self.tell(entry.line, "account repeated", number)
        else:
            self.accounts[number] = Account(number, name, line=entry.line)

    def _object(self, entry: Entry) -> None:
        number, *rest = entry.values
        if entry.label == "OBJEKT":
            code, name = rest
            self._kept(entry, self.objects, (number, code), Object(number, code, name, entry.line))
        else:
            name, parent = (*rest, None)[:2]
            made = Dimension(number, name, parent, entry.line)
            self._kept(entry, self.dimensions, number, made)

    def _kept(self, entry: Entry, kept: dict[Any, Any], key: Any, value: Any) -> None:
        if key in kept:
            self.tell(entry.line, "repeated", entry.label)
        else:
            kept[key] = value

    def _balance(self, entry: Entry) -> None:
        names = [field.name for field in RECORDS[entry.label].fields]
        made = Balance(entry.label, **dict(zip(names, entry.values, strict=True)), line=entry.line)
        key = (made.label, made.year, made.account, made.month, made.object)
        if key in self.balances:
            self.tell(entry.line, "repeated balance", made.label, made.account)
        self.balances[key] = made

    def _voucher(self, entry: Entry) -> None:
        if entry.label == "VER":
            series, number, day, text, registered, sign = entry.values
            self.vouchers.append(
                Voucher(series, number, day, text, registered, sign, line=entry.line)
            )
            self.awaits_rows = True
        elif self.rows is None:
            self.tell(entry.line, "out of place", entry.label)
        else:
            account, objects, amount, day, text, quantity, sign = entry.values
            row = Row(account, amount, objects, day, text, quantity, sign, entry.label, entry.line)
            self.rows.append(row)

    def finished(self, checksum: bool) -> File:
        if self.rows is not None or self.awaits_rows:
            self.tell(self.vouchers[-1].line, "braces")
        if not self.flagged:
            self.tell(0, "record missing", "FLAGGA", "1-4")
        for entry in self.of_accounts:
            self._told_of_account(entry)
        return File(
            tuple(self.identification),
            tuple(self.accounts.values()),
            tuple(self.dimensions.values()),
            tuple(self.objects.values()),
            tuple(self.balances.values()),
            tuple(self.vouchers),
            self.flag,
            checksum,
        )

    def _told_of_account(self, entry: Entry) -> None:
        number, told = entry.values
        account = self.accounts.get(number)
        if account is None:
            self.tell(entry.line, "account undeclared", number)
        elif entry.label == "KTYP" and told not in ACCOUNT_TYPES:
            self.tell(entry.line, "account type", number, told)
        elif entry.label == "SRU":
            self.accounts[number] = replace(account, sru=(*account.sru, told))
        else:
            attribute = {"KTYP": "type", "ENHET": "unit"}[entry.label]
            if getattr(account, attribute):
                self.tell(entry.line, "repeated", entry.label)
            self.accounts[number] = replace(account, **{attribute: told})


def _alike(added: Row, counted: Row) -> bool:
    return (added.account, added.objects, added.amount) == (
        counted.account,
        counted.objects,
        counted.amount,
    )
