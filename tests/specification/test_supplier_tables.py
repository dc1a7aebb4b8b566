"""The contract's tables of supplier invoices, row by row, against the code's tables."""

from itertools import product
from typing import Any

import pytest

from reskontra.actions.lifecycle import SAME, Allow, Gone, Refuse
from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.contract.fields import AT_CREATION, FIXED, READ_ONLY, REQUIRED, WRITABLE
from reskontra.contract.supplier_invoices import FIELDS, LIST_FIELDS, LISTING, ROW_FIELDS
from reskontra.domain.supplier_invoice import SUPPLIER_FLAGS, SupplierStatus
from reskontra.web.routes import ROUTES

STRING, NUMBER, BOOLEAN, ARRAY = "string", "number", "boolean", "array"

# fmt: off
FULL_FORM = [
    # name                   type     access
    ("@url",                  STRING,  READ_ONLY),
    ("GivenNumber",           STRING,  AT_CREATION),
    ("SupplierNumber",        STRING,  REQUIRED),
    ("SupplierName",          STRING,  READ_ONLY),
    ("InvoiceNumber",         STRING,  REQUIRED),
    ("InvoiceDate",           STRING,  REQUIRED),
    ("DueDate",               STRING,  REQUIRED),
    ("FinalPayDate",          STRING,  READ_ONLY),
    ("Comments",              STRING,  WRITABLE),
    ("Currency",              STRING,  WRITABLE),
    ("CurrencyRate",          STRING,  WRITABLE),
    ("CurrencyUnit",          NUMBER,  WRITABLE),
    ("Total",                 STRING,  READ_ONLY),
    ("VAT",                   STRING,  WRITABLE),
    ("Balance",               STRING,  READ_ONLY),
    ("VATType",               STRING,  WRITABLE),
    ("Booked",                BOOLEAN, READ_ONLY),
    ("Cancelled",             BOOLEAN, READ_ONLY),
    ("Credit",                BOOLEAN, READ_ONLY),
    ("PaymentPending",        BOOLEAN, READ_ONLY),
    ("CreditReference",       NUMBER,  READ_ONLY),
    ("AccountingMethod",      STRING,  READ_ONLY),
    ("Vouchers",              ARRAY,   READ_ONLY),
    ("Freight",               STRING,  FIXED),
    ("AdministrationFee",     STRING,  FIXED),
    ("RoundOffValue",         STRING,  FIXED),
    ("OCR",                   STRING,  WRITABLE),
    ("OurReference",          STRING,  WRITABLE),
    ("YourReference",         STRING,  WRITABLE),
    ("Project",               STRING,  WRITABLE),
    ("CostCenter",            STRING,  WRITABLE),
    ("ExternalInvoiceNumber", STRING,  WRITABLE),
    ("ExternalInvoiceSeries", STRING,  WRITABLE),
    ("SalesType",             STRING,  WRITABLE),
    ("DisablePaymentFile",    BOOLEAN, WRITABLE),
]
ROW = [
    ("Account",                NUMBER, WRITABLE),
    ("ItemDescription",        STRING, WRITABLE),
    ("Quantity",               NUMBER, WRITABLE),
    ("Price",                  NUMBER, WRITABLE),
    ("Debit",                  NUMBER, WRITABLE),
    ("DebitCurrency",          NUMBER, WRITABLE),
    ("Credit",                 NUMBER, FIXED),
    ("CreditCurrency",         NUMBER, FIXED),
    ("Total",                  NUMBER, READ_ONLY),
    ("Unit",                   STRING, READ_ONLY),
    ("Code",                   STRING, WRITABLE),
    ("AccountDescription",     STRING, WRITABLE),
    ("ArticleNumber",          STRING, WRITABLE),
    ("CostCenter",             STRING, WRITABLE),
    ("Project",                STRING, WRITABLE),
    ("TransactionInformation", STRING, WRITABLE),
]
LIST_ROW = [
    ("@url",                  STRING),
    ("AuthorizerName",        STRING),
    ("Balance",               STRING),
    ("Booked",                BOOLEAN),
    ("Cancel",                BOOLEAN),
    ("CostCenter",            STRING),
    ("Credit",                BOOLEAN),
    ("Currency",              STRING),
    ("CurrencyRate",          STRING),
    ("CurrencyUnit",          NUMBER),
    ("DisablePaymentFile",    BOOLEAN),
    ("DueDate",               STRING),
    ("ExternalInvoiceNumber", STRING),
    ("ExternalInvoiceSeries", STRING),
    ("FinalPayDate",          STRING),
    ("GivenNumber",           STRING),
    ("InvoiceDate",           STRING),
    ("InvoiceNumber",         STRING),
    ("Project",               STRING),
    ("SupplierName",          STRING),
    ("SupplierNumber",        STRING),
    ("Total",                 STRING),
    ("Vouchers",              ARRAY),
]
DRAFT, BOOKED, PAID, CANCELLED = SupplierStatus
FLAGS = [
    # status     booked  cancelled
    (DRAFT,     (False,  False)),
    (BOOKED,    (True,   False)),
    (PAID,      (True,   False)),
    (CANCELLED, (False,  True)),
]
TRANSITIONS_SPECIFIED = [
    # from      trigger       to         refused with
    (None,      "create",     DRAFT,     None),
    (DRAFT,     "update",     SAME,      None),
    (DRAFT,     "bookkeep",   BOOKED,    None),
    (BOOKED,    "bookkeep",   SAME,      None),
    (PAID,      "bookkeep",   SAME,      None),
    (CANCELLED, "bookkeep",   None,      409),
    (DRAFT,     "cancel",     Gone,      None),
    (BOOKED,    "cancel",     CANCELLED, None),
    (CANCELLED, "cancel",     SAME,      None),
    (PAID,      "cancel",     None,      409),
    (BOOKED,    "update",     None,      409),
    (PAID,      "update",     None,      409),
    (CANCELLED, "update",     None,      409),
    *[
        (state, trigger, None, 400)
        for state, trigger in product(
            SupplierStatus, ("credit", "approvalbookkeep", "approvalpayment")
        )
    ],
]
ENDPOINTS = [
    ("GET",    "/3/supplierinvoices",                        "supplierinvoice"),
    ("POST",   "/3/supplierinvoices",                        "supplierinvoice"),
    ("GET",    "/3/supplierinvoices/{key}",                  "supplierinvoice"),
    ("PUT",    "/3/supplierinvoices/{key}",                  "supplierinvoice"),
    ("PUT",    "/3/supplierinvoices/{key}/bookkeep",         "supplierinvoice"),
    ("PUT",    "/3/supplierinvoices/{key}/cancel",           "supplierinvoice"),
    ("PUT",    "/3/supplierinvoices/{key}/credit",           "supplierinvoice"),
    ("PUT",    "/3/supplierinvoices/{key}/approvalbookkeep", "supplierinvoice"),
    ("PUT",    "/3/supplierinvoices/{key}/approvalpayment",  "supplierinvoice"),
    ("GET",    "/3/supplierinvoicepayments",                 "payment"),
    ("POST",   "/3/supplierinvoicepayments",                 "payment"),
    ("GET",    "/3/supplierinvoicepayments/{key}",           "payment"),
    ("PUT",    "/3/supplierinvoicepayments/{key}",           "payment"),
    ("DELETE", "/3/supplierinvoicepayments/{key}",           "payment"),
    ("PUT",    "/3/supplierinvoicepayments/{key}/bookkeep",  "payment"),
    ("PUT",    "/3/supplierinvoicepayments/{key}/cancel",    "payment"),
]
# fmt: on
FILTERS = [
    "unbooked",
    "unpaid",
    "unpaidoverdue",
    "fullypaid",
    "cancelled",
    "pendingpayment",
    "authorizepending",
]  # fmt: skip
PARAMETERS = ["filter", "suppliernumber", "invoicenumber", "fromdate", "todate"]
UNSUPPORTED = [
    "suppliername", "serialnumber", "ocr", "costcenter", "project", "ourreference",
    "yourreference", "fromfinalpaydate", "tofinalpaydate", "lastmodified",
]  # fmt: skip

