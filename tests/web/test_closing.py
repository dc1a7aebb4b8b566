"""Closing a year: years of every length, what looks unfinished, a loss, and the way back."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from tests.service import Company, refused
from tests.web import invoicing, purchasing
from tests.web.purchasing import block, voucher
from tests.web.test_years import LAST, THIS, close, entry, move_to, opens_at

IN_THE_YEAR = "2025-06-01"
REASON = {"Reopening": {"Reason": "Ett kvitto saknas"}}


# Years of every length: those laid before a new company's, the nearest first. The last is closed.
LENGTHS = {
    "a short first year": [("2024-09-01", "2024-12-31")],
    "one of a month": [("2024-12-01", "2024-12-31")],
    "one of 18 months": [("2023-07-01", "2024-12-31")],
    "a broken one": [("2024-07-01", "2024-12-31"), ("2023-07-01", "2024-06-30")],
}


@pytest.mark.parametrize("years", LENGTHS.values(), ids=LENGTHS)
def test_a_year_of_any_length_is_closed_alike(company: Company, years: list[Any]) -> None:
    for from_date, to_date in years:
        sent = {"FromDate": from_date, "ToDate": to_date}
        year = company.post("/financialyears", {"FinancialYear": sent})["FinancialYear"]["Id"]
    first, last = years[-1]
    entry(company, first, "D 1930 1000", "K 3001 1000")
    entry(company, last, "D 5410 250", "K 1930 250")
    done = close(company, year)
    [result, equity] = done.vouchers
    assert (result.date, result.year) == (date.fromisoformat(last), year)
    assert voucher(company, "A", result.number, year) == block("""
        D 8999 750.00
        K 2099 750.00
    """)
    following = result.date + timedelta(days=1)
    assert (equity.date, equity.year) == (following, done.following_year)
    assert voucher(company, "A", equity.number, equity.year) == block("""
        D 2099 750.00
        K 2098 750.00
    """)
    assert [opens_at(company, each, equity.year) for each in (1930, 2099, 2098)] == [750, -750, 0]
    assert [opens_at(company, each, THIS) for each in (1930, 2099, 2098)] == [750, 0, -750]


def test_a_loss_is_drawn_from_equity(company: Company) -> None:
    entry(company, IN_THE_YEAR, "D 5410 4000", "K 1930 4000")
    close(company)
    assert voucher(company, "A", 2, LAST) == block("""
        D 2099 4000.00
        K 8999 4000.00
    """)
    assert invoicing.lines(company, "A", 1, THIS) == {2098: 4000, 2099: -4000}


def with_balances(company: Company) -> None:
    for account, balance in ((1930, 500), (2091, -500)):
        sent = {"Account": {"BalanceBroughtForward": balance}}
        company.put(f"/accounts/{account}?financialyear={LAST}", sent)


@pytest.mark.parametrize("first", [with_balances, close], ids=["with balances", "closed"])
def test_no_year_is_laid_before_one_that_would_lose_what_it_began_with(
    company: Company, first: Callable[[Company], Any]
) -> None:
    first(company)
    sent = {"FinancialYear": {"FromDate": "2024-01-01", "ToDate": "2024-12-31"}}
    assert "läggas före" in refused(company.api.post("/financialyears", json=sent), 409)


# What looks unfinished


def bill_draft(company: Company) -> Any:
    dated = {"InvoiceDate": IN_THE_YEAR, "DueDate": "2025-07-01"}
    return purchasing.draft(company, **dated)["GivenNumber"]


def unbooked_receipt(company: Company) -> Any:
    number = invoicing.issued(company, InvoiceDate=IN_THE_YEAR)["DocumentNumber"]
    sent = {"InvoiceNumber": number, "Amount": 100, "PaymentDate": IN_THE_YEAR}
    return company.post("/invoicepayments", {"InvoicePayment": sent})["InvoicePayment"]["Number"]


def unbooked_paying(company: Company) -> Any:
    dated = {"InvoiceDate": IN_THE_YEAR, "DueDate": "2025-07-01"}
    number = purchasing.booked(company, **dated)["GivenNumber"]
    paid = {"Amount": 100, "PaymentDate": IN_THE_YEAR}
    return purchasing.registered(company, number, **paid)["Number"]


def standing_on(account: int) -> Callable[[Company], Any]:
    """What no invoice stands for."""

    def post(company: Company) -> str:
        entry(company, IN_THE_YEAR, f"D {account} 70", "K 1930 70")
        return "70"

    return post


# fmt: off
DOUBTS = {
    "a supplier draft":             (bill_draft, "leverantörsfakturor som inte är bokförda: {}"),
    "an unbooked customer payment": (unbooked_receipt, "inbetalningar som inte är bokförda: {}"),
    "an unbooked supplier payment": (unbooked_paying, "utbetalningar som inte är bokförda: {}"),
    "cards under way":              (standing_on(1686), "konto 1686 är inte tomt: {}"),
    "what nobody has sorted":       (standing_on(2999), "konto 2999 är inte tomt: {}"),
    "customers beside their list":  (standing_on(1510), "konto 1510 är {}.00, men reskontran"),
    "tax reductions beside theirs": (standing_on(1513), "konto 1513 är {}.00, men reskontran"),
    "suppliers beside theirs":      (standing_on(2440), "konto 2440 är {}.00, men reskontran"),
}
# fmt: on


@pytest.mark.parametrize(("leave", "words"), DOUBTS.values(), ids=DOUBTS)
def test_what_looks_unfinished_is_told_before_a_year_is_closed(
    company: Company, leave: Callable[[Company], Any], words: str
) -> None:
    doubt = words.format(leave(company))
    [seen] = company.get(f"/financialyears/{LAST}/closing")["Closing"]["Unfinished"]
    assert seen.startswith(doubt)
    assert seen in refused(company.api.put(f"/financialyears/{LAST}/close"), 409)
    done = company.put(f"/financialyears/{LAST}/close?confirm=true")["Closing"]
    assert (done["Closed"], done["Unfinished"]) == (True, [seen])


def test_what_is_unfinished_in_another_year_is_not_told(company: Company) -> None:
    purchasing.draft(company)
    invoicing.draft(company)
    assert close(company).unfinished == ()


def test_lists_that_agree_with_their_accounts_raise_no_doubt(company: Company) -> None:
    number = invoicing.issued(company, InvoiceDate=IN_THE_YEAR)["DocumentNumber"]
    invoicing.pay(company, number, 100, PaymentDate="2026-02-01")
    unbooked = purchasing.booked(company, InvoiceDate=IN_THE_YEAR, DueDate="2025-07-01")
    purchasing.pay(company, unbooked["GivenNumber"], Amount=100, PaymentDate="2026-02-01")
    assert close(company).unfinished == ()


# By the cash method


def test_a_purchase_in_another_currency_tells_its_vat_to_the_ore(company: Company) -> None:
    """The auditor holds what the closing told against the invoice and its rate."""
    company.set(accounting_method="CASH")
    abroad = {"VATType": "EUINTERNAL", "SalesType": "SERVICE", "Currency": "EUR"}
    dated = {"InvoiceDate": IN_THE_YEAR, "DueDate": "2025-07-01"}
    row = {"Account": 4531, "DebitCurrency": "99.99"}
    purchasing.booked(company, row, **abroad, **dated, CurrencyRate="11.2345")
    release, *_ = close(company).vouchers
    told = {each.box: float(each.amount) for each in release.vat_entries}
    assert told == {"21": 1123.34, "30": 280.84, "48": 280.84}


# The way back


def test_only_the_latest_closed_year_is_opened_again(company: Company) -> None:
    move_to(company, "2027-02-01")
    for year in (LAST, THIS):
        company.put(f"/financialyears/{year}/close?confirm=true")
    said = refused(company.api.put(f"/financialyears/{LAST}/reopen", json=REASON), 409)
    assert "senast" in said
    for year in (THIS, LAST):
        assert company.put(f"/financialyears/{year}/reopen", REASON)["Reopening"]["Year"] == year
    refused(company.api.put(f"/financialyears/{LAST}/reopen", json=REASON), 409)
