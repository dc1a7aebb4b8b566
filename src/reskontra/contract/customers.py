"""Customers as clients see them."""

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    Field,
    choice,
    flag,
    number,
    number_text,
    table,
    text,
    url,
)
from reskontra.contract.listing import (
    Listing,
    contains,
    lastmodified,
    named,
    parameters,
)
from reskontra.contract.mirrored import or_null
from reskontra.contract.nested import group
from reskontra.contract.resource import Resource
from reskontra.contract.rules import (
    an_address,
    country_code,
    country_of,
    currency_code,
    sortable,
)
from reskontra.domain.registers import Customer

DELIVERY = ("PRINT", "EMAIL", "PRINTSERVICE", "ELECTRONICINVOICE")
VAT_TYPES = ("SEVAT", "SEREVERSEDVAT", "EUREVERSEDVAT", "EUVAT", "EXPORT")


def delivery(name: str) -> list[Field]:
    return choice(name, values=DELIVERY, default="PRINT")


FIELDS = table(
    url(),
    or_null(text("Address1", "Address2", "City")),
    or_null(country_of("Country", "CountryCode")),
    or_null(text("Comments")),
    text("Currency", default="SEK", rule=currency_code),
    or_null(text("CostCenter")),
    or_null(text("CountryCode", upto=2, rule=country_code)),
    flag("Active", default=True),
    text("CustomerNumber", AT_CREATION, rule=sortable),
    group("DefaultDeliveryTypes", delivery("Invoice"), delivery("Order"), delivery("Offer")),
    group(
        "DefaultTemplates",
        text("Order", "Offer", "Invoice", "CashInvoice", default="DEFAULTTEMPLATE"),
    ),
    or_null(text("DeliveryAddress1", "DeliveryAddress2", "DeliveryCity")),
    or_null(country_of("DeliveryCountry", "DeliveryCountryCode")),
    or_null(text("DeliveryCountryCode", upto=2, rule=country_code)),
    or_null(text("DeliveryFax", "DeliveryName", "DeliveryPhone1", "DeliveryPhone2")),
    or_null(text("DeliveryZipCode", upto=10)),
    text("Email", "EmailInvoice", "EmailInvoiceBCC", "EmailInvoiceCC", rule=an_address),
    text("EmailOffer", "EmailOfferBCC", "EmailOfferCC", rule=an_address),
    text("EmailOrder", "EmailOrderBCC", "EmailOrderCC", rule=an_address),
    or_null(text("ExternalReference", "Fax")),
    or_null(text("GLN", "GLNDelivery", upto=13)),
    or_null(number_text("InvoiceAdministrationFee")),
    or_null(number("InvoiceDiscount")),
    or_null(number_text("InvoiceFreight")),
    text("InvoiceRemark"),
    text("Name", REQUIRED, rule=sortable),
    text("OrganisationNumber", upto=30),
    text("OurReference", upto=50),
    or_null(text("Phone1", "Phone2")),
    text("PriceList", default="A"),
    text("Project"),
    or_null(text("SalesAccount", upto=4)),
    flag("ShowPriceVATIncluded"),
    text("TermsOfDelivery", "TermsOfPayment"),
    choice("Type", values=("PRIVATE", "COMPANY", "UNDEFINED"), default="COMPANY"),
    text("VATNumber"),
    choice("VATType", values=VAT_TYPES, default="SEVAT"),
    or_null(text("VisitingAddress", "VisitingCity", upto=128)),
    or_null(country_of("VisitingCountry", "VisitingCountryCode")),
    or_null(text("VisitingCountryCode", upto=2, rule=country_code)),
    or_null(text("VisitingZipCode", upto=10)),
    text("WayOfDelivery", "WWW", "YourReference"),
    or_null(text("ZipCode", upto=10)),
)

LIST_FIELDS = table(
    url(),
    text("Address1", "Address2", "City", "CustomerNumber", "Email", "Name", "OrganisationNumber"),
    text("Phone", READ_ONLY, of="phone1"),
    text("ZipCode"),
)

LISTING = Listing(
    parameters(
        named("filter", "active", "inactive"),
        contains("customernumber", of="customer_number"),
        contains("name", "city", "email", "gln"),
        contains("zipcode", of="zip_code"),
        contains("phone", of="phone1"),
        contains("organisationnumber", of="organisation_number"),
        contains("glndelivery", of="gln_delivery"),
        lastmodified(),
    ),
    sort={
        "customernumber": "customer_number",
        "name": "name",
        "customernumbernumber": "customer_number",
    },
)

CUSTOMERS = Resource(
    "Customer", "Customers", "customers", "CustomerNumber", "customer", Customer,
    FIELDS, LIST_FIELDS,
)  # fmt: skip