JSON_TYPES = {str: STRING, bool: BOOLEAN, int: NUMBER}
LIFE = SUPPLIER_INVOICES.life
INNER = {"pay", "unpay", "retell-vat", "release-vat", "unrelease-vat"}  # no client fires them
TRIGGERS = sorted({row.trigger for row in LIFE} - {"create"} - INNER)


def shown_type(field: Any) -> str:
    """The JSON type of the field's value, by the schema that clients are told."""
    schema = field.type.schema
    said = schema.get("type") or JSON_TYPES[type(schema["const"])]
    return NUMBER if said == "integer" else str(said)


@pytest.mark.parametrize(("name", "json_type", "access"), FULL_FORM)
def test_field_of_the_full_form(name: str, json_type: str, access: Any) -> None:
    assert (shown_type(FIELDS[name]), FIELDS[name].access) == (json_type, access)


@pytest.mark.parametrize(("name", "json_type", "access"), ROW)
def test_field_of_a_row(name: str, json_type: str, access: Any) -> None:
    assert (shown_type(ROW_FIELDS[name]), ROW_FIELDS[name].access) == (json_type, access)


@pytest.mark.parametrize(("name", "json_type"), LIST_ROW)
def test_field_of_the_list_row(name: str, json_type: str) -> None:
    assert shown_type(LIST_FIELDS[name]) == json_type


