"""The cash method when a year ends: VAT of what is unpaid falls due, once."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from tests.service import Company
from tests.web import invoicing, purchasing
from tests.web.purchasing import at_desk, block, voucher
from tests.web.test_years import LAST, THIS, close, move_to

from reskontra.actions import closing
from reskontra.domain.voucher import Voucher

SOLD = {"InvoiceDate": "2025-10-01"}
BOUGHT = {"InvoiceDate": "2025-10-01", "DueDate": "2025-11-01"}
WORK = {"Description": "Arbete", "DeliveredQuantity": 1, "VAT": 25}


@pytest.fixture(autouse=True)
def cash(company: Company) -> None:
    company.set(accounting_method="CASH")


def sale(company: Company, price: int, **fields: Any) -> int:
    return int(
        invoicing.issued(company, WORK | {"Price": price}, **SOLD, **fields)["DocumentNumber"]
    )


def service_from_abroad(company: Company) -> str:
    row = {"Account": 4531, "Debit": 1000}
    abroad = {"VATType": "EUINTERNAL", "SalesType": "SERVICE"}
    return str(purchasing.booked(company, row, **abroad, **BOUGHT)["GivenNumber"])


def told(vouchers: tuple[Voucher, ...]) -> dict[str, float]:
    """What they say to the VAT return, by box."""
    boxes: dict[str, float] = {}
    for each in vouchers:
        for line in each.vat_entries:
            boxes[line.box] = boxes.get(line.box, 0) + float(line.amount)
    return boxes


def moved(vouchers: tuple[Voucher, ...]) -> dict[int, float]:
    """What they come to, by account, debit positive."""
    sums: dict[int, float] = {}
    for each in vouchers:
        for row in each.postings:
            sums[row.account] = sums.get(row.account, 0) + float(row.debit - row.credit)
    return {account: amount for account, amount in sums.items() if amount}


def test_vat_of_what_is_unpaid_falls_due_when_the_year_ends(company: Company) -> None:
    one, two = sale(company, 1000), sale(company, 2000)
    paid = invoicing.pay(company, two, 1000, PaymentDate="2025-12-15")["VoucherNumber"]
    assert voucher(company, "C", paid, LAST) == block("""
        D 1930 1000.00
        D 2618 200.00
        K 1510 1000.00
        K 2611 200.00
    """)
    purchasing.booked(company, {"Account": 6110, "Debit": 400}, VAT=100, **BOUGHT)
    abroad = service_from_abroad(company)
    done = close(company, confirmed=True).vouchers
    releases = tuple(each for each in done if each.vat_entries)
    assert moved(releases) == {2618: 550, 2645: 250, 2611: -550, 2614: -250}
    assert told(done) == {"05": 2200, "10": 550, "21": 1000, "30": 250, "48": 350}
    number = invoicing.pay(company, one, 1250, PaymentDate="2026-02-01")["VoucherNumber"]
    assert invoicing.lines(company, "C", number, THIS) == {1930: 1250, 1510: -1250}
    assert invoicing.boxes(company, "C", number, THIS) == {}
    part = invoicing.pay(company, two, 500, PaymentDate="2026-02-01")["VoucherNumber"]
    assert invoicing.boxes(company, "C", part, THIS) == {}
    purchasing.act(company, abroad, "cancel")


def test_what_was_released_is_credited_against_the_vat_that_was_told(company: Company) -> None:
    number = sale(company, 1000)
    close(company, confirmed=True)
    invoicing.act(company, number, "credit")
    assert invoicing.lines(company, "K", 1) == {3001: 1000, 2611: 250, 1510: -1250}
    assert invoicing.boxes(company, "K", 1) == {"05": -1000, "10": -250}


def test_what_was_released_is_lost_against_the_vat_that_was_told(company: Company) -> None:
    number = sale(company, 1000)
    close(company, confirmed=True)
    loss = [{"Amount": 1250, "AccountNumber": 6351}]
    invoicing.pay(company, number, 0, WriteOffs=loss)
    assert invoicing.lines(company, "C", 1) == {6351: 1000, 2611: 250, 1510: -1250}
    assert invoicing.boxes(company, "C", 1) == {"05": -1000, "10": -250}


def test_what_the_tax_agency_has_not_paid_is_released_too(company: Company) -> None:
    house = {"HouseWork": True, "HouseWorkType": "CONSTRUCTION"}
    number = invoicing.issued(
        company, WORK | house | {"Price": 1000}, TaxReductionType="rot", **SOLD
    )["DocumentNumber"]
    invoicing.pay(company, number, 625, PaymentDate="2025-12-01")
    assert told(close(company, confirmed=True).vouchers) == {"05": 500, "10": 125}
    paid = invoicing.pay(company, number, 625, ModeOfPayment="SKV", PaymentDate="2026-02-01")
    assert invoicing.boxes(company, "C", paid["VoucherNumber"], THIS) == {}


def test_a_purchase_alone_is_told_of_by_a_voucher_that_moves_nothing(company: Company) -> None:
    purchasing.booked(company, {"Account": 6110, "Debit": 400}, VAT=100, **BOUGHT)
    release, *_ = close(company, confirmed=True).vouchers
    rows = [(row.account, row.debit, row.credit) for row in release.postings]
    assert rows == [(2640, 100, 0), (2640, 0, 100)]
    assert told((release,)) == {"48": 100}


def test_what_was_taken_back_within_the_year_is_not_told_of(company: Company) -> None:
    bought = purchasing.booked(company, {"Account": 6110, "Debit": 400}, VAT=100, **BOUGHT)
    purchasing.act(company, bought["GivenNumber"], "cancel")
    purchasing.act(company, service_from_abroad(company), "cancel")
    number = sale(company, 1000)
    assert told(close(company, confirmed=True).vouchers) == {"05": 1000, "10": 250}
    assert invoicing.read(company, number)["Balance"] == 1250


def test_a_year_that_is_opened_and_closed_again_releases_nothing_twice(company: Company) -> None:
    sale(company, 1000)
    service_from_abroad(company)
    assert told(close(company, confirmed=True).vouchers)
    at_desk(company, lambda desk: closing.reopen(desk, LAST, "En faktura saknas"))
    late = sale(company, 400)
    assert told(close(company, confirmed=True).vouchers) == {"05": 400, "10": 100}
    paid = invoicing.pay(company, late, 500, PaymentDate="2026-02-01")["VoucherNumber"]
    assert invoicing.boxes(company, "C", paid, THIS) == {}


def test_a_purchase_that_is_taken_back_takes_its_vat_back_today(company: Company) -> None:
    number = purchasing.booked(company, {"Account": 6110, "Debit": 400}, VAT=100, **BOUGHT)
    close(company, confirmed=True)
    before = company.get("/vouchers", financialyear=THIS, limit=500)["Vouchers"]
    purchasing.act(company, number["GivenNumber"], "cancel")
    after = company.get("/vouchers", financialyear=THIS, limit=500)["Vouchers"]
    new = [each for each in after if each not in before]
    boxes: dict[str, float] = {}
    for each in new:
        found = invoicing.boxes(company, each["VoucherSeries"], each["VoucherNumber"])
        for box, amount in found.items():
            boxes[box] = boxes.get(box, 0) + amount
    assert boxes == {"48": -100}
    assert {each["TransactionDate"] for each in new} == {"2026-11-15"}


def totals(company: Company, year: int) -> dict[str, float]:
    """What the VAT return of a year is told, by box."""
    boxes: dict[str, float] = {}
    for each in company.get("/vouchers", financialyear=year, limit=500)["Vouchers"]:
        key = each["VoucherSeries"], each["VoucherNumber"], year
        for box, amount in invoicing.boxes(company, *key).items():
            boxes[box] = boxes.get(box, 0) + amount
    return {box: amount for box, amount in boxes.items() if amount}


def standing(company: Company, account: int) -> float:
    return float(company.get(f"/accounts/{account}")["Account"]["BalanceCarriedForward"])


JANUARY = {"PaymentDate": "2026-01-10"}
LOSS = {"WriteOffs": [{"Amount": 1250, "AccountNumber": 6351}]}
TAKEN_BACK = {"05": -1000, "10": -250}
# What happens in the new year, and what that year's return is told of it.
SINCE: dict[str, tuple[Callable[[Company, int], object], dict[str, float]]] = {
    "nothing": (lambda company, number: None, {}),
    "paid in part": (lambda company, number: invoicing.pay(company, number, 500, **JANUARY), {}),
    "paid": (lambda company, number: invoicing.pay(company, number, 1250, **JANUARY), {}),
    "credited": (lambda company, number: invoicing.act(company, number, "credit"), TAKEN_BACK),
    "lost": (
        lambda company, number: invoicing.pay(company, number, 0, **LOSS, **JANUARY),
        TAKEN_BACK,
    ),
}


@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(("happens", "told_since"), SINCE.values(), ids=SINCE)
def test_what_happens_after_the_year_changes_nothing_of_what_that_year_is_told(
    company: Company,
    happens: Callable[[Company, int], object],
    told_since: dict[str, float],
    locked: bool,
) -> None:
    """Also before it is closed, and behind a lock."""
    number = sale(company, 1000)
    if locked:
        at_desk(company, lambda desk: closing.lock_through(desk, date(2025, 12, 31)))
    happens(company, number)
    close(company, confirmed=True)
    assert totals(company, LAST) == {"05": 1000, "10": 250}
    assert totals(company, THIS) == told_since
    assert standing(company, 2618) == 0
    assert standing(company, 2611) == -250 - told_since.get("10", 0)


def test_purchases_paid_in_january_are_told_of_in_december(company: Company) -> None:
    bought = purchasing.booked(company, {"Account": 6110, "Debit": 400}, VAT=100, **BOUGHT)
    purchasing.pay(company, bought["GivenNumber"], Amount=500, PaymentDate="2026-01-10")
    abroad = service_from_abroad(company)
    purchasing.pay(company, abroad, Amount=1000, PaymentDate="2026-01-10")
    close(company, confirmed=True)
    assert totals(company, LAST) == {"21": 1000, "30": 250, "48": 350}
    assert totals(company, THIS) == {}


def test_what_a_payment_told_in_a_past_year_stays_told_when_it_is_undone(company: Company) -> None:
    number = sale(company, 2000)
    paid = invoicing.pay(company, number, 1000, PaymentDate="2025-12-15")["Number"]
    abroad = service_from_abroad(company)
    sent = purchasing.pay(company, abroad, Amount=600, PaymentDate="2025-12-15")["Number"]
    close(company, confirmed=True)
    company.put(f"/invoicepayments/{paid}/cancel")
    company.put(f"/supplierinvoicepayments/{sent}/cancel")
    assert totals(company, LAST) == {"05": 2000, "10": 500, "21": 1000, "30": 250, "48": 250}
    assert totals(company, THIS) == {}
    at_desk(company, lambda desk: closing.reopen(desk, LAST, "Ett kvitto saknas"))
    assert told(close(company, confirmed=True).vouchers) == {}
    purchasing.act(company, abroad, "cancel")
    assert totals(company, THIS) == {"21": -1000, "30": -250, "48": -250}
    move_to(company, "2027-02-01")
    close(company, THIS, confirmed=True)
