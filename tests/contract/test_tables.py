"""Every field table against its record and its shelf, and every field against hostile values."""

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reskontra.actions import all_registers
from reskontra.actions.register import Register
from reskontra.codec import Written, as_shown, encoded
from reskontra.contract.fields import (
    AMOUNT,
    API_BLANK,
    DAY,
    DAYS,
    FIXED,
    FLAG,
    LONGEST_TEXT,
    MUST_BE_SENT,
    RATE,
    READ_ONLY,
    REFUSED,
    TEXT,
    WHOLE,
    Field,
    snake_case,
)
from reskontra.contract.forms import attributes_of
from reskontra.contract.listing import Parameter
from reskontra.contract.resource import Resource
from reskontra.domain.errors import Invalid
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import defaults_of, fields
from reskontra.storage import shelves
from reskontra.storage.filters import NAMED
from reskontra.storage.layout import Layout
from reskontra.web.described import Gives
from reskontra.web.routes import ROUTES
from reskontra.web.sections import sections

RESOURCES = {section.resource.singular: section.resource for section in sections()}
TABLES = {
    f"{name}{' row' if rows else ''}": resource.rows if rows else resource
    for name, resource in RESOURCES.items()
    for rows in ([False, True] if resource.rows else [False])
}
FIELDS = {
    f"{table}.{field.name}": (resource, field)
    for table, resource in TABLES.items()
    if resource
    for field in resource.fields.values()
}
REGISTERS = {
    name: register
    for name, register in vars(all_registers).items()
    if isinstance(register, Register)
}
KINDS = {layout.record: layout for layout in vars(shelves).values() if isinstance(layout, Layout)}
every_kept_table = pytest.mark.parametrize(
    ("resource", "layout"),
    [
        pytest.param(resource, KINDS[resource.record], id=name)
        for name, resource in TABLES.items()
        if resource and resource.record in KINDS
    ],
)

# Attributes that no field shows or sets under their own name, and why not.
INNER = {
    "FinancialYear": {"closed", "adopted"},  # the command line closes years, and says when for good
    "Account": {"type"},  # a SIE file says it, of numbers that do not
    "VoucherSeries": {"last_number"},  # NextVoucherNumber follows from it
    "ImportedFile": {"by"},  # who posted it is said on the pages
    "TaxReductionClaim": {"approvals", "file"},  # shown with the cases, and by a call of its own
    "DecidedClaim": {"cases"},  # those of a decision by hand are shown, those of a file are not
    "TaxReductionApproval": {  # a case, of which the client tells no more
        "share",
        "payment_date",
        "price_of_work",
        "paid_amount",
        "asked_amount",
        "other_costs",
        "property_designation",
        "residence_association_organisation_number",
        "house_work",
    },
    # What a reminder knows beside what it shows: its place, its paper, and what was invoiced of it.
    "Reminder": {"withdrawn", "begun_at", "letterhead", "invoiced_interest", "invoiced_fee"},
    "Voucher": {"vat_entries", "source", "corrects", "document"},  # the ledger's own
    "InvoiceRow": {
        "own_vat",
        "own_code",
        "own_kind",
        "unit_in_english",
    },  # what VAT and paper follow from
}
DOCUMENTS = ("Invoice", "SupplierInvoice", "InvoicePayment", "SupplierInvoicePayment")
# Documents know more than they show, and an organisation has two views, neither whole.
WHOLE_TABLES = {
    table: resource
    for table, resource in TABLES.items()
    if resource and resource.singular not in DOCUMENTS and resource.record is not Organisation
}

SHOWN = {name: field for name, (_, field) in FIELDS.items()} | {
    f"{route.path}.{field.name}": field
    for route in ROUTES
    if (told := route.endpoint.describes) and told.gives is Gives.MANY
    for field in told.row_fields.values()
}
PARTS = {
    f"{name}.{part.name}": part
    for name, field in SHOWN.items()
    for part in (field.parts or {}).values()
}
every_field_shown = pytest.mark.parametrize("field", (SHOWN | PARTS).values(), ids=SHOWN | PARTS)


def each_field(such_that: Callable[[Resource, Field], object]) -> pytest.MarkDecorator:
    """A case for each field of the tables of which this holds."""
    cases = {name: case for name, case in FIELDS.items() if such_that(*case)}
    return pytest.mark.parametrize(("resource", "field"), cases.values(), ids=cases)


def has_a_default(_: Resource, field: Field) -> bool:
    sent = field.access not in (READ_ONLY, REFUSED) and not field.parts
    return sent and field.initial not in (None, "", [], ())


def is_free_text(_: Resource, field: Field) -> bool:
    taken = field.access not in (READ_ONLY, FIXED, REFUSED) and not field.rule
    return taken and field.type is TEXT


