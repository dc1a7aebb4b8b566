"""What holds for every register, asked of each of them."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.service import Company, answered, refused
from tests.web.samples import METHODS, SAMPLES, Sample

from reskontra.actions.all_registers import REGISTERS
from reskontra.contract.fields import READ_ONLY, REFUSED


def each_of(samples: Iterable[Sample]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("sample", [*samples], ids=lambda each: each.resource.path)


every_register = each_of(SAMPLES)


def archived(sample: Sample) -> bool:
    """Those stay, deactivated."""
    return sample.resource.path in {"customers", "suppliers", "articles"}


DELETABLE = [sample for sample in SAMPLES if "DELETE" in METHODS[sample.resource.path]]
TYPES = {"string": str, "number": (int, float), "integer": int, "boolean": bool, "object": dict}
TYPES |= {"array": list}


def made(company: Company, sample: Sample, **more: Any) -> tuple[str, dict[str, Any]]:
    """A new record's address and its full form."""
    record = company.post(sample.path, sample.wrapped(**more))[sample.resource.singular]
    address = urlsplit(record["@url"])
    return f"{address.path.removeprefix('/api/v1/3')}?{address.query}".rstrip("?"), record


def shown(company: Company, sample: Sample, address: str) -> dict[str, Any]:
    record: dict[str, Any] = answered(company.api.get(address), 200)[sample.resource.singular]
    return record


def changed(company: Company, sample: Sample, address: str, **sent: Any) -> dict[str, Any]:
    record: dict[str, Any] = company.put(address, sample.only(**sent))[sample.resource.singular]
    return record


def test_no_register_is_left_out() -> None:
    known = {register.resource.path for register in REGISTERS}
    assert known - {"predefinedaccounts"} == set(METHODS)


@every_register
def test_the_full_form_has_the_fields_of_its_table_in_their_order(
    company: Company, sample: Sample
) -> None:
    address, record = made(company, sample)
    table = [each.name for each in sample.resource.fields.values() if each.access is not REFUSED]
    assert list(record) == table
    assert shown(company, sample, address) == record
    for name, value in record.items():
        schema = sample.resource.fields[name].type.schema
        assert value is not None
        if "type" in schema:
            assert isinstance(value, TYPES[schema["type"]]), f"{name}: {value!r}"


@every_register
def test_the_list_has_the_record_after_its_meta_information(
    company: Company, sample: Sample
) -> None:
    _, record = made(company, sample, Egen="fält")
    answer = company.get(sample.path, limit=500)
    assert list(answer) == ["MetaInformation", sample.resource.plural]
    rows = [row for row in answer[sample.resource.plural] if row["@url"] == record["@url"]]
    assert [list(row) for row in rows] == [
        list(sample.resource.list_fields or sample.resource.fields)
    ]
    assert answer["MetaInformation"] == {
        "@TotalResources": len(answer[sample.resource.plural]),
        "@TotalPages": 1,
        "@CurrentPage": 1,
    }


@every_register
def test_put_changes_only_what_is_sent(company: Company, sample: Sample) -> None:
    name = sample.text or sample.required
    address, before = made(company, sample)
    after = changed(company, sample, address, **{name: "nytt" if sample.text else "ny text"})
    assert after == {**before, name: "nytt" if sample.text else "ny text"}
    assert shown(company, sample, address) == after
    for nothing in (None, ""):
        assert changed(company, sample, address, **{name: nothing}) == after


@every_register
def test_only_api_blank_clears(company: Company, sample: Sample) -> None:
    if sample.text:
        address, _ = made(company, sample, **{sample.text: "borta"})
        assert changed(company, sample, address, **{sample.text: "API_BLANK"})[sample.text] == ""
    else:
        address, _ = made(company, sample)
    if sample.required:
        blank = sample.only(**{sample.required: "API_BLANK"})
        refusal = refused(company.api.put(address, json=blank), 400)
        assert refusal == f"{sample.required} får inte vara tomt"
    assert changed(company, sample, address, **{sample.text or "Egen": "api_blank"})


@each_of(sample for sample in SAMPLES if sample.required)
def test_a_required_field_must_be_sent(company: Company, sample: Sample) -> None:
    for sent in ({}, {sample.required: None}, {sample.required: ""}):
        rest = {name: value for name, value in sample.sent.items() if name != sample.required}
        answer = company.api.post(sample.path, json=sample.only(**rest, **sent))
        assert refused(answer, 400) == f"{sample.required} saknas"
    blank = company.api.post(sample.path, json=sample.wrapped(**{sample.required: "API_BLANK"}))
    assert refused(blank, 400) == f"{sample.required} får inte vara tomt"


