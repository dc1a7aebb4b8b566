"""A year as SIE has it: who it is of, its chart, its balances and its vouchers."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from importlib.metadata import version

from reskontra.actions import sie_kept
from reskontra.actions.desk import Desk
from reskontra.actions.sie_kept import Kept
from reskontra.actions.sie_vouchers import CENTER, PROJECT, as_in_file, is_from_file, row_of
from reskontra.domain.calendar import FinancialYear, year_of
from reskontra.domain.chart import CHART
from reskontra.domain.clock import swedish_date
from reskontra.domain.money import ZERO
from reskontra.people import users
from reskontra.sie.identity import normal_number
from reskontra.sie.kinds import Pair
from reskontra.sie.values import Account, Balance, Dimension, Entry, Object, Voucher
from reskontra.storage import balances, exporting, importing, ledger
from reskontra.storage.exporting import Registered

DIMENSIONS = {CENTER: "Kostnadsställe", PROJECT: "Projekt"}
TYPES = {account.number: account.type for account in CHART}
BY_CLASS = {"1": "T", "2": "S", "3": "I", **dict.fromkeys("45678", "K")}  # others are assets
NOT_MOVED = (
    "Ingående balanser summerar till {}: föregående års resultat är inte omfört med en verifikation"
)


class YearFile:
    """What the books say of one year, asked for once."""

    def __init__(self, desk: Desk, year: FinancialYear, without_result: bool = False) -> None:
        self.desk = desk
        self.year = year
        self.left_out = exporting.result_vouchers(desk.books, year.id) if without_result else []
        self.before = year_of(desk.books.years(), year.from_date - timedelta(days=1))

    @cached_property
    def kept(self) -> Kept:
        """Of the files that were posted in the year, the latest first."""
        return sie_kept.together(importing.kept_of_year(self.desk.books, self.year.id))

    @cached_property
    def span_before(self) -> tuple[date, date] | None:
        if self.before:
            return self.before.from_date, self.before.to_date
        return sie_kept.span_before(self.kept)

    @cached_property
    def opening(self) -> dict[int, Decimal]:
        return balances.opening_balances(self.desk.books, self.year)

    @cached_property
    def monthly(self) -> dict[tuple[int, str], Decimal]:
        changes = exporting.monthly_changes(self.desk.books, self.year)
        for key in self.left_out:
            voucher = ledger.voucher_at(self.desk.books, key)
            for row in voucher.postings:
                changes[row.account, f"{voucher.date:%Y%m}"] -= row.amount
        return changes

    @cached_property
    def changes(self) -> dict[int, Decimal]:
        changes: dict[int, Decimal] = {}
        for (account, _), change in self.monthly.items():
            changes[account] = changes.get(account, ZERO) + change
        return changes

    @cached_property
    def ended_before(self) -> dict[int, Decimal]:
        """What the year before ended with, its result too."""
        if self.before and exporting.has_vouchers(self.desk.books, self.before.id):
            return balances.closing_balances(self.desk.books, self.before)
        told = sie_kept.ended_before(self.kept)  # nothing was posted here, but elsewhere
        return told or (self.opening if self.before else {})

    def identification(self, file_type: int) -> list[Entry]:
        """With what a file has said of it."""
        return sie_kept.identification([*self._identification(file_type)], self.kept)

    def _identification(self, file_type: int) -> Iterator[Entry]:
        """In the order in which the programs that our clients know write it."""
        owner, year = self.desk.organisation, self.year
        yield Entry("FORMAT", ("PC8",))
        yield Entry("SIETYP", (str(file_type),))
        yield Entry("PROGRAM", ("Reskontra", version("reskontra")))
        yield Entry("GEN", (self.desk.today, ""))
        yield from self._said_of_openings()
        yield Entry("FNR", (str(owner.id),))
        yield Entry("FTYP", (str(owner.company_form),))
        yield Entry("FNAMN", (owner.name,))
        if owner.address or owner.zip_code or owner.city or owner.phone:
            post = f"{owner.zip_code} {owner.city}".strip()
            yield Entry("ADRESS", ("", owner.address, post, owner.phone))
        yield Entry("RAR", (0, year.from_date, year.to_date))
        if self.span_before:
            yield Entry("RAR", (-1, *self.span_before))
        if owner.organisation_number:
            yield Entry("ORGNR", (normal_number(owner.organisation_number), "", ""))
        yield Entry("TAXAR", (str(year.to_date.year + 1),))
        if file_type > 1:
            yield Entry("OMFATTN", (year.to_date,))
        yield Entry("KPTYP", (f"BAS{year.to_date.year}",))
        yield Entry("VALUTA", ("SEK",))

    def _said_of_openings(self) -> Iterator[Entry]:
        """A balance is never made up: that they do not balance is said instead."""
        if total := sum(self.opening.values(), ZERO):
            yield Entry("PROSA", (NOT_MOVED.format(total),))

    def accounts(self, every: bool) -> Iterator[Account]:
        touched = {*self.opening, *self.changes}
        touched |= {number for number, amount in self.ended_before.items() if amount}
        for account in exporting.chart(self.desk.books, self.year.id):
            if every or account.active or account.number in touched:
                touched.discard(account.number)
                sru = (str(account.sru),) if account.sru else ()
                number, name = account.number, account.description
                ours = Account(number, name, self.type_of(number), sru=sru)
                yield sie_kept.account(ours, self.kept)

    def type_of(self, account: int) -> str:
        """T asset, S equity or debt, I income, K cost: as said of it, else by its first digit."""
        told = self.desk.books.type_of(account) or TYPES.get(account)
        return told or BY_CLASS.get(str(account)[0], "T")

    def dimensions(self) -> tuple[list[Dimension], list[Object]]:
        """Those that some row of the year has."""
        books = self.desk.books
        centers, projects = exporting.used_objects(books, self.year.id)
        used = {CENTER: centers, PROJECT: projects}
        names = {CENTER: exporting.names_of_centers(books) if centers else {},
                 PROJECT: exporting.names_of_projects(books) if projects else {}}  # fmt: skip
        own = [Dimension(number, DIMENSIONS[number]) for number, codes in used.items() if codes]
        objects = [
            Object(number, code, names[number].get(code, code))
            for number, codes in used.items()
            for code in codes
        ]
        return sie_kept.dimensions(own, self.kept), sie_kept.objects(objects, self.kept)

    def balances(self) -> Iterator[Balance]:
        """Of each account those of the year and of the one before; nothing is left out of them."""
        standing = {*self.opening, *self.changes, *self.ended_before}
        goes_on = self.desk.books.goes_on
        for account in sorted(filter(goes_on, standing)):
            yield from self._some("IB", 0, account, self.opening.get(account, ZERO))
            yield from self._some("UB", 0, account, self.closing(account))
            yield from self._some("UB", -1, account, self.ended_before.get(account, ZERO))
        for account in sorted(number for number in standing if not goes_on(number)):
            yield from self._some("RES", 0, account, self.changes.get(account, ZERO))
            yield from self._some("RES", -1, account, self.ended_before.get(account, ZERO))

    def closing(self, account: int) -> Decimal:
        return self.opening.get(account, ZERO) + self.changes.get(account, ZERO)

    def of_objects(self) -> Iterator[Balance]:
        """Of each object on its own; an account may have rows without any."""
        before = exporting.object_changes_before(self.desk.books, self.year)
        months = exporting.object_changes(self.desk.books, self.year)
        ended: dict[tuple[int, Pair], Decimal] = {}
        for (account, pair), amount in before.items():
            if self.desk.books.goes_on(account):
                ended[account, pair] = amount
        for (account, pair), amount in sorted(ended.items()):
            yield Balance("OIB", 0, account, amount, object=pair)
        for (account, _, pair), change in months.items():
            if self.desk.books.goes_on(account):
                ended[account, pair] = ended.get((account, pair), ZERO) + change
        for (account, pair), amount in sorted(ended.items()):
            if amount:
                yield Balance("OUB", 0, account, amount, object=pair)
        for (account, month, pair), change in sorted(months.items()):
            if change:
                yield Balance("PSALDO", 0, account, change, month=month, object=pair)

    def _some(self, label: str, year: int, account: int, amount: Decimal) -> Iterator[Balance]:
        if amount:
            yield Balance(label, year, account, amount)

    def months(self) -> Iterator[Balance]:
        for (account, month), change in sorted(self.monthly.items()):
            if change:
                yield Balance("PSALDO", 0, account, change, month=month)


class Signs:
    """The short names of those who posted."""

    def __init__(self, desk: Desk) -> None:
        self.tx = desk.books.tx
        self.names: dict[str, str] = {}

    def of(self, signature: str) -> str:
        if signature not in self.names:
            self.names[signature] = self._asked(signature)
        return self.names[signature]

    def _asked(self, signature: str) -> str:
        """Never an address; what a program posted by itself has no sign."""
        _, is_person, number = signature.rpartition("user ")
        if not is_person or not number.isdecimal():
            return ""
        name = users.one(self.tx, int(number)).name
        return "" if "@" in name else name


def voucher_in_sie(registered: Registered, signs: Signs) -> Voucher:
    """One that came in a file is as the file had it."""
    voucher, at, by = registered
    if is_from_file(voucher):
        return as_in_file(voucher)
    day = swedish_date(datetime.fromisoformat(at))
    rows = tuple(map(row_of, voucher.postings))
    key = (voucher.series, voucher.number)
    return Voucher(*key, voucher.date, voucher.description, day, signs.of(by), rows)
