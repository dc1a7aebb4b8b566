"""Many calls at the same instant."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
from tests.service import Company

Call = tuple[str, str, Any]  # method, path, body


def at_once(company: Company, calls: list[Call]) -> list[httpx.Response]:
    """The answers to calls that are all sent together."""

    async def send() -> list[httpx.Response]:
        async with caller(company, len(calls)) as client:
            return await asyncio.gather(*(asked(client, call) for call in calls))

    return asyncio.run(send())


def in_the_midst(
    company: Company, calls: list[Call], after: int, act: Callable[[], Any]
) -> tuple[list[httpx.Response], Any]:
    """The answers, and what `act` gave: done once so many were answered, the rest under way."""

    async def send() -> tuple[list[httpx.Response], Any]:
        heard, enough = 0, asyncio.Event()

        async def told(call: Call) -> httpx.Response:
            nonlocal heard
            answer = await asked(client, call)
            heard += 1
            if heard >= after:
                enough.set()
            return answer

        async def acted() -> Any:
            await enough.wait()
            return await asyncio.to_thread(act)

        async with caller(company, len(calls)) as client:
            outcome = asyncio.create_task(acted())
            answers = await asyncio.gather(*map(told, calls))
            return answers, await outcome

    return asyncio.run(send())


def caller(company: Company, connections: int) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=connections)
    return httpx.AsyncClient(
        base_url=company.api.base_url, headers=company.api.headers, limits=limits, timeout=60
    )


async def asked(client: httpx.AsyncClient, call: Call) -> httpx.Response:
    """A busy service may ask for patience: then nothing has been done, and we ask again."""
    method, path, body = call
    for _ in range(60):
        answer = await client.request(method, path, json=body)
        if answer.status_code != 503:
            break
        await asyncio.sleep(1)
    return answer


def statuses(answers: list[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)
