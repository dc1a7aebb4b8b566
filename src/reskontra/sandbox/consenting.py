"""The authorisation address of a sandbox: any loopback address is known, and consent can be set."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from reskontra.domain.records import replace
from reskontra.engine.database import Transaction
from reskontra.people import granting, integrations
from reskontra.people.granting import Proposal
from reskontra.people.integrations import Integration
from reskontra.sandbox.company import Company
from reskontra.sandbox.credentials import USER_ID
from reskontra.web.forms import parameters
from reskontra.web.oauth_request import Rejected, Return, Untrusted, judged, way_back

CONSENTS = ("ask", "approve", "deny")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
MOST_REDIRECTS = 20


async def answer(company: Company, request: Request) -> Response | None:
    """At once where consent is given or denied beforehand; None where a person is asked."""
    entries = parameters(request.scope["query_string"])
    client_id = entries("client_id")
    client = await company.database.read(lambda tx: integrations.find(tx, client_id))
    if client is None or request.method != "GET":
        return None
    client = await _with_redirect(company, client, entries("redirect_uri"))
    if company.consent == "ask":
        return None
    try:
        back = way_back(entries, client, issuer=company.house.address(request))
        proposal = judged(entries, client, back)
        return RedirectResponse(await _decided(company, back, proposal), 303)
    except Rejected as rejected:
        return RedirectResponse(rejected.location, 303)
    except Untrusted:
        return None


async def _decided(company: Company, back: Return, proposal: Proposal) -> str:
    if company.consent == "deny":
        return back.with_error("access_denied", "The user denied the request")
    now = int(company.clock().timestamp())

    def approve(tx: Transaction) -> str:
        return granting.approve(tx, proposal, company.credentials.tenant_id, USER_ID, now)

    return back.with_code(await company.database.write(approve))


async def _with_redirect(company: Company, client: Integration, address: str) -> Integration:
    """A loopback address is registered when it is first asked for; the oldest ones go."""
    host = urlsplit(address).hostname
    if host not in LOOPBACK or address in client.redirect_uris:
        return client
    known = (*client.redirect_uris[-MOST_REDIRECTS + 1 :], address)
    changed = replace(client, redirect_uris=known)
    await company.database.write(lambda tx: integrations.change(tx, changed, USER_ID))
    return changed
