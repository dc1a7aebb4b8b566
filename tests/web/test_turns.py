"""Turns of the event loop: one piece at a time, in the order they came."""

import asyncio
from contextlib import suppress
from itertools import pairwise

import uvloop

from reskontra.web.turns import Turns


async def pieces(turns: Turns, name: str, count: int, seen: list[str]) -> None:
    for _ in range(count):
        await turns.mine()
        seen.append(name)


async def counted(seen: list[str], at_each: list[int]) -> None:
    """How many pieces have been let through at each round of the loop."""
    while len(seen) < 6:
        at_each.append(len(seen))
        await asyncio.sleep(0)


def test_whoever_has_many_pieces_waits_behind_all_others() -> None:
    seen, at_each = list[str](), list[int]()

    async def together() -> None:
        turns = Turns(0)
        much = pieces(turns, "much", 4, seen)
        await asyncio.gather(
            much, *(pieces(turns, it, 1, seen) for it in "ab"), counted(seen, at_each)
        )

    asyncio.run(together())
    assert seen == ["much", "a", "b", "much", "much", "much"]
    assert all(after - before <= 1 for before, after in pairwise(at_each))


def test_whoever_has_gone_is_passed_over() -> None:
    seen = list[str]()

    async def together() -> None:
        turns = Turns(0)
        gone = asyncio.create_task(pieces(turns, "gone", 1, seen))
        stays = asyncio.create_task(pieces(turns, "stays", 1, seen))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        with suppress(asyncio.CancelledError):
            await gone

    asyncio.run(together())
    assert seen == ["stays"]


def test_each_event_loop_has_its_own_line() -> None:
    """What one left behind when it ended holds up no other."""
    turns, seen = Turns(0), list[str]()

    async def left_behind() -> None:
        task = asyncio.create_task(pieces(turns, "left", 1, seen))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(left_behind())
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(pieces(turns, "here", 2, seen))
    assert seen == ["here", "here"]
