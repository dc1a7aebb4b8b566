"""Removing what has expired (codes, tokens, sessions, links, attempts), and what keys leave."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from reskontra.actions import entry, events, repeating
from reskontra.actions.desk import Clerk
from reskontra.domain.errors import Unavailable
from reskontra.engine.database import Transaction
from reskontra.people import (
    devices,
    factors,
    failures,
    granting,
    logging_in,
    organisations,
    resets,
    sessions,
)
from reskontra.people.keys import Use
from reskontra.web.house import House

EVERY_SECONDS = 300
DAILY = 24 * 3600
_log = structlog.get_logger()


async def sweep(house: House) -> None:
    now = int(house.clock().timestamp())

    def forget(tx: Transaction) -> None:
        granting.forget_expired(tx, now)
        sessions.forget_expired(tx, now)
        logging_in.forget_expired(tx, now)
        devices.forget_expired(tx, now)
        factors.forget_expired(tx, now)
        failures.drop_nobodys(tx, now)
        resets.forget_expired(tx, now)
        if house.keys.former:
            factors.lock_all_anew(tx, house.keys.believed(Use.CREDENTIALS))

    await house.database.write(forget)
    for each in await house.database.read(lambda tx: failures.ended(tx, now)):
        await house.database.write(partial(entry.tell, told=each, now=house.clock()))


async def sweep_replies(house: House) -> None:
    """And events, of every organisation, one after the other: nobody sees those of several."""
    now = house.clock()
    for each in await house.database.read(organisations.every):
        clerk = Clerk(each, "sweep", now)
        await house.write(clerk, repeating.forget)
        await house.write(clerk, partial(events.forget, days=house.event_days))


async def sweep_for_ever(house: House) -> None:
    """Several processes may sweep the same floor: it only gets cleaner."""
    await _again_and_again(house, sweep, EVERY_SECONDS)


async def sweep_replies_for_ever(house: House) -> None:
    """Once a day: what has been kept for one goes within the next."""
    await _again_and_again(house, sweep_replies, DAILY)


async def _again_and_again(
    house: House, work: Callable[[House], Awaitable[None]], seconds: float
) -> None:
    while True:
        try:
            await work(house)
        except Unavailable as refused:  # the next round finds more to do
            _log.warning("not swept", reason=refused.reason or refused.message)
        except Exception as fault:
            _log.error("not swept", exc_info=fault)
        await asyncio.sleep(seconds)
