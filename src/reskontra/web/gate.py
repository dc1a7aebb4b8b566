"""Who is calling, and may they? Asked once, in this order, for every resource call."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, Protocol

from reskontra.actions.desk import Clerk
from reskontra.domain.errors import Forbidden, TooManyCalls, Unauthorised
from reskontra.domain.organisation import Organisation
from reskontra.people import grants, tokens
from reskontra.people.integrations import Profile
from reskontra.people.organisations import LEAST_PLAN
from reskontra.people.roles import Right, may, who_may
from reskontra.web.house import House
from reskontra.web.limits import Room, Window


class Caller(NamedTuple):
    """An integration that acts for an organisation."""

    organisation: Organisation
    client_id: str
    client_name: str
    user_id: int | None
    role: str | None = None  # of the person, where it acts for one
    answers: Profile = Profile.CONTRACT
    scopes: frozenset[str] = frozenset()  # that its token carries
    request_id: str = ""

    def refuse_without(self, right: Right) -> None:
        """A program has no more than the person who let it in; in its own name it has all."""
        if self.role is not None and not may(self.role, right):
            raise Forbidden(f"Det kräver rollen {who_may(right)} i företaget.")

    @property
    def signature(self) -> str:
        """How the books say who did something."""
        person = f" for user {self.user_id}" if self.user_id else ""
        return f"integration {self.client_id}{person}"

    def clerk(self, now: datetime) -> Clerk:
        return Clerk(self.organisation, self.signature, now, self.request_id)


class Comer(Protocol):
    """Whoever stands at the gate; told how much room the window has left."""

    room: Room | None
    request_id: str

    @property
    def headers(self) -> Mapping[str, str]: ...


async def admit(house: House, comer: Comer, scope: str, now: datetime) -> Caller:
    """Token, then rate limit, then scope if one is asked for, then plan; raises the first that
    fails."""
    claims = tokens.verified(bearer(comer.headers), house.keys, now.timestamp())
    admission = await house.database.read(lambda tx: grants.admission(tx, claims.grant_id))
    if admission is None or admission.revoked:
        raise Unauthorised
    organisation = admission.organisation
    if organisation.id != claims.organisation_id:
        raise Unauthorised
    if house.rate_limit:
        key = f"{admission.client_id}:{organisation.id}"
        comer.room = room = await house.room(Window(key, house.rate_limit))
        if room.wait:
            raise TooManyCalls
    if scope and scope not in claims.scope:
        raise Forbidden(f"Behörighet saknas: anropet kräver {scope}")
    if organisation.plan < LEAST_PLAN:
        raise Forbidden(f"Anropet kräver planen {LEAST_PLAN} eller högre")
    who = (admission.client_id, admission.client_name, admission.user_id, admission.role)
    return Caller(organisation, *who, admission.answers, claims.scope, comer.request_id)


def bearer(headers: Mapping[str, str]) -> str:
    """The token of `Authorization: Bearer`, or of the older header `Access-Token`."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    if token := headers.get("access-token", "").strip():
        return token
    raise Unauthorised
