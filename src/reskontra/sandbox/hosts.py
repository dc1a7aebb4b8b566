"""The names of the mirrored API's hosts, and what a sandbox answers under them."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import Message, Scope, Send

from reskontra.sandbox.refusing import Refusal

DOMAIN = "fortnox.se"
API, OAUTH = f"api.{DOMAIN}", f"apps.{DOMAIN}"
USUAL = (API, OAUTH)
PORT = 443
# What a real client may find there; neither our pages nor our control.
ANSWERED = ("/3/", "/oauth-v1/")
MARK = (b"x-reskontra", b"sandbox")


def named(host: str) -> str:
    """As it is compared."""
    return host.lower().rstrip(".")


def is_theirs(host: str) -> bool:
    """The real service's, or a part of it: nothing that is meant for a test may reach it."""
    name = named(host)
    return name == DOMAIN or name.endswith(f".{DOMAIN}")


def chosen(more: Iterable[str]) -> tuple[str, ...]:
    """The two, and further ones of the same house."""
    names = [named(each) for each in more]
    for each in names:
        if not is_theirs(each) or each == DOMAIN:
            raise Refusal(400, f"not below {DOMAIN}: {each}", "--host answers as further hosts")
    return tuple(dict.fromkeys([*USUAL, *names]))


def host_of(scope: Scope) -> str:
    sent = next((value for name, value in scope["headers"] if name == b"host"), b"")
    try:
        return named(urlsplit(f"//{sent.decode('latin-1')}").hostname or "")
    except ValueError:
        return ""


def marked(send: Send) -> Send:
    """So that nobody believes to have spoken with the real service."""

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), MARK]
        await send(message)

    return told
