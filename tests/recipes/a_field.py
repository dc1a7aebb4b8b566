"""A field is stored, returned, partly updated, cleared, bounded and described."""

import httpx

from tests.service import Company, refused
from tests.waiting import PATIENCE


def test_it_is_stored_returned_partly_updated_and_cleared(company: Company) -> None:
    made = company.post("/customers", {"Customer": {"Name": "Åke", "Nickname": "Ankan"}})
    place = f"/customers/{made['Customer']['CustomerNumber']}"
    assert made["Customer"]["Nickname"] == "Ankan"
    company.put(place, {"Customer": {"City": "Umeå"}})
    assert company.get(place)["Customer"]["Nickname"] == "Ankan"
    company.put(place, {"Customer": {"Nickname": "API_BLANK"}})
    assert company.get(place)["Customer"]["Nickname"] == ""


def test_whoever_was_there_before_has_none(company: Company) -> None:
    made = company.post("/customers", {"Customer": {"Name": "Åke"}})
    assert made["Customer"]["Nickname"] == ""


def test_it_is_bounded(company: Company) -> None:
    sent = {"Customer": {"Name": "Åke", "Nickname": "x" * 31}}
    assert "högst 30 tecken" in refused(company.api.post("/customers", json=sent), 400)


def test_it_is_described(company: Company) -> None:
    page = httpx.get(f"{company.service.url}/openapi.json", timeout=PATIENCE).json()
    assert page["components"]["schemas"]["Customer"]["properties"]["Nickname"]["type"] == "string"
    sent = page["components"]["schemas"]["CustomerCreate"]["properties"]["Nickname"]
    assert sent == {
        "type": "string",
        "maxLength": 30,
        "description": "What friends call the customer. At most 30 characters.",
    }
