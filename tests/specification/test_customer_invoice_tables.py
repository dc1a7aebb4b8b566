"""The contract's tables of customer invoices, row by row, against the code's tables."""

from typing import Any

import pytest

from reskontra.actions.lifecycle import SAME, Allow, Gone, Refuse
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.contract.customer_invoices import FIELDS, LIST_FIELDS, LISTING, ROW_FIELDS
from reskontra.contract.fields import HINT, READ_ONLY, REFUSED
from reskontra.domain.customer_invoice import FLAGS, Status
from reskontra.web.routes import ROUTES

STRING, NUMBER, BOOLEAN = "string", "number", "boolean"

# fmt: off
FULL_FORM = [
    # name                   type     read-only
    ("@url",                 STRING,  True),
    ("DocumentNumber",       STRING,  True),
    ("CustomerNumber",       STRING,  False),
    ("CustomerName",         STRING,  True),
    ("Address1",             STRING,  True),
    ("ZipCode",              STRING,  True),
    ("City",                 STRING,  True),
    ("Country",              STRING,  False),
    ("OrganisationNumber",   STRING,  True),
    ("InvoiceDate",          STRING,  False),
    ("DueDate",              STRING,  False),
    ("TermsOfPayment",       STRING,  False),
    ("Net",                  NUMBER,  True),
    ("TotalVAT",             NUMBER,  True),
    ("Total",                NUMBER,  True),
    ("Gross",                NUMBER,  True),
    ("RoundOff",             NUMBER,  True),
    ("Balance",              NUMBER,  True),
    ("TotalToPay",           NUMBER,  True),
    ("Booked",               BOOLEAN, True),
    ("Sent",                 BOOLEAN, True),
    ("Cancelled",            BOOLEAN, True),
    ("OCR",                  STRING,  True),
    ("Comments",             STRING,  False),
    ("Currency",             STRING,  False),
    ("CurrencyRate",         NUMBER,  False),
    ("CurrencyUnit",         NUMBER,  True),
    ("TaxReductionType",     STRING,  False),
    ("BasisTaxReduction",    NUMBER,  True),
    ("TaxReduction",         NUMBER,  True),
    ("HouseWork",            BOOLEAN, True),
    ("AccountingMethod",     STRING,  True),
    ("InvoiceType",          STRING,  False),
    ("PaymentWay",           STRING,  False),
    ("Language",             STRING,  False),
    ("VATIncluded",          BOOLEAN, False),
    ("Credit",               STRING,  True),
    ("CreditInvoiceReference", STRING, True),
    ("VoucherNumber",        NUMBER,  True),
    ("VoucherSeries",        STRING,  True),
    ("VoucherYear",          NUMBER,  True),
]
ROW = [
    ("RowId",                NUMBER,  False),
    ("ArticleNumber",        STRING,  False),
    ("Description",          STRING,  False),
    ("DeliveredQuantity",    STRING,  False),
    ("Price",                NUMBER,  False),
    ("VAT",                  NUMBER,  False),
    ("VATCode",              STRING,  False),
    ("AccountNumber",        NUMBER,  True),
    ("Unit",                 STRING,  False),
    ("Total",                NUMBER,  True),
    ("PriceExcludingVAT",    NUMBER,  True),
    ("TotalExcludingVAT",    NUMBER,  True),
    ("HouseWork",            BOOLEAN, False),
    ("HouseWorkType",        STRING,  False),
    ("ContributionPercent",  STRING,  True),
    ("ContributionValue",    STRING,  True),
]
LIST_ROW = [
    "@url", "Balance", "Booked", "Cancelled", "CostCenter", "Currency", "CurrencyRate",
    "CurrencyUnit", "CustomerName", "CustomerNumber", "DocumentNumber", "DueDate",
    "ExternalInvoiceReference1", "ExternalInvoiceReference2", "FinalPayDate", "InvoiceDate",
    "InvoiceType", "NoxFinans", "OCR", "Project", "Sent", "TermsOfPayment", "Total",
    "VoucherNumber", "VoucherSeries", "VoucherYear", "WayOfDelivery",
]
LIST_FLAGS = {"Booked", "Cancelled", "Sent", "NoxFinans"}

TRANSITIONS_SPECIFIED = [
    # from             trigger          to                refused with
    (None,             "create",        Status.DRAFT,     None),
    (Status.DRAFT,     "update",        SAME,             None),
    (Status.DRAFT,     "bookkeep",      Status.SENT,      None),
    (Status.DRAFT,     "externalprint", Status.SENT,      None),
    (Status.DRAFT,     "email",         Status.SENT,      None),
    (Status.DRAFT,     "print",         Status.SENT,      None),
    (Status.DRAFT,     "preview",       SAME,             None),
    (Status.DRAFT,     "cancel",        Gone,             None),
    (Status.DRAFT,     "credit",        None,             400),
    (Status.SENT,      "bookkeep",      SAME,             None),
    (Status.SENT,      "externalprint", SAME,             None),
    (Status.SENT,      "email",         SAME,             None),
    (Status.SENT,      "update",        None,             409),
    (Status.SENT,      "cancel",        None,             409),
    (Status.SENT,      "credit",        Status.CANCELLED, None),
    (Status.CANCELLED, "credit",        None,             409),
]
ENDPOINTS = [
    ("GET",  "/3/invoices"),
    ("POST", "/3/invoices"),
    ("GET",  "/3/invoices/{key}"),
    ("PUT",  "/3/invoices/{key}"),
    ("PUT",  "/3/invoices/{key}/bookkeep"),
    ("PUT",  "/3/invoices/{key}/externalprint"),
    ("PUT",  "/3/invoices/{key}/cancel"),
    ("PUT",  "/3/invoices/{key}/credit"),
]
# fmt: on

