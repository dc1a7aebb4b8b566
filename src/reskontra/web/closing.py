"""A year looked at before it is closed, closed, and opened again."""

from typing import Any

from starlette.responses import Response

from reskontra.actions import closing
from reskontra.actions.desk import Desk
from reskontra.actions.years import FINANCIAL_YEARS
from reskontra.contract.closing import CLOSING, REOPENING
from reskontra.contract.resource import Resource
from reskontra.domain.errors import Conflict
from reskontra.people.roles import Right
from reskontra.web.call import Call, one
from reskontra.web.described import Described
from reskontra.web.endpoints import ShowOutcome, key
from reskontra.web.resources import Endpoint

CONFIRMED = "true"
CONFIRM = {"confirm": "true: all the same, whatever `Unfinished` tells of"}


def shows(resource: Resource) -> ShowOutcome:
    def show(call: Call, record: Any) -> Response:
        return one(resource.singular, call.view.present(resource, record))

    return show


def previews() -> Endpoint:
    """All of it is done, and nothing of it stays."""

    def work(desk: Desk, call: Call) -> Any:
        return closing.close(desk, *key(FINANCIAL_YEARS, desk, call), confirmed=True)

    described = Described("Shows the closing of", CLOSING, refusals=(Conflict,))
    return Endpoint(CLOSING.scope, work, shows(CLOSING), tries=True, describes=described)


def closes() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        confirmed = call.query.get("confirm", "").lower() == CONFIRMED
        return closing.close(desk, *key(FINANCIAL_YEARS, desk, call), confirmed=confirmed)

    described = Described("Closes", CLOSING, refusals=(Conflict,), asks=CONFIRM)
    return Endpoint(CLOSING.scope, work, shows(CLOSING), writes=True, describes=described)


def reopens() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        call.caller.refuse_without(Right.REOPEN)
        year = FINANCIAL_YEARS.find(desk, *key(FINANCIAL_YEARS, desk, call))
        changes = REOPENING.accept(call.opened(REOPENING.singular), creating=True)
        REOPENING.require(changes)
        return closing.reopen(desk, year.id, changes["reason"])

    described = Described("Reopens", REOPENING, refusals=(Conflict,))
    return Endpoint(
        REOPENING.scope, work, shows(REOPENING), writes=True, takes_body=True, describes=described
    )
