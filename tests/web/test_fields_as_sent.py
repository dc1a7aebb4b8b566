"""Fields that are kept as they are sent: in any form, absent until then, gone with API_BLANK."""

import json
import random
from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.invoicing import act, customer, draft, pay, read

from reskontra.contract.customer_invoices import INVOICES

NAMES = [each.name for each in INVOICES.fields.values() if each.type.any_form]
FORMS = ["text", "", "x" * 5000, 0, False, [], {}, ["a", {"b": ""}], {"Ref": [1]}]


def texts(value: Any) -> dict[str, Any]:
    return dict.fromkeys(NAMES, value)


def kept(invoice: dict[str, Any]) -> dict[str, Any]:
    return {name: invoice[name] for name in NAMES if name in invoice}


def changed(company: Company, number: str, **fields: Any) -> dict[str, Any]:
    invoice: dict[str, Any] = company.put(f"/invoices/{number}", {"Invoice": fields})["Invoice"]
    return invoice


def test_there_are_some_and_all_are_absent_until_they_are_sent(company: Company) -> None:
    assert {"YourReference", "DeliveryDate", "Project"} < set(NAMES)
    assert kept(draft(company, **texts(None))) == {}


@pytest.mark.parametrize("value", FORMS, ids=lambda value: json.dumps(value)[:20])
def test_what_is_sent_comes_back_in_its_own_form(company: Company, value: Any) -> None:
    made = draft(company, **texts(value))
    assert json.dumps(kept(made)) == json.dumps(texts(value))
    number = made["DocumentNumber"]
    assert read(company, number) == made
    assert changed(company, number, **made) == made
    assert changed(company, number, **texts(None)) == made


@pytest.mark.parametrize("name", NAMES)
def test_a_text_too_long_for_an_index_is_kept_all_the_same(company: Company, name: str) -> None:
    """Letters that no engine can make shorter."""
    chance = random.Random(1)
    text = "".join(chr(chance.randrange(0x4E00, 0x9000)) for _ in range(5_000))
    made = draft(company, **{name: text})
    assert changed(company, made["DocumentNumber"], Comments="x")[name] == text
    [row] = company.get("/invoices")["Invoices"]
    assert text.startswith(row.get(name, ""))


def test_numbers_come_back_as_they_were_written(company: Company) -> None:
    sent = f'{{"Invoice": {{"CustomerNumber": "{customer(company)}", "Project": 1.10}}}}'
    answer = company.api.post("/invoices", content=sent)
    assert '"Project":1.10' in answer.text
    assert '"Project":1.10' in company.api.get(answer.json()["Invoice"]["@url"]).text


def test_nulls_inside_are_dropped(company: Company) -> None:
    made = draft(company, EmailInformation={"a": None, "b": [{"c": "API_BLANK", "d": 1}]})
    assert made["EmailInformation"] == {"b": [{"d": 1}]}


@pytest.mark.parametrize("gap", [None, "API_BLANK"])
def test_a_list_has_no_gaps(company: Company, gap: str | None) -> None:
    sent = {"CustomerNumber": customer(company), "DeliveryDate": [1, gap, 3]}
    assert "DeliveryDate" in refused(company.api.post("/invoices", json={"Invoice": sent}), 400)


def test_api_blank_removes_one_and_leaves_the_others(company: Company) -> None:
    number = draft(company, Own=1, **texts("a"))["DocumentNumber"]
    after = changed(company, number, YourReference="API_BLANK")
    assert kept(after) == {name: "a" for name in NAMES if name != "YourReference"}
    assert changed(company, number, **texts("API_BLANK"))["Own"] == 1
    assert kept(read(company, number)) == {}


def test_what_is_sent_of_an_object_leaves_its_other_parts_alone(company: Company) -> None:
    parts = {"EmailAddressTo": "a@b.se", "EmailSubject": "Hej", "Egen": {"a": 1}}
    number = draft(company, EmailInformation=parts)["DocumentNumber"]

    def put(value: Any) -> Any:
        return changed(company, number, EmailInformation=value).get("EmailInformation")

    assert put({"EmailSubject": "Hejsan", "EmailAddressTo": None}) == parts | {
        "EmailSubject": "Hejsan"
    }
    assert put({"EmailSubject": "", "Egen": [2.50]}) == {
        "EmailAddressTo": "a@b.se",
        "EmailSubject": "",
        "Egen": [2.5],
    }
    assert put({"EmailSubject": "API_BLANK", "Egen": "API_BLANK"}) == {"EmailAddressTo": "a@b.se"}
    assert put({}) == put(None) == {"EmailAddressTo": "a@b.se"}
    assert put("text") == "text"
    assert put({"EmailBody": "x", "EmailSubject": "API_BLANK"}) == {"EmailBody": "x"}
    assert put("API_BLANK") is None


def test_they_come_after_the_rows_and_before_what_nobody_knows(company: Company) -> None:
    made = draft(company, Own=1, **texts("a"))
    assert [*made][-len(NAMES) - 2 :] == ["InvoiceRows", *NAMES, "Own"]


def test_they_share_64_kib_with_what_nobody_knows(company: Company) -> None:
    number = draft(company, Own="x" * 40_000)["DocumentNumber"]
    too_much = {"Invoice": {"YourReference": "x" * 40_000}}
    told = refused(company.api.put(f"/invoices/{number}", json=too_much), 400)
    assert "64 KiB" in told
    assert changed(company, number, YourReference="x" * 20_000, Own="y")["Own"] == "y"


def test_an_issued_invoice_has_them_for_ever(company: Company) -> None:
    made = draft(company, B=2.50, Country="Sverige", A=1, **texts({"a": 1}), Language="EN")
    number = made["DocumentNumber"]
    act(company, number, "bookkeep")
    pay(company, number, 10)
    assert kept(read(company, number)) == kept(made)
