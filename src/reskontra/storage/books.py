"""Books: one organisation's records, inside one transaction."""

from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any, NoReturn, TypeVar

from sqlalchemy import (
    Integer,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    literal_column,
    not_,
    null,
    select,
    update,
)
from sqlalchemy.sql.expression import ColumnElement

from reskontra.codec import stored
from reskontra.domain.calendar import (
    FinancialYear,
    LockedPeriod,
    is_to_come,
    refuse_closed,
    year_of,
)
from reskontra.domain.clock import SWEDEN, swedish_date
from reskontra.domain.equity import NO_TYPES, PLAIN, is_balance_account
from reskontra.domain.errors import Conflict
from reskontra.domain.happening import Happening, one_for_each, voucher_created
from reskontra.domain.records import Record, replace
from reskontra.domain.vat_return import ReturnStatus
from reskontra.domain.voucher import VatEntry, Voucher
from reskontra.engine.columns import ORE, TEXT, WHOLE
from reskontra.engine.database import Transaction
from reskontra.storage import chain, tables
from reskontra.storage.layout import Layout
from reskontra.storage.shelf import Shelf
from reskontra.storage.shelves import POSTINGS, VOUCHERS

R = TypeVar("R", bound=Record)
NO_LIMIT = 2**62
LINE = ("organisation_id", "year", "series", "number", "line")  # what begins each of a voucher's


def _mine(table: Any) -> ColumnElement[bool]:
    condition: ColumnElement[bool] = table.c.organisation_id == bindparam("organisation_id")
    return condition


number_series, ledgers, series = tables.number_series, tables.ledgers, tables.voucher_series
years, returns = tables.financial_years, tables.vat_returns

