"""One call and its answer, noted down as they pass by."""

import json
import re
import time
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jwt
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from reskontra.domain.errors import Unauthorised
from reskontra.people import tokens
from reskontra.sandbox.credentials import KEYS
from reskontra.web.gate import bearer

LONGEST_KEPT = 64 * 1024
HIDDEN = "***"
# Fields of forms that hold a secret; those of a sandbox are known to all anyway.
SECRET_FIELDS = ("client_secret", "refresh_token", "token", "password", "code_verifier")
OURS = re.compile(r"sandbox(-secret|-refresh)?[a-z0-9-]*")


def is_ours(secret: str) -> bool:
    return bool(OURS.fullmatch(secret)) or tokens.grant_of(secret, KEYS) is not None


@dataclass
class Exchange:
    scope: Scope
    at: str = ""
    company: str = ""
    id: int = 0
    sent: bytearray = field(default_factory=bytearray)
    answer: bytearray = field(default_factory=bytearray)
    sent_size: int = 0
    answer_size: int = 0
    status: int = 0
    answer_headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    fault: int | None = None
    began: float = field(default_factory=time.perf_counter)
    ms: float = 0.0

    def listening(self, receive: Receive) -> Receive:
        async def noted() -> Message:
            message = await receive()
            body = message.get("body", b"")
            self.sent_size += len(body)
            self.sent += body[: LONGEST_KEPT - len(self.sent)]
            return message

        return noted

    def speaking(self, send: Send) -> Send:
        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.answer_headers = [*message.get("headers", [])]
            body = message.get("body", b"")
            self.answer_size += len(body)
            self.answer += body[: LONGEST_KEPT - len(self.answer)]
            await send(message)

        return noted

    def ended(self) -> None:
        self.ms = round((time.perf_counter() - self.began) * 1000, 1)

    @property
    def method(self) -> str:
        return str(self.scope["method"])

    @property
    def path(self) -> str:
        return str(self.scope["path"])

    @property
    def size(self) -> int:
        return len(self.sent) + len(self.answer)

    @property
    def summary(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "at": self.at,
            "company": self.company,
            "method": self.method,
            "path": self.address,
            "status": self.status,
            "ms": self.ms,
            "fault": self.fault,
        }

    @property
    def address(self) -> str:
        query = self.scope.get("query_string", b"").decode("latin-1")
        return f"{self.path}?{query}" if query else self.path

    @property
    def headers(self) -> list[tuple[str, str]]:
        """As they were sent, without secrets that are not the sandbox's own."""
        return [
            (name.decode("latin-1"), safe_header(name.decode("latin-1"), value.decode("latin-1")))
            for name, value in self.scope["headers"]
        ]

    @property
    def sent_text(self) -> str:
        text = self.sent.decode(errors="replace")
        if not self.path.endswith(("/token", "/revoke", "/consent", "/auth")):
            return text
        pairs = parse_qsl(text, keep_blank_values=True)
        return (
            urlencode([(name, safe_field(name, value)) for name, value in pairs], safe="*") or text
        )

    @property
    def whole(self) -> dict[str, Any]:
        return {
            **self.summary,
            "refused": self.refused,
            "scopes": self.scopes,
            "window": dict(self.answer_headers).get(b"ratelimit", b"").decode(),
            "request": {
                "headers": [[*each] for each in self.headers],
                "body": self.sent_text,
                "cut": self.sent_size > LONGEST_KEPT,
            },
            "response": {
                "headers": [
                    [n.decode("latin-1"), v.decode("latin-1")] for n, v in self.answer_headers
                ],
                "body": self.answer.decode(errors="replace"),
                "cut": self.answer_size > LONGEST_KEPT,
            },
        }

    @property
    def refused(self) -> str:
        """Why, in the contract's words; empty where it was not."""
        with suppress(ValueError, KeyError, TypeError):
            return str(json.loads(self.answer)["ErrorInformation"]["Message"])
        return ""

    @property
    def scopes(self) -> list[str]:
        """Those of its token, if that is the sandbox's own."""
        with suppress(Unauthorised, ValueError, KeyError):
            token = bearer(Headers(scope=self.scope))
            if is_ours(token):
                return str(jwt.decode(token, options={"verify_signature": False})["scope"]).split()
        return []

    def curl(self, base: str) -> str:
        """A line that works as pasted."""
        words = ["curl", "-X", self.method] if self.method != "GET" else ["curl"]
        for name, value in self.headers:
            if name not in (
                "host",
                "content-length",
                "connection",
                "accept-encoding",
                "user-agent",
            ):
                words += ["-H", quoted(f"{name}: {value}")]
        if self.sent:
            words += ["--data-binary", quoted(self.sent_text)]
        return " ".join([*words, quoted(f"{base}{self.address}")])


def quoted(text: str) -> str:
    """As a shell takes it."""
    return "'" + text.replace("'", "'\\''") + "'"


def safe_header(name: str, value: str) -> str:
    if name == "cookie":
        return HIDDEN
    if name == "access-token":
        return value if is_ours(value.strip()) else HIDDEN
    if name != "authorization":
        return value
    scheme, _, secret = value.partition(" ")
    if scheme.lower() == "basic":
        with suppress(ValueError):
            if is_ours(b64decode(secret).decode().partition(":")[2]):
                return value
    return value if is_ours(secret.strip()) else f"{scheme} {HIDDEN}"


def safe_field(name: str, value: str) -> str:
    return HIDDEN if name in SECRET_FIELDS and not is_ours(value) else value
