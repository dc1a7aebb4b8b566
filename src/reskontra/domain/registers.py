"""The registers' records."""

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from reskontra.domain.money import ZERO, to_ore
from reskontra.domain.records import Record, field

Group = Mapping[str, Any]  # small things under the contract's names, which nobody computes with
Carried = Mapping[str, Any]  # what a client sent under names that nobody knows


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
    address2: str = ""
    comments: str = ""
    currency: str = "SEK"
    cost_center: str = ""
    country_code: str = ""
    default_delivery_types: Group = field(default_factory=dict)
    default_templates: Group = field(default_factory=dict)
    delivery_address1: str = ""
    delivery_address2: str = ""
    delivery_city: str = ""
    delivery_country_code: str = ""
    delivery_fax: str = ""
    delivery_name: str = ""
    delivery_phone1: str = ""
    delivery_phone2: str = ""
    delivery_zip_code: str = ""
    email_invoice_bcc: str = ""
    email_invoice_cc: str = ""
    email_offer: str = ""
    email_offer_bcc: str = ""
    email_offer_cc: str = ""
    email_order: str = ""
    email_order_bcc: str = ""
    email_order_cc: str = ""
    external_reference: str = ""
    fax: str = ""
    invoice_administration_fee: Decimal = ZERO
    invoice_discount: Decimal = ZERO
    invoice_freight: Decimal = ZERO
    invoice_remark: str = ""
    our_reference: str = ""
    phone2: str = ""
    price_list: str = "A"
    project: str = ""
    sales_account: str = ""
    show_price_vat_included: bool = False
    terms_of_delivery: str = ""
    type: str = "COMPANY"
    visiting_address: str = ""
    visiting_city: str = ""
    visiting_country_code: str = ""
    visiting_zip_code: str = ""
    way_of_delivery: str = ""
    www: str = ""
    your_reference: str = ""
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
    address1: str = ""
    address2: str = ""
    bg: str = ""
    bic: str = ""
    bank: str = ""
    bank_account_number: str = ""
    branch_code: str = ""
    clearing_number: str = ""
    comments: str = ""
    cost_center: str = ""
    country_code: str = ""
    disable_payment_file: bool = False
    fax: str = ""
    iban: str = ""
    our_customer_number: str = ""
    our_reference: str = ""
    pg: str = ""
    project: str = ""
    terms_of_payment: str = ""
    vat_number: str = ""
    vat_type: str = ""
    visiting_address: str = ""
    visiting_city: str = ""
    visiting_country_code: str = ""
    visiting_zip_code: str = ""
    www: str = ""
    work_place: str = ""
    your_reference: str = ""
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
    bulky: bool = False
    construction_account: int = 0
    depth: int = 0
    eu_account: int = 3108
    euvat_account: int = 3106
    export_account: int = 3105
    height: int = 0
    housework: bool = False
    housework_type: str = ""
    note: str = ""
    purchase_account: int = 4010
    sales_account: int = 3001
    stock_goods: bool = False
    stock_place: str = ""
    stock_warning: Decimal = ZERO
    supplier_name: str = ""  # filled in before the article is shown
    weight: int = 0
    width: int = 0
    expired: bool = False
    cost_calculation_method: str = ""
    stock_account: int = 0
    stock_change_account: int = 0
    direct_cost: Decimal = ZERO
    freight_cost: Decimal = ZERO
    other_cost: Decimal = ZERO
    default_stock_point: str = ""
    default_stock_location: str = ""
    commodity_code: str = ""
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
    type: str | None = None  # T, S, K or I, where a file has said it and the number does not
    balance_brought_forward: Decimal = ZERO
    balance_carried_forward: Decimal = ZERO  # filled in before the account is shown
    cost_center: str = ""
    cost_center_settings: str = "ALLOWED"
    opening_quantities: Sequence[Group] = field(default_factory=list)
    project: str = ""
    project_settings: str = "ALLOWED"
    transaction_information: str = ""
    transaction_information_settings: str = "ALLOWED"
    carried: Carried = field(default_factory=dict)


class VoucherSeries(Record):
    year: int
    code: str
    description: str
    manual: bool = False
    last_number: int | None = None
    approver: Group = field(default_factory=dict)
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
    code_english: str = ""
    carried: Carried = field(default_factory=dict)


class Currency(Record):
    """What one `unit` of the currency costs in kronor; a rate of 0 is no rate."""

    code: str
    description: str
    buy_rate: Decimal = ZERO
    sell_rate: Decimal = ZERO
    unit: Decimal = Decimal(1)
    date: datetime.date | None = None
    is_automatic: bool = False
    carried: Carried = field(default_factory=dict)


class CostCenter(Record):
    code: str
    description: str
    active: bool = True
    note: str = ""
    carried: Carried = field(default_factory=dict)


class Project(Record):
    project_number: str
    description: str
    comments: str = ""
    contact_person: str = ""
    end_date: datetime.date | None = None
    project_leader: str = ""
    status: str = "ONGOING"
    start_date: datetime.date | None = None
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
