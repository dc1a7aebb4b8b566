"""Events under parallel writers: each change is told once, in order, and never before it shows."""

import asyncio
from typing import Any

import httpx
from tests.service import Company, Service, founded, in_every_form
from tests.sizes import times
from tests.web.invoicing import ROW, customer
from tests.web.parallel import asked, caller

pytestmark = in_every_form
WRITERS, OTHERS, READERS = 64, 8, 3
FEED = "/../events"
SHOWN = {"customers": "/customers/{}", "invoices": "/invoices/{}", "vouchers": "/vouchers/{}"}


async def written(client: httpx.AsyncClient, writer: int) -> None:
    """A customer, or a draft that is issued; some of it is refused, and tells nothing."""
    if writer % 4:
        sent: Any = {"Customer": {"Name": f"Kund {writer}"}}
        assert (await asked(client, ("POST", "/customers", sent))).status_code == 201
        return
    sent = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [ROW]}}
    made = (await asked(client, ("POST", "/invoices", sent))).json()["Invoice"]
    number = made["DocumentNumber"]
    assert (await asked(client, ("PUT", f"/invoices/{number}/credit", None))).status_code == 400
    assert (await asked(client, ("PUT", f"/invoices/{number}/bookkeep", None))).status_code == 200


async def read_on(client: httpx.AsyncClient, over: asyncio.Event) -> list[dict[str, Any]]:
    """Without pause, until all is written and nothing is left; each thing is there when told."""
    seen: list[dict[str, Any]] = []
    while True:
        ended = over.is_set()
        after = seen[-1]["offset"] if seen else "0"
        answer = await asked(client, ("GET", f"{FEED}?after={after}&limit=7", None))
        page = answer.json()["Events"]
        for each in page:
            place = SHOWN[each["topic"]].format(each["entityId"])
            shown = await asked(client, ("GET", place, None))
            assert shown.status_code == 200, each
            if each["type"] == "invoice-bookkeep-v1":
                assert shown.json()["Invoice"]["Booked"], each
        seen += page
        if ended and not page:
            return seen


async def at_once(company: Company, others: list[Company]) -> list[list[dict[str, Any]]]:
    over = asyncio.Event()
    async with caller(company, WRITERS + READERS) as client:
        readers = [asyncio.create_task(read_on(client, over)) for _ in range(READERS)]
        clients = [caller(other, 1) for other in others]
        try:
            writers = [written(client, each) for each in range(WRITERS)]
            await asyncio.gather(*writers, *(written(other, 1) for other in clients))
        finally:
            over.set()
            for other in clients:
                await other.aclose()
        return await asyncio.gather(*readers)


def test_every_change_is_told_once_in_order_and_not_before_it_shows(
    service: Service, company: Company
) -> None:
    others = [founded(service) for _ in range(OTHERS)]
    customer(company)
    for turn in range(1, 1 + times(1)):
        seen = asyncio.run(at_once(company, others))
        invoices = turn * WRITERS // 4
        told = 1 + turn * (WRITERS - WRITERS // 4) + 3 * invoices
        for each in seen:
            assert [event["offset"] for event in each] == [str(n + 1) for n in range(told)]
            things = [(event["type"], event["entityId"]) for event in each]
            assert len(set(things)) == told
            booked = [word for word, _ in things if word == "invoice-bookkeep-v1"]
            assert len(booked) == invoices
    for other in others:
        heard = other.get(FEED)["Events"]
        assert [event["offset"] for event in heard] == [str(n + 1) for n in range(times(1))]
        other.api.close()
