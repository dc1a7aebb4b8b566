"""A SIE file beside the books that it is to be posted in: the plan, and what stands in the way."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from reskontra.actions import organisations
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.sie_vouchers import moved_by, numbered, passed_over, raised
from reskontra.actions.years import FINANCIAL_YEARS, LOCKED_PERIOD
from reskontra.domain.calendar import months_later, year_of
from reskontra.domain.equity import CompanyForm, is_balance_account
from reskontra.domain.money import LARGEST, ZERO
from reskontra.domain.registers import Account
from reskontra.domain.sie_import import Plan, Told
from reskontra.sie import values as sie
from reskontra.sie.deviations import Deviation
from reskontra.sie.identity import normal_number
from reskontra.sie.reader import Reading, read
from reskontra.storage import balances, exporting, importing

OURS = "SEK"
# What a person may confirm: but for the first two, what a file looks like that was cut short.
DECIDED = (
    *("another company", "opening unlike ours"),
    *("closing differs", "line end missing", "no balances", "end unknown"),
    *("closings missing", "closings unbalanced", "months missing"),
)


class Incoming(NamedTuple):
    """A file that is to be posted."""

    content: bytes
    name: str
    confirmed: bool  # what a person may decide
    reading: Reading


def incoming(content: bytes, name: str = "", confirmed: bool = False) -> Incoming:
    """Read before the books are opened: a large one takes its time."""
    return Incoming(content, name, confirmed, read(content))


class Case:
    """A file beside the books that it is to be posted in."""

    def __init__(self, desk: Desk, incoming: Incoming) -> None:
        self.desk, self.incoming = desk, incoming
        self.reading = incoming.reading
        self.file = self.reading.file
        self.untouched = importing.is_untouched(desk.books)
        self.digest = sha256(incoming.content).hexdigest()
        self.span = self.file.years.get(0)
        years = desk.books.years()
        self.year = year_of(years, self.span.begins) if self.span else None
        latest = importing.counters(desk.books, self.year.id) if self.year else {}
        self.latest = latest
        sound = () if self.reading.refusals else self.file.vouchers
        self.standing = importing.last_standing(desk.books, self.year.id) if self.year else {}
        self.taken = [
            voucher.name
            for voucher in sound
            if 0 < (voucher.number or 0) <= self.standing.get(voucher.series, 0)
        ]
        self.moved = {} if self.taken else moved_by(sound, latest)
        self.vouchers = numbered(raised(sound, self.moved), latest)
        self.skipped = [*passed_over(self.vouchers, latest)]
        self.plan = self._plan()

    def _plan(self) -> Plan:
        return Plan(
            False,
            0,
            self.digest,
            self.reading.encoding,
            str(self.file.type),
            str(self.file.said.get("FNAMN", ("",))[0]),
            self.number,
            self.span and self.span.begins,
            self.span and self.span.ends,
            len(self.vouchers),
            sum(len(voucher.rows) for voucher in self.vouchers),
            tuple(f"{each.number} {each.description}" for each in self.new_accounts()),
            tuple(self._other_names()),
            tuple(code for code in self.codes() if code not in self.latest),
            tuple(map(str, self.skipped)),
            tuple(self._balances()),
            tuple(map(self._told, (*self.reading.deviations, *self.obstacles()))),
        )

    def _told(self, each: Deviation) -> Told:
        """Of a file that is damaged for certain nothing is to be decided."""
        refuses = each.refuses
        if each.word in DECIDED:
            refuses = not self.incoming.confirmed and (refuses or not self.reading.refusals)
        return Told(each.line, each.word, refuses, each.text)

    # What it brings

    def accounts(self) -> list[Account]:
        """Of the file, with those that it only uses: named by their number."""
        told = {each.number: each for each in self.file.accounts}
        used = {row.account for voucher in self.file.vouchers for row in voucher.rows}
        used |= {each.account for each in self.file.balances if each.year == 0}
        every = {number: sie.Account(number, str(number)) for number in used} | told
        return [
            Account(0, number, each.name, sru=_sru(each.sru), type=self.types.get(number))
            for number, each in sorted(every.items())
        ]

    @cached_property
    def types(self) -> dict[int, str]:
        """Of accounts whose numbers do not say it: ours, and the file's of those that we lack."""
        books, ours = self.desk.books, self.chart
        told = {
            number: each
            for number, each in self.file.types.items()
            if self.untouched or number not in ours
        }
        return told | books.account_types

    def new_accounts(self) -> list[Account]:
        there = self.chart
        return [each for each in self.accounts() if each.number not in there]

    @cached_property
    def chart(self) -> dict[int, Account]:
        years = self.desk.books.years()
        like = self.year or (years[0] if years else None)
        accounts = exporting.chart(self.desk.books, like.id) if like else []
        return {account.number: account for account in accounts}

    def _other_names(self) -> Iterator[str]:
        there = self.chart
        for each in self.accounts():
            ours = there.get(each.number)
            if ours and ours.description != each.description:
                yield f"{each.number} {ours.description} / {each.description}"

    def codes(self) -> list[str]:
        return sorted({voucher.series for voucher in self.vouchers})

    @property
    def openings(self) -> dict[int, Decimal]:
        """What the year begins with."""
        told = self.file.balance("IB", 0).items()
        return self.going_on({number: amount for number, amount in told if amount})

    def going_on(self, standing: Mapping[int, Decimal]) -> dict[int, Decimal]:
        """Without those of results."""
        return {
            number: each
            for number, each in standing.items()
            if is_balance_account(number, self.types)
        }

    def _balances(self) -> Iterator[str]:
        """What each account stands at when the year ends, before and after."""
        before = balances.closing_balances(self.desk.books, self.year) if self.year else {}
        after = dict(before)
        if self.untouched:
            for number, amount in self.openings.items():
                after[number] = amount
        for voucher in self.vouchers:
            for row in voucher.rows:
                if row.counts:
                    after[row.account] = after.get(row.account, ZERO) + row.amount
        for number in sorted(after):
            if after[number] != before.get(number, ZERO):
                yield f"{number}: {before.get(number, ZERO):.2f} → {after[number]:.2f}"

    # What stands in the way

    def obstacles(self) -> Iterator[Deviation]:
        yield from self._seen_before()
        yield from self._company()
        if self.span is None:
            return
        yield from self._years()
        yield from self._locks()
        if not self.untouched:
            yield from self._openings()
        yield from self._sizes()
        yield from self._types()

    def _seen_before(self) -> Iterator[Deviation]:
        if number := importing.with_digest(self.desk.books, self.digest):
            yield refusal("imported before", f"Filen är redan bokförd, som import {number}")
        if self.taken:
            names = ", ".join(self.taken[:5])
            text = f"{len(self.taken)} verifikationsnummer finns redan i året: {names}"
            yield refusal("numbers taken", text)
        for series, by in self.moved.items():
            text = (
                f"Nummer i serie {series} är använda av en fil som är tagen tillbaka:"
                f" verifikationerna får filens nummer + {by}"
            )
            yield Deviation(0, "numbers moved", False, text)

    def _company(self) -> Iterator[Deviation]:
        if self.is_anothers:
            text = f"Filen är för organisationsnummer {self.number}, inte {self.our_number}"
            yield refusal("another company", text)
        currency = str(self.file.said.get("VALUTA", ("",))[0])
        if currency and currency.upper() != OURS:
            yield refusal("currency", f"Filen är i {currency}: bokföringen är i {OURS}")

    @property
    def is_anothers(self) -> bool:
        """Another company's, as far as numbers tell."""
        return bool(self.our_number and self.number) and self.our_number != self.number

    @property
    def number(self) -> str:
        return str(self.file.said.get("ORGNR", ("",))[0])

    @property
    def our_number(self) -> str:
        return normal_number(self.desk.organisation.organisation_number)

    def _locks(self) -> Iterator[Deviation]:
        """Days on which nothing can be posted."""
        locked = LOCKED_PERIOD.find(self.desk).locked_through
        if self.year and self.year.closed and self.vouchers:
            begins, ends = self.year.from_date, self.year.to_date
            yield refusal("year closed", f"Räkenskapsåret {begins} till {ends} är stängt")
        elif behind := [each for each in self.vouchers if locked and each.day <= locked]:
            text = (
                f"Perioden är låst till och med {locked}: {len(behind)} verifikationer"
                f" är daterade i den, den första {behind[0].name}"
            )
            yield Deviation(behind[0].line, "period locked", True, text)

    def _years(self) -> Iterator[Deviation]:
        assert self.span
        if self.year and (self.year.from_date, self.year.to_date) == self.span:
            return
        if self.year or not [*self.years_to_open()]:
            begins, ends = self.span
            text = f"Räkenskapsåret {begins} till {ends} passar inte ihop med de år som finns"
            yield refusal("year unlike ours", text)

    def years_to_open(self) -> list[tuple[Any, Any]]:
        """Those of the file and between it and ours, nearest first; none where they do not fit."""
        assert self.span
        years = self.desk.books.years()
        if not years:
            return [self.span]
        begins, ends = self.span
        first, last = years[0].from_date, years[-1].to_date
        spans: list[tuple[Any, Any]] = []
        while self.untouched and ends < first - timedelta(days=1) and first.day == 1:
            before = months_later(first, -12)
            spans.append((before, first - timedelta(days=1)))
            first = before
        fits = first - timedelta(days=1) == ends or last + timedelta(days=1) == begins
        return [*spans, (begins, ends)] if fits else []

    def _openings(self) -> Iterator[Deviation]:
        """Later years begin as the ones before them ended."""
        if not self.file.balances:
            return
        ours = self._carried_on()
        for number in sorted({*ours, *self.openings}):
            one, other = ours.get(number, ZERO), self.openings.get(number, ZERO)
            if one != other:
                text = f"Konto {number} börjar året med {one} här, men {other} i filen"
                yield refusal("opening unlike ours", text)

    def _carried_on(self) -> dict[int, Decimal]:
        """What the year begins with here, also while it is not opened yet."""
        years = self.desk.books.years()
        if self.year:
            return balances.opening_balances(self.desk.books, self.year)
        assert self.span
        if self.span.ends < years[0].from_date:
            return {}
        return self.going_on(balances.closing_balances(self.desk.books, years[-1]))

    def _sizes(self) -> Iterator[Deviation]:
        for voucher in self.vouchers:
            for row in voucher.rows:
                if abs(row.amount) > LARGEST:
                    text = f"Beloppet i verifikation {voucher.name} är för stort"
                    yield Deviation(row.line, "amount too large", True, text)

    def _types(self) -> Iterator[Deviation]:
        """What an account is does not change with a file: money on it has been told of already."""
        for number in sorted(self.file.types):
            ours = is_balance_account(number, self.types)
            if ours != is_balance_account(number, self.file.types):
                is_so = "ett balanskonto" if ours else "ett resultatkonto"
                text = f"Konto {number} är {is_so} här, men inte i filen"
                yield Deviation(0, "account unlike ours", False, text)

    # How the books are made ready

    def furnish_books(self) -> None:
        """Years, company and chart; all else is written with the import."""
        desk = self.desk
        if self.year is None:
            for begins, ends in self.years_to_open():
                days = {"FromDate": begins.isoformat(), "ToDate": ends.isoformat()}
                fire(FINANCIAL_YEARS, desk, None, "create", Request(days))
            assert self.span
            self.year = year_of(desk.books.years(), self.span.begins)
        if self.untouched and (changes := self._company_data()):
            organisations.change(desk, changes, None)

    def _company_data(self) -> dict[str, Any]:
        """Of another company's file, though confirmed, only what we have nothing of."""
        owner = self.desk.organisation
        who = {} if self.is_anothers else self._who_it_is()
        changes = who | self._where_it_is()
        return {name: value for name, value in changes.items() if getattr(owner, name) != value}

    def _who_it_is(self) -> dict[str, Any]:
        said = self.file.said
        changes: dict[str, Any] = {}
        if name := str(said.get("FNAMN", ("",))[0]):
            changes["name"] = name
        if self.number:
            changes["organisation_number"] = self.number
        form = str(said.get("FTYP", ("",))[0])
        if form in CompanyForm.__members__:
            changes["company_form"] = CompanyForm(form)
        return changes

    def _where_it_is(self) -> dict[str, Any]:
        """An address is one thing: the file's, if we have nothing of any."""
        owner, told = self.desk.organisation, self.file.said.get("ADRESS")
        if not told or owner.address or owner.zip_code or owner.city:
            return {}
        _, street, post, phone = told
        zip_code, city = _post(post)
        found = {"address": street, "zip_code": zip_code, "city": city}
        return found | ({} if owner.phone else {"phone": phone})


def _post(text: str) -> tuple[str, str]:
    """
    >>> _post("903 26 Umeå"), _post("90326 Umeå"), _post("Umeå")
    (('903 26', 'Umeå'), ('90326', 'Umeå'), ('', 'Umeå'))
    """
    words = text.split(" ")
    count = next((place for place, word in enumerate(words) if not word.isdecimal()), len(words))
    return " ".join(words[:count]), " ".join(words[count:])


def _sru(codes: Iterable[str]) -> int:
    first = next(iter(codes), "")
    return int(first) if first.isascii() and first.isdecimal() and len(first) < 6 else 0


def refusal(word: str, text: str) -> Deviation:
    return Deviation(0, word, True, text)
