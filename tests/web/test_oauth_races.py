"""Codes and refresh tokens that several processes are shown at once."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import httpx
from tests.approving import BACK, Client, new_person, registered
from tests.service import KEYS, Company, Service, scaled_out
from tests.sizes import times

from reskontra.engine.database import Transaction
from reskontra.people import granting, integrations, memberships
from reskontra.people.granting import GRACE_SECONDS, Denied, Proposal
from reskontra.people.roles import Role

pytestmark = scaled_out
LIMIT = 10  # calls of one client in a minute, shared by the processes
SCOPE = "invoice customer"
TURNS = 20  # of which at least one is not refused by a limiter that is too busy to tell


def code_for(company: Company, client: Client) -> str:
    service = company.service
    person, now = new_person(service), int(service.clock().timestamp())

    def unit(tx: Transaction) -> str:
        memberships.add(tx, company.id, person.id, Role.ADMIN)
        integration = integrations.one(tx, client.client_id)
        proposal = Proposal(integration, BACK, True, SCOPE, "", False)
        return granting.approve(tx, proposal, company.id, person.id, now)

    code: str = service.write(unit)
    return code


def tokens_for(company: Company, client: Client) -> dict[str, Any]:
    now = int(company.service.clock().timestamp())

    def unit(tx: Transaction) -> Any:
        return granting.issue(tx, KEYS, company.id, client.client_id, SCOPE, now)

    given: dict[str, Any] = company.service.write(unit)
    return given


def judged(service: Service, client: Client, **form: str) -> list[httpx.Response]:
    """The answers to as many equal calls as are let in; none if someone was too busy to answer."""

    async def send() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=64)
        async with httpx.AsyncClient(timeout=60, limits=limits) as http:
            auth, call = (client.client_id, client.secret), f"{service.url}/api/v1/oauth-v1/token"
            calls = (http.post(call, data=form, auth=auth) for _ in range(64))
            return await asyncio.gather(*calls)

    answers = [answer for answer in asyncio.run(send()) if answer.status_code != 429]
    assert len(answers) <= LIMIT
    return [] if any(answer.status_code == 503 for answer in answers) else answers


def show_late(company: Company, client: Client, token: str) -> None:
    """A copy of a used refresh token turns up when the time of grace is over."""
    later = int(company.service.clock().timestamp()) + GRACE_SECONDS + 2

    def unit(tx: Transaction) -> Any:
        return granting.renew(tx, KEYS, client.client_id, token, "", later)

    assert isinstance(company.service.write(unit), Denied)


def works(company: Company, token: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return company.api.get("/customers", headers=headers).status_code


@dataclass(frozen=True)
class Race:
    client: Client
    form: dict[str, str]
    answers: list[httpx.Response]

    def won(self) -> str:
        """The access token of the one that won."""
        [winner] = [answer for answer in self.answers if answer.status_code == 200]
        assert {each.status_code for each in self.answers if each is not winner} <= {400}
        return str(winner.json()["access_token"])


def races(company: Company, form_of: Callable[[Client], dict[str, str]]) -> list[Race]:
    """Some in which calls were let in, and each of those was answered."""

    def run() -> Race:
        client = registered(company.service)
        form = form_of(client)
        return Race(client, form, judged(company.service, client, **form))

    turns = (run() for _ in range(TURNS))
    run_out = list(islice((race for race in turns if race.answers), times(2)))
    assert run_out, "no call was ever let in"
    return run_out


def test_a_code_is_changed_for_tokens_once(company: Company) -> None:
    def form_of(client: Client) -> dict[str, str]:
        code = code_for(company, client)
        return {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}

    for race in races(company, form_of):
        # Shown again, a code ends what it gave.
        assert works(company, race.won()) == (401 if len(race.answers) > 1 else 200)


def test_a_refresh_token_is_renewed_once_and_its_late_copy_ends_the_family(
    company: Company,
) -> None:
    def form_of(client: Client) -> dict[str, str]:
        old = tokens_for(company, client)["refresh_token"]
        return {"grant_type": "refresh_token", "refresh_token": old}

    for race in races(company, form_of):
        token = race.won()
        assert works(company, token) == 200
        show_late(company, race.client, race.form["refresh_token"])
        assert works(company, token) == 401
