"""Idempotency-Key: what is sent again with the same key is done once, and answered alike."""

import asyncio
import email.policy
from datetime import timedelta
from hashlib import sha256
from typing import Any

import httpx
import pytest
from tests.servers import free_port
from tests.service import Company, Service, founded, in_every_form, refused
from tests.sizes import times
from tests.web.invoicing import ROW, customer, draft
from tests.web.parallel import caller

from reskontra.actions.desk import Clerk
from reskontra.actions.repeating import LOST_SECONDS
from reskontra.outside.smtp import relay_of
from reskontra.storage import replies
from reskontra.web import repeats
from reskontra.web.sweep import sweep_replies

INVOICES = "/invoices"
REPLAYED = "idempotent-replayed"


def call(company: Company, method: str, path: str, key: str, sent: Any = None) -> httpx.Response:
    return company.api.request(method, path, json=sent, headers={"Idempotency-Key": key})


def invoice(company: Company, rows: int = 1) -> dict[str, Any]:
    return {"Invoice": {"CustomerNumber": customer(company), "InvoiceRows": [ROW] * rows}}


def count(company: Company, path: str) -> int:
    return int(company.get(path)["MetaInformation"]["@TotalResources"])


def test_the_same_call_is_done_once_and_answered_to_the_byte_as_before(company: Company) -> None:
    sent = invoice(company)
    first = call(company, "POST", INVOICES, "a-1", sent)
    again = [call(company, "POST", INVOICES, key, sent) for key in ("a-1", '"a-1"')]
    assert first.status_code == 201
    assert REPLAYED not in first.headers
    assert {(each.status_code, each.content) for each in again} == {(201, first.content)}
    assert {each.headers[REPLAYED] for each in again} == {"true"}
    assert again[0].headers["content-type"] == first.headers["content-type"]
    assert count(company, INVOICES) == 1


def test_every_kind_of_write_can_be_repeated(company: Company) -> None:
    number = draft(company)["DocumentNumber"]
    project = company.post("/projects", {"Project": {"Description": "A"}})["Project"]
    path = f"/projects/{project['ProjectNumber']}"
    for place, (method, address, sent, status) in enumerate((
        ("PUT", f"/invoices/{number}", {"Invoice": {"Remarks": "ny"}}, 200),
        ("PUT", f"/invoices/{number}/bookkeep", None, 200),
        ("PUT", f"/invoices/{number}/credit", None, 200),
        ("PUT", path, {"Project": {"Description": "B"}}, 200),
        ("DELETE", path, None, 204),
    )):  # fmt: skip
        once, twice = (call(company, method, address, f"k{place}", sent) for _ in range(2))
        assert (once.status_code, once.content) == (twice.status_code, twice.content)
        assert (twice.status_code, twice.headers[REPLAYED]) == (status, "true"), address
    assert count(company, "/vouchers") == 2  # one, and the one that credits it


def test_another_call_with_the_same_key_is_refused(company: Company) -> None:
    sent = invoice(company)
    call(company, "POST", INVOICES, "a", sent)
    for method, path, other in (
        ("POST", INVOICES, invoice(company)),
        ("POST", f"{INVOICES}?a=1", sent),
        ("PUT", "/invoices/1", sent),
        ("DELETE", "/customers/1", None),
    ):
        message = refused(call(company, method, path, "a", other), 422)
        assert "Idempotency-Key" in message
    assert count(company, INVOICES) == 1


def test_what_was_refused_is_not_kept_and_may_be_mended_under_the_same_key(
    company: Company,
) -> None:
    refused(call(company, "POST", INVOICES, "a", {"Invoice": {}}), 400)
    assert call(company, "POST", INVOICES, "a", invoice(company)).status_code == 201


@pytest.mark.parametrize(
    "key", ["", "a b", "å".encode(), "a" * 256, '"a', '"a"b"', "a\tb", '""', '"a\\b"']
)
def test_a_key_that_is_none_is_refused(company: Company, key: Any) -> None:
    message = refused(call(company, "POST", INVOICES, key, invoice(company)), 400)
    assert "Idempotency-Key" in message
    assert count(company, INVOICES) == 0


def test_two_keys_at_once_are_none_and_reads_do_not_look_at_it(company: Company) -> None:
    headers = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")]
    refused(company.api.post(INVOICES, json=invoice(company), headers=headers), 400)
    assert company.api.get(INVOICES, headers=headers).status_code == 200


def test_a_key_is_one_clients_in_one_company(service: Service, company: Company) -> None:
    other, sent = founded(service), {"Customer": {"Name": "A"}}
    ours, theirs = (call(each, "POST", "/customers", "a", sent) for each in (company, other))
    assert REPLAYED not in theirs.headers
    assert (ours.status_code, theirs.status_code) == (201, 201)
    assert count(other, "/customers") == 1


def test_a_repeated_call_passes_the_gate_like_any_other(company: Company) -> None:
    sent = invoice(company)
    call(company, "POST", INVOICES, "a", sent)
    company.api.headers["Authorization"] = f"Bearer {company.token('customer')}"
    refused(call(company, "POST", INVOICES, "a", sent), 403)


