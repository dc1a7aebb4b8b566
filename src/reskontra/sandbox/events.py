"""What happens in a sandbox, told to whoever listens (server-sent events) or waits."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

KEPT = 1_000
SILENCE = 15.0  # seconds, after which a comment shows that someone is there


@dataclass(frozen=True)
class Event:
    id: int
    kind: str
    company: str
    data: dict[str, Any]

    @property
    def text(self) -> str:
        data = json.dumps({"company": self.company, **self.data}, ensure_ascii=False)
        return f"id: {self.id}\nevent: {self.kind}\ndata: {data}\n\n"


class Events:
    def __init__(self) -> None:
        self._kept: deque[Event] = deque(maxlen=KEPT)
        self._latest = 0
        self._more = asyncio.Event()

    def tell(self, kind: str, company: str, data: dict[str, Any]) -> None:
        self._latest += 1
        self._kept.append(Event(self._latest, kind, company, data))
        self._more.set()
        self._more = asyncio.Event()

    @property
    def latest(self) -> int:
        return self._latest

    async def stir(self, seconds: float) -> bool:
        """True as soon as something happens."""
        try:
            await asyncio.wait_for(self._more.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def since(self, last: int, company: str) -> AsyncIterator[str]:
        """Without end, from the one after the last that was seen."""
        while True:
            more = self._more
            for event in [each for each in self._kept if each.id > last]:
                last = event.id
                if company in ("*", event.company):
                    yield event.text
            try:
                await asyncio.wait_for(more.wait(), SILENCE)
            except TimeoutError:
                yield ": still here\n\n"
