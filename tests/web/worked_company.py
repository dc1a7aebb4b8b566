"""Övning & Söner AB: a company whose every figure of a year is known, made through the API."""

from typing import Any

from tests.service import Company
from tests.web import invoicing, purchasing
from tests.web.test_years import LAST, close, entry, move_to

NAME, NUMBER = "Övning & Söner AB", "556677-8899"
GIVEN = {"DeliveredQuantity": 1}
WORK = {"HouseWork": True, "HouseWorkType": "CONSTRUCTION", "VAT": 25}
AT_25, AT_12 = {"VAT": 25} | GIVEN, {"VAT": 12} | GIVEN
TERMS = {"TermsOfPayment": "30"}


def begin(company: Company) -> None:
    """Its first year, closed with a profit of 10,000."""
    company.set(name=NAME, organisation_number=NUMBER)
    for account, balance in ((1930, 40000), (2081, -25000), (2091, -15000)):
        sent = {"Account": {"BalanceBroughtForward": balance}}
        company.put(f"/accounts/{account}?financialyear={LAST}", sent)
    entry(company, "2025-06-01", "D 1930 10000", "K 3001 10000")
    close(company)


def bill(company: Company, day: str, due: str, *rows: Any, **fields: Any) -> Any:
    dates = {"InvoiceDate": day, "DueDate": due}
    return purchasing.booked(company, *rows, **dates, **fields)["GivenNumber"]


def sell(company: Company, day: str, *rows: Any, **fields: Any) -> Any:
    return invoicing.issued(company, *rows, InvoiceDate=day, **TERMS, **fields)["DocumentNumber"]


def live(company: Company) -> None:
    """What it sells and buys in its second year."""
    one = sell(company, "2026-02-02", {"Price": 10000} | AT_25, {"Price": 1000} | AT_12)
    invoicing.pay(company, one, 13620, PaymentDate="2026-03-03")
    paper = [{"Account": 5410, "Debit": 4000}, {"Account": 6110, "Debit": 1000}]
    first = bill(company, "2026-03-05", "2026-04-04", *paper, VAT=1250, Total=6250)
    sell(company, "2026-03-10", {"Price": 99.90} | AT_25)
    purchasing.pay(company, first, Amount=6250, PaymentDate="2026-04-04")
    abroad = {"VATType": "EUINTERNAL", "SalesType": "SERVICE"}
    bill(company, "2026-05-06", "2026-06-05", {"Account": 6540, "Debit": 2000}, **abroad)
    abroad = {"VATType": "EUREVERSEDVAT", "VATNumber": "DE200009800", "CountryCode": "DE"}
    buyer = invoicing.customer(company, Name="Berlin GmbH", **abroad)
    sell(company, "2026-06-01", {"Price": 5000} | GIVEN, CustomerNumber=buyer)
    house = {"TaxReductionType": "rot"}
    rows = ({"Price": 500, "DeliveredQuantity": 20} | WORK, {"Price": 4000} | AT_25)
    four = sell(company, "2026-09-01", *rows, **house)
    invoicing.pay(company, four, 13750, PaymentDate="2026-09-20")
    sell(company, "2026-11-20", {"Price": 800} | AT_25)
    rent = {"Account": 6110, "Debit": 1000}
    bill(company, "2026-12-10", "2027-01-09", rent, VAT=250, Total=1250)


def meet(company: Company) -> None:
    """The annual meeting, of last year's result."""
    entry(company, "2026-06-15", "D 2098 10000", "K 2091 10000")


def settle_vat(company: Company) -> None:
    """By hand, as the return of the year says."""
    debits = ("D 2611 6224.98", "D 2614 500", "D 2621 120")
    entry(company, "2026-12-31", *debits, "K 2640 1500", "K 2645 500", "K 2650 4844", "K 3740 0.98")


def end(company: Company) -> None:
    close(company, 2, confirmed=True)


def made(company: Company, *, closed: bool = True) -> None:
    """All of it, looked at in the new year."""
    begin(company)
    move_to(company, "2026-12-31")
    live(company)
    meet(company)
    settle_vat(company)
    move_to(company, "2027-01-15")
    if closed:
        end(company)
