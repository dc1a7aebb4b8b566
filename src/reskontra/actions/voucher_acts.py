"""Vouchers as a person looks at them, writes one, and corrects one: shown first, then posted."""

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import Any, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.vouchers import VOUCHERS, refuse_correction
from reskontra.actions.years import year_asked, year_numbered
from reskontra.codec import as_shown
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.errors import Conflict, NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.registers import VoucherSeries
from reskontra.domain.search import Condition, Match, Search
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import evidence, ledger, shelves
from reskontra.storage.evidence import Seal

LONGEST_WORDS = 200
SEARCHED = "number description reference_number"


class ShownOtherwise(Conflict):
    """Något har ändrats sedan sidan visades; se efter igen"""


# The list


class Listed(NamedTuple):
    year: FinancialYear
    years: list[FinancialYear]
    series: list[VoucherSeries]
    rows: list[tuple[Voucher, Decimal]]  # each with what it debits in all
    total: int


def listed(desk: Desk, query: Mapping[str, str], limit: int, page: int) -> Listed:
    """By `financialyear`, `series`, `from`, `to`, `account`, `q` and `order`."""
    years = desk.books.years()
    year = year_numbered(years, year_asked(desk, query))
    conditions = list(_asked(query))
    is_down = query.get("order") != "asc"
    search = Search(tuple(conditions), "date", is_down, limit, (page - 1) * limit)
    rows, total = desk.books.shelf(shelves.VOUCHERS).page(search, year=year.id)
    sums = evidence.sums(desk.books, year.id, [(each.series, each.number) for each in rows])
    return Listed(
        year,
        years,
        series_of(desk, year.id),
        [(each, sums.get((each.series, each.number), ZERO)) for each in rows],
        total,
    )


def _asked(query: Mapping[str, str]) -> Iterable[Condition]:
    own = {"voucherseries": "series", "fromdate": "from", "todate": "to"}
    plain = {name: query[word] for name, word in own.items() if query.get(word)}
    yield from VOUCHERS.listing.search(plain).conditions
    if account := query.get("account", ""):
        is_number = account.isascii() and account.isdecimal() and len(account) <= 9
        yield Condition(Match.ON_A_ROW if is_number else Match.NEVER, "account",
                        int(account) if is_number else 0)  # fmt: skip
    if words := query.get("q", "").strip()[:LONGEST_WORDS]:
        yield Condition(Match.WITHIN, SEARCHED, words)


def series_of(desk: Desk, year: int) -> list[VoucherSeries]:
    return desk.books.shelf(shelves.VOUCHER_SERIES).page(Search(sort="code"), year=year)[0]


def manual_series(desk: Desk) -> list[VoucherSeries]:
    """Those that are for vouchers made by hand, this year."""
    year = year_asked(desk, {})
    return [each for each in series_of(desk, year) if each.manual]


# One of them


class Document(NamedTuple):
    """What a voucher is of: what it is called, and its place in the books if it has one."""

    words: str
    path: str = ""


class Seen(NamedTuple):
    voucher: Voucher
    year: FinancialYear
    seal: Seal
    document: Document | None
    hindrance: str  # why it is not corrected by hand; nothing where it can be


def look(desk: Desk, series: str, number: int, query: Mapping[str, str]) -> Seen:
    key = VoucherKey(year_asked(desk, query), series, number)
    voucher = ledger.voucher_at(desk.books, key)
    return Seen(
        voucher,
        year_numbered(desk.books.years(), key.year),
        evidence.seal(desk.books, key),
        document_of(desk, voucher),
        _hindrance(desk, voucher),
    )


def _hindrance(desk: Desk, voucher: Voucher) -> str:
    try:
        refuse_correction(desk, voucher)
    except Conflict as refused:
        return refused.message
    return ""


# fmt: off
CALLED = {
    "INVOICE":         "Kundfaktura {}",
    "INVOICEPAYMENT":  "Inbetalning {}",
    "SUPPLIERINVOICE": "Leverantörsfaktura {}",
    "SUPPLIERPAYMENT": "Utbetalning {}",
    "SIE":             "SIE-fil, import {}",
    "SIEUNDO":         "SIE-fil, import {} tas tillbaka",
}
# fmt: on


def document_of(desk: Desk, voucher: Voucher) -> Document | None:
    number = voucher.reference_number
    if voucher.reference_type not in CALLED:
        return None
    words = CALLED[voucher.reference_type].format(number).strip()
    is_number = number.isascii() and number.isdecimal() and len(number) <= 15
    return Document(words, _place(desk, voucher.reference_type, int(number)) if is_number else "")


def _place(desk: Desk, kind: str, number: int) -> str:
    books = desk.books
    if kind == "INVOICE":
        return f"/invoices/{number}"
    if kind == "INVOICEPAYMENT":
        paid = books.shelf(shelves.CUSTOMER_PAYMENTS).find(number)
        return f"/invoices/{paid.invoice_number}" if paid else ""
    if kind == "SUPPLIERPAYMENT":
        settled = books.shelf(shelves.SUPPLIER_PAYMENTS).find(number)
        number = settled.invoice_number if settled else 0
    if kind in ("SUPPLIERINVOICE", "SUPPLIERPAYMENT"):
        bill = books.shelf(shelves.SUPPLIER_SUMMARIES).find(number)
        return f"/suppliers/{bill.supplier_number}" if bill else ""
    return ""


# Writing one


class Sums(NamedTuple):
    debit: Decimal
    credit: Decimal

    @property
    def difference(self) -> Decimal:
        return self.debit - self.credit


def summed(rows: Iterable[Mapping[str, Any]]) -> Sums:
    """Of what was sent so far; what is no amount counts as nothing."""
    every = [*rows]
    return Sums(*(sum((_amount(row.get(side)) for row in every), ZERO) for side in SIDES))


SIDES = ("Debit", "Credit")


def _amount(text: Any) -> Decimal:
    try:
        amount = Decimal(str(text or "0"))
    except InvalidOperation:
        return ZERO
    return amount if amount.is_finite() and abs(amount) < 10**13 else ZERO


def write(desk: Desk, fields: Mapping[str, Any], shown: str | None = None) -> Voucher:
    """Tried, it tells what would be posted; told what was shown, it posts just that."""
    posted = fire(VOUCHERS, desk, None, "create", Request(fields))
    return _as_shown(desk, posted, shown)


def correct(desk: Desk, key: VoucherKey, shown: str | None = None) -> Voucher:
    if desk.books.shelf(shelves.VOUCHERS).find(*key) is None:
        raise NotFound(shelves.VOUCHERS.missing)
    return _as_shown(desk, fire(VOUCHERS, desk, None, "correct", key), shown)


def _as_shown(desk: Desk, posted: Voucher, shown: str | None) -> Voucher:
    voucher = ledger.voucher_at(desk.books, posted.key)
    if shown is not None and digest_of(voucher) != shown:
        raise ShownOtherwise
    return voucher


def digest_of(voucher: Voucher) -> str:
    """Of all that a page shows of it, but for its number: others may post first."""
    rows = [
        [it.account, str(it.debit), str(it.credit), it.transaction_information]
        for it in voucher.postings
    ]
    said = [voucher.series, str(voucher.date), voucher.description, rows]
    return sha256(as_shown(said)).hexdigest()[:32]
