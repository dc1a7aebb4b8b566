"""The addresses of everything that is not a resource: OAuth, its pages, and the console."""

from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from reskontra.domain.errors import MethodNotAllowed, Refused
from reskontra.people.scopes import SCOPES
from reskontra.web import oauth, oauth_pages, pages
from reskontra.web.call import json_response
from reskontra.web.console import account, companies, credit_notes, integrations
from reskontra.web.console.visit import enter, for_person
from reskontra.web.house import House
from reskontra.web.pages import View, refused_page, routed
from reskontra.web.resources import BASE

Rows: TypeAlias = tuple[tuple[str, View, tuple[str, ...]], ...]
READ, SHOWN, SENT = ("GET", "HEAD"), ("GET", "HEAD", "POST"), ("POST",)

# fmt: off
OAUTH: Rows = (
    ("/auth",      oauth_pages.auth,    SHOWN),
    ("/consent",   oauth_pages.consent, SHOWN),
    ("/style.css", pages.style,         READ),
    ("/icon.svg",  pages.icon,          READ),
)
TOKENS: Rows = (
    ("/token",     oauth.token,         SENT),
    ("/revoke",    oauth.revoke,        SENT),
)
CONSOLE: Rows = (
    ("",                            for_person(companies.companies),                           SHOWN),
    ("/log-in",                     enter,                                                     SHOWN),
    ("/companies/{company}",        for_person(companies.company, companies.revoke),           SHOWN),
    ("/companies/{company}/people", for_person(companies.members, companies.change_members),   SHOWN),
    ("/companies/{company}/people/new", for_person(companies.new_member, companies.add_member), SHOWN),
    ("/companies/{company}/credit-notes", for_person(credit_notes.credit_notes, credit_notes.mail_note), SHOWN),
    ("/companies/{company}/credit-notes/{number}", for_person(credit_notes.print_note),        READ),
    ("/integrations",               for_person(integrations.integrations),                     SHOWN),
    ("/integrations/new",           for_person(integrations.new, integrations.create),         SHOWN),
    ("/integrations/{client_id}",   for_person(integrations.integration, integrations.change), SHOWN),
    ("/account",                    for_person(account.account, account.change_password),      SHOWN),
    ("/style.css",                  pages.style,                                               READ),
    ("/icon.svg",                   pages.icon,                                                READ),
)
# fmt: on
WELL_KNOWN = "/.well-known/oauth-authorization-server"


def page_routes(house: House) -> list[Route]:
    """OAuth answers at the root too, because some clients drop the path of the base address."""
    found: list[Route] = []
    for prefix in (BASE, ""):
        for path, view, methods in OAUTH:
            found += routed(house, f"{prefix}/oauth-v1{path}", view, methods, refused_page)
        for path, view, methods in TOKENS:
            found += routed(house, f"{prefix}/oauth-v1{path}", view, methods, _refused_token)
        found += routed(house, f"{WELL_KNOWN}{prefix}", _metadata, READ, _refused_token)
    for path, view, methods in CONSOLE:
        found += routed(house, f"/console{path}", view, methods, refused_page)
    return found


def _refused_token(house: House, request: Request, refusal: Refused) -> Response:
    response = oauth.refused(refusal)
    if isinstance(refusal, MethodNotAllowed) and WELL_KNOWN in request.url.path:
        response.headers["Allow"] = "GET"
    return response


async def _metadata(house: House, request: Request) -> Response:
    """What we offer, for clients that ask before they call (RFC 8414)."""
    issuer = oauth_pages.issuer(house, request)
    methods = ["client_secret_basic", "client_secret_post"]
    return json_response(
        {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/oauth-v1/auth",
            "token_endpoint": f"{issuer}/oauth-v1/token",
            "revocation_endpoint": f"{issuer}/oauth-v1/revoke",
            "scopes_supported": list(SCOPES),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
            "token_endpoint_auth_methods_supported": methods,
            "revocation_endpoint_auth_methods_supported": methods,
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "ui_locales_supported": ["sv"],
        }
    )
