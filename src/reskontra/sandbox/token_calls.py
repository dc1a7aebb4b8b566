"""Calls to a company's own token address, for whoever tries them on a page."""

import json
from base64 import b64encode
from typing import Any
from urllib.parse import urlencode

import jwt
from starlette.types import Message

from reskontra import chance
from reskontra.sandbox.company import Company

FORM = b"application/x-www-form-urlencoded"


async def posted(company: Company, path: str, **form: str) -> tuple[int, dict[str, Any]]:
    """What a client would be answered."""
    own = company.credentials
    known = b64encode(f"{own.client_id}:{own.client_secret}".encode())
    said: list[Message] = [{"type": "http.request", "body": urlencode(form).encode()}]
    answered: list[Message] = []
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"content-type", FORM),
            (b"authorization", b"Basic " + known),
        ],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 80),
        "state": {},
    }

    async def receive() -> Message:
        return said.pop(0) if said else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        answered.append(message)

    async with company.turnstile.together():
        with chance.foreseen(company.drawings):
            await company.pipeline(scope, receive, send)
    body = b"".join(each.get("body", b"") for each in answered)
    return int(answered[0]["status"]), json.loads(body) if body else {}


def claims_of(token: str) -> str:
    """What a token says of itself, for people; nothing where it is none."""
    try:
        return json.dumps(jwt.decode(token, options={"verify_signature": False}), indent=2)
    except jwt.InvalidTokenError:
        return ""
