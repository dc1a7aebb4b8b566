"""The addresses of everything that is not a resource: OAuth, its pages, the console, and more."""

from collections.abc import Iterable
from datetime import timedelta
from typing import TypeAlias
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from reskontra.people.scopes import SCOPES
from reskontra.web import health, oauth, oauth_pages, pages, reference
from reskontra.web.call import json_response
from reskontra.web.console import (
    account,
    claims,
    companies,
    credit_notes,
    factors,
    history,
    integrations,
    links,
    people,
    reminder_exceptions,
    reminder_payment,
    reminder_settings,
    reminders,
    sie,
    vat,
    years,
)
from reskontra.web.console.visit import always, enter, for_person, sending
from reskontra.web.forms import form_with_file
from reskontra.web.house import House
from reskontra.web.pipeline import Destination, Manner, View
from reskontra.web.refusals import PLAIN
from reskontra.web.router import BASE, Route
from reskontra.web.static import served

PageRoute: TypeAlias = tuple[str, View, tuple[str, ...]]
VALID = timedelta(days=180)
READ, SHOWN, SENT = ("GET",), ("GET", "POST"), ("POST",)


def routed(manner: Manner, place: str, rows: Iterable[PageRoute]) -> tuple[Route[Destination], ...]:
    return tuple(
        Route(method, place + path, Destination(view, manner))
        for path, view, methods in rows
        for method in methods
    )


def moved_to_books(place: str, below: str = "") -> View:
    """A page that was the console's: whoever kept its address comes to the same view."""

    async def view(house: House, request: Request) -> Response:
        named = request.path_params
        parts = [named["company"], place, *([named[below]] if below else [])]
        query = request.scope["query_string"].decode("ascii", "replace")
        address = "/".join(("/books", *(quote(part, safe="") for part in parts)))
        return pages.see_other(f"{address}?{query}" if query else address)

    return view


async def metadata(house: House, request: Request) -> Response:
    """What we offer, for clients that ask before they call (RFC 8414)."""
    issuer = house.address(request)
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


async def security(house: House, request: Request) -> Response:
    """Whom to tell of a weakness (RFC 9116); it is never older than the day it is asked for."""
    expires = house.clock() + VALID
    lines = (
        f"Contact: {house.security_contact or 'mailto:' + house.mail_from}",
        f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: sv, en",
    )
    return PlainTextResponse("\n".join(lines) + "\n")


