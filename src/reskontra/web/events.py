"""The change feed: what has happened since an offset, at once or as soon as something does."""

import time

from starlette.responses import Response

from reskontra.actions import events
from reskontra.actions.desk import Desk
from reskontra.actions.events import Place
from reskontra.contract import events as contract
from reskontra.domain.errors import NoLongerKept
from reskontra.domain.happening import Stretch
from reskontra.web.call import Call, json_response
from reskontra.web.described import Described, Gives
from reskontra.web.house import House
from reskontra.web.resources import Endpoint


def feeds() -> Endpoint:
    description = Described(
        "Lists", contract.EVENTS, Gives.EVENTS, refusals=(NoLongerKept,), asks=contract.ASKED
    )
    return Endpoint("", since, then=answered, describes=description)


def since(desk: Desk, call: Call) -> Stretch:
    asked = contract.asked(call.query)
    topics = events.topics_for(call.caller.scopes, asked.topics)
    return events.after(desk, place_of(asked.after), topics, asked.limit)


def place_of(after: str) -> Place:
    if after == contract.LATEST:
        return Place(at_end=True)
    return Place(int(after) or None)


async def answered(house: House, call: Call, stretch: Stretch) -> Response:
    """Where there is nothing to tell, the call is held until there is, or its time is over."""
    asked = contract.asked(call.query)
    if asked.wait and not stretch.events and stretch.reached == stretch.latest:
        stretch = await waited(house, call, stretch, asked)
    return json_response(contract.shown(stretch, call.caller.organisation.id))


async def waited(house: House, call: Call, stretch: Stretch, asked: contract.Asked) -> Stretch:
    """What happens where the caller does not look goes by unseen, and the wait goes on."""
    topics = events.topics_for(call.caller.scopes, asked.topics)
    owner, until = call.caller.organisation.id, time.monotonic() + asked.wait

    def more(desk: Desk) -> Stretch:
        return events.after(desk, Place(stretch.reached), topics, asked.limit)

    while not stretch.events and (left := until - time.monotonic()) > 0:
        if not await house.listeners.wait(house.database, owner, stretch.reached, left):
            break
        stretch = await house.read(call.caller.clerk(house.clock()), more)
    return stretch
