"""Whether what the service needs is there: looked at all the time, and told when it changes."""

import asyncio

import structlog

from reskontra.engine.database import Database
from reskontra.web.house import House

EVERY_SECONDS = 5
_log = structlog.get_logger()


async def look(house: House) -> dict[str, str]:
    """Of each part what is wrong with it, if anything: one line for operators when that changes."""
    troubles = {
        "database": await _of_database(house.database),
        "limiter": "" if await house.limiter.ready() else house.limiter.trouble,
    }
    for part, reason in troubles.items():
        before, house.troubles[part] = house.troubles.get(part, ""), reason
        if reason and reason != before:
            _log.error("unavailable", part=part, reason=reason)
        elif before and not reason:
            _log.warning("available again", part=part)
    return troubles


async def _of_database(database: Database) -> str:
    """Once it has been in trouble, it is ready when it can be written again."""
    if await database.ready() and database.trouble:
        await database.writable()
    return database.trouble


async def look_for_ever(house: House) -> None:
    while True:
        try:
            await look(house)
        except Exception as fault:
            _log.error("not looked at", exc_info=fault)
        await asyncio.sleep(EVERY_SECONDS)
