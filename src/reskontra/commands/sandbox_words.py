"""What is said to a sandbox that runs: reset, snapshot, restore, advance, env, ca."""

import json
import os
import re
import shlex
import sys
import urllib.error
import urllib.request
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from reskontra.commands.answers import Failed, tell
from reskontra.sandbox.disguise import Disguise, Variables
from reskontra.sandbox.variables import environment

UNITS = {"d": "days", "s": "seconds", "m": "months"}
# Past any proxy: the sandbox is on this machine.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
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
    "ca": lambda: ("GET", "/ca", None),
}


def ask(port: int, words: list[str], options: Namespace) -> None:
    word, *rest = words
    try:
        method, path, body = WORDS[word](*rest)
    except TypeError:
        raise Failed(f"{word} is followed by something else") from None
    site = f"http://127.0.0.1:{port}"
    if word == "ca":
        form = "p12" if options.p12 else "bundle" if options.bundle else "pem"
        sys.stdout.buffer.write(_asked(method, f"{site}/sandbox/api{path}/{form}", body))
        return
    answer = _answered(method, f"{site}/sandbox/api{path}", body)
    if word == "env":
        said: Variables = {**environment(f"{site}/api/v1", not options.no_client_env)}
        if options.transparent:
            told = _answered("GET", f"{site}/sandbox/api/transparent", None)
            said |= Disguise.told(told).variables(os.environ)
        print("\n".join(_exported(name, value) for name, value in said.items()))  # noqa: T201
        return
    tell(answer)


def _exported(name: str, value: str | None) -> str:
    return f"unset {name}" if value is None else f"export {name}={shlex.quote(value)}"


def _answered(method: str, url: str, body: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(_asked(method, url, body))
    return told


def _asked(method: str, url: str, body: Any) -> bytes:
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, sent, method=method)  # noqa: S310 - our own address
    try:
        with DIRECT.open(request) as answer:
            content: bytes = answer.read()
            return content
    except urllib.error.HTTPError as error:
        said = json.load(error)
        raise Failed(f"{said.get('error')} ({said.get('hint', '')})".removesuffix(" ()")) from None
    except urllib.error.URLError:
        raise Failed(f"no sandbox answers at {url}") from None