@every_register
def test_unknown_fields_are_kept_as_they_were_written(company: Company, sample: Sample) -> None:
    """The numbers are compared as text: 1.10 is not 1.1 to whoever wrote it."""
    egen = '{"tal":[1.10,1e5,-0,12345678901234567890,0.30000000000000004],"ord":"å","tomt":""}'
    body = json.dumps(sample.wrapped()).replace("}}", f', "Egen": {egen}, "Tomt": ""}}}}')
    answer = company.api.post(sample.path, content=body)
    assert answer.status_code == 201, answer.text
    assert f'"Egen":{egen},"Tomt":""' in answer.text
    address = urlsplit(answer.json()[sample.resource.singular]["@url"])
    again = company.api.get(f"{address.path.removeprefix('/api/v1/3')}?{address.query}")
    assert f'"Egen":{egen},"Tomt":""}}}}' in again.text


@every_register
def test_nulls_are_dropped_and_api_blank_removes_an_unknown_field(
    company: Company, sample: Sample
) -> None:
    egen = {"a": None, "b": [{"c": None, "d": "API_BLANK", "e": ""}], "f": 0}
    address, record = made(company, sample, Egen=egen, Ingen=None, Kvar=1)
    assert record["Egen"] == {"b": [{"e": ""}], "f": 0}
    assert "Ingen" not in record
    after = changed(company, sample, address, Egen="API_BLANK", Kvar=None)
    assert "Egen" not in after
    assert after["Kvar"] == 1
    assert shown(company, sample, address) == after


@every_register
def test_an_unknown_field_may_be_without_a_name(company: Company, sample: Sample) -> None:
    address, record = made(company, sample, **{"": 0})
    assert record[""] == 0
    assert shown(company, sample, address) == record


@every_register
@pytest.mark.parametrize("gap", [None, "API_BLANK"])
@pytest.mark.parametrize("around", ["[1, {}, 3]", '{{"a": [[1], [{}]]}}'])
def test_a_list_has_no_gaps_in_an_unknown_field(
    company: Company, sample: Sample, gap: str | None, around: str
) -> None:
    """What stands after a null would move up, and a place in a list means something."""
    address, record = made(company, sample, Egen=[1, 2, 3])
    egen = json.loads(around.format(json.dumps(gap)))
    told = refused(company.api.put(address, json=sample.only(Egen=egen)), 400)
    assert told == "Ogiltigt värde för Egen: en lista får inte innehålla null"
    assert shown(company, sample, address) == record


@every_register
def test_unknown_fields_have_64_kib_together_however_they_come(
    company: Company, sample: Sample
) -> None:
    address, _ = made(company, sample, A="x" * 40_000)
    told = refused(company.api.put(address, json=sample.only(B="x" * 40_000)), 400)
    assert "64 KiB" in told
    assert "B" not in shown(company, sample, address)
    assert changed(company, sample, address, B="x" * 20_000)["B"]
    assert changed(company, sample, address, A="API_BLANK", C="x" * 40_000)["C"]
    in_bytes = company.api.post(sample.path, json=sample.wrapped(A="å" * 40_000))
    assert "64 KiB" in refused(in_bytes, 400)


@every_register
def test_read_only_fields_and_the_key_are_ignored_in_put(company: Company, sample: Sample) -> None:
    address, before = made(company, sample)
    resource = sample.resource
    sent = {each.name: "9" for each in resource.fields.values() if each.access is READ_ONLY} | {
        resource.key: "7777"
    }
    assert changed(company, sample, address, **sent) == before


@every_register
def test_what_is_read_can_be_written_back(company: Company, sample: Sample) -> None:
    address, before = made(company, sample, Egen={"a": [1, 2.50]})
    assert company.put(address, {sample.resource.singular: before}) == {
        sample.resource.singular: before
    }
    assert shown(company, sample, address) == before


@every_register
def test_a_key_can_be_used_once(company: Company, sample: Sample) -> None:
    _, record = made(company, sample)
    key = sample.resource.key
    answer = company.api.post(sample.path, json=sample.wrapped(**{key: record[key]}))
    assert refused(answer, 400) == f"{sample.register.called} {record[key]} används redan"


@every_register
def test_what_does_not_exist_is_not_found(company: Company, sample: Sample) -> None:
    address = f"{sample.path}/{sample.unknown_key}"
    for method in METHODS[sample.resource.path] - {"POST"}:
        answer = company.api.request(method, address, json={})
        assert refused(answer, 404) == sample.not_found, method


