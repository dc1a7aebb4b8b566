"""The life of a VAT return: looked at, filed, and reopened to be filed anew."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from reskontra.actions import closing
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import NOTHING, Allow, Outcome, Refuse, always
from reskontra.actions.register import Register, first_voucher
from reskontra.actions.vat_periods import (
    as_filed,
    as_open,
    brought,
    corrected,
    figures,
    filed_return,
    filed_returns,
    refuse_unknown,
    unfiled_period,
    unfiled_within,
)
from reskontra.actions.years import LOCKED_PERIOD, refuse_missing, waiting_purchases, waiting_sales
from reskontra.contract import vat_returns as contract
from reskontra.domain.calendar import FinancialYear, year_of
from reskontra.domain.errors import Conflict
from reskontra.domain.eskd import eskd
from reskontra.domain.records import replace
from reskontra.domain.vat_period import Period
from reskontra.domain.vat_return import (
    Declaration,
    Figures,
    ReturnStatus,
    VatReturn,
    differences,
    kronor,
    left_out,
    payable,
    return_boxes,
    said,
    settlement,
)
from reskontra.domain.voucher import VoucherKey
from reskontra.storage import ledger, shelves, vat

FILED, REOPENED = ReturnStatus.FILED, ReturnStatus.REOPENED
IS_FILED = "Momsperioden är redan deklarerad"
IS_OPEN = "Momsperioden är inte deklarerad"
NO_NUMBER = "Företagets organisationsnummer saknas"
MOST_NAMED = 20  # vouchers by hand


class Filing(NamedTuple):
    """What a return is asked to be of."""

    period: Period


# A period looked at


def declaration(desk: Desk, name: str) -> Declaration:
    """As it is filed, or as it would be; by the cash method a year-end is told of to see that."""
    if standing := filed_return(desk, name):
        own = VoucherKey(standing.voucher_year, standing.voucher_series, standing.voucher_number)
        return replace(as_filed(standing), vouchers=(ledger.voucher_at(desk.books, own),))
    ledger.lock(desk.books)
    period = unfiled_period(desk, name)
    why_not = list(hindrances(desk, period))
    if not why_not:
        release_vat(desk, period)
    return described(desk, period, why_not)


def described(desk: Desk, period: Period, why_not: list[str]) -> Declaration:
    known = figures(desk, period)
    boxes, at_odds = return_boxes(known.sums), differences(known)
    return replace(
        as_open(desk, period),
        corrects=corrected(desk, period),
        payable=payable(boxes),
        boxes=boxes,
        differences=at_odds,
        left_out=(*left_out(known), *untold(desk, period)),
        hindrances=(*why_not, *map(said, at_odds)),
        unfinished=tuple(doubts_about(desk, period)),
    )


def hindrances(desk: Desk, period: Period) -> Iterator[str]:
    """Why a period cannot be filed, whatever it comes to."""
    if period.to_date >= desk.today:
        yield f"Perioden är inte slut förrän {period.to_date}"
    if not desk.organisation.organisation_number:
        yield NO_NUMBER
    if locked := locked_beyond(desk, period):
        yield f"Bokföringen är låst till och med {locked}"
    year = year_of(desk.books.years(), period.to_date)
    if year and year.closed:
        yield f"Räkenskapsåret {year.from_date} till {year.to_date} är stängt"


def locked_beyond(desk: Desk, period: Period) -> date | None:
    """A lock over a day on which filing posts; one through that very day is lifted meanwhile."""
    locked = LOCKED_PERIOD.find(desk).locked_through
    days = [period.to_date, *(year.to_date for year in waiting_years(desk, period))]
    return locked if locked and any(day < locked for day in days) else None


def doubts_about(desk: Desk, period: Period) -> Iterator[str]:
    """What one would want to look at before a return is filed."""
    day_before = period.from_date - timedelta(days=1)
    years = [year for year in desk.books.years() if not year.closed]
    for year in years:
        for each in unfiled_within(desk, year.from_date, min(year.to_date, day_before)):
            yield f"perioden {each.name} är inte deklarerad, och kan inte deklareras efter denna"
    yield from closing.unbooked(desk, *period)
    if numbers := vat.sold_to_nobody(desk.books, period):
        yield f"köparens momsnummer saknas på faktura {', '.join(map(str, numbers))}"


def untold(desk: Desk, period: Period) -> Iterator[str]:
    yield from brought(desk, period)
    for series, number, account, amount in vat.untold(desk.books, period, MOST_NAMED):
        yield f"Verifikation {series} {number}: {amount} på konto {account}, utan momsuppgift"


def release_vat(desk: Desk, period: Period) -> None:
    """By the cash method the last period of a year tells of all that is unpaid."""
    for year in waiting_years(desk, period):
        with closing.behind_the_lock(desk, year.to_date):
            closing.release_vat(desk, year)


def waiting_years(desk: Desk, period: Period) -> list[FinancialYear]:
    """Those that end in the period while VAT of theirs waits for payments."""
    ended = [year for year in desk.books.years() if period.covers(year.to_date)]
    return [each for each in ended if waiting_sales(desk, each) or waiting_purchases(desk, each)]


def file_of(desk: Desk, name: str) -> str:
    """As it was filed; an open period has none, so that what is sent is what was filed."""
    refuse_unknown(desk, name)
    filed = filed_return(desk, name)
    if filed is None:
        raise Conflict(IS_OPEN)
    return filed.file


# Filed, and reopened


def file(desk: Desk, name: str, *, confirmed: bool = False) -> Declaration:
    """All that is posted with it is posted now, in this one transaction."""
    ledger.lock(desk.books)
    if filed_return(desk, name):
        raise Conflict(IS_FILED)
    period, first = unfiled_period(desk, name), len(desk.books.happenings)
    looked_at = declaration(desk, name)
    if looked_at.hindrances:
        raise Conflict("; ".join(looked_at.hindrances))
    if looked_at.unfinished and not confirmed:
        raise Conflict("Perioden ser inte färdig ut: " + "; ".join(looked_at.unfinished))
    with closing.behind_the_lock(desk, period.to_date):
        filed = fire(VAT_RETURNS, desk, None, "file", Filing(period))
    told = {"left_out": looked_at.left_out, "unfinished": looked_at.unfinished}
    return replace(as_filed(filed), vouchers=closing.posted_since(desk, first), **told)


def filing(desk: Desk, name: str) -> Declaration:
    """What filing it comes to, or came to: whoever looks takes the first back."""
    if filed_return(desk, name):
        return declaration(desk, name)
    return file(desk, name, confirmed=True)


def to_file(desk: Desk, _: None, request: Filing) -> Outcome:
    """The return as the books have it now, and the voucher that settles it."""
    period, known = request.period, figures(desk, request.period)
    if at_odds := differences(known):
        raise Conflict("; ".join(map(said, at_odds)))
    record = as_return(desk, period, known)
    voucher = settlement(record.number, period, known, payable(record.boxes))
    refuse_missing(desk, voucher)
    facts = {"number": record.number, "period": period.name, "payable": payable(record.boxes)}
    return Outcome(record, voucher, facts=facts)


def as_return(desk: Desk, period: Period, known: Figures) -> VatReturn:
    owner, boxes = desk.organisation, return_boxes(known.sums)
    return VatReturn(
        len(vat.all_returns(desk.books)) + 1,
        period.name,
        owner.vat_period,
        *period,
        desk.today,
        boxes,
        known.entries,
        eskd(owner.organisation_number, period.name, kronor(boxes)),
        corrected(desk, period),
    )


def lock(desk: Desk, filed: VatReturn) -> None:
    """Nothing comes into the period any more."""
    locked = LOCKED_PERIOD.find(desk).locked_through
    if locked is None or locked < filed.to_date:
        closing.lock_through(desk, filed.to_date)


def reopen(desk: Desk, name: str, reason: str) -> Declaration:
    """Its settlement is taken back, and its period takes corrections until it is filed anew."""
    ledger.lock(desk.books)
    refuse_unknown(desk, name)
    filed = filed_return(desk, name)
    if filed is None:
        raise Conflict(IS_OPEN)
    locked, first = LOCKED_PERIOD.find(desk).locked_through, len(desk.books.happenings)
    if locked == filed.to_date:
        closing.lock_through(desk, filed.from_date - timedelta(days=1))
    fire(VAT_RETURNS, desk, VAT_RETURNS.take(desk, filed.number), "reopen", reason)
    anew = described(desk, unfiled_period(desk, name), [])
    return replace(anew, vouchers=closing.posted_since(desk, first))


def is_the_latest(desk: Desk, filed: VatReturn) -> None:
    if any(each.to_date > filed.to_date for each in filed_returns(desk)):
        raise Conflict("Bara den senast deklarerade perioden kan öppnas igen")


def take_back(desk: Desk, filed: VatReturn, reason: str) -> Outcome:
    if not reason.strip():
        raise Conflict("Ange varför perioden öppnas igen")
    key = ledger.posted_of(desk.books, f"VAT return {filed.number}")
    assert key, "a filed return has its voucher"
    original = ledger.voucher_at(desk.books, key)
    text = f"Rättelse av {original.series} {original.number}, momsperioden öppnas igen"
    facts = {"number": filed.number, "period": filed.period, "reason": reason}
    return Outcome(filed, original.reversed("M", original.date, text), facts=facts)


# fmt: off
VAT_RETURNS = Register(
    contract.VAT_RETURNS, shelves.VAT_RETURNS, contract.LISTING, numbers="VAT return", bears=first_voucher,
    life=(
    #      from         trigger   to        only if        does       tells                  in the history
    Allow (NOTHING,     "file",   FILED,    always,        to_file,   "vat-return-filed",    recorded="VAT return filed", then=lock),
    Allow ((FILED,),    "reopen", REOPENED, is_the_latest, take_back, "vat-return-reopened", recorded="VAT return reopened"),
    Refuse((REOPENED,), "reopen", Conflict, IS_OPEN),
))
# fmt: on
