"""Payments as clients see them: of customer invoices and of supplier invoices."""

from reskontra.contract.fields import (
    READ_ONLY,
    REQUIRED_AT_CREATION,
    amount,
    amount_text,
    constant,
    day,
    fixed,
    flag,
    rate,
    table,
    text,
    url,
    whole,
    whole_text,
)
from reskontra.contract.listing import Listing, exact_number, lastmodified, parameters
from reskontra.contract.mirrored import or_null
from reskontra.contract.purchases import currency, currency_unit
from reskontra.contract.resource import Resource
from reskontra.contract.rules import rate_of_kronor, within
from reskontra.domain.payment import CustomerPayment, SupplierPayment, WriteOff

WRITE_OFF_FIELDS = table(
    amount("Amount"),
    whole("AccountNumber", rule=within(1000, 9999)),
    text("CostCenter"),
    or_null(text("Currency")),
    text("Description", "TransactionInformation", "Project"),
)

FIELDS = table(
    url(),
    amount("Amount", "AmountCurrency"),
    flag("Booked", READ_ONLY),
    fixed(text("Currency"), value="SEK"),
    rate_of_kronor("CurrencyRate"),
    constant("CurrencyUnit", value=1),
    text("ExternalInvoiceReference1", "ExternalInvoiceReference2", upto=80),
    text("InvoiceCustomerName", "InvoiceCustomerNumber", READ_ONLY),
    day("InvoiceDueDate", READ_ONLY),
    whole("InvoiceNumber", REQUIRED_AT_CREATION, rule=within(1, 10**15)),
    or_null(text("InvoiceOCR", READ_ONLY)),
    amount_text("InvoiceTotal", READ_ONLY),
    or_null(text("ModeOfPayment", upto=25)),
    or_null(whole("ModeOfPaymentAccount", rule=within(1000, 9999))),
    whole_text("Number", READ_ONLY),
    day("PaymentDate"),
    text("Source", READ_ONLY),
    or_null(whole("VoucherNumber", READ_ONLY)),
    or_null(text("VoucherSeries", READ_ONLY)),
    or_null(whole("VoucherYear", READ_ONLY)),
)

SUPPLIER_FIELDS = table(
    url(),
    amount("Amount", "AmountCurrency"),
    flag("Booked", READ_ONLY),
    currency("Currency"),
    rate("CurrencyRate"),
    currency_unit("CurrencyUnit"),
    text("Information"),
    day("InvoiceDueDate", READ_ONLY),
    whole_text("InvoiceNumber", REQUIRED_AT_CREATION, rule=within(1, 10**15)),
    text("InvoiceOCR", READ_ONLY),
    text("InvoiceSupplierName", "InvoiceSupplierNumber", READ_ONLY),
    amount_text("InvoiceTotal", READ_ONLY),
    or_null(text("ModeOfPayment", upto=25)),
    or_null(whole("ModeOfPaymentAccount", rule=within(1000, 9999))),
    whole("Number", READ_ONLY),
    day("PaymentDate"),
    text("Source", READ_ONLY),
    or_null(whole("VoucherNumber", READ_ONLY)),
    or_null(text("VoucherSeries", READ_ONLY)),
    or_null(whole("VoucherYear", READ_ONLY)),
)

LIST_FIELDS = table(
    url(),
    amount("Amount"),
    flag("Booked"),
    constant("Currency", value="SEK"),
    constant("CurrencyRate", "CurrencyUnit", value=1),
    whole("InvoiceNumber"),
    whole_text("Number"),
    day("PaymentDate"),
    text("Source"),
    flag("WriteOffExist", follows=lambda payment: bool(payment.write_offs)),
)

SUPPLIER_LIST_FIELDS = table(
    url(),
    amount("Amount"),
    flag("Booked"),
    text("Currency"),
    rate("CurrencyRate"),
    constant("CurrencyUnit", value=1),
    whole_text("InvoiceNumber"),
    whole("Number"),
    day("PaymentDate"),
    text("Source"),
    flag("WriteOffExist", follows=lambda payment: bool(payment.write_offs)),
)

LISTING = Listing(
    parameters(exact_number("invoicenumber", of="invoice_number"), lastmodified()),
    sort={"paymentdate": "payment_date"},
)

WRITE_OFFS = Resource(
    "WriteOff", "WriteOffs", "", "AccountNumber", "payment", WriteOff, WRITE_OFF_FIELDS
)
INVOICE_PAYMENTS = Resource(
    "InvoicePayment", "InvoicePayments", "invoicepayments", "Number", "payment", CustomerPayment,
    FIELDS, LIST_FIELDS, WRITE_OFFS, rows_in="write_offs",
)  # fmt: skip
SUPPLIER_INVOICE_PAYMENTS = Resource(
    "SupplierInvoicePayment", "SupplierInvoicePayments", "supplierinvoicepayments", "Number",
    "payment", SupplierPayment, SUPPLIER_FIELDS, SUPPLIER_LIST_FIELDS, WRITE_OFFS,
    rows_in="write_offs",
)  # fmt: skip
