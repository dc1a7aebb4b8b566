"""Documents on their way through the presses."""

import asyncio
from dataclasses import replace

from tests.outside.paper import INVOICE, with_rows

from reskontra.outside.document import Document
from reskontra.web.delivering import pressed

LARGE = 5


def test_a_small_document_does_not_wait_for_the_large_ones() -> None:
    done: list[str] = []

    async def one(document: Document) -> None:
        await pressed(document)
        done.append(document.number)

    async def all_at_once() -> None:
        await pressed(replace(INVOICE, number="warm"))
        large = [replace(with_rows(400), number=f"large {number}") for number in range(LARGE)]
        await asyncio.gather(*map(one, [*large, replace(INVOICE, number="small")]))

    asyncio.run(all_at_once())
    assert done.index("small") < LARGE - 2, done  # by far: it is the first one, as a rule