def must_be_sent(_: Resource, field: Field) -> bool:
    return field.access in MUST_BE_SENT


def has_an_empty_value(_: Resource, field: Field) -> bool:
    return field.access not in MUST_BE_SENT and field.type.empty is not None


def has_no_empty_value(_: Resource, field: Field) -> bool:
    return field.access not in MUST_BE_SENT and field.type.empty is None


@pytest.mark.parametrize(
    ("resource", "field"),
    [
        pytest.param(resource, field, id=name)
        for name, (resource, field) in FIELDS.items()
        if field.name != "@url" and not field.follows and field.access not in (FIXED, REFUSED)
        if "const" not in field.type.schema or field.access is not READ_ONLY
    ],
)
def test_a_field_has_an_attribute_unless_it_follows_from_others(
    resource: Resource, field: Field
) -> None:
    """One that has none would be shown as empty for ever."""
    assert field.attribute in attributes_of(resource.record)


@pytest.mark.parametrize("resource", WHOLE_TABLES.values(), ids=WHOLE_TABLES)
def test_every_attribute_is_reached_by_some_field(resource: Resource) -> None:
    shown = {field.attribute for field in resource.fields.values()}
    shown |= {resource.rows_in} if resource.rows else set()
    kept = {each.name for each in fields(resource.record)} - {"carried", "year"}
    assert kept - shown == INNER.get(resource.singular, set())


@pytest.mark.parametrize("register", REGISTERS.values(), ids=REGISTERS)
def test_every_column_of_a_register_is_an_attribute_or_follows_from_one(register: Register) -> None:
    attributes = {each.name for each in fields(register.layout.record)}
    own = {"organisation_id", "modified"}
    for column in register.layout.table.c:
        assert column.name in attributes | own or "taken" in column.info, column.name


@every_kept_table
def test_what_has_no_column_is_kept_under_the_name_of_its_field(
    resource: Resource, layout: Layout[Any]
) -> None:
    """No other field can then be taken for it, and what it was called in a row it is for ever."""
    for part in layout.remainder.parts:
        assert resource.fields[part.name].attribute == part.attribute


@every_kept_table
def test_what_is_not_in_a_row_has_the_value_that_the_contract_gives_it(
    resource: Resource, layout: Layout[Any]
) -> None:
    """None is a third thing: nothing was sent, and what is shown is the contract's value."""
    for part in layout.remainder.parts:
        assert part.default in (resource.fields[part.name].initial, None)


@every_kept_table
def test_a_default_of_the_table_is_the_records_default(
    resource: Resource, layout: Layout[Any]
) -> None:
    defaults = defaults_of(resource.record)
    given = [field for field in resource.fields.values() if field.default is not None]
    of_both = {field.name: field for field in given if field.attribute in defaults}
    odd = [
        name
        for name, field in of_both.items()
        if defaults[field.attribute] not in (field.default, None)
    ]
    assert odd == []


def attributes_asked(parameter: Parameter) -> list[str]:
    """What it compares with those values that it takes, among one of each kind."""
    attributes = []
    for value in ("1", "true", "active", "2026-01-01"):
        with suppress(Invalid):
            condition = parameter.ask(value)
            assert condition
            attributes.append(condition.attribute)
    return attributes


@pytest.mark.parametrize("register", REGISTERS.values(), ids=REGISTERS)
def test_every_list_parameter_and_order_finds_its_column(register: Register) -> None:
    columns = register.layout.table.c
    for parameter in register.listing.parameters.values():
        attributes = attributes_asked(parameter)
        assert attributes, parameter.name
        for name in attributes:
            assert name == "filter" or name in columns or f"{name}_folded" in columns, name
    for attribute in register.listing.sort.values():
        assert attribute in columns


@each_field(has_a_default)
def test_a_default_is_what_the_record_would_keep(resource: Resource, field: Field) -> None:
    """`1` where a Decimal is due is stored by nobody."""
    accepted = field.type.read(field.type.show(field.initial))
    assert accepted == field.initial
    assert isinstance(field.initial, type(accepted) | bool)


@each_field(is_free_text)
def test_a_text_has_its_length_to_the_letter(resource: Resource, field: Field) -> None:
    assert field.accept("å" * field.upto) == "å" * field.upto
    with pytest.raises(Invalid, match=f"{field.name} får vara högst {field.upto} tecken"):
        field.accept("å" * (field.upto + 1))
    assert field.upto <= LONGEST_TEXT or field.name == "Note"


@each_field(must_be_sent)
def test_what_must_be_sent_cannot_be_cleared(resource: Resource, field: Field) -> None:
    with pytest.raises(Invalid):
        field.accept(API_BLANK)


@each_field(has_an_empty_value)
def test_clearing_gives_an_empty_value(resource: Resource, field: Field) -> None:
    assert field.type.show(field.accept(API_BLANK)) not in (None, API_BLANK)


