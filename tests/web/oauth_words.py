"""The exact words of the token address, and how they are checked."""

import asyncio
import json

import httpx
from tests.approving import Flow
from tests.web import entering


def refusal(error: str, description: str, status: int = 400) -> tuple[int, str]:
    """The exact body: its two keys in order, and no spaces between."""
    told = {"error": error, "error_description": description}
    return status, json.dumps(told, separators=(",", ":"))


UNKNOWN_CODE = refusal(
    "invalid_grant", "Authorization code doesn't exist or is invalid for the client"
)
EXPIRED_CODE = refusal("invalid_grant", "The authorization code has expired")
OTHER_REDIRECT = refusal("redirect_uri_mismatch", "The redirect URI is missing or do not match")
WRONG_VERIFIER = refusal("invalid_grant", "The code verifier is missing or does not match")
INVALID_REFRESH = refusal("invalid_grant", "Invalid refresh token")
INVALID_CLIENT = refusal("invalid_client", "The client credentials are invalid", 401)
NO_GRANT_TYPE = refusal("invalid_request", "The grant type was not specified in the request")
NO_PASSWORDS = refusal("unsupported_grant_type", 'Grant type "password" not supported')
NO_CODE = refusal("invalid_request", 'Missing parameter: "code" is required')
NO_REFRESH = refusal("invalid_request", 'Missing parameter: "refresh_token" is required')
KEYS = ["access_token", "expires_in", "token_type", "scope", "refresh_token"]


def told(response: httpx.Response) -> tuple[int, str]:
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["pragma"] == "no-cache"
    return response.status_code, response.text


def assert_ended(flow: Flow, why: str) -> None:
    """The company's history has one line of it, by the integration."""
    client, address = flow.client.client_id, flow.http.headers.get("X-Forwarded-For", "127.0.0.1")
    line = {"by": f"integration {client}", "address": address, "client": client, "why": why}
    assert entering.told(flow, "integration revoked") == [line]


def all_at_once(flow: Flow, count: int, **form: str) -> list[httpx.Response]:
    """So many equal token calls, sent together."""

    async def send() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=count)
        async with httpx.AsyncClient(timeout=60, limits=limits) as http:
            auth = (flow.client.client_id, flow.client.secret)
            call = f"{flow.base}/oauth-v1/token"
            return await asyncio.gather(
                *(http.post(call, data=form, auth=auth) for _ in range(count))
            )

    return asyncio.run(send())
