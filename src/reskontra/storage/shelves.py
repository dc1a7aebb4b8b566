"""Every kind of record that has a shelf, and what is said when one is not there."""

from reskontra.domain import registers, reminders
from reskontra.domain.claims import TaxReductionClaim
from reskontra.domain.customer_invoice import CreditInvoice, CustomerInvoice, InvoiceSummary
from reskontra.domain.payment import CustomerPayment, SupplierPayment
from reskontra.domain.sie_import import SieImport
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierInvoiceSummary
from reskontra.domain.vat_return import VatReturn
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
CUSTOMERS           = Layout(tables.customers,           registers.Customer,          "Kan inte hitta kunden")
SUPPLIERS           = Layout(tables.suppliers,           registers.Supplier,          "Kan inte hitta leverantören")
ARTICLES            = Layout(tables.articles,            registers.Article,           "Kan inte hitta artikeln", ("supplier_name",))
ACCOUNTS            = Layout(tables.accounts,            registers.Account,           "Kan inte hitta kontot", ("balance_carried_forward",))
VOUCHER_SERIES      = Layout(tables.voucher_series,      registers.VoucherSeries,     "Kan inte hitta verifikationsserien")
TERMS_OF_PAYMENT    = Layout(tables.terms_of_payment,    registers.TermsOfPayment,    "Kan inte hitta betalningsvillkoret")
UNITS               = Layout(tables.units,               registers.Unit,              "Kan inte hitta enheten")
CURRENCIES          = Layout(tables.currencies,          registers.Currency,          "Kan inte hitta valutan")
COST_CENTERS        = Layout(tables.cost_centers,        registers.CostCenter,        "Kan inte hitta kostnadsstället")
PROJECTS            = Layout(tables.projects,            registers.Project,           "Kan inte hitta projektet")
MODES_OF_PAYMENT    = Layout(tables.modes_of_payment,    registers.ModeOfPayment,     "Kan inte hitta betalningssättet")
PREDEFINED_ACCOUNTS = Layout(tables.predefined_accounts, registers.PredefinedAccount, "Kan inte hitta det fördefinierade kontot")

VOUCHERS            = Layout(tables.vouchers,            Voucher,                     "Kan inte hitta verifikationen", ("postings", "vat_entries", "corrects"))
POSTINGS            = Layout(tables.postings,            Posting)
SIE_IMPORTS         = Layout(tables.sie_imports,         SieImport,                   "Kan inte hitta importen")

CUSTOMER_INVOICES   = Layout(tables.customer_invoices,   CustomerInvoice,             "Kan inte hitta fakturan")
INVOICE_SUMMARIES   = Layout(tables.customer_invoices,   InvoiceSummary,              "Kan inte hitta fakturan")
CREDIT_INVOICES     = Layout(tables.credit_invoices,     CreditInvoice,               "Fakturan är inte krediterad")
CUSTOMER_PAYMENTS   = Layout(tables.customer_payments,   CustomerPayment,             "Kan inte hitta betalningen", OF_INVOICE)

CLAIMS              = Layout(tables.tax_reduction_claims, TaxReductionClaim,          "Kan inte hitta begäran")

SUPPLIER_INVOICES   = Layout(tables.supplier_invoices,   SupplierInvoice,             "Kan inte hitta leverantörsfakturan")
SUPPLIER_SUMMARIES  = Layout(tables.supplier_invoices,   SupplierInvoiceSummary,      "Kan inte hitta leverantörsfakturan")
SUPPLIER_PAYMENTS   = Layout(tables.supplier_payments,   SupplierPayment,             "Kan inte hitta betalningen", OF_INVOICE)

VAT_RETURNS         = Layout(tables.vat_returns,         VatReturn,                   "Kan inte hitta momsperioden")
REMINDERS           = Layout(tables.reminders,           reminders.Reminder,          "Kan inte hitta påminnelsen")
REMINDER_SETTINGS   = Layout(tables.reminder_settings,   reminders.ReminderSettings)
UNREMINDED          = Layout(tables.unreminded_customers, reminders.UnremindedCustomer, "Kunden är inte undantagen från påminnelser")
DISPUTED            = Layout(tables.disputed_invoices,   reminders.DisputedInvoice,   "Fakturan är inte bestridd")
# fmt: on
