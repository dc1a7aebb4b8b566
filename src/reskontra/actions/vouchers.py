"""Manual vouchers: made by hand, in a series that is for them."""

from collections.abc import Mapping
from datetime import date

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import NOTHING, POSTED, UNTOLD, Allow, Outcome, Request, always
from reskontra.actions.register import Register
from reskontra.actions.years import LOCKED_PERIOD, asks_for_year, year_among
from reskontra.contract import bookkeeping as contract
from reskontra.contract.resource import Changes
from reskontra.domain.calendar import coming_year, is_to_come, refuse_closed, year_of
from reskontra.domain.errors import Conflict, Invalid, by_row
from reskontra.domain.voucher import MANUAL, Posting, Voucher, VoucherKey
from reskontra.storage import evidence, ledger, shelves

LONGEST = 200  # of a voucher's text


def write(desk: Desk, _: None, request: Request) -> Outcome:
    changes = contract.VOUCHERS.accept(request.fields, creating=True)
    contract.VOUCHERS.require(changes)
    rows = changes.pop("postings", [])
    postings = tuple(by_row(posting_sent, rows, contract.VOUCHER_ROWS.fields))
    draft: Voucher = contract.VOUCHERS.made(changes, postings=postings, reference_type=MANUAL)
    refuse_unfit(draft)
    refuse_other_year(desk, draft.date, request.query)
    refuse_other_series(desk, draft)
    refuse_unknown_accounts(desk, draft.date, (row.account for row in draft.postings))
    return Outcome(draft, draft)


def refuse_other_year(desk: Desk, day: date, query: Mapping[str, str]) -> None:
    """The day is in an open year, or in the coming one, and in the one that was asked for."""
    years = desk.books.years()
    if is_to_come(years, day, desk.today):
        years.append(coming_year(years))
    year = year_of(years, day)
    refuse_closed(year, LOCKED_PERIOD.find(desk).locked_through, day)
    assert year
    if asks_for_year(query) and year_among(years, query, desk.today) != year.id:
        raise Invalid(f"TransactionDate {day} ligger inte i det angivna räkenskapsåret")


def refuse_other_series(desk: Desk, draft: Voucher) -> None:
    manual = ledger.is_manual(desk.books, draft.date, draft.series)
    if manual is None:
        raise Invalid(f"Det finns ingen verifikationsserie {draft.series}")
    if not manual:
        raise Invalid(
            f"Verifikationsserie {draft.series} är inte avsedd för manuella verifikationer"
        )


def posting_sent(changes: Changes) -> Posting:
    """A row that has one side."""
    contract.VOUCHER_ROWS.require(changes)
    row: Posting = contract.VOUCHER_ROWS.made(changes)
    if row.debit < 0 or row.credit < 0 or bool(row.debit) == bool(row.credit):
        raise Invalid("En rad ska ha ett belopp större än noll, i debet eller i kredit")
    return row


def refuse_unfit(voucher: Voucher) -> None:
    """A voucher balances, and has two rows or more."""
    if len(voucher.postings) < 2:
        raise Invalid("En verifikation ska ha minst två rader")
    if sum(row.amount for row in voucher.postings) != 0:
        raise Invalid("Verifikationen balanserar inte")


def with_rows(desk: Desk, voucher: Voucher) -> Voucher:
    """As the ledger has it: a list's header has no rows yet, and accounts have names."""
    return ledger.voucher_at(desk.books, voucher.key)


def correct(desk: Desk, _: None, key: VoucherKey) -> Outcome:
    """The opposite of a voucher made by hand, dated today; what was posted stays as it is."""
    ledger.lock(desk.books)
    original = ledger.voucher_at(desk.books, key)
    refuse_correction(desk, original)
    refuse_unknown_accounts(desk, desk.today, (row.account for row in original.postings))
    text = f"Rättelse av {original.series} {original.number}: {original.description}"[:LONGEST]
    source = f"correction of {key.series} {key.number} of year {key.year}"
    mirror = original.reversed("M", desk.today, text, source)
    return Outcome(mirror, mirror)


def refuse_correction(desk: Desk, voucher: Voucher) -> None:
    """A document's voucher is corrected by what is done with the document."""
    if voucher.reference_type != MANUAL:
        raise Conflict("Verifikationen hör till ett underlag, och rättas genom det")
    if evidence.seal(desk.books, voucher.key).corrects:
        raise Conflict("Verifikationen är själv en rättelse: bokför en ny verifikation i stället")
    if by := evidence.corrected_by(desk.books, voucher.key):
        raise Conflict(f"Verifikationen är redan rättad, med {by.series} {by.number}")


def as_it_came(desk: Desk, _: None, draft: Voucher) -> Outcome:
    """From a SIE file, which is kept: with its own number, and as the file has it."""
    return Outcome(draft, draft)


# fmt: off
VOUCHERS = Register(
    contract.VOUCHERS, shelves.VOUCHERS, contract.VOUCHER_LISTING, status="",
    bears=lambda draft, posted: posted, shown=with_rows, life=(
    #     from     trigger    to      only if  does        tells
    Allow(NOTHING, "create",  POSTED, always,  write,      UNTOLD),
    Allow(NOTHING, "correct", POSTED, always,  correct,    UNTOLD),
    Allow(NOTHING, "import",  POSTED, always,  as_it_came, UNTOLD),
))
# fmt: on