JSON_TYPES = {str: STRING, bool: BOOLEAN, int: NUMBER}
LIFE = CUSTOMER_INVOICES.life
ON_PAPER = sorted({trigger for _, trigger, *_ in TRANSITIONS_SPECIFIED} - {"create"})


def rows_for(state: Any, trigger: str) -> list[Any]:
    return [row for row in LIFE if row.trigger == trigger and state in row.states]


def shown_type(field: Any) -> str:
    """The JSON type of the field's value, by the schema that clients are told."""
    schema = field.type.schema
    said = schema.get("type") or JSON_TYPES[type(schema["const"])]
    return NUMBER if said == "integer" else said


@pytest.mark.parametrize(("name", "json_type", "read_only"), FULL_FORM)
def test_field_of_the_full_form(name: str, json_type: str, read_only: bool) -> None:
    field = FIELDS[name]
    assert shown_type(field) == json_type
    assert (field.access is READ_ONLY) == read_only


@pytest.mark.parametrize(("name", "json_type", "read_only"), ROW)
def test_field_of_a_row(name: str, json_type: str, read_only: bool) -> None:
    field = ROW_FIELDS[name]
    assert shown_type(field) == json_type
    assert (field.access in (READ_ONLY, HINT)) == read_only


@pytest.mark.parametrize(
    ("fields", "specified"),
    [(FIELDS, FULL_FORM), (ROW_FIELDS, ROW)],
    ids=["full form", "row"],
)
def test_nothing_else_is_always_shown_and_the_order_is_the_contracts(
    fields: Any, specified: Any
) -> None:
    shown = [
        name
        for name, field in fields.items()
        if field.access is not REFUSED and not field.unless_empty
    ]
    assert shown == [name for name, *_ in specified]


@pytest.mark.parametrize("name", LIST_ROW)
def test_field_of_the_list_row_is_text_unless_it_is_a_flag(name: str) -> None:
    assert shown_type(LIST_FIELDS[name]) == (BOOLEAN if name in LIST_FLAGS else STRING)


def test_the_list_row_has_the_contracts_fields_in_its_order() -> None:
    assert list(LIST_FIELDS) == LIST_ROW


@pytest.mark.parametrize(
    ("status", "flags"),
    [
        (Status.DRAFT, (False, False, False)),
        (Status.SENT, (True, True, False)),
        (Status.PAID, (True, True, False)),
        (Status.WRITTEN_OFF, (True, True, False)),
        (Status.CANCELLED, (False, False, True)),
    ],
)
def test_flags_of_a_status(status: Status, flags: tuple[bool, bool, bool]) -> None:
    assert FLAGS[status] == flags


@pytest.mark.parametrize(("state", "trigger", "target", "status"), TRANSITIONS_SPECIFIED)
def test_transition(state: Any, trigger: str, target: Any, status: int | None) -> None:
    [row] = rows_for(state, trigger)
    if status:
        assert isinstance(row, Refuse)
        assert row.error.status == status
    else:
        assert isinstance(row, Allow)
        assert (type(row.target) if target is Gone else row.target) == target


@pytest.mark.parametrize("state", [Status.PAID, Status.WRITTEN_OFF])
@pytest.mark.parametrize("trigger", sorted({*ON_PAPER} - {"credit"}))
def test_paid_and_written_off_invoices_are_issued_invoices(state: Status, trigger: str) -> None:
    """So they are when they are credited, but a loss is undone first."""
    assert rows_for(state, trigger) == rows_for(Status.SENT, trigger)


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_endpoint(method: str, path: str) -> None:
    assert (method, path) in {(route.method, route.path) for route in ROUTES}


@pytest.mark.parametrize(
    "name", ["filter", "customernumber", "fromdate", "todate", "ocr"]
)  # fmt: skip
def test_list_parameter(name: str) -> None:
    assert not LISTING.parameters[name].refused


@pytest.mark.parametrize("name", ["yourordernumber", "lastmodified"])
def test_unsupported_list_parameter(name: str) -> None:
    assert LISTING.parameters[name].refused


def test_filters_and_sort_keys() -> None:
    filters = {"cancelled", "fullypaid", "unpaid", "unpaidoverdue", "unbooked"}
    assert set(LISTING.parameters["filter"].values) == filters
    assert set(LISTING.sort) == {
        "customername", "customernumber", "documentnumber", "invoicedate", "ocr", "total",
    }  # fmt: skip
    assert next(iter(LISTING.sort)) == "documentnumber"
