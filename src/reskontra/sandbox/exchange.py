"""One call and its answer, noted down as they pass by."""

import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import jwt
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from reskontra.contract.unserved import hint_for
from reskontra.domain.errors import NotFound, Unauthorised
from reskontra.sandbox.finding import is_oauth
from reskontra.sandbox.masking import Mask, is_ours
from reskontra.web.gate import bearer

LONGEST_KEPT = 64 * 1024


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
        """From now on it has no secret but the sandbox's own."""
        self.ms = round((time.perf_counter() - self.began) * 1000, 1)
        mask = Mask(self.scope["headers"], is_oauth(self.path))
        kept = {name: self.scope[name] for name in ("type", "method")}
        query, path = self.scope.get("query_string", b""), self.path.encode()
        kept |= {"headers": mask.headers, "query_string": mask.query(query)}
        self.scope = {**kept, "path": mask.text(path).decode(errors="replace")}
        self.sent = bytearray(mask.body(bytes(self.sent)))
        self.answer = bytearray(mask.text(bytes(self.answer)))

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
            **({"hint": self.hint} if self.hint else {}),
        }

    @property
    def address(self) -> str:
        query = self.scope.get("query_string", b"").decode("latin-1")
        return f"{self.path}?{query}" if query else self.path

    @property
    def headers(self) -> list[tuple[str, str]]:
        """As they were sent, without secrets that are not the sandbox's own."""
        return [(n.decode("latin-1"), v.decode("latin-1")) for n, v in self.scope["headers"]]

    @property
    def sent_text(self) -> str:
        return self.sent.decode(errors="replace")

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
    def hint(self) -> str:
        """What whoever wrote the client may not know of a 404."""
        return hint_for(self.path) if self.status == NotFound.status else ""

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
