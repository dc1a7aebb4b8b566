"""Customer invoices as clients see them: the contract's tables, row for row."""

from reskontra.contract.fields import (
    AFTER_CREATION,
    HINT,
    READ_ONLY,
    REQUIRED,
    amount,
    amount_text,
    as_sent,
    choice,
    constant,
    day,
    days,
    fixed,
    flag,
    is_zero,
    number_text,
    refused,
    table,
    text,
    url,
    whole,
    whole_text,
)
from reskontra.contract.listing import (
    Listing,
    contains,
    exact,
    exact_number,
    from_day,
    named,
    parameters,
    to_day,
    unsupported,
)
from reskontra.contract.mirrored import as_number, or_null, work_or_null
from reskontra.contract.nested import group_as_sent
from reskontra.contract.resource import Resource
from reskontra.contract.rules import always_false, percent, rate_of_kronor
from reskontra.domain.customer_invoice import (
    CreditInvoice,
    CustomerInvoice,
    InvoiceRow,
    InvoiceSummary,
)
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.tax_reduction import TaxReductionType

FIELDS = table(
    url(),
    whole_text("DocumentNumber", READ_ONLY),
    text("CustomerNumber", REQUIRED),
    text("CustomerName", READ_ONLY),
    text("Address1", "ZipCode", "City", READ_ONLY),
    text("Country", default="Sverige"),
    text("OrganisationNumber", READ_ONLY),
    day("InvoiceDate"),
    day("DueDate"),
    days("TermsOfPayment"),
    amount("Net", READ_ONLY),
    amount("TotalVAT", READ_ONLY),
    amount("Total", "Gross", READ_ONLY),
    amount("RoundOff", READ_ONLY),
    amount("Balance", "TotalToPay", READ_ONLY),
    flag("Booked", "Sent", "Cancelled", READ_ONLY),
    or_null(text("OCR", READ_ONLY)),
    text("Comments"),
    fixed(text("Currency"), value="SEK"),
    rate_of_kronor("CurrencyRate"),
    constant("CurrencyUnit", value=1),
    choice("TaxReductionType", values=TaxReductionType, default="none"),
    amount("BasisTaxReduction", READ_ONLY),
    or_null(amount("TaxReduction", READ_ONLY)),
    flag("HouseWork", READ_ONLY),
    choice("AccountingMethod", READ_ONLY, values=AccountingMethod),
    text("InvoiceType", default="INVOICE"),
    text("PaymentWay", default="AG"),
    text("Language", default="SV"),
    fixed(flag("VATIncluded"), value=False),
    constant("Credit", value="false"),
    constant("CreditInvoiceReference", value="0"),
    or_null(whole("VoucherNumber", READ_ONLY)),
    or_null(text("VoucherSeries", READ_ONLY)),
    or_null(whole("VoucherYear", READ_ONLY)),
    or_null(day("FinalPayDate", READ_ONLY, unless_empty=True)),
    day("LastRemindDate", READ_ONLY, unless_empty=True),
    whole("Reminders", READ_ONLY, unless_empty=True),
    always_false("NoxFinans"),
    refused("Freight", "AdministrationFee", neutral=is_zero),
    # What is printed, mailed, listed or searched, in the very form that the client gave it.
    as_sent("Address2", of="sent_address2"),
    as_sent("OurReference", "YourReference", "YourOrderNumber", "DeliveryDate"),
    as_sent("PropertyDesignation", "ResidenceAssociationOrganisationNumber"),
    group_as_sent(
        "EmailInformation",
        "EmailAddressTo",
        "EmailAddressFrom",
        "EmailAddressCC",
        "EmailAddressBCC",
        "EmailSubject",
        "EmailBody",
    ),
    as_sent("Project", "CostCenter"),
    as_sent("ExternalInvoiceReference1", "ExternalInvoiceReference2", "WayOfDelivery"),
)

