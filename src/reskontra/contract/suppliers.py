"""Suppliers as clients see them."""

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    choice,
    flag,
    table,
    text,
    url,
)
from reskontra.contract.listing import Listing, contains, lastmodified, named, parameters
from reskontra.contract.mirrored import or_null
from reskontra.contract.resource import Resource
from reskontra.contract.rules import (
    an_address,
    country_code,
    country_of,
    currency_code,
    sortable,
)
from reskontra.domain.registers import Supplier

VAT_TYPES = ("NORMAL", "25", "12", "6", "0", "REVERSE", "UIF")

FIELDS = table(
    url(),
    flag("Active", default=True),
    or_null(text("Address1", "Address2", "BG", "BIC", "Bank", "BankAccountNumber", "BranchCode")),
    or_null(text("City", "ClearingNumber", "Comments", "CostCenter")),
    or_null(country_of("Country", "CountryCode")),
    or_null(text("CountryCode", upto=2, rule=country_code)),
    text("Currency", default="SEK", rule=currency_code),
    flag("DisablePaymentFile"),
    text("Email", rule=an_address),
    or_null(text("Fax", "IBAN")),
    text("Name", REQUIRED, rule=sortable),
    text("OrganisationNumber"),
    or_null(text("OurCustomerNumber")),
    text("OurReference"),
    or_null(text("PG", "Phone1", "Phone2")),
    or_null(text("PreDefinedAccount", upto=4)),
    text("Project"),
    text("SupplierNumber", AT_CREATION, rule=sortable),
    text("TermsOfPayment", "VATNumber"),
    choice("VATType", values=VAT_TYPES),
    or_null(text("VisitingAddress", "VisitingCity")),
    or_null(country_of("VisitingCountry", "VisitingCountryCode")),
    or_null(text("VisitingCountryCode", upto=2, rule=country_code)),
    or_null(text("VisitingZipCode")),
    text("WWW"),
    or_null(text("WorkPlace")),
    text("YourReference"),
    or_null(text("ZipCode", upto=10)),
)

LIST_FIELDS = table(
    url(),
    flag("Active", default=True),
    text("Address1", "Address2", "BG", "BIC", "BankAccountNumber", "City", "CostCenter"),
    or_null(text("CountryCode")),
    or_null(text("Currency", default="SEK")),
    flag("DisablePaymentFile"),
    text("Email", "IBAN", "Name", "OrganisationNumber", "PG"),
    text("Phone", READ_ONLY, of="phone1"),
    or_null(text("PreDefinedAccount")),
    text("Project", "SupplierNumber", "TermsOfPayment", "ZipCode"),
)

LISTING = Listing(
    parameters(
        named("filter", "active", "inactive"),
        contains("name", "city", "email", "phone1", "phone2"),
        contains("phone", of="phone1"),
        contains("suppliernumber", of="supplier_number"),
        contains("zipcode", of="zip_code"),
        contains("organisationnumber", of="organisation_number"),
        lastmodified(),
    ),
    sort={"suppliernumber": "supplier_number", "name": "name"},
)

SUPPLIERS = Resource(
    "Supplier", "Suppliers", "suppliers", "SupplierNumber", "supplier", Supplier,
    FIELDS, LIST_FIELDS,
)  # fmt: skip