@pytest.mark.parametrize(
    ("fields", "specified"),
    [(FIELDS, FULL_FORM), (ROW_FIELDS, ROW), (LIST_FIELDS, LIST_ROW)],
    ids=["full form", "row", "list row"],
)
def test_nothing_else_is_shown_and_the_order_is_the_contracts(fields: Any, specified: Any) -> None:
    assert list(fields) == [name for name, *_ in specified]


@pytest.mark.parametrize(("status", "flags"), FLAGS)
def test_flags_of_a_status(status: SupplierStatus, flags: tuple[bool, bool]) -> None:
    assert SUPPLIER_FLAGS[status] == flags


@pytest.mark.parametrize(("state", "trigger", "target", "status"), TRANSITIONS_SPECIFIED)
def test_transition(state: Any, trigger: str, target: Any, status: int | None) -> None:
    [row] = [row for row in LIFE if row.trigger == trigger and state in row.states]
    if status:
        assert isinstance(row, Refuse)
        assert row.error.status == status
    else:
        assert isinstance(row, Allow)
        assert (type(row.target) if target is Gone else row.target) == target


def test_the_transitions_above_are_all_there_are() -> None:
    assert len(TRANSITIONS_SPECIFIED) == 1 + len(SupplierStatus) * len(TRIGGERS)


@pytest.mark.parametrize(("method", "path", "scope"), ENDPOINTS)
def test_endpoint(method: str, path: str, scope: str) -> None:
    [route] = [each for each in ROUTES if (each.method, each.path) == (method, path)]
    assert route.endpoint.scope == scope


@pytest.mark.parametrize("name", PARAMETERS)
def test_list_parameter(name: str) -> None:
    assert not LISTING.parameters[name].refused


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_list_parameter(name: str) -> None:
    assert LISTING.parameters[name].refused


def test_no_other_list_parameter_is_known() -> None:
    assert set(LISTING.parameters) == {*PARAMETERS, *UNSUPPORTED}
    assert list(LISTING.parameters["filter"].values) == FILTERS


def test_the_order_is_fixed_newest_first() -> None:
    search = LISTING.search({"sortby": "total", "sortorder": "ascending"})
    assert (search.sort, search.descending) == ("given_number", True)
