"""An invoice while it is being written: what it would come to, and nothing is kept."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from reskontra.actions.customer_drafts import draft, revise
from reskontra.actions.desk import Desk
from reskontra.actions.issuing import issue
from reskontra.actions.lifecycle import Request
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Refused
from reskontra.domain.records import replace
from reskontra.domain.registers import Article, Customer, ModeOfPayment, TermsOfPayment
from reskontra.domain.search import Condition, Match, Search
from reskontra.domain.voucher import Voucher
from reskontra.storage import standings
from reskontra.storage.shelves import ARTICLES, CUSTOMERS, MODES_OF_PAYMENT, TERMS_OF_PAYMENT

MOST_FOUND = 8


class Composed(NamedTuple):
    invoice: CustomerInvoice
    voucher: Voucher | None  # what issuing it would post
    hindrance: str = ""  # why it cannot be issued as it is


def composed(desk: Desk, before: CustomerInvoice | None, fields: Mapping[str, Any]) -> Composed:
    """As `create` or `update` would have it; raises what they refuse."""
    request = Request(fields)
    outcome = revise(desk, before, request) if before else draft(desk, None, request)
    return foreseen(desk, outcome.record)


def foreseen(desk: Desk, invoice: CustomerInvoice) -> Composed:
    """With the voucher that issuing it today would post."""
    if not invoice.rows:
        return Composed(invoice, None)
    try:
        voucher = issue(desk, invoice, None).voucher
    except Refused as refused:
        return Composed(invoice, None, refused.message)
    return Composed(invoice, voucher and with_names(desk, voucher))


def with_names(desk: Desk, voucher: Voucher) -> Voucher:
    """Its rows with what their accounts are called."""
    names = standings.names(desk.books, voucher.date)
    named = (replace(it, description=names.get(it.account, "")) for it in voucher.postings)
    return replace(voucher, postings=tuple(named))


def invoice_at(desk: Desk, number: int) -> CustomerInvoice:
    found: CustomerInvoice = CUSTOMER_INVOICES.find(desk, number)
    return found


# What is looked up while one writes


def customers(desk: Desk, words: str) -> list[Customer]:
    """By number or a part of the name; those that are in use."""
    active = Condition(Match.NAMED, "filter", "active")
    found = Condition(Match.ANYWHERE, "customer_number name organisation_number", words)
    search = Search((active, found) if words else (active,), "name", limit=MOST_FOUND)
    return desk.books.shelf(CUSTOMERS).page(search)[0]


def articles(desk: Desk, words: str) -> list[Article]:
    active = Condition(Match.NAMED, "filter", "active")
    found = Condition(Match.ANYWHERE, "article_number description", words)
    search = Search((active, found) if words else (active,), "description", limit=MOST_FOUND)
    return desk.books.shelf(ARTICLES).page(search)[0]


def customer_at(desk: Desk, number: str) -> Customer | None:
    return desk.books.shelf(CUSTOMERS).find(number) if number else None


def terms(desk: Desk) -> list[TermsOfPayment]:
    return desk.books.shelf(TERMS_OF_PAYMENT).page(Search(sort="code"))[0]


def modes(desk: Desk) -> list[ModeOfPayment]:
    return desk.books.shelf(MODES_OF_PAYMENT).page(Search(sort="code"))[0]
