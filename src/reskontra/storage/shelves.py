"""Every kind of record that has a shelf, and what is said when one is not there."""

from reskontra.domain.customer_invoice import CreditInvoice, CustomerInvoice, InvoiceSummary
from reskontra.domain.payment import CustomerPayment, SupplierPayment
from reskontra.domain.registers import (
    Account,
    Article,
    CostCenter,
    Currency,
    Customer,
    ModeOfPayment,
    PredefinedAccount,
    Project,
    Supplier,
    TermsOfPayment,
    Unit,
    VoucherSeries,
)
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierInvoiceSummary
from reskontra.domain.voucher import Posting, Voucher
from reskontra.storage import tables
from reskontra.storage.layout import Layout

# What a payment is shown with of its invoice.
OF_INVOICE = (
    "invoice_customer_name",
    "invoice_customer_number",
    "invoice_supplier_name",
    "invoice_supplier_number",
    "invoice_due_date",
    "invoice_ocr",
    "invoice_total",
)

# fmt: off
CUSTOMERS           = Layout(tables.customers,           Customer,          ("customer_number",), "Kan inte hitta kunden")
SUPPLIERS           = Layout(tables.suppliers,           Supplier,          ("supplier_number",), "Kan inte hitta leverantören")
ARTICLES            = Layout(tables.articles,            Article,           ("article_number",),  "Kan inte hitta artikeln", ("supplier_name",))
ACCOUNTS            = Layout(tables.accounts,            Account,           ("year", "number"),   "Kan inte hitta kontot", ("balance_carried_forward",))
VOUCHER_SERIES      = Layout(tables.voucher_series,      VoucherSeries,     ("year", "code"),     "Kan inte hitta verifikationsserien")
TERMS_OF_PAYMENT    = Layout(tables.terms_of_payment,    TermsOfPayment,    ("code",),            "Kan inte hitta betalningsvillkoret")
UNITS               = Layout(tables.units,               Unit,              ("code",),            "Kan inte hitta enheten")
CURRENCIES          = Layout(tables.currencies,          Currency,          ("code",),            "Kan inte hitta valutan")
COST_CENTERS        = Layout(tables.cost_centers,        CostCenter,        ("code",),            "Kan inte hitta kostnadsstället")
PROJECTS            = Layout(tables.projects,            Project,           ("project_number",),  "Kan inte hitta projektet")
MODES_OF_PAYMENT    = Layout(tables.modes_of_payment,    ModeOfPayment,     ("code",),            "Kan inte hitta betalningssättet")
PREDEFINED_ACCOUNTS = Layout(tables.predefined_accounts, PredefinedAccount, ("name",),            "Kan inte hitta det fördefinierade kontot")

VOUCHERS            = Layout(tables.vouchers,            Voucher,           ("year", "series", "number"), "Kan inte hitta verifikationen", ("postings", "vat_entries", "corrects"))
POSTINGS            = Layout(tables.postings,            Posting,           ("year", "series", "number", "line"))

CUSTOMER_INVOICES   = Layout(tables.customer_invoices,   CustomerInvoice,   ("document_number",), "Kan inte hitta fakturan")
INVOICE_SUMMARIES   = Layout(tables.customer_invoices,   InvoiceSummary,    ("document_number",), "Kan inte hitta fakturan")
CREDIT_INVOICES     = Layout(tables.credit_invoices,     CreditInvoice,     ("credit_number",),   "Fakturan är inte krediterad")
CUSTOMER_PAYMENTS   = Layout(tables.customer_payments,   CustomerPayment,   ("number",),          "Kan inte hitta betalningen", OF_INVOICE)

SUPPLIER_INVOICES   = Layout(tables.supplier_invoices,   SupplierInvoice,   ("given_number",),    "Kan inte hitta leverantörsfakturan")
SUPPLIER_SUMMARIES  = Layout(tables.supplier_invoices,   SupplierInvoiceSummary, ("given_number",), "Kan inte hitta leverantörsfakturan")
SUPPLIER_PAYMENTS   = Layout(tables.supplier_payments,   SupplierPayment,   ("number",),          "Kan inte hitta betalningen", OF_INVOICE)
# fmt: on
