"""The registers' records: what is searched on or computed with; the rest is carried."""

import datetime
from decimal import Decimal
from typing import Any

from reskontra.domain.money import ZERO, to_ore
from reskontra.domain.records import Record, field

Carried = dict[str, Any]


class Customer(Record):
    customer_number: str
    name: str
    active: bool = True
    organisation_number: str = ""
    address1: str = ""
    zip_code: str = ""
    city: str = ""
    email: str = ""
    email_invoice: str = ""
    phone1: str = ""
    gln: str = ""
    gln_delivery: str = ""
    vat_type: str = "SEVAT"
    vat_number: str = ""
    terms_of_payment: str = ""
    carried: Carried = field(default_factory=dict)


class Supplier(Record):
    supplier_number: str
    name: str
    active: bool = True
    organisation_number: str = ""
    zip_code: str = ""
    city: str = ""
    email: str = ""
    phone1: str = ""
    phone2: str = ""
    currency: str = "SEK"
    pre_defined_account: str = ""
    carried: Carried = field(default_factory=dict)


class Article(Record):
    article_number: str
    description: str
    active: bool = True
    type: str = "STOCK"
    vat: int = 25
    unit: str = ""
    sales_price: Decimal = ZERO
    purchase_price: Decimal = ZERO
    ean: str = ""
    supplier_number: str = ""
    manufacturer: str = ""
    manufacturer_article_number: str = ""
    webshop_article: bool = False
    quantity_in_stock: Decimal = ZERO
    carried: Carried = field(default_factory=dict)

    @property
    def reserved_quantity(self) -> Decimal:
        """There are no orders that could reserve stock."""
        return ZERO

    @property
    def disposable_quantity(self) -> Decimal:
        return self.quantity_in_stock - self.reserved_quantity

    @property
    def stock_value(self) -> Decimal:
        """What is in stock, at its purchase price."""
        return to_ore(self.quantity_in_stock * self.purchase_price)


class Account(Record):
    """An account of one financial year's chart."""

    year: int
    number: int
    description: str
    active: bool = True
    vat_code: str = ""
    sru: int = 0
    balance_brought_forward: Decimal = ZERO
    carried: Carried = field(default_factory=dict)


class VoucherSeries(Record):
    year: int
    code: str
    description: str
    manual: bool = False
    last_number: int | None = None
    carried: Carried = field(default_factory=dict)

    @property
    def next_voucher_number(self) -> int:
        return (self.last_number or 0) + 1


class TermsOfPayment(Record):
    code: str
    description: str
    carried: Carried = field(default_factory=dict)


class Unit(Record):
    code: str
    description: str
    carried: Carried = field(default_factory=dict)


class Currency(Record):
    """What one `unit` of the currency costs in kronor; a rate of 0 is no rate."""

    code: str
    description: str
    buy_rate: Decimal = ZERO
    sell_rate: Decimal = ZERO
    unit: Decimal = Decimal(1)
    date: datetime.date | None = None
    carried: Carried = field(default_factory=dict)


class CostCenter(Record):
    code: str
    description: str
    active: bool = True
    carried: Carried = field(default_factory=dict)


class Project(Record):
    project_number: str
    description: str
    carried: Carried = field(default_factory=dict)


class ModeOfPayment(Record):
    code: str
    description: str
    account_number: int
    carried: Carried = field(default_factory=dict)


class PredefinedAccount(Record):
    name: str
    account: int
    carried: Carried = field(default_factory=dict)
