"""Manual vouchers: made by hand, in a series that is for them."""

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import NOTHING, POSTED, Allow, Outcome, Request, always
from reskontra.actions.register import Register
from reskontra.actions.years import asks_for_year, year_asked
from reskontra.contract import bookkeeping as contract
from reskontra.contract.resource import Changes
from reskontra.domain.calendar import refuse_closed
from reskontra.domain.errors import Invalid, by_row
from reskontra.domain.voucher import Posting, Voucher
from reskontra.storage import ledger, shelves
from reskontra.storage.shelves import VOUCHER_SERIES


def write(desk: Desk, _: None, request: Request) -> Outcome:
    changes = contract.VOUCHERS.accept(request.fields, creating=True)
    contract.VOUCHERS.require(changes)
    rows = changes.pop("postings", [])
    postings = tuple(by_row(posting_sent, rows, contract.VOUCHER_ROWS.fields))
    draft: Voucher = contract.VOUCHERS.made(changes, postings=postings, reference_type="MANUAL")
    refuse_unfit(draft)
    year = desk.books.year_for(draft.date)
    refuse_closed(year, ledger.locked_through(desk.books), draft.date)
    assert year
    if asks_for_year(request.query) and year_asked(desk, request.query) != year.id:
        raise Invalid(f"TransactionDate {draft.date} ligger inte i det angivna räkenskapsåret")
    series = desk.books.shelf(VOUCHER_SERIES).find(year.id, draft.series)
    if series is None:
        raise Invalid(f"Det finns ingen verifikationsserie {draft.series}")
    if not series.manual:
        raise Invalid(
            f"Verifikationsserie {draft.series} är inte avsedd för manuella verifikationer"
        )
    refuse_unknown_accounts(desk, draft.date, (row.account for row in draft.postings))
    return Outcome(draft, draft)


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


# fmt: off
VOUCHERS = Register(
    contract.VOUCHERS, shelves.VOUCHERS, contract.VOUCHER_LISTING, status="",
    bears=lambda draft, posted: posted, shown=with_rows, life=(
    #     from     trigger   to      only if  does; the posting itself is told
    Allow(NOTHING, "create", POSTED, always,  write),
))
# fmt: on
