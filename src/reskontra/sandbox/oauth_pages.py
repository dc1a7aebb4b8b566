"""OAuth step by step on a page: asked for, approved, exchanged, renewed, revoked."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.responses import RedirectResponse, Response

from reskontra.people.scopes import OPENS
from reskontra.sandbox.control import Answer, Asking, Handler
from reskontra.sandbox.credentials import MAIN
from reskontra.sandbox.showing import page
from reskontra.sandbox.token_calls import claims_of, posted

VERIFIER = "the-verifier-of-every-sandbox-which-everybody-knows"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


async def oauth(asking: Asking) -> Answer:
    return shown(asking)


def shown(asking: Asking, **answered: Any) -> Response:
    company = asking.company
    number = max(1, company.drawings.counts["refresh token"])
    return page(
        asking,
        "oauth.html",
        "OAuth",
        claims=claims_of(company.credentials.access_token),
        scopes=[*OPENS],
        code=asking.query.get("code", ""),
        pkce=asking.query.get("pkce", ""),
        verifier=VERIFIER,
        refused=asking.query.get("error_description", ""),
        newest=company.credentials.numbered_refresh_token(number),
        **{"answered": "", "token_claims": "", **answered},
    )


async def ask(asking: Asking) -> Answer:
    """To the authorisation address, with what was ticked."""
    form = asking.request.query_params
    with_pkce = "pkce" in form
    query = {
        "client_id": asking.company.credentials.client_id,
        "redirect_uri": _callback(asking),
        "response_type": "code",
        "state": f"{asking.of} {'pkce' if with_pkce else ''}".strip(),
        "scope": " ".join(form.getlist("scope")),
    }
    if with_pkce:
        query |= {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
    if "account_type" in form:
        query["account_type"] = "service"
    return RedirectResponse(f"{asking.box.url}/api/v1/oauth-v1/auth?{urlencode(query)}", 303)


async def back(asking: Asking) -> Answer:
    """The state says which company had asked, and how."""
    name, _, pkce = asking.query.get("state", MAIN).partition(" ")
    query = {
        each: asking.query[each] for each in ("code", "error_description") if each in asking.query
    }
    query |= {"pkce": "1"} if pkce else {}
    return RedirectResponse(f"/sandbox/oauth?{urlencode({'company': name, **query})}", 303)


async def exchange(asking: Asking) -> Answer:
    form = _form(asking)
    sent = {"grant_type": "authorization_code", "code": form.get("code", "")}
    sent |= {"redirect_uri": _callback(asking)}
    sent |= {"code_verifier": VERIFIER} if form.get("pkce") else {}
    return await _called(asking, "/oauth-v1/token", **sent)


async def renew(asking: Asking) -> Answer:
    """The newest, or an old one, to see what comes of that."""
    old = _form(asking).get("refresh_token", "")
    return await _called(asking, "/oauth-v1/token", grant_type="refresh_token", refresh_token=old)


async def revoke(asking: Asking) -> Answer:
    return await _called(asking, "/oauth-v1/revoke", token=_form(asking).get("token", ""))


async def _called(asking: Asking, path: str, **sent: str) -> Response:
    status, told = await posted(asking.company, path, **sent)
    answered = f"{status}\n{json.dumps(told, indent=2, ensure_ascii=False)}"
    return shown(asking, answered=answered, token_claims=claims_of(told.get("access_token", "")))


def _form(asking: Asking) -> dict[str, str]:
    return dict(parse_qsl(asking.raw.decode(errors="replace")))


def _callback(asking: Asking) -> str:
    return f"{asking.box.url}/sandbox/oauth/callback"


TABLE: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/oauth", oauth),
    ("GET", "/oauth/ask", ask),
    ("GET", "/oauth/callback", back),
    ("POST", "/oauth/exchange", exchange),
    ("POST", "/oauth/renew", renew),
    ("POST", "/oauth/revoke", revoke),
)
