"""What an integration asks for at the authorisation address, judged before anyone logs in."""

import re
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from reskontra.people.granting import Proposal
from reskontra.people.integrations import Integration
from reskontra.people.scopes import SCOPES
from reskontra.web.forms import Parameters

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_HOST = re.compile(r"[a-z0-9.-]+|\[[0-9a-f:]+\]")


class Untrusted(Exception):
    """Told on our own page: there is nobody whom the person could safely be sent to."""


@dataclass(frozen=True)
class Return:
    """The way back to the integration, and what it wants handed back."""

    redirect_uri: str
    state: str
    issuer: str

    def with_code(self, code: str) -> str:
        return self._with({"code": code})

    def with_error(self, error: str, description: str) -> str:
        return self._with({"error": error, "error_description": description})

    def _with(self, answer: dict[str, str]) -> str:
        answer = answer | ({"state": self.state} if self.state else {}) | {"iss": self.issuer}
        query = urlencode(answer, quote_via=quote, safe="", errors="surrogateescape")
        return f"{self.redirect_uri}{'&' if '?' in self.redirect_uri else '?'}{query}"

    @property
    def origin(self) -> str:
        """As a content security policy names it."""
        parts = urlsplit(self.redirect_uri)
        if parts.scheme not in {"http", "https"}:
            return f"{parts.scheme}:"
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{host}{port}" if _HOST.fullmatch(host) else ""


class Rejected(Exception):
    """Told to the integration, by sending the person back to it."""

    def __init__(self, back: Return, error: str, description: str) -> None:
        super().__init__(error)
        self.location = back.with_error(error, description)


def way_back(entries: Parameters, integration: Integration | None, issuer: str) -> Return:
    """The registered address, letter for letter; raises Untrusted."""
    if integration is None or entries.repeated & {"client_id", "redirect_uri"}:
        raise Untrusted("Auth code or ClientID supplied is invalid")
    registered = integration.redirect_uris
    redirect_uri = entries("redirect_uri") or (registered[0] if len(registered) == 1 else "")
    if redirect_uri not in registered:
        raise Untrusted("The redirect URI is missing or do not match")
    state = "" if "state" in entries.repeated else entries("state")
    return Return(redirect_uri, state, issuer)


def judged(entries: Parameters, integration: Integration, back: Return) -> Proposal:
    """What is asked for; raises Rejected with the first thing that is wrong."""
    scope = " ".join(dict.fromkeys(entries("scope").split()))
    for wrong, error, description in _faults(entries, integration, scope):
        if wrong:
            raise Rejected(back, error, description)
    return Proposal(
        integration,
        redirect_uri=back.redirect_uri,
        redirect_sent="redirect_uri" in entries,
        scope=scope,
        challenge=entries("code_challenge"),
        service_account="account_type" in entries,
    )


def _faults(
    entries: Parameters, integration: Integration, scope: str
) -> list[tuple[object, str, str]]:
    """Each fault, whether it is there, and what the integration is told of it."""
    bad = "invalid_request"
    challenge, method = entries("code_challenge"), entries("code_challenge_method")
    registered = frozenset(integration.scope.split()) & SCOPES.keys()
    refused_service = "account_type" in entries and not integration.allows_service_account
    # fmt: off
    return [
        (entries.repeated,                   bad, "A parameter was sent more than once"),
        (not entries.is_clean,               bad, "A parameter holds characters that are not text"),
        ("response_type" not in entries,     bad, 'Missing parameter: "response_type" is required'),
        (entries("response_type") != "code", "unsupported_response_type", 'Only the response type "code" is supported'),
        (not scope,                       "invalid_scope", "No scope was requested"),
        (set(scope.split()) - registered, "invalid_scope", "A scope is unknown or not registered on the integration"),
        (entries("account_type") not in {"", "service"}, bad, 'Only the account type "service" is supported'),
        (refused_service,                 "unauthorized_client", "Client does not allow service account"),
        (method and not challenge,        bad, "A code challenge method was sent without a challenge"),
        (challenge and method != "S256",  bad, "Only the code challenge method S256 is supported"),
        (challenge and not _CHALLENGE.fullmatch(challenge), bad, "The code challenge is not 43 characters of base64url"),
        (integration.require_pkce and not challenge, bad, "The integration must send a code challenge (PKCE)"),
        # Without one of the two, nobody could tell an answer that somebody else asked for.
        (not challenge and "state" not in entries, bad, 'Missing parameter: "state" is required'),
    ]
    # fmt: on
