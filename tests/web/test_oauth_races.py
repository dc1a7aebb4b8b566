"""Codes and refresh tokens that several processes are shown at once."""

import asyncio
from typing import Any

import httpx
from tests.approving import BACK, Client, new_person, registered
from tests.service import KEY, Company, Service, scaled_out
from tests.sizes import times

from reskontra.engine.database import Transaction
from reskontra.people import granting, integrations, memberships
from reskontra.people.granting import GRACE_SECONDS, Denied, Proposal

pytestmark = scaled_out
LIMIT = 10  # calls of one client in a minute, shared by the processes
SCOPE = "invoice customer"
TURNS = 20  # of which at least one is not refused by a limiter that is too busy to tell


def code_for(company: Company, client: Client) -> str:
    service = company.service
    person, now = new_person(service), int(service.clock().timestamp())

    def unit(tx: Transaction) -> str:
        memberships.add(tx, company.id, person.id, memberships.ADMIN)
        integration = integrations.one(tx, client.client_id)
        proposal = Proposal(integration, BACK, True, SCOPE, "", False)
        return granting.approve(tx, proposal, company.id, person.id, now)

    code: str = service.write(unit)
    return code


def tokens_for(company: Company, client: Client) -> dict[str, Any]:
    now = int(company.service.clock().timestamp())

    def unit(tx: Transaction) -> Any:
        return granting.issue(tx, KEY, company.id, client.client_id, SCOPE, now)

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
        return granting.renew(tx, KEY, client.client_id, token, "", later)

    assert isinstance(company.service.write(unit), Denied)


def works(company: Company, token: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return company.api.get("/customers", headers=headers).status_code


def test_a_code_is_changed_for_tokens_once(company: Company) -> None:
    raced = 0
    for _ in range(TURNS):
        client = registered(company.service)
        code = code_for(company, client)
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
        answers = judged(company.service, client, **form)
        if not answers:
            continue
        [winner] = [answer for answer in answers if answer.status_code == 200]
        assert {each.status_code for each in answers if each is not winner} <= {400}
        # Shown again, a code ends what it gave.
        token = winner.json()["access_token"]
        assert works(company, token) == (401 if len(answers) > 1 else 200)
        raced += 1
        if raced == times(2):
            return
    assert raced, "no call was ever let in"


def test_a_refresh_token_is_renewed_once_and_its_late_copy_ends_the_family(
    company: Company,
) -> None:
    raced = 0
    for _ in range(TURNS):
        client = registered(company.service)
        old = tokens_for(company, client)["refresh_token"]
        answers = judged(company.service, client, grant_type="refresh_token", refresh_token=old)
        if not answers:
            continue
        [winner] = [answer for answer in answers if answer.status_code == 200]
        assert {each.status_code for each in answers if each is not winner} <= {400}
        token = winner.json()["access_token"]
        assert works(company, token) == 200
        show_late(company, client, old)
        assert works(company, token) == 401
        raced += 1
        if raced == times(2):
            return
    assert raced, "no call was ever let in"
