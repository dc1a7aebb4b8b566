"""What pages call things: no field has its English name in a refusal that a person reads."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from tests.approving import Flow
from tests.web.test_console import Console

from reskontra.actions.register import Register
from reskontra.contract.fields import FIXED, READ_ONLY
from reskontra.contract.resource import Resource
from reskontra.web import console as pages
from reskontra.web.wording import FIELDS, refusal


def resources() -> Iterator[Resource]:
    """Those that a page takes fields of, and their rows."""
    for module in pkgutil.iter_modules(pages.__path__):
        there = import_module(f"{pages.__name__}.{module.name}")
        for each in vars(there).values():
            resource = each.resource if isinstance(each, Register) else each
            if isinstance(resource, Resource):
                yield resource
                yield from (resource.rows,) if resource.rows else ()


def test_every_field_that_a_page_takes_has_a_name_there() -> None:
    taken = {
        field.name
        for resource in resources()
        for field in resource.fields.values()
        if field.access not in (READ_ONLY, FIXED)
    }
    assert {"Reason", "Amount", "FirstAfter"} <= taken
    assert taken - set(FIELDS) == set()


SAID = {
    "FromDate ligger efter ToDate": "”Från och med” ligger efter ”Till och med”",
    "Ogiltigt värde för account": "Ogiltigt värde för ”Konto”",
    "Reason saknas (PUT /vatreturns/1/reopen)": "”Skäl” saknas",
    "Projektet finns inte": "Projektet finns inte",
    "beloppet är 1250.00": "Beloppet är 1\xa0250,00",
}


@pytest.mark.parametrize(("message", "said"), SAID.items())
def test_what_a_refusal_is_on_a_page(message: str, said: str) -> None:
    assert refusal(message) == said


def test_it_is_said_so_on_a_page_of_a_refusal_alone(flow: Flow) -> None:
    console = Console(flow)
    console.log_in()
    page = console.get(f"{console.company}/reports/trial-balance?fromdate=2026-02-30")
    assert (page.status_code, "Ogiltigt värde för ”Från och med”" in page.text) == (400, True)
