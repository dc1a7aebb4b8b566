"""Credentials that are not the sandbox's own: they may be somebody's live ones, sent here by
mistake, so nothing of a call is kept before they are out of it."""

import re
from base64 import b64decode
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode

from reskontra.people import tokens
from reskontra.sandbox.credentials import KEYS

HIDDEN = "***"
OURS = re.compile(r"sandbox(-secret|-refresh)?[a-z0-9-]*")
SECRET_HEADERS = re.compile(r"authorization|token|secret|cookie|api-?key|password", re.IGNORECASE)
# What a form or a query says that is no secret; all else of a call to OAuth may be one.
OPEN_FIELDS = ("grant_type", "client_id", "redirect_uri", "scope", "state", "response_type",
               "access_type", "account_type", "code", "code_challenge", "code_challenge_method",
               "token_type_hint", "decision", "company", "email", "next", "do")  # fmt: skip
SECRET_FIELDS = ("access_token", "refresh_token", "client_secret", "token", "password",
                 "code_verifier", "client_assertion", "assertion")  # fmt: skip
IN_JSON = re.compile(rf'("(?:{"|".join(SECRET_FIELDS)})"\s*:\s*")([^"]*)', re.IGNORECASE)
SHORTEST = 8  # of what is looked for in the rest of a call

Headers = list[tuple[bytes, bytes]]


def is_ours(secret: str) -> bool:
    return bool(OURS.fullmatch(secret)) or tokens.grant_of(secret, KEYS) is not None


class Mask:
    """Of one call: what its head tells is looked for in all of it."""

    def __init__(self, headers: Headers, is_oauth: bool) -> None:
        self._is_oauth = is_oauth
        self._found: set[str] = set()
        self.headers = [(name, self._header(name, value)) for name, value in headers]

    def _header(self, name: bytes, value: bytes) -> bytes:
        named, said = name.decode("latin-1").lower(), value.decode("latin-1")
        if not SECRET_HEADERS.search(named):
            return value
        if named == "cookie":
            self._note(*(each.partition("=")[2] for each in said.split(";")))
            return HIDDEN.encode()
        scheme, space, secret = said.partition(" ") if "authorization" in named else ("", "", said)
        if _is_harmless(scheme, secret.strip() or scheme):
            return value
        self._note(said, *said.split(), _password(secret))
        return f"{scheme if secret else ''}{space}{HIDDEN}".encode()

    def _note(self, *secrets: str) -> None:
        self._found |= {each for each in secrets if len(each) >= SHORTEST and not is_ours(each)}

    def query(self, sent: bytes) -> bytes:
        pairs = parse_qsl(sent.decode("latin-1"), keep_blank_values=True)
        shown = [(name, _field(name, value, name not in SECRET_FIELDS)) for name, value in pairs]
        return self.text(urlencode(shown, safe="*").encode() if shown != pairs else sent)

    def body(self, sent: bytes) -> bytes:
        if not self._is_oauth:
            return self.text(IN_JSON.sub(_in_json, sent.decode("utf-8", "replace")).encode())
        pairs = parse_qsl(sent.decode("utf-8", "replace"), keep_blank_values=True)
        shown = [(name, _field(name, value, name in OPEN_FIELDS)) for name, value in pairs]
        if any(name not in (*OPEN_FIELDS, *SECRET_FIELDS) for name, _ in pairs) or not pairs:
            return HIDDEN.encode() if sent.strip() else b""  # no form that we know
        return self.text(urlencode(shown, safe="*").encode())

    def text(self, sent: bytes) -> bytes:
        for secret in self._found:
            sent = sent.replace(secret.encode("latin-1"), HIDDEN.encode())
        return sent


def _password(basic: str) -> str:
    with suppress(ValueError):
        return b64decode(basic).decode("latin-1").partition(":")[2]
    return ""


def _is_harmless(scheme: str, secret: str) -> bool:
    return is_ours(_password(secret) if scheme.lower() == "basic" else secret)


def _field(name: str, value: str, is_open: bool) -> str:
    return value if is_open or not value or is_ours(value) else HIDDEN


def _in_json(found: re.Match[str]) -> str:
    return found[0] if is_ours(found[2]) else f"{found[1]}{HIDDEN}"