@every_register
def test_the_envelope_must_be_there_and_hold_an_object(company: Company, sample: Sample) -> None:
    address, _ = made(company, sample)
    name = sample.resource.singular
    bodies = (None, [], "x", 1, {}, {name.lower(): {}}, {name: None}, {name: "x"}, {name: [{}]})
    for body in bodies:
        for method, where in (("POST", sample.path), ("PUT", address)):
            answer = company.api.request(method, where, content=json.dumps(body))
            assert name in refused(answer, 400)
    for empty in (b"", b"   ", b"{", b"\xff", b'{"a":1}x'):
        refused(company.api.put(address, content=empty), 400)
    beside = {**sample.only(), "Annat": 1}
    assert company.put(address, beside)


@every_register
def test_a_trailing_slash_the_root_and_no_content_type_all_work(
    company: Company, sample: Sample
) -> None:
    root = company.service.url + "/3"
    body = json.dumps(sample.wrapped())
    answer = company.api.post(f"{root}{sample.path}/", content=body)
    assert answer.status_code == 201, answer.text
    record = answer.json()[sample.resource.singular]
    assert record["@url"].startswith(root + sample.path)
    where, _, query = record["@url"].partition("?")
    assert company.api.get(f"{where}/?{query}").json()[sample.resource.singular] == record
    assert company.api.put(f"{where}/?{query}", content=json.dumps(sample.only())).is_success
    assert company.api.get(f"{root}{sample.path}/").is_success
    if "DELETE" in METHODS[sample.resource.path]:
        assert company.api.delete(f"{where}/?{query}").status_code == 204


def deleted(company: Company, address: str) -> None:
    answer = company.api.request("DELETE", address, content=b"null")
    assert (answer.status_code, answer.content) == (204, b"")
    assert "content-type" not in answer.headers


@each_of(sample for sample in DELETABLE if not archived(sample))
def test_delete_removes(company: Company, sample: Sample) -> None:
    address, _ = made(company, sample)
    deleted(company, address)
    assert refused(company.api.get(address), 404) == sample.not_found
    assert refused(company.api.delete(address), 404) == sample.not_found


@each_of(sample for sample in DELETABLE if archived(sample))
def test_delete_deactivates_what_is_archived(company: Company, sample: Sample) -> None:
    address, record = made(company, sample)
    deleted(company, address)
    key = sample.resource.key
    assert shown(company, sample, address) == {**record, "Active": False}
    assert company.delete(address).status_code == 204
    assert len(company.get(sample.path)[sample.resource.plural]) == 1
    assert company.get(sample.path, filter="active")[sample.resource.plural] == []
    [row] = company.get(sample.path, filter="INACTIVE")[sample.resource.plural]
    assert row[key] == record[key]
    told = refused(company.api.get(sample.path, params={"filter": "odd"}), 400)
    assert told == "Ett ogiltigt filter har använts"
    assert changed(company, sample, address, Active=True)["Active"] is True


@every_register
def test_head_answers_as_get_without_a_body(company: Company, sample: Sample) -> None:
    answer = company.api.head(sample.path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "application/json"
    missing = company.api.head(f"{sample.path}/{sample.unknown_key}")
    assert (missing.status_code, missing.content) == (404, b"")


@every_register
def test_another_method_is_refused_with_those_that_work(company: Company, sample: Sample) -> None:
    for method in ("PATCH", "OPTIONS", "DELETE", "PUT"):
        answer = company.api.request(method, sample.path)
        refused(answer, 405)
        assert set(answer.headers["allow"].split(", ")) == {"GET", "POST", "HEAD"}


@each_of(each for each in SAMPLES if "lastmodified" in each.register.listing.parameters)
def test_lastmodified_finds_what_was_changed_since(company: Company, sample: Sample) -> None:
    address, record = made(company, sample)

    def since(value: str) -> set[str]:
        answer = company.get(sample.path, limit=500, LastModified=value)
        return {row["@url"] for row in answer[sample.resource.plural]}

    assert record["@url"] in since("2026-11-15")
    assert record["@url"] in since("2026-11-15 11:59")
    assert record["@url"] not in since("2026-11-15 13:00:01")
    company.service.clock.today = company.service.clock.today.replace(day=20)
    company.api.headers["Authorization"] = f"Bearer {company.token()}"
    assert record["@url"] not in since("2026-11-16")
    changed(company, sample, address)
    assert since("2026-11-20T12:00:00") == {record["@url"]}
    for nonsense in ("igår", "2026-13-01", "2026-11-15 25:00", "20261115"):
        refused(company.api.get(sample.path, params={"lastmodified": nonsense}), 400)
