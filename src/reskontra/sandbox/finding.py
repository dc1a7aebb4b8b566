"""Which company a call is for: by its token's tenant, its client id, or the browser's cookie."""

from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, unquote_plus

import jwt
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Message, Receive, Scope

COOKIE = "sandbox-company"
LARGEST_FORM = 64 * 1024


def tenant_of(headers: Mapping[str, str]) -> int | None:
    """As the token says it; whether that is true is for the company's own gate to judge."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    token = token if scheme.lower() == "bearer" else headers.get("access-token", "")
    with suppress(jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        said = jwt.decode(token.strip(), options={"verify_signature": False})
        return int(said["tenantId"])
    return None


def client_of(headers: Mapping[str, str], query: bytes, form: bytes) -> str:
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        with suppress(ValueError):
            return unquote_plus(b64decode(secret).decode().partition(":")[0])
    sent = parse_qs(query.decode("latin-1")) | parse_qs(form.decode("latin-1"))
    return sent.get("client_id", [""])[0]


def cookie_of(headers: Mapping[str, str]) -> str:
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")


async def form_of(scope: Scope, receive: Receive) -> tuple[bytes, Receive]:
    """The form of a token call, and a way to read it once more."""
    if scope["method"] != "POST" or not is_oauth(scope["path"]):
        return b"", receive
    messages: list[Message] = []
    size = 0
    while size <= LARGEST_FORM:
        messages.append(message := await receive())
        size += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            break

    async def again() -> Message:
        return messages.pop(0) if messages else await receive()

    return b"".join(each.get("body", b"") for each in messages), again


def is_oauth(path: str) -> bool:
    return "/oauth-v1/" in path


def found(companies: Mapping[str, Any], scope: Scope, form: bytes, main: str) -> tuple[Any, bool]:
    """The company, and whether the call itself says that it is that one's."""
    headers = Headers(scope=scope)
    tenant = tenant_of(headers)
    client = client_of(headers, scope.get("query_string", b""), form) if tenant is None else ""
    for each in companies.values():
        if each.credentials.tenant_id == tenant or (
            client and each.credentials.client_id == client
        ):
            return each, True
    return companies.get(cookie_of(headers), companies[main]), False
