"""Two companies with the same books, one answered as the contract says and one as the mirrored API
shows it: the same records, in the same order, and nothing else is otherwise."""

from typing import Any

import httpx
import jsonschema_rs
import pytest

from tests.contract.test_mirrored import KNOWN
from tests.sandbox.conftest import Kit
from tests.waiting import PATIENCE

LISTS = (
    "invoices", "supplierinvoices", "invoicepayments", "supplierinvoicepayments", "customers",
    "suppliers", "articles", "accounts", "vouchers", "voucherseries", "financialyears",
    "currencies",
    "costcenters", "projects", "units", "termsofpayments", "modesofpayments",
    "predefinedaccounts",
)  # fmt: skip
SINGLE = ("companyinformation", "settings/company", "settings/lockedperiod", "me")


@pytest.fixture
def pair(kit: Kit) -> tuple[httpx.Client, httpx.Client]:
    return kit.company("plain"), kit.company("mirror", answers="mirrored")


def body(api: httpx.Client, path: str) -> dict[str, Any]:
    answer = api.get(path)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def compare(place: tuple[str, str], ours: dict[str, Any], theirs: dict[str, Any]) -> int:
    """How many fields are otherwise; each of them is one of those that are known to be."""
    changed = 0
    assert [name for name in theirs if name in ours] == [*ours], "the order"
    for name, value in theirs.items():
        if name in ours and ours[name] == value and type(ours[name]) is type(value):
            continue
        if isinstance(value, list) and value:
            inner = [(place[0], place[1], f"{name}[].{part}") for part in value[0]]
            for mine, other in zip(ours[name], value, strict=True):
                differ = {part for part in other if mine[part] != other[part]}
                known = {at[2].partition("[].")[2] for at in inner if at in KNOWN}
                assert differ <= known, (place, name)
                assert all(other[part] is None for part in differ)
                changed += len(differ)
            continue
        kind, empty = KNOWN[*place, name]
        if value is None:
            assert empty == "null" or name == "@url", (place, name)
        else:
            assert (kind, str(value)) == ("number", ours[name]), (place, name)
        changed += 1
    return changed


@pytest.mark.parametrize("path", LISTS)
def test_lists_and_what_they_lead_to(pair: tuple[httpx.Client, httpx.Client], path: str) -> None:
    plain, mirror = pair
    ours, theirs = body(plain, path), body(mirror, path)
    assert [*ours] == [*theirs]
    assert ours["MetaInformation"] == theirs["MetaInformation"]
    name = [*ours][1]
    for mine, other in zip(ours[name], theirs[name], strict=True):
        compare((name, "list"), mine, other)
    for row in theirs[name][:4]:
        at = row["@url"].partition("/api/v1/3/")[2]
        one, two = body(plain, at), body(mirror, at)
        assert [*one] == [*two]
        [inside] = one
        compare((name, "single"), one[inside], two[inside])


def test_the_document_of_the_profile_is_true_of_its_answers(kit: Kit) -> None:
    mirror = kit.company("mirror", answers="mirrored")
    address = f"{kit.url}/openapi.json"
    whole = httpx.get(address, params={"answers": "mirrored"}, timeout=PATIENCE).json()
    assert httpx.get(address, params={"answers": "x"}, timeout=PATIENCE).status_code == 400
    assert whole != httpx.get(address, timeout=PATIENCE).json()
    for path in (*LISTS, *SINGLE):
        listed = body(mirror, path)
        conforms(whole, f"/3/{path}", listed)
        for row in [*listed.values()][-1][:4] if path in LISTS else ():
            [name] = one = body(mirror, row["@url"].partition("/api/v1/3/")[2])
            schema = whole["components"]["schemas"][name] | {"components": whole["components"]}
            jsonschema_rs.validator_for(schema).validate(one[name])


def conforms(whole: dict[str, Any], path: str, answer: dict[str, Any]) -> None:
    content = whole["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    schema = {**content["schema"], "components": whole["components"]}
    jsonschema_rs.validator_for(schema).validate(answer)


@pytest.mark.parametrize("path", [each for each in SINGLE if each != "me"])  # each its own client
def test_what_there_is_one_of(pair: tuple[httpx.Client, httpx.Client], path: str) -> None:
    ours, theirs = (body(each, path) for each in pair)
    [name] = ours
    for each in (ours, theirs):
        each[name].pop("DatabaseNumber", None)  # of each company its own
    assert compare((name, "single"), ours[name], theirs[name]) == (path == "settings/lockedperiod")


def test_writes_are_answered_so_too_and_what_is_read_can_be_written_back(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    _, mirror = pair
    made = [
        each.post("/customers", json={"Customer": {"Name": "Ny AB", "City": None}}).json()
        for each in pair
    ]
    assert [each["Customer"]["City"] for each in made] == ["", None]
    number = made[1]["Customer"]["CustomerNumber"]
    back = mirror.put(f"/customers/{number}", json=made[1])
    assert back.json() == made[1]
    sold = {"CustomerNumber": number, "InvoiceRows": [{"Description": "Råd"}]}
    drafts = [each.post("/invoices", json={"Invoice": sold}).json()["Invoice"] for each in pair]
    assert [each["VoucherNumber"] for each in drafts] == [0, None]
    assert [each.get("FinalPayDate", "absent") for each in drafts] == ["absent", None]
    at = f"/invoices/{drafts[1]['DocumentNumber']}"
    again = mirror.put(at, json={"Invoice": {**drafts[1], "InvoiceRows": None}})
    assert again.json()["Invoice"] == drafts[1]
    booked = mirror.put(f"{at}/bookkeep").json()["Invoice"]
    assert booked["VoucherNumber"] > 0
    assert booked["VoucherSeries"]


def test_kept_answers_never_cross_over(kit: Kit) -> None:
    """One company, read by two of its clients in turn."""
    plain = kit.company("turns")
    seen = []
    for answers in ("contract", "mirrored", "contract"):
        kit.company("turns", answers=answers)
        seen.append((plain.get("/invoices").content, plain.get("/invoices/1").content))
    assert seen[0] == seen[2] != seen[1]
    assert not any(b"null" in each for each in seen[0])
    assert all(b"null" in each for each in seen[1])


def test_a_snapshot_remembers_its_profile(kit: Kit) -> None:
    api = kit.company("kept", answers="mirrored")
    kit.ask("PUT", "/snapshots/mirrored?company=kept", 201)
    file = kit.control.get("/snapshots/mirrored/file?company=kept").content
    kit.company("kept", answers="contract")
    assert b"null" not in api.get("/customers/1").content
    kit.control.put("/snapshots/again/file?company=kept", content=file)
    kit.ask("POST", "/snapshots/again/restore?company=kept")
    assert b"null" in api.get("/customers/1").content
    assert kit.ask("GET", "/companies/kept")["answers"] == "mirrored"
