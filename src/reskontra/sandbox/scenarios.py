"""Scenarios: what a company begins with. Each is a function over the same actions as the API's."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

from reskontra.actions import closing
from reskontra.domain.organisation import AccountingMethod, Plan
from reskontra.sandbox.ready_company import furnish
from reskontra.sandbox.refusing import Refusal
from reskontra.sandbox.stage import Stage

Build = Callable[[Stage], None]
DEFAULT = "accrual"

ROW = {"Description": "Arbete", "Price": 1000, "DeliveredQuantity": "1", "VAT": 25}
WORK = {"Description": "Arbete", "Price": 500, "DeliveredQuantity": "20", "VAT": 25, "Unit": "h",
        "HouseWork": True}  # fmt: skip
MATERIAL = {"Description": "Virke", "Price": 4000, "DeliveredQuantity": "1", "VAT": 25}
MANY_CUSTOMERS, MANY_ARTICLES, MANY_INVOICES = 500, 1_200, 10_000


@dataclass(frozen=True)
class Scenario:
    name: str
    what: str
    build: Build
    company: dict[str, Any] = field(
        default_factory=dict
    )  # what the organisation has from the start


def empty(stage: Stage) -> None:
    """Nothing but what founding a company gives."""


def ready(stage: Stage) -> None:
    furnish(stage.desk)
    for number, supplier in enumerate(("1", "2", "4"), 1):
        invoice = stage.create(
            "supplierinvoices",
            SupplierNumber=supplier,
            InvoiceNumber=f"L-{number}",
            InvoiceDate=stage.ago(10 * number),
            DueDate=stage.ago(10 * number - 30),
            SupplierInvoiceRows=[{"Account": 6110, "Debit": 1000 * number}],
        )
        if number > 1:
            stage.act("supplierinvoices", invoice, "bookkeep")


def rot(stage: Stage) -> None:
    person = {"Type": "PRIVATE", "OrganisationNumber": "19811228-9874"}
    own = {
        "CustomerNumber": stage.create("customers", Name="Göran Öberg", **person).customer_number
    }
    where = {"TaxReductionType": "rot", "PropertyDesignation": "SOLNA EXEMPEL 1:23"}
    building = [{**WORK, "HouseWorkType": "CONSTRUCTION"}, MATERIAL]
    cleaning = [{**WORK, "Price": 399, "DeliveredQuantity": "6", "HouseWorkType": "CLEANING"}]
    green = [{**WORK, "HouseWorkType": "SOLARCELLS"}, MATERIAL]
    stage.create("invoices", **own, **where, InvoiceRows=building)
    stage.issued(**own, **where, InvoiceRows=building, InvoiceDate=stage.ago(10))
    paid = stage.issued(**own, **where, InvoiceRows=building, InvoiceDate=stage.ago(20))
    stage.pay(paid, PaymentDate=stage.ago(5))
    rut = stage.issued(
        **own, TaxReductionType="rut", InvoiceRows=cleaning, InvoiceDate=stage.ago(15)
    )
    stage.pay(rut, PaymentDate=stage.ago(3))
    stage.issued(**own, TaxReductionType="green", InvoiceRows=green, InvoiceDate=stage.ago(2))


def overdue(stage: Stage) -> None:
    late = {"Name": "Sena Betalare AB", "TermsOfPayment": "10", "Email": "sena@example.com"}
    number = stage.create("customers", **late).customer_number
    for days in (1, 30, 60, 90):
        dates = {"InvoiceDate": stage.ago(days + 10), "DueDate": stage.ago(days)}
        stage.issued(CustomerNumber=number, InvoiceRows=[ROW], **dates)
    dates = {"InvoiceDate": stage.ago(55), "DueDate": stage.ago(45)}
    part = stage.issued(CustomerNumber=number, InvoiceRows=[ROW], **dates)
    stage.pay(part, 500, PaymentDate=stage.ago(20))
    lost = stage.issued(CustomerNumber=number, InvoiceRows=[ROW], **dates)
    stage.pay(lost, 0, WriteOffs=[{"Amount": 1250, "AccountNumber": 6351}])


def many(stage: Stage) -> None:
    chance = Random(stage.seed)  # noqa: S311 - no secret is drawn
    for number in range(1, MANY_CUSTOMERS + 1):
        stage.create("customers", Name=f"Kund {number:03}", City=chance.choice(CITIES))
    for number in range(1, MANY_ARTICLES + 1):
        price = chance.randint(10, 9000)
        stage.create("articles", ArticleNumber=f"A{number:04}", Description=f"Artikel {number}",
                     SalesPrice=price, VAT=25)  # fmt: skip
    for _ in range(MANY_INVOICES):
        rows = [
            {"ArticleNumber": f"A{chance.randint(1, MANY_ARTICLES):04}",
             "DeliveredQuantity": chance.randint(1, 9)}
            for _ in range(chance.randint(1, 3))
        ]  # fmt: skip
        customer, day = str(chance.randint(1, MANY_CUSTOMERS)), stage.ago(chance.randint(0, 300))
        made = stage.create("invoices", CustomerNumber=customer, InvoiceDate=day, InvoiceRows=rows)
        if chance.random() < 0.9:
            stage.act("invoices", made, "bookkeep")


CITIES = ("Stockholm", "Göteborg", "Malmö", "Umeå", "Östersund")


def trade(stage: Stage) -> None:
    furnish(stage.desk)
    for currency, rate in (("EUR", "11.25"), ("EUR", "")):
        stage.create(
            "supplierinvoices",
            SupplierNumber="5",
            InvoiceNumber=f"EU-{rate or 'utan kurs'}",
            InvoiceDate=stage.ago(8),
            DueDate=stage.ago(-22),
            Currency=currency,
            **({"CurrencyRate": rate} if rate else {}),
            SupplierInvoiceRows=[{"Account": 4010, "DebitCurrency": 1000}],
        )


def locked(stage: Stage) -> None:
    furnish(stage.desk)
    closing.close(stage.desk, 1, confirmed=True)
    closing.lock_through(stage.desk, date(stage.today.year, 1, 31))


def quota(stage: Stage) -> None:
    number = stage.create("customers", Name="Kund AB").customer_number
    for _ in range(3):
        stage.create("invoices", CustomerNumber=number, InvoiceRows=[ROW])


def messy(stage: Stage) -> None:
    for name in ("Å" * 200, '"O\'Brien" & <Söner>', "Emoji 🧾 Ab", "x", "  blank  i  mitten  "):
        stage.create(
            "customers", Name=name, Comments="rad ett\nrad två", OwnField={"a": [1, "två"]}
        )
    zero = {"Description": "Gratis", "Price": 0, "DeliveredQuantity": "1", "VAT": 25}
    back = {"Description": "Avdrag", "Price": -100, "DeliveredQuantity": "1", "VAT": 25}
    stage.create("invoices", CustomerNumber="1", InvoiceRows=[ROW, zero, back, {"Description": ""}])
    stage.create("invoices", CustomerNumber="2", InvoiceRows=[])


# fmt: off
SCENARIOS = {each.name: each for each in (
    Scenario("empty",   "a chart, series and terms, and nothing else", empty),
    Scenario("accrual", "a ready company: registers, invoices in every state, supplier invoices, payments, a credit", ready),
    Scenario("cash",    "the same with the cash method: vouchers come with payments", ready, {"accounting_method": AccountingMethod.CASH}),
    Scenario("rot",     "a private customer with ROT, RUT and green work: draft, issued, paid", rot),
    Scenario("overdue", "unpaid 1, 30, 60 and 90 days past due, part paid, written off", overdue),
    Scenario("many",    "10,000 invoices, 500 customers, 1,200 articles", many),
    Scenario("trade",   "EU, export and reverse charge; supplier invoices in EUR with and without a rate", trade),
    Scenario("locked",  "last year closed, and a locked period: the 409s", locked),
    Scenario("limited", "a plan below ai_pro: the 403s", ready, {"plan": Plan.BASIC}),
    Scenario("quota",   "the month's three invoices are made: the 403 of the quota", quota, {"invoice_quota": 3}),
    Scenario("messy",   "longest texts, quotes, emoji, unknown fields, zero and negative rows", messy),
)}
# fmt: on


def scenario(name: str) -> Scenario:
    """By its name, or one of the user's own: `tests/shop.py:build`."""
    if name in SCENARIOS:
        return SCENARIOS[name]
    file, colon, function = name.rpartition(":")
    if not colon:
        raise Refusal(
            400, f"no scenario {name}", f"known: {', '.join(SCENARIOS)}; or FILE.py:function"
        )
    return Scenario(name, "the user's own", _own(Path(file), function))


def _own(file: Path, function: str) -> Build:
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise Refusal(400, f"no Python file {file}", "as in tests/shop.py:build")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    build: Build | None = getattr(module, function, None)
    if not callable(build):
        raise Refusal(400, f"{file} has no function {function}", "as in tests/shop.py:build")
    return build
