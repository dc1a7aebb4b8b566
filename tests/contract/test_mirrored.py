"""The mirrored profile, field by field, against what is known of the mirrored API."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from tests.contract.mirrored_facts import FACTS

from reskontra.contract import customer_invoices, supplier_invoices
from reskontra.contract.fields import Field
from reskontra.contract.nested import shown
from reskontra.contract.resource import Resource
from reskontra.web.sections import sections

RESOURCES = {each.resource.plural or each.resource.singular: each.resource for each in sections()}
LISTED = {
    "Invoices": customer_invoices.SUMMARIES,
    "SupplierInvoices": supplier_invoices.SUMMARIES,
}
Place = tuple[str, str, str]  # resource, form, field


def facts() -> Iterator[tuple[Place, tuple[str, str]]]:
    resource = form = kind = empty = ""
    for line in FACTS.strip().splitlines():
        if not line.startswith(" "):
            resource, form = line.split()
            continue
        head, colon, names = line.partition(": ")
        if colon:
            kind, empty = head.split()
        for name in (names if colon else line).split():
            yield (resource, form, name), (kind, empty)


KNOWN = dict(facts())


def table_of(resource: Resource, form: str) -> dict[str, Field]:
    """By their names in the facts: those of rows with the rows before them."""
    whole = dict(resource.with_rows)
    if form == "list":
        whole = dict(resource.list_fields or resource.fields)
    for name, field in [*whole.items()]:
        parts = field.parts or {}
        whole |= {f"{name}.{part}": each for part, each in parts.items()}
    if form == "single" and (rows := resource.rows):
        whole |= {f"{rows.plural}[].{name}": field for name, field in rows.fields.items()}
    return whole


def of(resource: str, form: str) -> Resource:
    return LISTED.get(resource, RESOURCES[resource]) if form == "list" else RESOURCES[resource]


def kind_of(field: Field) -> str:
    schema = field.type.schema
    said: Any = schema.get("type")
    said = next(each for each in said if each != "null") if isinstance(said, list) else said
    if "const" in schema:
        said = {str: "string", bool: "boolean", int: "number", type(None): "string"}[
            type(schema["const"])
        ]
    return {"integer": "number"}.get(said, said)


def empty_of(field: Field) -> str:
    if field.unless_empty:
        return "absent"
    return json.dumps(field.type.show(field.type.empty), separators=(",", ":"))


# Lists of small objects and of vouchers, whose parts are no fields of a table.
INNER = {
    place: fact
    for place, fact in KNOWN.items()
    if place[2].startswith(("Vouchers[]", "OpeningQuantities[]"))
}


@pytest.mark.parametrize(("resource", "form"), sorted({place[:2] for place in KNOWN}))
def test_each_form_is_shown_as_the_mirrored_api_shows_it(resource: str, form: str) -> None:
    table = table_of(of(resource, form).mirrored, form)
    for place, (kind, empty) in KNOWN.items():
        if place[:2] != (resource, form) or place in INNER:
            continue
        field = table[place[2]]
        assert kind_of(field) == ("string" if kind == "date" else kind), place
        if empty != "never":
            assert empty_of(field) == empty, place


@pytest.mark.parametrize("name", RESOURCES)
def test_what_is_not_known_to_be_otherwise_is_the_same(name: str) -> None:
    for form in ("single", "list") if RESOURCES[name].plural else ("single",):
        resource = of(name, form)
        ours, theirs = table_of(resource, form), table_of(resource.mirrored, form)
        assert [*ours] == [*theirs], "the order"
        for field in ours:
            inside = field.removeprefix("Vouchers[].")  # a closing's are vouchers as they are
            known = KNOWN.get((name, form, field)) or KNOWN.get(("Vouchers", form, inside))
            same = (kind_of(ours[field]), empty_of(ours[field])) == (
                kind_of(theirs[field]), empty_of(theirs[field]),
            )  # fmt: skip
            assert same or known, f"{name} {form} {field}"


def test_the_facts_are_whole() -> None:
    assert len(KNOWN) == 668
    assert sum(kind == "number" and empty == "null" for kind, empty in KNOWN.values()) == 24


def test_parts_that_are_no_fields_are_shown_alike() -> None:
    quantities = RESOURCES["Accounts"].mirrored.fields["OpeningQuantities"].type
    assert quantities.show([{}]) == [{"Balance": 0, "Project": ""}]
    assert shown({}, {"Number": 1}) == {"Number": 1}


def test_a_rate_of_zero_is_a_rate() -> None:
    """Null is of what has never been set; every article has a rate."""
    rate = RESOURCES["Articles"].mirrored.list_fields["VAT"].type
    assert [rate.show(value) for value in (0, 25, None)] == ["0", "25", None]
    price = RESOURCES["Articles"].mirrored.list_fields["SalesPrice"].type
    assert [price.show(Decimal(value)) for value in (0, 25)] == [None, "25"]
