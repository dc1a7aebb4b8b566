"""The change feed: what has happened, told once, in order, to whoever may hear it."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from tests.service import Company, Service, founded, refused
from tests.web import purchasing
from tests.web.invoicing import ROW, act, customer, draft, issued, pay
from tests.web.parallel import caller

from reskontra.actions.desk import Clerk
from reskontra.actions.door import fire
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.people.scopes import EVERY_SCOPE
from reskontra.storage.tables import events
from reskontra.web.sweep import sweep_replies

FEED = "/../events"


def feed(company: Company, **query: Any) -> dict[str, Any]:
    told: dict[str, Any] = company.get(FEED, **query)
    return told


def told(company: Company, **query: Any) -> list[str]:
    """The word and the key of each."""
    return [f"{each['type']} {each['entityId']}" for each in feed(company, **query)["Events"]]


def end(company: Company) -> str:
    return str(feed(company, after="latest")["MetaInformation"]["@Offset"])


def renamed(company: Company) -> None:
    number = customer(company)
    for name in ("Åkes Bygg", "Åkes Tak"):
        company.put(f"/customers/{number}", {"Customer": {"Name": name}})
    company.delete(f"/customers/{number}")


def booked_twice(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    act(company, number, "bookkeep")


def credited(company: Company) -> None:
    act(company, issued(company)["DocumentNumber"], "credit")


def thrown_away(company: Company) -> None:
    act(company, draft(company)["DocumentNumber"], "cancel")


def refused_calls(company: Company) -> None:
    draft(company)
    refused(company.api.put("/invoices/1/credit"), 400)
    refused(company.api.post("/invoices", json={"Invoice": {"CustomerNumber": "9"}}), 404)


CREATED = ["customer-created-v1 1", "invoice-created-v1 1"]
ISSUED = [*CREATED, "voucher-created-v1 B/1", "invoice-bookkeep-v1 1"]
# fmt: off
ACTS: dict[str, tuple[Callable[[Company], Any], list[str]]] = {
    "a customer comes, changes and goes": (renamed, ["customer-created-v1 1", "customer-updated-v2 1", "customer-deleted-v1 1"]),
    "a draft is thrown away":  (thrown_away, [*CREATED, "invoice-cancelled-v1 1"]),
    "an invoice is issued":    (issued, ISSUED),
    "and once more":           (booked_twice, ISSUED),
    "an invoice is credited":  (credited, [*ISSUED, "voucher-created-v1 K/1", "invoice-credited-v1 1"]),
    "an invoice is paid":      (lambda company: pay(company, issued(company)["DocumentNumber"], 1250),
                                [*ISSUED, "invoicepayment-created-v1 1", "voucher-created-v1 C/1", "invoice-updated-v1 1", "invoicepayment-bookkeep-v1 1"]),
    "a purchase is booked":    (purchasing.booked, ["supplier-created-v1 1", "supplier-invoice-created-v1 1", "voucher-created-v1 L/1", "supplier-invoice-bookkeep-v1 1"]),
    "a call is refused":       (refused_calls, CREATED),
}
# fmt: on


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_told_once_for_each_thing_that_changed(company: Company, name: str) -> None:
    act, words = ACTS[name]
    act(company)
    assert told(company) == words
    meta = feed(company)["MetaInformation"]
    assert meta == {"@Offset": str(len(words)), "@Latest": str(len(words)), "@Earliest": "1"}


def test_an_event_says_what_happened_and_when_and_a_voucher_its_year(company: Company) -> None:
    issued(company)
    created, _, voucher, booked = feed(company)["Events"]
    when = {"tenantId": company.id, "timestamp": "2026-11-15T12:00:00.000+01:00"}
    of = {"topic": "customers", "offset": "1", "type": "customer-created-v1", "entityId": "1"}
    assert created == of | when
    key = {"year": 2, "series": "B", "id": 1}
    assert voucher["topic"] == "vouchers"
    assert {name: voucher[name] for name in key} == key
    assert "year" not in booked


def test_a_feed_is_read_on_from_the_offset_that_it_gave(company: Company) -> None:
    for _ in range(5):
        customer(company)
    seen, after = [], "0"
    while len(page := feed(company, after=after, limit=2)["Events"]):
        seen += [each["entityId"] for each in page]
        after = page[-1]["offset"]
    assert seen == ["1", "2", "3", "4", "5"]
    assert told(company, after=end(company)) == []


def test_what_is_tried_or_fails_takes_no_number(service: Service, company: Company) -> None:
    number = draft(company)["DocumentNumber"]
    clerk = Clerk(company.organisation, "tests", service.clock())

    def halfway(tx: Any) -> None:
        desk = clerk.desk(tx)
        fire(CUSTOMER_INVOICES, desk, CUSTOMER_INVOICES.take(desk, int(number)), "bookkeep")
        assert [each.word for each in desk.books.happenings]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        service.write(halfway, company.id)
    act(company, number, "bookkeep")
    assert told(company) == ISSUED


# Who may hear what


def with_scope(company: Company, scope: str) -> httpx.Headers:
    return httpx.Headers({"Authorization": f"Bearer {company.token(scope)}"})


def test_a_token_hears_of_what_its_scopes_open_and_passes_by_the_rest(company: Company) -> None:
    issued(company)
    answer = company.api.get(FEED, headers=with_scope(company, "bookkeeping"))
    assert [each["topic"] for each in answer.json()["Events"]] == ["vouchers"]
    assert answer.json()["MetaInformation"]["@Offset"] == "4"
    nothing = company.api.get(FEED, headers=with_scope(company, "profile")).json()
    assert (nothing["Events"], nothing["MetaInformation"]["@Offset"]) == ([], "4")
    chosen = told(company, topics="vouchers, customers")
    assert chosen == ["customer-created-v1 1", "voucher-created-v1 B/1"]


def test_another_company_is_not_heard(service: Service, company: Company) -> None:
    other = founded(service)
    customer(other)
    issued(company)
    assert told(other) == ["customer-created-v1 1"]
    other.api.close()


@pytest.mark.parametrize(
    ("query", "scope"),
    [
        ({"after": "-1"}, EVERY_SCOPE),
        ({"after": "x"}, EVERY_SCOPE),
        ({"after": "1e3"}, EVERY_SCOPE),
        ({"after": "5"}, EVERY_SCOPE),  # so many there have not been
        ({"topics": "orders"}, EVERY_SCOPE),
        ({"topics": "invoices"}, "customer"),
        ({"limit": "0"}, EVERY_SCOPE),
        ({"limit": "x"}, EVERY_SCOPE),
        ({"wait": "26"}, EVERY_SCOPE),
        ({"wait": "0.5"}, EVERY_SCOPE),
    ],
)
def test_what_cannot_be_answered_is_refused(
    company: Company, query: dict[str, str], scope: str
) -> None:
    headers = with_scope(company, scope)
    refused(company.api.get(FEED, params=query, headers=headers), 400)


# What is no longer kept


def test_an_offset_that_is_no_longer_kept_is_refused(service: Service, company: Company) -> None:
    """And what came later is kept: silence would hide a loss."""
    customer(company)
    customer(company)
    service.clock.ahead = timedelta(days=20)
    sent = {"Customer": {"Name": "Åsa"}}
    headers = with_scope(company, "customer")
    assert company.api.post("/customers", json=sent, headers=headers).status_code == 201
    for days, kept in ((29, ["1", "2", "3"]), (31, ["3"]), (49, ["3"]), (51, [])):
        service.clock.ahead = timedelta(days=days)
        asyncio.run(sweep_replies(service.house))
        service.clock.ahead = timedelta()
        answer = feed(company)
        assert [each["entityId"] for each in answer["Events"]] == kept
        earliest = kept[0] if kept else "4"
        assert answer["MetaInformation"] == {
            "@Offset": "3", "@Latest": "3", "@Earliest": earliest,
        }  # fmt: skip
    assert "3" in refused(company.api.get(FEED, params={"after": "2"}), 410)
    assert told(company, after="3") == []
    customer(company)
    assert told(company, after="3") == ["customer-created-v1 4"]


# Waiting


def test_a_call_that_waits_is_answered_as_soon_as_something_happens(company: Company) -> None:
    customer(company)

    async def heard() -> list[dict[str, Any]]:
        async with caller(company, 9) as client:
            query = {"after": "1", "wait": 25}
            waits = [asyncio.create_task(client.get(FEED, params=query)) for _ in range(8)]
            until_waiting = company.service.house.listeners.waiting
            while len(until_waiting) < 8:
                await asyncio.sleep(0.01)
            assert sum(company.service.database.in_flight.values()) <= 1  # the one that asks
            made = await client.post("/customers", json={"Customer": {"Name": "Åsa"}})
            assert made.status_code == 201
            return [(await each).json() for each in waits]

    answers = asyncio.run(heard())
    assert {each["Events"][0]["entityId"] for each in answers} == {"2"}
    assert {each["MetaInformation"]["@Offset"] for each in answers} == {"2"}


def test_a_wait_ends_empty_when_its_time_is_over(company: Company) -> None:
    customer(company)
    assert told(company, after="1", wait=1) == []
    assert told(company, wait=25) == ["customer-created-v1 1"]  # there is something to tell


def test_what_a_caller_may_not_see_does_not_end_the_wait(company: Company) -> None:
    """The offset moves past it."""
    query = {"after": "latest"}
    headers = with_scope(company, "invoice")

    async def heard() -> dict[str, Any]:
        async with caller(company, 2) as client:
            start = await client.get(FEED, params=query, headers=headers)
            after = start.json()["MetaInformation"]["@Offset"]
            waits = client.get(FEED, params={"after": after, "wait": 25}, headers=headers)
            waiting = asyncio.create_task(waits)
            await client.post("/customers", json={"Customer": {"Name": "Åsa"}})
            sent = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [ROW]}}
            await client.post("/invoices", json=sent)
            answer: dict[str, Any] = (await waiting).json()
            return answer

    answer = asyncio.run(heard())
    assert [each["type"] for each in answer["Events"]] == ["invoice-created-v1"]
    assert answer["MetaInformation"]["@Offset"] == "2"


def test_the_request_id_is_kept_and_not_told(service: Service, company: Company) -> None:
    headers = {"X-Request-Id": "mine-1"}
    company.api.post("/customers", json={"Customer": {"Name": "Åsa"}}, headers=headers)
    statement = select(events.c.request_id, events.c.by).where(
        events.c.organisation_id == company.id
    )
    [(kept, by)] = service.read(lambda tx: tx.all(statement), company.id)
    assert (kept, by) == ("mine-1", f"integration {company.client_id}")
    assert "mine-1" not in company.api.get(FEED).text
