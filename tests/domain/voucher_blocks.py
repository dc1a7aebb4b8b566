"""Vouchers as text, the way the bookkeeping rules write them: `D 1510 1848.00`, line by line."""

from textwrap import dedent

from reskontra.domain.voucher import Posting, Voucher


def block(text: str) -> str:
    return dedent(text).strip()


def written(voucher: Voucher) -> str:
    return "\n".join(_line(posting) for posting in voucher.postings)


def told(voucher: Voucher) -> dict[str, str]:
    """The VAT ledger's lines: box -> amount."""
    return {entry.box: str(entry.amount) for entry in voucher.vat_entries}


def _line(posting: Posting) -> str:
    side, amount = ("K", posting.credit) if posting.credit else ("D", posting.debit)
    return f"{side} {posting.account} {amount:.2f}"
