"""A clerk: makes each call of the real API, and compares the answer with the model's."""

import json
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

from tests.model.books import ZERO, Article, Books, Customer, Document, Record, Supplier, day_of
from tests.model.calls import LOCK, Call, call_of, performed
from tests.model.payments import CustomerPayment, Loss, Payment, SupplierPayment
from tests.model.purchases import SupplierInvoice, net_of
from tests.model.sales import TERMS, CustomerInvoice, lines_of
from tests.model.tables import LIVES, REMOVED
from tests.service import TODAY, Company

D = TypeVar("D", bound=Document)
P = TypeVar("P", bound=Payment)

REGISTERS: dict[str, type[Record]] = {
    "customer": Customer,
    "supplier": Supplier,
    "article": Article,
}
FEES, LOSSES = 6570, 6351
EURO_RATE = Decimal("11.2345")


@dataclass
class Clerk:
    company: Company
    books: Books = field(default_factory=Books)
    history: list[Call] = field(default_factory=list)
    answers: list[tuple[int, bytes]] = field(default_factory=list)
    hits: set[tuple[str, str, str]] = field(default_factory=set)

    # Calls

    def ask(self, call: Call, expected: int) -> Any:
        """The answer, once its status is the expected one."""
        response = performed(self.company, call)
        self.history.append(call)
        self.answers.append((response.status_code, response.content))
        told = f"{call}\nexpected {expected}, got {response.status_code}: {response.text[:500]}"
        assert response.status_code == expected, told
        if response.headers.get("content-type", "").startswith("application/json"):
            return json.loads(response.content, parse_float=Decimal)
        return response.content

    def fire(self, document: Document, trigger: str, **asked: Any) -> int:
        """One trigger on one document, in whatever state it is: the status of the answer."""
        pair = (document.name, document.state, trigger)
        expected = document.answered(trigger, asked)
        answer = self.ask(call_of(document, trigger, asked), expected)
        self.hits.add(pair)
        self._compare(document, trigger, expected, answer)
        return expected

    def _compare(self, document: Document, trigger: str, status: int, answer: Any) -> None:
        if status >= 400:
            code = answer["ErrorInformation"]["Code"]
            assert code == 9_000_000 + status
        elif trigger in ("print", "preview"):
            assert answer.startswith(b"%PDF-")
        elif status == 204:
            assert answer == b""
        else:
            expected = document.shown()
            told = answer[document.envelope]
            shown = {name: told.get(name, "") for name in expected}
            assert shown == expected, f"{trigger} on {document.name} {document.key}"

    # Documents that begin to be

    def enrol(self, name: str, number: str | None = None, **asked: Any) -> Any:
        """A new line of a register, under a number of its own or the next."""
        known = self.books.documents[name]
        key = number or str(self.books.next_number(name))
        record = known.setdefault(key, REGISTERS[name](books=self.books, number=key))
        if number:
            self.fire(record, "create", **asked)
            return record
        expected = record.answered("create", asked)
        call = Call("POST", record.path, {record.envelope: asked})
        self._compare(record, "create", expected, self.ask(call, expected))
        return record

    def draft(self, customer: Customer, **asked: Any) -> CustomerInvoice | None:
        call = Call("POST", "/invoices", {"Invoice": {"CustomerNumber": customer.key, **asked}})
        if customer.is_absent:
            self.ask(call, 404)
            return None
        begun = day_of(asked, "InvoiceDate")
        invoice = CustomerInvoice(
            books=self.books,
            number=self.books.next_number("customer invoice"),
            customer=customer,
            day=begun,
            due=day_of(asked, "DueDate", begun + TERMS),
            lines=lines_of(self.books.documents["article"], asked.get("InvoiceRows", [])),
            is_house_work="TaxReductionType" in asked,
        )
        return self._begun(invoice, self.ask(call, 201))

    def receive(self, supplier: Supplier, **asked: Any) -> SupplierInvoice | None:
        """A supplier invoice, registered as a draft."""
        sent = {"SupplierNumber": supplier.key, **asked}
        call = Call("POST", "/supplierinvoices", {"SupplierInvoice": sent})
        highest = self.books.numbers["supplier invoice"]
        invoice = SupplierInvoice(
            books=self.books,
            number=int(asked.get("GivenNumber", highest + 1)),
            supplier=supplier,
            invoice_number=asked["InvoiceNumber"],
            day=day_of(asked, "InvoiceDate"),
            due=day_of(asked, "DueDate"),
            net=net_of(asked),
            vat=asked["VAT"],
            currency=asked.get("Currency", "SEK"),
        )
        before = self.books.documents["supplier invoice"].get(invoice.number)
        in_use = before is not None and before.stage != REMOVED
        if supplier.is_absent or in_use or invoice.is_taken(invoice.identity):
            self.ask(call, 400 if supplier.is_absent else 409)
            return None
        self.books.numbers["supplier invoice"] = max(highest, invoice.number)
        return self._begun(invoice, self.ask(call, 201))

    def pay(
        self,
        invoice: CustomerInvoice,
        amount: Decimal,
        day: date = TODAY,
        fee: Decimal = ZERO,
        by_agency: bool = False,
    ) -> CustomerPayment | None:
        """A payment, not yet booked."""
        mode = {"ModeOfPayment": "SKV"} if by_agency else {}
        asked = {"Amount": amount, **written_off(fee, FEES), **mode}
        payment = CustomerPayment(
            books=self.books,
            number=0,
            invoice=invoice,
            amount=amount,
            day=day,
            fee=fee,
            by_agency=by_agency,
        )
        return self._registered(payment, asked)

    def lose(
        self, invoice: CustomerInvoice, amount: Decimal, day: date = TODAY
    ) -> CustomerPayment | None:
        """A loss of that much, not yet booked."""
        loss = Loss(books=self.books, number=0, invoice=invoice, amount=ZERO, day=day, fee=amount)
        return self._registered(loss, {"Amount": ZERO, **written_off(amount, LOSSES)})

    def remit(
        self, invoice: SupplierInvoice, amount: Decimal, day: date = TODAY, fee: Decimal = ZERO
    ) -> SupplierPayment | None:
        """A payment to a supplier, not yet booked."""
        rate = {} if invoice.currency == "SEK" else {"CurrencyRate": EURO_RATE}
        asked = {"AmountCurrency": amount, **written_off(fee, FEES), **rate}
        payment = SupplierPayment(
            books=self.books, number=0, invoice=invoice, amount=amount, day=day, fee=fee
        )
        return self._registered(payment, asked)

    def _registered(self, payment: P, asked: dict[str, Any]) -> P | None:
        invoice = payment.invoice
        pair = (invoice.name, invoice.state, "pay")
        expected = LIVES[invoice.name][pair[1:]].answer
        if expected == 201:
            expected = payment.unfit(asked) or expected
        sent = {"InvoiceNumber": invoice.number, "PaymentDate": payment.day.isoformat(), **asked}
        answer = self.ask(Call("POST", payment.path, {payment.envelope: sent}), expected)
        self.hits.add(pair)
        if expected != 201:
            return None
        payment.number = self.books.next_number(payment.name)
        if isinstance(payment, CustomerPayment):
            invoice.payments.append(payment)
        return self._begun(payment, answer)

    def _begun(self, document: D, answer: Any) -> D:
        self._compare(document, "create", 201, answer)
        self.books.documents[document.name][document.number] = document
        return document

    # The world around

    def lock(self, through: date) -> None:
        """Nothing is posted on or before that day from now on."""
        self.ask(Call(LOCK, through.isoformat()), 204)
        self.books.locked_through = through


def written_off(amount: Decimal, account: int) -> dict[str, Any]:
    return {"WriteOffs": [{"Amount": amount, "AccountNumber": account}]} if amount else {}
