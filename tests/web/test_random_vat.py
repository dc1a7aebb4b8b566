"""Random histories: whatever is sold, bought, paid and taken back, every box ties to the ledger."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.service import Company
from tests.sizes import seed, times
from tests.web import invoicing, purchasing, vat
from tests.web.test_years import move_to

from reskontra.audit.auditor import audited
from reskontra.domain.vat_return import TAX_ACCOUNTS

STEPS = 25
THIS = 2  # the year in which it all happens, but for what is taken back in the next
KINDS = ("NORMAL", "NORMAL", "REVERSECHARGEEUGOODS", "REVERSECHARGEEUSERVICES", "IMPORT", "REVERSE")
ENDS = {
    "month": [f"2026{month:02}" for month in range(1, 13)],
    "quarter": ["202603", "202606", "202609", "202612"],
    "year": ["202612"],
}


class History:
    """What there is to pay and to take back."""

    def __init__(self, company: Company, dice: random.Random) -> None:
        self.company, self.dice = company, dice
        self.sales: list[Any] = []
        self.bills: list[Any] = []
        self.payments: list[str] = []

    def step(self) -> None:
        acts: list[Callable[[], None]] = [
            *(self.sell, self.sell, self.buy, self.buy),
            *(self.receive, self.remit, self.take_back),
        ]
        self.dice.choice(acts)()

    def day(self) -> str:
        return f"2026-{self.dice.randint(1, 12):02}-{self.dice.randint(1, 28):02}"

    def price(self) -> float:
        return self.dice.randint(1, 999_999) / 100

    def sell(self) -> None:
        rates = self.dice.choices((25, 12, 6, 0), k=self.dice.randint(1, 3))
        rows = [vat.work(self.price(), rate) for rate in rates]
        self.sales.append(vat.sold(self.company, self.day(), *rows))

    def buy(self) -> None:
        price, kind = self.price(), self.dice.choice(KINDS)
        tax = {"VAT": round(price / 4, 2)} if kind == "NORMAL" else {"VATType": kind}
        cost = {"Account": 4010, "Debit": price}
        self.bills.append(vat.bought(self.company, self.day(), cost, **tax))

    def receive(self) -> None:
        if not self.sales:
            return
        number = self.dice.choice(self.sales)
        amount = self._part(float(invoicing.read(self.company, number)["Balance"]))
        loss = {"WriteOffs": [{"Amount": amount, "AccountNumber": 6351}]}
        lost = self.dice.random() < 0.2
        sent = {"Amount": 0, **loss} if lost else {"Amount": amount}
        self._pay("invoicepayments", "InvoicePayment", number, sent)

    def remit(self) -> None:
        if self.bills:
            number = self.dice.choice(self.bills)
            balance = float(purchasing.read(self.company, number)["Balance"])
            sent = {"Amount": self._part(balance)}
            self._pay("supplierinvoicepayments", "SupplierInvoicePayment", number, sent)

    def take_back(self) -> None:
        """What cannot be is refused, and so changes nothing."""
        kinds = [
            *(f"/invoices/{number}/credit" for number in self.sales),
            *(f"/supplierinvoices/{number}/cancel" for number in self.bills),
            *(f"{place}/cancel" for place in self.payments),
        ]
        if kinds:
            assert self.company.api.put(self.dice.choice(kinds)).status_code in (200, 400, 409)

    def _part(self, balance: float) -> float:
        return balance if self.dice.random() < 0.5 else round(balance * self.dice.random(), 2)

    def _pay(self, path: str, name: str, number: Any, sent: dict[str, Any]) -> None:
        whole = {"InvoiceNumber": number, "PaymentDate": self.day(), **sent}
        made = self.company.api.post(f"/{path}", json={name: whole})
        if made.status_code == 201:
            place = f"/{path}/{made.json()[name]['Number']}"
            if self.company.api.put(f"{place}/bookkeep").status_code == 200:
                self.payments.append(place)
            else:
                self.company.api.delete(place)


@pytest.mark.parametrize("chance", range(times(2)))
@pytest.mark.parametrize("method", ["ACCRUAL", "CASH"])
def test_every_period_ties_and_is_settled(company: Company, method: str, chance: int) -> None:
    dice = random.Random(f"{seed()} {method} {chance}")
    kind = dice.choice([*ENDS])
    company.set(**vat.OWNER, accounting_method=method, vat_period=kind)
    move_to(company, "2027-01-15")
    history = History(company, dice)
    for _ in range(STEPS):
        history.step()
    paid = 0
    for period in ENDS[kind]:
        looked_at = vat.read(company, period)
        assert looked_at["Differences"] == []
        filed = vat.filed(company, period)
        assert vat.boxes(filed) == vat.boxes(looked_at)
        paid += filed["Payable"]
    standing = {account: stands_at(company, account) for account in sorted(TAX_ACCOUNTS)}
    assert {account: amount for account, amount in standing.items() if amount} == {}
    assert stands_at(company, 2650) + stands_at(company, 1650) == -paid
    assert audited(company.service.database_url, company.id).violations == []


def stands_at(company: Company, account: int) -> float:
    found = company.api.get(f"/accounts/{account}", params={"financialyear": THIS})
    return float(found.json()["Account"]["BalanceCarriedForward"]) if found.is_success else 0