ROW_FIELDS = table(
    whole("RowId", AFTER_CREATION),
    text("ArticleNumber", upto=50),
    text("Description"),
    number_text("DeliveredQuantity"),
    amount("Price"),
    percent("VAT"),
    or_null(text("VATCode", upto=10)),
    whole("AccountNumber", HINT),
    text("Unit"),
    amount("Total", READ_ONLY),
    amount("PriceExcludingVAT", "TotalExcludingVAT", READ_ONLY),
    flag("HouseWork"),
    work_or_null(text("HouseWorkType", upto=50)),
    constant("ContributionPercent", "ContributionValue", value="0"),
    refused("Discount", neutral=is_zero),
    refused("DiscountType", beside="Discount"),
    as_sent("CostCenter", "Project"),
)

LIST_FIELDS = table(
    url(),
    as_number(amount_text("Balance")),
    flag("Booked", "Cancelled"),
    text("CostCenter"),
    constant("Currency", value="SEK"),
    constant("CurrencyRate", value="1"),
    as_number(constant("CurrencyUnit", value="1")),
    text("CustomerName", "CustomerNumber"),
    whole_text("DocumentNumber"),
    day("DueDate"),
    text("ExternalInvoiceReference1", "ExternalInvoiceReference2"),
    or_null(day("FinalPayDate")),
    day("InvoiceDate"),
    text("InvoiceType"),
    constant("NoxFinans", value=False),
    or_null(text("OCR")),
    text("Project"),
    flag("Sent"),
    days("TermsOfPayment"),
    as_number(amount_text("Total")),
    or_null(as_number(whole_text("VoucherNumber"))),
    or_null(text("VoucherSeries")),
    or_null(as_number(whole_text("VoucherYear"))),
    text("WayOfDelivery"),
)

LISTING = Listing(
    parameters(
        named("filter", "cancelled", "fullypaid", "unpaid", "unpaidoverdue", "unbooked",
              unknown_refused=False),
        exact("customernumber", of="customer_number"),
        from_day("fromdate", of="invoice_date"),
        to_day("todate", of="invoice_date"),
        exact("ocr"),
        # Not in the contract's table, but asked for by clients.
        exact("externalinvoicereference1", of="external_invoice_reference1"),
        exact("externalinvoicereference2", of="external_invoice_reference2"),
        exact_number("documentnumber", of="document_number"),
        contains("customername", of="customer_name"),
        exact("project"),
        exact("costcenter", of="cost_center"),
        exact("yourreference", of="your_reference"),
        exact("ourreference", of="our_reference"),
        # A filter that is ignored returns wrong data silently, so these are refused.
        unsupported("yourordernumber", "lastmodified", "label", "fromfinalpaydate"),
        unsupported("tofinalpaydate", "notcompleted", "sent"),
        unsupported("invoicetype", "articlenumber", "articledescription", "currency"),
        unsupported("accountnumberfrom", "accountnumberto", "credit"),
    ),
    sort={
        "documentnumber": "document_number",
        "customername": "customer_name",
        "customernumber": "customer_number",
        "invoicedate": "invoice_date",
        "ocr": "ocr",
        "total": "total",
    },
)  # fmt: skip

INVOICE_ROWS = Resource("InvoiceRow", "InvoiceRows", "", "RowId", "invoice", InvoiceRow, ROW_FIELDS)
INVOICES = Resource(
    "Invoice", "Invoices", "invoices", "DocumentNumber", "invoice", CustomerInvoice,
    FIELDS, rows=INVOICE_ROWS, rows_after="AdministrationFee",
)  # fmt: skip
# No call leads to it: a client reads it off the invoice, as a person does off the console.
CREDIT_INVOICES = Resource(
    "CreditInvoice", "CreditInvoices", "", "CreditNumber", "invoice", CreditInvoice,
    table(text("CreditNumber", READ_ONLY)),
)  # fmt: skip
SUMMARIES = Resource(
    "Invoice", "Invoices", "invoices", "DocumentNumber", "invoice", InvoiceSummary, LIST_FIELDS
)
