"""Once a day each organisation's heads are signed, and told to its auditor if it has named one."""

import asyncio
from datetime import date, datetime

import structlog

from reskontra.actions import heads
from reskontra.actions.desk import Clerk
from reskontra.domain.clock import swedish_date
from reskontra.domain.errors import MailFailed, Refused
from reskontra.domain.organisation import Organisation
from reskontra.outside.head_letter import head_letter
from reskontra.outside.signing import Signer
from reskontra.people import organisations
from reskontra.web.delivering import posted
from reskontra.web.house import House

EVERY_SECONDS = 300
BY = "service"
_log = structlog.get_logger()


async def anchor_for_ever(house: House) -> None:
    """Several processes may do it: whoever comes second finds the day's head there already."""
    done: date | None = None
    while house.signer:
        try:
            now = house.clock()
            if swedish_date(now) != done and await anchor_all(house, house.signer, now):
                done = swedish_date(now)
        except Exception as fault:
            _log.error("heads not signed", exc_info=fault)
        await asyncio.sleep(EVERY_SECONDS)


async def anchor_all(house: House, signer: Signer, now: datetime) -> bool:
    """Whether all was done; what failed is tried again in the next round."""
    try:
        everyone = await house.database.read(organisations.every)
        outcomes = [await anchored(house, signer, owner, now) for owner in everyone]
    except Refused as refused:  # the database is away
        _log.warning("heads not signed", reason=refused.message)
        return False
    return all(outcomes)


async def anchored(house: House, signer: Signer, owner: Organisation, now: datetime) -> bool:
    """Books that cannot be signed keep nobody else's from it."""
    try:
        return await anchor(house, signer, owner, now)
    except Refused:
        raise
    except Exception as fault:
        _log.error("head not signed", organisation=owner.id, exc_info=fault)
        return False


async def anchor(house: House, signer: Signer, owner: Organisation, now: datetime) -> bool:
    clerk = Clerk(owner, BY, now)
    latest = await house.read(clerk, heads.latest)
    if latest is None or heads.day_of(latest) < swedish_date(now):
        await house.write(clerk, lambda desk: heads.sign_of_the_day(desk, signer))
    return not owner.auditor_email or await told(house, clerk)


async def told(house: House, clerk: Clerk) -> bool:
    """Whether the auditor has the latest head, whoever signed it; if not, it is tried again."""
    if await house.read(clerk, heads.is_mailed):
        return True
    head = await house.write(clerk, heads.take_letter)
    if head is None:  # another process is sending it, or it failed a while ago, or it is tomorrow's
        return False
    owner, day = clerk.organisation, heads.day_of(head).isoformat()
    letter = head_letter(head, day, owner.name, house.mail_from, owner.auditor_email)
    try:
        await posted(house, letter, clerk.now)
    except MailFailed as failed:
        _log.warning("head not mailed", organisation=owner.id, reason=failed.message)
        return False
    await house.write(clerk, lambda desk: heads.letter_sent(desk, head))
    return True