# fmt: off
OAUTH = (
    *routed(pages.PAGES, "/oauth-v1", (
        ("/auth",      oauth_pages.auth,    SHOWN),
        ("/consent",   oauth_pages.consent, SHOWN),
        ("/style.css", served("style.css"), READ),
        ("/icon.svg",  served("icon.svg"), READ),
        ("/passkey.js", served("passkey.js"), READ),
    )),
    *routed(oauth.TOKENS, "/oauth-v1", (
        ("/token",     oauth.token,         SENT),
        ("/revoke",    oauth.revoke,        SENT),
    )),
)
METADATA = routed(oauth.TOKENS, "/.well-known/oauth-authorization-server", (
    ("",               metadata,            READ),
    (BASE,             metadata,            READ),
))
CONSOLE = routed(pages.PAGES, "/console", (
    ("",                            for_person(companies.companies),                           SHOWN),
    ("/log-in",                     enter,                                                     SHOWN),
    ("/companies/{company}",        for_person(companies.company, companies.revoke),           SHOWN),
    ("/companies/{company}/people", for_person(people.members, people.change, fresh=people.makes_admin), SHOWN),
    ("/companies/{company}/people/invite", for_person(people.new, people.invite, fresh=sending("role", "admin")), SHOWN),
    ("/companies/{company}/security", for_person(factors.company_security, factors.change_security, fresh=always), SHOWN),
    ("/companies/{company}/credit-notes", for_person(credit_notes.credit_notes, credit_notes.mail_note), SHOWN),
    ("/companies/{company}/credit-notes/{number}", for_person(credit_notes.print_note),        READ),
    ("/companies/{company}/reports", moved_to_books("reports"),                                READ),
    ("/companies/{company}/reports/{kind}", moved_to_books("reports", "kind"),                 READ),
    ("/companies/{company}/claims", for_person(claims.claims),                                 SHOWN),
    ("/companies/{company}/claims/new", for_person(claims.new, claims.make),                   SHOWN),
    ("/companies/{company}/claims/decision", for_person(claims.decision, claims.take_in),      SHOWN),
    ("/companies/{company}/claims/payout", for_person(claims.payout, claims.pay_out),          SHOWN),
    ("/companies/{company}/claims/{number}", for_person(claims.claim, claims.change),          SHOWN),
    ("/companies/{company}/claims/{number}/file", for_person(claims.claim_file),               READ),
    ("/companies/{company}/reminders", for_person(reminders.reminders, reminders.change),      SHOWN),
    ("/companies/{company}/reminders/settings", for_person(reminder_settings.shown, reminder_settings.change), SHOWN),
    ("/companies/{company}/reminders/exceptions", for_person(reminder_exceptions.shown, reminder_exceptions.change), SHOWN),
    ("/companies/{company}/reminders/{number}", for_person(reminders.print_it),                READ),
    ("/companies/{company}/reminders/{number}/payment", for_person(reminder_payment.shown, reminder_payment.take), SHOWN),
    ("/companies/{company}/sie",    for_person(sie.files, sie.act, reads=form_with_file),      SHOWN),
    ("/companies/{company}/sie/file", for_person(sie.export),                                  READ),
    ("/companies/{company}/years",  for_person(years.years, years.reopen, fresh=always),       SHOWN),
    ("/companies/{company}/vat",    for_person(vat.periods),                                   READ),
    ("/companies/{company}/vat/{period}", for_person(vat.period, vat.act, fresh=sending("do", "reopen")), SHOWN),
    ("/companies/{company}/vat/{period}/eskd", for_person(vat.eskd),                           READ),
    ("/companies/{company}/history", for_person(history.history, history.sign),                SHOWN),
    ("/companies/{company}/head.json", for_person(history.head_file),                          READ),
    ("/integrations",               for_person(integrations.integrations),                     SHOWN),
    ("/integrations/new",           for_person(integrations.new, integrations.create),         SHOWN),
    ("/integrations/{client_id}",   for_person(integrations.integration, integrations.change, fresh=sending("do", "rotate")), SHOWN),
    ("/invitations/{link}",         links.invitation,                                          SHOWN),
    ("/forgotten",                  links.forgotten,                                           SHOWN),
    ("/passwords/{link}",           links.choose,                                              SHOWN),
    ("/account",                    for_person(account.account, account.change),               SHOWN),
    ("/account/factors",            for_person(factors.factors, factors.change, fresh=always), SHOWN),
    ("/account/factors/app",        for_person(factors.app, factors.confirm_app, fresh=always, shows_secret=True), SHOWN),
    ("/account/factors/app.svg",    for_person(factors.drawing, shows_secret=True),                               READ),
    ("/account/factors/passkey",    for_person(factors.passkey, factors.add_passkey, fresh=always, shows_secret=True), SHOWN),
    ("/style.css",                  served("style.css"), READ),
    ("/icon.svg",                   served("icon.svg"), READ),
    ("/passkey.js",                 served("passkey.js"), READ),
))
OPENAPI = routed(PLAIN, "", (
    ("/openapi.json",  reference.openapi,   READ),
))
OPERATORS = routed(PLAIN, "", (
    ("/.well-known/security.txt", security, READ),
    ("/docs",          reference.docs,      READ),
    ("/docs/style.css", served("style.css"), READ),
    ("/docs/docs.css", served("docs.css"),  READ),
    ("/docs/docs.js",  served("docs.js"),   READ),
    ("/docs/icon.svg", served("icon.svg"),  READ),
    ("/healthz",       health.healthy,      READ),
    ("/readyz",        health.ready,        READ),
))
# fmt: on
