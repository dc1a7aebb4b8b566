"""Many calls at the same instant."""

import asyncio
from collections import Counter
from typing import Any

import httpx
from tests.service import Company


def at_once(company: Company, calls: list[tuple[str, str, Any]]) -> list[httpx.Response]:
    """The answers to (method, path, body) calls that are all sent together."""

    async def send() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=len(calls))
        async with httpx.AsyncClient(
            base_url=company.api.base_url, headers=company.api.headers, limits=limits, timeout=60
        ) as client:
            tasks = [client.request(method, path, json=body) for method, path, body in calls]
            return await asyncio.gather(*tasks)

    return asyncio.run(send())


def statuses(answers: list[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)