THIS_MONTH = number_series.c.month == bindparam("month")
OF_SERIES = _mine(number_series) & (number_series.c.name == bindparam("series"))
BEGIN_SERIES = insert(number_series).from_select(
    ["organisation_id", "name", "latest", "month", "taken"],
    select(
        cast(bindparam("organisation_id"), WHOLE),
        cast(bindparam("series"), TEXT),
        *(literal_column(word) for word in ("0", "''", "0")),
    )
    .where(not_(exists().where(OF_SERIES)))
    .suffix_with("ON CONFLICT DO NOTHING"),  # someone else may have begun it meanwhile
)
TAKE_NUMBER = (
    update(number_series)
    .where(OF_SERIES)
    .where(not_(THIS_MONTH) | (number_series.c.taken < bindparam("most")))
    .values(
        latest=number_series.c.latest + 1,
        taken=case((THIS_MONTH, number_series.c.taken + 1), else_=1),
        month=bindparam("month"),
    )
    .returning(number_series.c.latest)
)
TAKEN_THIS_MONTH = select(number_series.c.taken).where(OF_SERIES, THIS_MONTH)
RAISE_NUMBER = (
    update(number_series)
    .where(OF_SERIES)
    .values(
        latest=case(
            (number_series.c.latest < bindparam("reached"), bindparam("reached")),
            else_=number_series.c.latest,
        )
    )
    .returning(number_series.c.latest)
)
HOLD_NUMBERS = select(number_series.c.latest).where(OF_SERIES).with_for_update()
LOCK_LEDGER = select(ledgers.c.locked_through).where(_mine(ledgers)).with_for_update()
# The header moves the ledger on; until then nobody else posts in it.
TAKE_SEQUENCE = (
    select(func.coalesce(ledgers.c.sequence, 0) + 1, ledgers.c.hash, ledgers.c.locked_through)
    .where(_mine(ledgers))
    .with_for_update()
)
# And whether the VAT of the day is filed.
FILED = (
    select(returns.c.period)
    .where(_mine(returns), returns.c.status == ReturnStatus.FILED)
    .where(returns.c.from_date <= bindparam("date"), returns.c.to_date >= bindparam("date"))
    .limit(1)
)
TAKE_PLACE = TAKE_SEQUENCE.add_columns(FILED.scalar_subquery())
OPEN_YEAR = (
    select(years.c.id)
    .where(_mine(years), years.c.from_date <= bindparam("date"))
    .where(years.c.to_date >= bindparam("date"), years.c.closed == bindparam("false"))
)
TAKE_VOUCHER_NUMBER = (
    update(series)
    .where(_mine(series), series.c.code == bindparam("series"))
    .where(series.c.year == OPEN_YEAR.scalar_subquery())
    .values(last_number=func.coalesce(series.c.last_number, 0) + 1)
    .returning(series.c.year, series.c.last_number)
)
LAST_NUMBER = select(series.c.year, func.coalesce(series.c.last_number, 0)).where(
    _mine(series),
    series.c.code == bindparam("series"),
    series.c.year == OPEN_YEAR.scalar_subquery(),
)
PASS_OVER = insert(tables.skipped_numbers)
TAKE_GIVEN_NUMBER = (
    update(series)
    .where(_mine(series), series.c.code == bindparam("series"))
    .where(series.c.year == OPEN_YEAR.scalar_subquery())
    .where(func.coalesce(series.c.last_number, 0) < bindparam("number"))
    .values(last_number=bindparam("number"))
    .returning(series.c.year, series.c.last_number)
)
YEAR_LAYOUT = Layout(years, FinancialYear, "Kan inte hitta räkenskapsåret")
LOCK_LAYOUT = Layout(ledgers, LockedPeriod)
YEARS = select(*YEAR_LAYOUT.columns).where(_mine(years)).order_by(years.c.from_date)
HEADER = insert(tables.vouchers)
ADD_HISTORY = insert(tables.history)
LATEST_ENTRY = (
    select(tables.history.c.number, tables.history.c.hash)
    .where(_mine(tables.history))
    .order_by(tables.history.c.number.desc())
    .limit(1)
)
# Numbered when it is written, last of all: whoever waits for the head waits for a commit alone.
EVENT = ("at", "topic", "type", "entity", "detail", "by", "request_id")
ADD_EVENT = insert(tables.events).from_select(
    ["organisation_id", "number", *EVENT],
    select(
        tables.event_heads.c.organisation_id,
        tables.event_heads.c.latest + 1,
        *(cast(bindparam(name), TEXT) for name in EVENT),
    )
    .where(_mine(tables.event_heads))
    .with_for_update(),
)
TYPES = (
    select(tables.accounts.c.number, tables.accounts.c.type)
    .distinct()
    .where(_mine(tables.accounts), tables.accounts.c.type.is_not(None))
)
COPY_CHART = insert(tables.accounts).from_select(
    [column.name for column in tables.accounts.c],
    select(
        *[
            cast(bindparam("year"), Integer) if column.name == "year"
            else cast(0, Integer) if column.name == "balance_brought_forward"
            else column
            for column in tables.accounts.c
        ]
    ).where(_mine(tables.accounts), tables.accounts.c.year == bindparam("from_year")),
)  # fmt: skip
COPY_SERIES = insert(series).from_select(
    [column.name for column in series.c],
    select(
        *[
            cast(bindparam("year"), Integer) if column.name == "year"
            else cast(null(), Integer) if column.name == "last_number"
            else column
            for column in series.c
        ]
    ).where(_mine(series), series.c.year == bindparam("from_year")),
)  # fmt: skip


