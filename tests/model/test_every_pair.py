"""Every trigger in every state, on both engines: none is left out, none is answered otherwise."""

from datetime import date

import pytest

from tests.model.clerk import Clerk
from tests.model.paths import PURCHASE, ROW, brought_to, every_pair
from tests.model.survey import survey
from tests.model.tables import ABSENT, DRAFT, PAIRS, UNBOOKED
from tests.service import Company

A_YEAR_AGO = {"InvoiceDate": "2025-12-30"}


def test_every_pair_of_state_and_trigger_is_answered_as_the_tables_say(company: Company) -> None:
    clerk = Clerk(company)
    every_pair(clerk)
    survey(clerk)
    assert clerk.hits == PAIRS


@pytest.mark.parametrize(
    ("trigger", "answer"),
    [("bookkeep", 200), ("externalprint", 200), ("email", 400), ("print", 400), ("preview", 400)],
)
def test_a_draft_without_rows(company: Company, trigger: str, answer: int) -> None:
    clerk = Clerk(company)
    customer = clerk.enrol("customer", Name="Kund", Email="kund@exempel.se")
    invoice = clerk.draft(customer)
    assert invoice
    assert clerk.fire(invoice, trigger) == answer
    survey(clerk)


def test_nobody_to_mail_to(company: Company) -> None:
    clerk = Clerk(company)
    invoice = clerk.draft(clerk.enrol("customer", Name="Kund"), InvoiceRows=[ROW])
    assert invoice
    assert clerk.fire(invoice, "email") == 400
    clerk.fire(invoice, "bookkeep")
    assert clerk.fire(invoice, "email") == 400
    survey(clerk)


def test_nothing_is_posted_in_a_locked_period(company: Company) -> None:
    clerk = Clerk(company)
    sale = brought_to(clerk, "customer invoice", DRAFT)
    purchase = brought_to(clerk, "supplier invoice", DRAFT)
    paid = brought_to(clerk, "customer payment", UNBOOKED)
    remitted = brought_to(clerk, "supplier payment", UNBOOKED)
    for invoice in (sale, purchase):
        clerk.fire(invoice, "update", **A_YEAR_AGO)
    for payment in (paid, remitted):
        clerk.fire(payment, "update", PaymentDate="2025-12-30")
    clerk.lock(date(2025, 12, 31))
    for document in (sale, purchase, paid, remitted):
        assert clerk.fire(document, "bookkeep") == 409
    clerk.fire(sale, "print")
    clerk.fire(sale, "preview")
    survey(clerk)


def test_customers_and_suppliers_that_are_not_there(company: Company) -> None:
    clerk = Clerk(company)
    assert clerk.draft(brought_to(clerk, "customer", ABSENT)) is None
    absent = brought_to(clerk, "supplier", ABSENT)
    assert clerk.receive(absent, InvoiceNumber="1", **PURCHASE) is None
    survey(clerk)


def test_numbers_that_are_taken(company: Company) -> None:
    clerk = Clerk(company)
    supplier = clerk.enrol("supplier", Name="Leverantör")
    first = clerk.receive(supplier, InvoiceNumber="F-1", GivenNumber=7, **PURCHASE)
    assert first
    assert clerk.receive(supplier, InvoiceNumber="F-1", **PURCHASE) is None
    assert clerk.receive(supplier, InvoiceNumber="F-2", GivenNumber=7, **PURCHASE) is None
    clerk.fire(first, "bookkeep")
    clerk.fire(first, "cancel")
    assert clerk.receive(supplier, InvoiceNumber="F-1", **PURCHASE)
    survey(clerk)
