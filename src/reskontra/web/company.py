"""What a client may read of the company, of its locked period and of itself."""

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from reskontra.actions.desk import Desk
from reskontra.actions.years import LOCKED_PERIOD
from reskontra.contract.company import COMPANY_INFORMATION, COMPANY_SETTINGS, ME, Me
from reskontra.contract.resource import Resource
from reskontra.people import memberships
from reskontra.people.roles import Right, may
from reskontra.web.call import Call, one
from reskontra.web.described import Described
from reskontra.web.resources import Endpoint


def _me(desk: Desk, call: Call) -> Me:
    caller = call.caller
    if caller.user_id is None:
        return Me(caller.client_id, caller.client_name, "", sys_admin=False)
    user = memberships.member(desk.books.tx, desk.organisation.id, caller.user_id)
    return Me(str(user.id), user.called, user.email, sys_admin=may(user.role, Right.PEOPLE))


def _reads(resource: Resource, look: Callable[[Desk, Call], Any]) -> Endpoint:
    def show(call: Call, record: Any) -> Response:
        return one(resource.singular, call.view.present(resource, record))

    return Endpoint(resource.scope, look, show, describes=Described("Reads", resource))


READ_INFORMATION = _reads(COMPANY_INFORMATION, lambda desk, call: desk.organisation)
READ_SETTINGS = _reads(COMPANY_SETTINGS, lambda desk, call: desk.organisation)
READ_LOCKED_PERIOD = _reads(LOCKED_PERIOD.resource, lambda desk, call: LOCKED_PERIOD.find(desk))
READ_ME = _reads(ME, _me)
