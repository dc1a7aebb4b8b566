"""What is said to a sandbox that runs: reset, snapshot, restore, advance, env."""

import json
import re
import shlex
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from reskontra.commands.answers import Failed, tell
from reskontra.sandbox.variables import environment

UNITS = {"d": "days", "s": "seconds", "m": "months"}
SPAN = re.compile(r"(\d+)([dsm])")


def _advance(span: str) -> tuple[str, str, Any]:
    parts = SPAN.fullmatch(span)
    if parts is None:
        raise Failed("advance takes a span, as in 31d, 1m or 3600s")
    return "POST", "/clock/advance", {UNITS[parts[2]]: int(parts[1])}


WORDS: dict[str, Callable[..., tuple[str, str, Any]]] = {
    "reset": lambda: ("POST", "/reset", {}),
    "snapshot": lambda name: ("PUT", f"/snapshots/{name}", {}),
    "restore": lambda name: ("POST", f"/snapshots/{name}/restore", {}),
    "advance": _advance,
    "env": lambda: ("GET", "", None),
}


def ask(port: int, words: list[str]) -> None:
    word, *rest = words
    try:
        method, path, body = WORDS[word](*rest)
    except TypeError:
        raise Failed(f"{word} is followed by something else") from None
    site = f"http://127.0.0.1:{port}"
    answer = _answered(method, f"{site}/sandbox/api{path}", body)
    if word == "env":
        lines = environment(f"{site}/api/v1").items()
        print("\n".join(f"export {name}={shlex.quote(value)}" for name, value in lines))  # noqa: T201
        return
    tell(answer)


def _answered(method: str, url: str, body: Any) -> dict[str, Any]:
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, sent, method=method)  # noqa: S310 - our own address
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            told: dict[str, Any] = json.load(answer)
            return told
    except urllib.error.HTTPError as error:
        said = json.load(error)
        raise Failed(f"{said.get('error')} ({said.get('hint', '')})".removesuffix(" ()")) from None
    except urllib.error.URLError:
        raise Failed(f"no sandbox answers at {url}") from None
