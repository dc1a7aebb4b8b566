"""Supplier invoices as clients see them: the contract's tables, row for row."""

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    amount,
    amount_text,
    choice,
    constant,
    day,
    fixed,
    flag,
    never_negative,
    number,
    rate_text,
    table,
    text,
    url,
    whole,
    whole_text,
)
from reskontra.contract.listing import (
    Listing,
    exact,
    from_day,
    named,
    parameters,
    to_day,
    unsupported,
)
from reskontra.contract.mirrored import or_null
from reskontra.contract.purchases import currency, currency_unit, sales_type, vat_type, vouchers
from reskontra.contract.resource import Resource
from reskontra.contract.rules import within
from reskontra.domain.money import ZERO
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.supplier_invoice import (
    CREDIT_ROW,
    SupplierInvoice,
    SupplierInvoiceRow,
    SupplierInvoiceSummary,
)

LARGEST_NUMBER = 999_999_999_999  # so that the numbers after it still fit in an address

FIELDS = table(
    url(),
    whole_text("GivenNumber", AT_CREATION, rule=within(1, LARGEST_NUMBER)),
    text("SupplierNumber", REQUIRED),
    text("SupplierName", READ_ONLY),
    text("InvoiceNumber", REQUIRED, upto=64),
    day("InvoiceDate", REQUIRED),
    day("DueDate", REQUIRED),
    or_null(day("FinalPayDate", READ_ONLY)),
    text("Comments", upto=1000),
    currency("Currency"),
    rate_text("CurrencyRate"),
    currency_unit("CurrencyUnit"),
    amount_text("Total", READ_ONLY),
    amount_text("VAT"),
    amount_text("Balance", READ_ONLY),
    vat_type("VATType"),
    flag("Booked", READ_ONLY),
    flag("Cancelled", READ_ONLY),
    constant("Credit", value=False),
    constant("PaymentPending", value=False),
    constant("CreditReference", value=0),
    choice("AccountingMethod", READ_ONLY, values=AccountingMethod),
    vouchers("Vouchers"),
    fixed(amount_text("Freight", "AdministrationFee", "RoundOffValue"), value=ZERO),
    text("OCR"),
    text("OurReference", "YourReference", upto=50),
    text("Project", "CostCenter", "ExternalInvoiceNumber", "ExternalInvoiceSeries"),
    or_null(sales_type("SalesType")),
    flag("DisablePaymentFile"),
)

ROW_FIELDS = table(
    or_null(whole("Account", rule=within(0, 9999))),
    text("ItemDescription"),
    never_negative(number("Quantity"), CREDIT_ROW),
    never_negative(amount("Price", "Debit", "DebitCurrency"), CREDIT_ROW),
    fixed(amount("Credit", "CreditCurrency"), value=ZERO),
    amount("Total", READ_ONLY),
    text("Unit", READ_ONLY),
    text("Code", upto=25),
    text("AccountDescription", "ArticleNumber", "CostCenter", "Project"),
    text("TransactionInformation"),
)

LIST_FIELDS = table(
    url(),
    or_null(constant("AuthorizerName", value="")),
    amount_text("Balance"),
    flag("Booked"),
    flag("Cancel", of="cancelled"),
    text("CostCenter"),
    constant("Credit", value=False),
    text("Currency"),
    rate_text("CurrencyRate"),
    constant("CurrencyUnit", value=1),
    flag("DisablePaymentFile"),
    day("DueDate"),
    text("ExternalInvoiceNumber"),
    text("ExternalInvoiceSeries"),
    or_null(day("FinalPayDate")),
    whole_text("GivenNumber"),
    day("InvoiceDate"),
    text("InvoiceNumber"),
    text("Project"),
    text("SupplierName"),
    text("SupplierNumber"),
    amount_text("Total"),
    vouchers("Vouchers"),
)

LISTING = Listing(
    parameters(
        named("filter", "unbooked", "unpaid", "unpaidoverdue", "fullypaid", "cancelled",
              "pendingpayment", "authorizepending"),
        exact("suppliernumber", of="supplier_number"),
        exact("invoicenumber", of="invoice_number"),
        from_day("fromdate", of="invoice_date"),
        to_day("todate", of="invoice_date"),
        # A filter that is ignored returns wrong data silently, so these are refused.
        unsupported("suppliername", "serialnumber", "ocr", "costcenter", "project"),
        unsupported("ourreference", "yourreference", "fromfinalpaydate", "tofinalpaydate"),
        unsupported("lastmodified"),
    ),
    sort={"givennumber": "given_number"},
    descending=True,
    ordered=False,
)  # fmt: skip

NAMES = ("SupplierInvoice", "SupplierInvoices", "supplierinvoices", "GivenNumber")
SCOPE = "supplierinvoice"
SUPPLIER_INVOICE_ROWS = Resource(
    "SupplierInvoiceRow", "SupplierInvoiceRows", "", "Account", SCOPE, SupplierInvoiceRow,
    ROW_FIELDS,
)  # fmt: skip
SUPPLIER_INVOICES = Resource(*NAMES, SCOPE, SupplierInvoice, FIELDS, rows=SUPPLIER_INVOICE_ROWS)
SUMMARIES = Resource(*NAMES, SCOPE, SupplierInvoiceSummary, LIST_FIELDS)