@in_every_form
def test_many_at_once_make_one_invoice_and_have_one_answer(company: Company) -> None:
    sent, repeats = invoice(company), min(times(64), 1_000)

    async def send() -> list[httpx.Response]:
        async with caller(company, repeats) as client:
            headers = {"Idempotency-Key": "once"}
            calls = (client.post(INVOICES, json=sent, headers=headers) for _ in range(repeats))
            return await asyncio.gather(*calls)

    responses = asyncio.run(send())
    assert {each.status_code for each in responses} == {201}
    assert len({each.content for each in responses}) == 1
    assert sum(REPLAYED in each.headers for each in responses) == repeats - 1
    assert count(company, INVOICES) == 1


def test_a_long_answer_is_read_anew(company: Company) -> None:
    sent = invoice(company, rows=300)
    first = call(company, "POST", INVOICES, "long", sent)
    assert len(first.content) > 64 * 1024
    company.put("/invoices/1", {"Invoice": {"Remarks": "ändrad"}})
    again = call(company, "POST", INVOICES, "long", sent)
    assert (again.status_code, again.headers[REPLAYED]) == (201, "current")
    assert again.json()["Invoice"]["Remarks"] == "ändrad"
    assert count(company, INVOICES) == 1


def test_a_printing_is_the_same_paper_again(company: Company) -> None:
    draft(company)
    first, again = (call(company, "GET", "/invoices/1/print", "p") for _ in range(2))
    assert first.content == again.content
    assert again.headers["content-type"] == "application/pdf"
    assert (first.headers.get(REPLAYED), again.headers[REPLAYED]) == (None, "current")
    refused(call(company, "GET", "/invoices/1/email", "p"), 422)


def letters(service: Service) -> list[str]:
    mails = [each.read_bytes() for each in service.outbox.glob("*.eml")]
    return [
        str(email.message_from_bytes(each, policy=email.policy.default)["to"]) for each in mails
    ]


def test_a_letter_is_sent_once(service: Service, company: Company) -> None:
    address = f"kund{company.id}@example.com"
    draft(company, EmailInformation={"EmailAddressTo": address})
    first, again = (call(company, "GET", "/invoices/1/email", "m") for _ in range(2))
    assert (first.status_code, again.headers[REPLAYED]) == (200, "true")
    assert first.content == again.content
    assert letters(service).count(address) == 1


def begun(company: Company, fingerprint: str, seconds_ago: int) -> None:
    """Someone has the key in hand, and has not told how it went."""
    then = company.service.clock() - timedelta(seconds=seconds_ago)

    def begin(tx: Any) -> None:
        books = Clerk(company.organisation, "tests", then).desk(tx).books
        replies.begin(books, replies.Name(company.client_id, "m", fingerprint))

    company.service.write(begin, company.id)


def test_who_has_a_letter_in_hand_is_waited_for_until_they_must_have_died(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeats, "SECONDS_TO_WAIT", 0)
    draft(company, EmailInformation={"EmailAddressTo": "kund@example.com"})
    path = "/invoices/1/email"
    address = f"/api/v1/3{path}"
    fingerprint = sha256(f"GET\n{address}\n\n".encode()).hexdigest()
    begun(company, fingerprint, LOST_SECONDS - 1)
    assert "pågår" in refused(call(company, "GET", path, "m"), 409)
    company.service.write(lambda tx: replies.drop(opened(company, tx), named(company)), company.id)
    begun(company, fingerprint, LOST_SECONDS + 1)
    assert call(company, "GET", path, "m").status_code == 200


def opened(company: Company, tx: Any) -> Any:
    return Clerk(company.organisation, "tests", company.service.clock()).desk(tx).books


def named(company: Company) -> replies.Name:
    return replies.Name(company.client_id, "m", "")


def test_a_letter_that_could_not_be_sent_may_be_tried_again(
    service: Service, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft(company, EmailInformation={"EmailAddressTo": "kund@example.com"})
    nobody = relay_of(f"smtp://127.0.0.1:{free_port()}")
    with monkeypatch.context() as patch:
        patch.setitem(vars(service.house), "transport", nobody)
        refused(call(company, "GET", "/invoices/1/email", "m"), 502, 9_000_500)
    answer = call(company, "GET", "/invoices/1/email", "m")
    assert (answer.status_code, REPLAYED in answer.headers) == (200, False)


def test_answers_are_forgotten_after_a_day(service: Service, company: Company) -> None:
    sent = invoice(company)
    call(company, "POST", INVOICES, "a", sent)
    for ahead, invoices in ((-1, 1), (1, 2)):
        service.clock.ahead = timedelta(days=1, seconds=ahead)
        asyncio.run(sweep_replies(service.house))
        service.clock.ahead = timedelta()
        call(company, "POST", INVOICES, "a", sent)
        assert count(company, INVOICES) == invoices
