"""docs/contract.md against the code: every name, type, access mark and parameter, none extra.

The page is read as Markdown, by other means than those that wrote its tables.
"""

import re
from pathlib import Path

import pytest

from reskontra.contract import wording
from reskontra.contract.fields import Access, Field
from reskontra.contract.resource import Resource
from reskontra.contract.unserved import UNSERVED, hint_for
from reskontra.domain.errors import Refused
from reskontra.web.described import Gives
from reskontra.web.document import differences, written_anew
from reskontra.web.routes import ROUTES

PAGE = Path(__file__).parents[1] / "docs" / "contract.md"
TEXT = PAGE.read_text()
Table = list[list[str]]

RESOURCES: dict[str, Resource] = {}
for route in ROUTES:
    told = route.endpoint.describes
    assert told, f"{route.method} {route.path} does not say what it takes and gives"
    RESOURCES.setdefault(told.resource.plural or told.resource.singular, told.resource)
LISTS = {
    title: [
        described
        for route in ROUTES
        if (described := route.endpoint.describes) and described.resource is resource
        if described.gives is Gives.MANY
    ]
    for title, resource in RESOURCES.items()
}
every_resource = pytest.mark.parametrize("title", RESOURCES)


def section(title: str, level: str = "##") -> str:
    found = re.search(rf"^{level} {title}\n(.*?)(?=^#{{2,{len(level)}}} |\Z)", TEXT, re.M | re.S)
    assert found, f"docs/contract.md has no section {title}"
    return found[1]


def table(text: str, heading: str) -> Table:
    """The rows of the table whose first column is so called, directly after a line of its own."""
    found = re.search(rf"^\| {re.escape(heading)} \|[^\n]*\n\|[-| ]+\|\n((?:\|.*\n)*)", text, re.M)
    if not found:
        return []
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")] for line in found[1].splitlines()
    ]


def names(cell: str) -> list[str]:
    return re.findall("`([^`]+)`", cell)


def part(text: str, title: str) -> str:
    """What stands under a bold title."""
    found = re.search(rf"^\*\*{re.escape(title)}\*\*\n\n(.*?)(?=^\*\*|\Z)", text, re.M | re.S)
    return found[1] if found else ""


def fields_told(text: str) -> dict[str, tuple[str, str]]:
    rows = table(text, "Field")
    return {
        name: (row[1], row[2] if len(row) > 2 else "") for row in rows for name in names(row[0])
    }


def fields_known(fields: dict[str, Field]) -> dict[str, tuple[str, str]]:
    return {name: (json_type(field), ACCESS[field.access.name]) for name, field in fields.items()}


# fmt: off
ACCESS = {
    "WRITABLE": "", "REQUIRED": "required", "AT_CREATION": "at creation",
    "REQUIRED_AT_CREATION": "required at creation", "AFTER_CREATION": "after creation",
    "READ_ONLY": "read-only", "HINT": "read-only",
    "FIXED": "fixed", "REFUSED": "refused",
}
JSON = {str: "string", int: "number", bool: "boolean"}
# fmt: on


def json_type(field: Field) -> str:
    """Told from the schema alone."""
    schema = field.type.schema
    if "const" in schema:
        return JSON[type(schema["const"])]
    if "pattern" in schema:
        return "date"
    return {"integer": "number"}.get(schema.get("type", ""), schema.get("type", "any"))


def test_the_tables_are_as_the_code_would_write_them() -> None:
    """If this fails: make contract"""
    assert written_anew(TEXT) == TEXT


@every_resource
def test_the_full_form(title: str) -> None:
    resource = RESOURCES[title]
    told = fields_told(part(section(title), "Full form"))
    known = fields_known(dict(resource.fields))
    if resource.rows:
        assert told.pop(resource.rows.plural) == ("array", "")
        rows = fields_told(part(section(title), f"Each of `{resource.rows.plural}`"))
        assert rows == fields_known(dict(resource.rows.fields))
    assert told == known
    assert list(told) == list(known)


@pytest.mark.parametrize("title", [title for title, lists in LISTS.items() if not lists])
def test_what_is_never_listed_has_no_list_row_and_no_parameters(title: str) -> None:
    assert not part(section(title), "List row")
    assert not part(section(title), "List parameters")


@pytest.mark.parametrize("title", [title for title, lists in LISTS.items() if lists])
def test_the_list_row_and_its_parameters(title: str) -> None:
    lists, text = LISTS[title], section(title)
    row = {name: json_type(field) for name, field in lists[0].row_fields.items()}
    told = fields_told(part(text, "List row"))
    assert {name: said for name, (said, _) in told.items()} == row
    assert list(told) == list(row)
    listing = lists[0].listing
    assert listing
    parameters = {
        name: meaning
        for cell, meaning in table(part(text, "List parameters"), "Parameter")
        for name in names(cell)
    }
    orders = parameters.pop("sortby", "")
    assert names(orders) == wording.orders(listing)
    assert list(parameters) == list(listing.parameters)
    for name, parameter in listing.parameters.items():
        assert (parameters[name] == "refused") is parameter.refused
        assert names(parameters[name]) == list(parameter.values)


@every_resource
def test_the_calls(title: str) -> None:
    told = [(names(row[0])[0], row[2]) for row in table(section(title), "Call")]
    known = [
        (f"{route.method} {route.path}", str(said.status))
        for route in ROUTES
        if (said := route.endpoint.describes)
        if (said.resource.plural or said.resource.singular) == title
    ]
    assert told == known


def test_no_section_is_about_a_resource_that_is_not_there() -> None:
    with_calls = [
        title for title in re.findall(r"^## (.+)$", TEXT, re.M) if table(section(title), "Call")
    ]
    assert sorted(with_calls) == sorted(RESOURCES)


def test_the_errors() -> None:
    told = {(int(row[0]), int(row[1]), row[2]) for row in table(section("Errors"), "Status")}
    assert told == {(each.status, each.code, each.__doc__) for each in Refused.__subclasses__()}


def test_the_access_marks_are_all_explained() -> None:
    told = {
        row[0].replace("(empty)", "") for row in table(section("How to read the tables"), "Access")
    }
    assert told == {ACCESS[access.name] for access in Access}


def test_the_shared_parameters_are_all_explained() -> None:
    told = [names(row[0])[0] for row in table(section("Lists", "###"), "Parameter")]
    assert sorted(told) == ["limit", "offset", "page", "sortby", "sortorder"]


def test_the_page_of_differences_is_as_the_tables_have_it() -> None:
    page = PAGE.with_name("differences.md").read_text()
    assert page == differences(), "make contract"
    for known in ("`/3/orders`", "`Address1`", "`/bookkeep`"):
        assert known in page


def test_what_is_not_served_is_not_served() -> None:
    paths = {route.path for route in ROUTES}
    for each in UNSERVED:
        assert f"/3/{each.path}".replace("*", "{key}") not in paths
        assert hint_for(f"/3/{each.path.replace('*', '7')}/1").endswith(each.instead)
    assert hint_for("/3/invoices/7") == hint_for("/3/pricelist") == ""
