"""Removing what has expired: codes, tokens, sessions, links and counted attempts."""

import asyncio

import structlog

from reskontra.domain.errors import Refused
from reskontra.engine.database import Transaction
from reskontra.people import granting, logging_in, resets, sessions
from reskontra.web.house import House

EVERY_SECONDS = 300
_log = structlog.get_logger()


async def sweep(house: House) -> None:
    now = int(house.clock().timestamp())

    def forget(tx: Transaction) -> None:
        granting.forget_expired(tx, now)
        sessions.forget_expired(tx, now)
        logging_in.forget_expired(tx, now)
        resets.forget_expired(tx, now)

    await house.database.write(forget)


async def sweep_for_ever(house: House) -> None:
    """Several processes may sweep the same floor: it only gets cleaner."""
    while True:
        try:
            await sweep(house)
        except Refused as refused:  # the database is away; the next round finds more to do
            _log.warning("not swept", reason=refused.message)
        except Exception as fault:
            _log.error("not swept", exc_info=fault)
        await asyncio.sleep(EVERY_SECONDS)