@dataclass(frozen=True)
class Books:
    """All that is done with open books is kept together, or not at all."""

    tx: Transaction
    organisation_id: int
    now: datetime
    by: str
    request_id: str = ""  # of the call that is answered
    happenings: list[Happening] = field(default_factory=list, compare=False)  # for those who listen
    # Those that were written here, by table and key: whoever wrote is shown them.
    answers: dict[tuple[Any, ...], bytes] = field(default_factory=dict, compare=False)

    @cached_property
    def today(self) -> date:
        return swedish_date(self.now)

    @cached_property
    def modified(self) -> str:
        """When a record changed, in the Swedish time that `lastmodified` asks in."""
        return self.swedish_now.isoformat(" ", "seconds")

    @property
    def swedish_now(self) -> datetime:
        return self.now.astimezone(SWEDEN).replace(tzinfo=None)

    @cached_property
    def account_types(self) -> dict[int, str]:
        """Of accounts whose numbers do not say it; the same in every year."""
        return dict(self.all(TYPES))

    def type_of(self, account: int) -> str | None:
        return None if account in PLAIN else self.account_types.get(account)

    def goes_on(self, account: int) -> bool:
        """Whether what stands on it goes on into the next year."""
        return is_balance_account(account, NO_TYPES if account in PLAIN else self.account_types)

    def shelf(self, layout: Layout[R]) -> Shelf[R]:
        return Shelf(layout, self)

    def first(self, statement: Any, **values: Any) -> tuple[Any, ...] | None:
        return self.tx.first(statement, values | {"organisation_id": self.organisation_id})

    def all(self, statement: Any, **values: Any) -> list[tuple[Any, ...]]:
        return self.tx.all(statement, values | {"organisation_id": self.organisation_id})

    def run(self, statement: Any, **values: Any) -> int:
        return self.tx.run(statement, values | {"organisation_id": self.organisation_id})

    def put(self, statement: Any, **values: Any) -> None:
        self.tx.put(statement, values | {"organisation_id": self.organisation_id})

    def next_number(self, name: str) -> int:
        """Gapless: a transaction that fails gives its number back."""
        number = self.number_within(name, NO_LIMIT)
        assert number, f"the series {name!r} gives no number"
        return number

    def number_within(self, name: str, most: int) -> int | None:
        """The next number, unless so many have been taken in this calendar month."""
        return self._of_series(TAKE_NUMBER, name, month=self._month, most=most)

    def taken_this_month(self, name: str) -> int:
        taken = self.first(TAKEN_THIS_MONTH, series=name, month=self._month)
        return taken[0] if taken else 0

    @property
    def _month(self) -> str:
        return self.today.isoformat()[:7]

    def reach_number(self, name: str, number: int) -> None:
        """Numbers chosen by a client count: the series goes on after the highest.

        As when a number is taken, no one else takes one until the books are closed.
        """
        self._of_series(RAISE_NUMBER, name, reached=number)

    def hold_numbers(self, name: str) -> None:
        """Nobody draws from the series until the books are closed."""
        self._of_series(HOLD_NUMBERS, name)

    def _of_series(self, statement: Any, name: str, **values: Any) -> int | None:
        """What a statement gives of a series, which begins when it is first asked for."""
        row = self.first(statement, series=name, **values)
        if row is None:
            self.run(BEGIN_SERIES, series=name)
            row = self.first(statement, series=name, **values)
        return row[0] if row else None

    def record_history(self, what: str, **detail: Any) -> None:
        """Who did what to the surroundings of the books, and when."""
        self.first(LOCK_LEDGER)
        latest, previous = self.first(LATEST_ENTRY) or (0, chain.FIRST)
        number, at, said = latest + 1, self.now.isoformat(), stored(detail)
        entry = {"number": number, "at": at, "by": self.by, "what": str(what), "detail": said}
        digest = chain.entry_digest(previous, self.organisation_id, **entry)
        self.put(ADD_HISTORY, **entry, hash=digest)

    def tell(self, happening: Happening) -> None:
        """For those who listen: kept with what has happened, as the last of the transaction."""
        if not self.happenings:
            self.tx.at_end(self._keep_events)
        self.happenings.append(happening)

    def _keep_events(self) -> None:
        at = self.now.isoformat()
        for each in one_for_each(self.happenings):
            event = {
                "organisation_id": self.organisation_id, "at": at, "topic": each.topic,
                "type": each.type, "entity": each.entity, "detail": stored(each.detail),
                "by": self.by, "request_id": self.request_id,
            }  # fmt: skip
            self.tx.put(ADD_EVENT, event)

    # The ledger

    def post(self, voucher: Voucher) -> Voucher | None:
        """The voucher with its number, sealed in the ledger for good.

        None where the coming year has to begin first.
        """
        mine = {"organisation_id": self.organisation_id, "date": voucher.date.isoformat()}
        wanted = {"series": voucher.series, "false": False}
        take = TAKE_VOUCHER_NUMBER
        if voucher.number:
            self._pass_over(voucher, wanted | {"date": mine["date"]})
            take, wanted = TAKE_GIVEN_NUMBER, wanted | {"number": voucher.number}
        taken, numbered = self.tx.firsts((TAKE_PLACE, mine), (take, mine | wanted))
        assert taken, "the organisation has no ledger"
        sequence, previous, through, filed = taken
        locked = through and date.fromisoformat(through)
        if not numbered or (locked and voucher.date <= locked):
            years = self.years()
            if is_to_come(years, voucher.date, self.today):
                return None
            self._refuse(voucher, years, locked)
        if filed and voucher.vat_entries:
            raise Conflict(f"Momsen för perioden {filed} är deklarerad")
        year, number = numbered
        posted = replace(voucher, year=year, number=number)
        self._write(posted, sequence, previous)
        self.tell(voucher_created(year, voucher.series, number))
        return posted

    def _pass_over(self, voucher: Voucher, wanted: dict[str, Any]) -> None:
        """The numbers between the last and the one that a file gives are nobody's."""
        year, last = self.first(LAST_NUMBER, **wanted) or (0, voucher.number)
        if voucher.number > last + 1:
            stretch = {"from_number": last + 1, "to_number": voucher.number - 1}
            of_file = {"import_id": int(voucher.reference_number)}
            self.put(PASS_OVER, year=year, series=voucher.series, **stretch, **of_file)

    def _refuse(
        self, voucher: Voucher, years: list[FinancialYear], locked: date | None
    ) -> NoReturn:
        """Say why; the number that it may have taken goes back with the transaction."""
        refuse_closed(year_of(years, voucher.date), locked, voucher.date)
        raise Conflict(f"Det finns ingen verifikationsserie {voucher.series}")

    def _write(self, voucher: Voucher, sequence: int, previous: str) -> None:
        """The rows first; the header seals them."""
        at = self.now.isoformat()
        own = (self.organisation_id, voucher.year, voucher.series, voucher.number)
        for table, names, lines in (
            (tables.postings, POSTINGS.names, map(POSTINGS.row, voucher.postings)),
            (tables.vat_entries, VatEntry._fields, map(_entry, voucher.vat_entries)),
        ):
            rows = [(*own, place, *line) for place, line in enumerate(lines, 1)]
            if rows:
                self.tx.insert_rows(table, (*LINE, *names), rows)
        corrects = voucher.corrects
        header = VOUCHERS.named_row(voucher) | {
            "organisation_id": self.organisation_id,
            "source": voucher.source or None,
            "corrects_year": corrects and corrects.year,
            "corrects_series": corrects and corrects.series,
            "corrects_number": corrects and corrects.number,
            "sequence": sequence,
            "registered_at": at,
            "registered_by": self.by,
            "hash": chain.digest(previous, self.organisation_id, voucher, sequence, at, self.by),
        }  # fmt: skip
        self.tx.put(HEADER, header)

    def years(self) -> list[FinancialYear]:
        return [YEAR_LAYOUT.made(row) for row in self.all(YEARS)]

    def furnish(self, year: FinancialYear) -> None:
        """A new year gets the chart and the series of the one nearest before it."""
        others = [other for other in self.years() if other.id != year.id]
        if others:
            like = max(others, key=lambda each: (each.from_date < year.from_date, each.from_date))
            self.put(COPY_CHART, year=year.id, from_year=like.id)
            self.put(COPY_SERIES, year=year.id, from_year=like.id)


def _entry(entry: VatEntry) -> tuple[Any, ...]:
    return entry.tax_date.isoformat(), entry.box, ORE.into(entry.base), ORE.into(entry.tax)
