"""Documents on their way through the presses."""

import asyncio
import threading
from dataclasses import replace

from tests.outside.paper import INVOICE, with_rows
from tests.waiting import PATIENCE

from reskontra.outside.document import Document
from reskontra.web.delivering import LARGE_PRESS, pressed

LARGE = 5


def test_a_small_document_does_not_wait_for_the_large_ones() -> None:
    """They stand in a queue that does not move until the small one is done."""
    done: list[str] = []
    moving = threading.Event()

    async def one(document: Document) -> None:
        await pressed(document)
        done.append(document.number)

    async def all_at_once() -> None:
        LARGE_PRESS.submit(moving.wait, PATIENCE)
        documents = [replace(with_rows(400), number=f"large {number}") for number in range(LARGE)]
        large = [asyncio.create_task(one(document)) for document in documents]
        await asyncio.sleep(0)  # they are in their queue
        await one(replace(INVOICE, number="small"))
        moving.set()
        await asyncio.gather(*large)

    asyncio.run(all_at_once())
    assert done == ["small", *(f"large {number}" for number in range(LARGE))]
