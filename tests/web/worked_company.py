"""The companies of the reference, whose every figure of a year is known, made through the API."""

from typing import Any

from tests.service import Company
from tests.web import invoicing, purchasing, vat
from tests.web.test_years import LAST, THIS, close, entry, move_to

NAME, NUMBER = "Övning & Söner AB", "556677-8899"
ALL = {"DeliveredQuantity": 1}
WORK = {"HouseWork": True, "HouseWorkType": "CONSTRUCTION", "VAT": 25}
AT_25, AT_12 = {"VAT": 25} | ALL, {"VAT": 12} | ALL
TERMS = {"TermsOfPayment": "30"}
FROM_EU = {"VATType": "EUINTERNAL", "SalesType": "SERVICE"}


def opens_with(company: Company, balances: dict[int, int]) -> None:
    """What its first year begins with."""
    for account, balance in balances.items():
        sent = {"Account": {"BalanceBroughtForward": balance}}
        company.put(f"/accounts/{account}?financialyear={LAST}", sent)


def bill(company: Company, day: str, due: str, *rows: Any, **fields: Any) -> Any:
    dates = {"InvoiceDate": day, "DueDate": due}
    return purchasing.booked(company, *rows, **dates, **fields)["GivenNumber"]


def sell(company: Company, day: str, *rows: Any, **fields: Any) -> Any:
    return invoicing.issued(company, *rows, InvoiceDate=day, **TERMS, **fields)["DocumentNumber"]


# Övning & Söner AB


def begin(company: Company) -> None:
    """Its first year, closed with a profit of 10,000."""
    company.set(name=NAME, organisation_number=NUMBER, vat_period="year")
    opens_with(company, {1930: 40000, 2081: -25000, 2091: -15000})
    entry(company, "2025-06-01", "D 1930 10000", "K 3001 10000")
    close(company)


def trade(company: Company) -> None:
    """All that it sells, buys and is paid in its second year."""
    one = sell(company, "2026-02-02", {"Price": 10000} | AT_25, {"Price": 1000} | AT_12)
    invoicing.pay(company, one, 13620, PaymentDate="2026-03-03")
    paper = [{"Account": 5410, "Debit": 4000}, {"Account": 6110, "Debit": 1000}]
    first = bill(company, "2026-03-05", "2026-04-04", *paper, VAT=1250, Total=6250)
    sell(company, "2026-03-10", {"Price": 99.90} | AT_25)
    purchasing.pay(company, first, Amount=6250, PaymentDate="2026-04-04")
    bill(company, "2026-05-06", "2026-06-05", {"Account": 6540, "Debit": 2000}, **FROM_EU)
    buyer = vat.buyer_in_germany(company)
    sell(company, "2026-06-01", {"Price": 5000} | ALL, CustomerNumber=buyer)
    rows = ({"Price": 500, "DeliveredQuantity": 20} | WORK, {"Price": 4000} | AT_25)
    four = sell(company, "2026-09-01", *rows, TaxReductionType="rot")
    invoicing.pay(company, four, 13750, PaymentDate="2026-09-20")
    sell(company, "2026-11-20", {"Price": 800} | AT_25)
    rent = {"Account": 6110, "Debit": 1000}
    bill(company, "2026-12-10", "2027-01-09", rent, VAT=250, Total=1250)


def made(company: Company, *, closed: bool = True) -> None:
    """Both years, looked at in the third."""
    begin(company)
    move_to(company, "2026-12-31")
    trade(company)
    entry(company, "2026-06-15", "D 2098 10000", "K 2091 10000")
    move_to(company, "2027-01-15")
    vat.filed(company, "202612")
    if closed:
        close(company, THIS)


# A year by the cash method, and a sole trader's: both the first of two


def year_of_cash(company: Company) -> tuple[Any, Any]:
    """Invoice 1 unpaid, of invoice 2 some paid, and two purchases unpaid, one of them abroad."""
    one = sell(company, "2025-10-01", {"Price": 1000} | AT_25)
    two = sell(company, "2025-10-01", {"Price": 2000} | AT_25)
    invoicing.pay(company, two, 1000, PaymentDate="2025-12-15")
    autumn = ("2025-10-01", "2025-10-31")
    bill(company, *autumn, {"Account": 6110, "Debit": 400}, VAT=100, Total=500)
    bill(company, *autumn, {"Account": 4531, "Debit": 1000}, **FROM_EU)
    return one, two


def year_of_sole_trader(company: Company) -> None:
    company.set(company_form="E", organisation_number="811228-9874", vat_period="year")
    opens_with(company, {1930: 20_000, 2010: -20_000})
    number = sell(company, "2025-02-01", {"Price": 10_000} | AT_25)
    invoicing.pay(company, number, 12_500, PaymentDate="2025-02-01")
    entry(company, "2025-03-01", "D 2013 3000", "K 1930 3000")
    entry(company, "2025-04-01", "D 1930 500", "K 2018 500")