@each_field(has_no_empty_value)
def test_clearing_what_has_no_empty_value_is_as_good_as_not_sending_it(
    resource: Resource, field: Field
) -> None:
    """A value follows from elsewhere."""
    assert field.accept(API_BLANK) is None


numbers = st.from_regex(
    r"-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,6})?", fullmatch=True
)
scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=40) | numbers
scalars |= numbers.map(Written) | st.sampled_from(["", API_BLANK, "2026-02-29", "2024-02-29", "0"])
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner)
)


SENDABLE = {
    name: field
    for name, (_, field) in FIELDS.items()
    if field.access not in (READ_ONLY, REFUSED) and field.parts is None
}
# fmt: off
LIKELY = {  # what a type reads, most of the time
    TEXT.read:   st.text(min_size=1, max_size=40) | st.sampled_from(["SEK", "SE", "a@example.org"]),
    DAY.read:    st.dates().map(str),
    DAYS.read:   st.integers(0, 9_999) | st.integers(0, 9_999).map(str),
    FLAG.read:   st.sampled_from([True, False, "true", "false"]),
    WHOLE.read:  st.integers(1_000, 9_999) | st.integers(0, 100).map(str),
    AMOUNT.read: st.decimals(-10_000, 10_000, places=3).map(str).map(Written),
    RATE.read:   st.decimals(0, 10_000, places=7).map(str),
}
# fmt: on


def and_a_value(name: str) -> st.SearchStrategy[tuple[str, Any]]:
    """One that the field may well take, or now and then anything at all."""
    _, field = FIELDS[name]
    words = field.type.schema.get("enum", [API_BLANK])
    likely = LIKELY.get(field.type.read, st.sampled_from(words))
    value = st.sampled_from([likely, likely, likely, anything]).flatmap(lambda values: values)
    return st.tuples(st.just(name), value)


@given(st.sampled_from(sorted(FIELDS)).flatmap(and_a_value))
def test_a_field_takes_a_value_or_refuses_it_and_what_it_takes_can_be_kept(
    sent: tuple[str, Any],
) -> None:
    name, value = sent
    _, field = FIELDS[name]
    try:
        accepted = field.accept(value)
    except Invalid as refusal:
        assert field.name in refusal.message  # noqa: PT017 - it may as well be taken
    else:
        assert not isinstance(accepted, Decimal) or accepted.is_finite()
        shown = field.type.show(field.initial if accepted is None else accepted)
        assert shown is not None or field.unless_empty, f"{name} shows nothing for {value!r}"
        assert field.parts or is_as_encoded(field.type.show(accepted))


@every_field_shown
def test_no_field_shows_a_decimal(field: Field) -> None:
    """An answer is encoded as it is shown; a Decimal would keep its zeros and its exponent."""
    amounts = [Decimal("1000.00"), Decimal("1E+3")] if isinstance(field.type.empty, Decimal) else []
    for value in (field.initial, *amounts):
        assert is_as_encoded(field.type.show(value))


def is_as_encoded(shown: Any) -> bool:
    return as_shown(shown) == encoded(shown)


@given(st.sampled_from(sorted(SENDABLE)).flatmap(and_a_value))
def test_what_is_shown_is_taken_back_as_it_was(sent: tuple[str, Any]) -> None:
    name, value = sent
    shown = shown_for(SENDABLE[name], value)
    assume(shown not in ("", None) and not isinstance(shown, list))  # empty is not sent
    try:
        again = SENDABLE[name].accept(shown)
    except Invalid:
        assert value == API_BLANK, f"{name}: {value!r} is shown as {shown!r}, which is refused"
    else:
        assert SENDABLE[name].type.show(again) == shown


def shown_for(field: Field, value: Any) -> Any:
    try:
        return field.type.show(field.accept(value))
    except Invalid:
        return None


def test_names_are_read_as_people_write_them() -> None:
    assert snake_case("EmailInvoiceBCC") == "email_invoice_bcc"
    assert snake_case("GLNDelivery") == "gln_delivery"
    assert snake_case("DeliveryAddress1") == "delivery_address1"


LISTINGS = {
    route.endpoint.describes.resource.path: route.endpoint.describes.listing
    for route in ROUTES
    if route.endpoint.describes and route.endpoint.describes.listing
}


def test_every_word_of_a_filter_stands_for_a_condition_and_no_condition_lacks_a_word() -> None:
    tables = {"invoices": "customer_invoices", "supplierinvoices": "supplier_invoices"}
    words = {
        (tables.get(path, path), word)
        for path, listing in LISTINGS.items()
        if "filter" in listing.parameters
        for word in listing.parameters["filter"].values
    }
    assert words == {*NAMED}
