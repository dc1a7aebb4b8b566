"""A register: numbers are drawn or chosen; records are read, listed, searched, changed, removed."""

import httpx

from tests.service import Company, refused
from tests.waiting import PATIENCE


def added(company: Company, **sent: str) -> dict[str, str]:
    made: dict[str, str] = company.post("/vehicles", {"Vehicle": sent})["Vehicle"]
    return made


def test_a_number_is_drawn_unless_one_is_chosen(company: Company) -> None:
    assert added(company, Plate="ABC123")["VehicleNumber"] == "1"
    assert added(company, Plate="ABC124", VehicleNumber="2")["VehicleNumber"] == "2"
    assert added(company, Plate="ABC125")["VehicleNumber"] == "3"
    again = {"Vehicle": {"Plate": "X", "VehicleNumber": "2"}}
    answer = refused(company.api.post("/vehicles", json=again), 400)
    assert answer == "Fordonsnummer 2 används redan"


def test_it_is_read_changed_and_removed(company: Company) -> None:
    place = added(company, Plate="ABC123")["@url"]
    company.put(place, {"Vehicle": {"Comments": "Blå", "Egen": 1}})
    shown = company.get(place)["Vehicle"]
    assert (shown["Plate"], shown["Comments"], shown["Egen"]) == ("ABC123", "Blå", 1)
    company.delete(place)
    assert refused(company.api.get(place), 404) == "Kan inte hitta fordonet"


def test_it_is_listed_searched_and_sorted(company: Company) -> None:
    for plate in ("ABC123", "XYZ9", "ABA1"):
        added(company, Plate=plate)
    listed = company.get("/vehicles", sortby="plate")
    assert [each["Plate"] for each in listed["Vehicles"]] == ["ABA1", "ABC123", "XYZ9"]
    found = company.get("/vehicles", plate="ab", limit=1)
    assert found["MetaInformation"]["@TotalResources"] == 2


def test_it_is_described_with_an_example(company: Company) -> None:
    page = httpx.get(f"{company.service.url}/openapi.json", timeout=PATIENCE).json()
    calls = page["paths"]["/3/vehicles"]
    assert calls["get"]["tags"] == ["Vehicles"]
    body = calls["post"]["requestBody"]["content"]["application/json"]
    company.post("/vehicles", body["example"])
    assert set(page["paths"]["/3/vehicles/{key}"]) == {"get", "put", "delete", "parameters"}
