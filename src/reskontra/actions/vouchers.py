"""Manual vouchers: made by hand, in a series that is for them."""

from collections.abc import Mapping

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.years import asks_for_year, year_asked
from reskontra.contract.bookkeeping import VOUCHER_LISTING, VOUCHERS
from reskontra.contract.resource import Json
from reskontra.domain.calendar import refuse_closed
from reskontra.domain.errors import Invalid
from reskontra.domain.search import Search
from reskontra.domain.voucher import Voucher
from reskontra.storage import ledger
from reskontra.storage.shelves import VOUCHER_SERIES


def create(desk: Desk, sent: Json, query: Mapping[str, str]) -> Voucher:
    changes = VOUCHERS.accept(sent, creating=True)
    VOUCHERS.require(changes)
    rows = changes.pop("postings", [])
    assert VOUCHERS.rows
    for row in rows:
        VOUCHERS.rows.require(row)
    draft: Voucher = VOUCHERS.made(
        changes, postings=tuple(VOUCHERS.rows.made(row) for row in rows), reference_type="MANUAL"
    )
    refuse_unfit(draft)
    year = desk.books.year_for(draft.date)
    refuse_closed(year, ledger.locked_through(desk.books), draft.date)
    assert year
    if asks_for_year(query) and year_asked(desk, query) != year.id:
        raise Invalid(f"TransactionDate {draft.date} ligger inte i det angivna räkenskapsåret")
    series = desk.books.shelf(VOUCHER_SERIES).find(year.id, draft.series)
    if series is None:
        raise Invalid(f"Det finns ingen verifikationsserie {draft.series}")
    if not series.manual:
        raise Invalid(
            f"Verifikationsserie {draft.series} är inte avsedd för manuella verifikationer"
        )
    refuse_unknown_accounts(desk, draft.date, (row.account for row in draft.postings))
    posted = desk.books.post(draft)
    return ledger.voucher_at(desk.books, posted.key)


def refuse_unfit(voucher: Voucher) -> None:
    """A voucher balances, has two rows or more, and each row has one side."""
    if len(voucher.postings) < 2:
        raise Invalid("En verifikation ska ha minst två rader")
    for row in voucher.postings:
        if row.debit < 0 or row.credit < 0 or bool(row.debit) == bool(row.credit):
            raise Invalid("En rad ska ha ett belopp större än noll, i debet eller i kredit")
    if sum(row.amount for row in voucher.postings) != 0:
        raise Invalid("Verifikationen balanserar inte")


def page(
    desk: Desk, query: Mapping[str, str], series: str = ""
) -> tuple[list[Voucher], int, Search]:
    asked = {**query, "voucherseries": series} if series else query
    search = VOUCHER_LISTING.search(asked)
    records, total = ledger.voucher_page(desk.books, search, year_asked(desk, query))
    return records, total, search


def read(desk: Desk, series: str, number: int, query: Mapping[str, str]) -> Voucher:
    return ledger.voucher(desk.books, year_asked(desk, query), series, number)
