"""How a page is put together: its template, and the headers that keep others out of it."""

import zlib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from reskontra.domain.errors import Refused
from reskontra.web.house import House
from reskontra.web.pipeline import Manner
from reskontra.web.router import BASE
from reskontra.web.sessions import Visitor, set_cookie
from reskontra.web.static import FILES, FOLDER, VERSION, is_packed_for
from reskontra.web.wording import FILTERS

STYLE, ICON = FILES["style.css"].content.decode(), FILES["icon.svg"].content.decode()


def templates_in(folder: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_templates = templates_in(FOLDER)
_templates.filters |= FILTERS
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action {targets}; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_SCRIPT = "; script-src 'self'"  # a browser speaks to a passkey in no other way
BOOKS = "; script-src 'self'; font-src 'self'; connect-src 'self'"  # those of the books


def page(
    house: House,
    request: Request,
    template: str,
    visitor: Visitor | None = None,
    status: int = 200,
    form_may_reach: str = "",
    passkey: str = "",
    policy: str = "",
    **values: Any,
) -> Response:
    """A browser follows a form's redirects only to where the policy says a form may reach.

    Only pages of the books and those that ask for a passkey have scripts, all our own.
    """
    shown = _templates.get_template(template).render(
        root=root_of(house, request), version=VERSION, visitor=visitor, passkey=passkey, **values
    )
    response = packed(request, HTMLResponse(shown, status))
    targets = f"'self' {form_may_reach}".rstrip()
    policy = _POLICY.format(targets=targets) + (_SCRIPT if passkey else policy)
    response.headers["Content-Security-Policy"] = policy
    if visitor and visitor.is_new:
        set_cookie(house, request, response, visitor.secret)
    return response


def packed(request: Request, response: Response) -> Response:
    """Small on its way. A form's token is another on each page, so its length tells nothing."""
    response.headers["Vary"] = "Accept-Encoding"
    if is_packed_for(request):
        packer = zlib.compressobj(1, wbits=31)
        response.body = packer.compress(bytes(response.body)) + packer.flush()
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def see_other(location: str) -> RedirectResponse:
    """303: whatever was sent here, a password too, is not sent on."""
    return RedirectResponse(location, 303)


def root_of(house: House, request: Request) -> str:
    """The path that the browser knows the authorisation pages by; the console has its own."""
    path = request.url.path
    if path.startswith(("/console", "/books")):
        return "/console"
    if house.base_url:
        return f"{urlsplit(house.base_url).path.rstrip('/')}/oauth-v1"
    return f"{BASE}/oauth-v1" if path.startswith(BASE) else "/oauth-v1"


def refused_page(house: House, request: Request, refused: Refused) -> Response:
    response = page(
        house,
        request,
        "refusal.html",
        status=refused.status,
        heading=HEADINGS.get(refused.status, "Det gick inte"),
        message=refused.message,
        detail="",
    )
    response.headers.update(refused.headers)
    return response


PAGES = Manner(
    refused_page,
    {
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    },
    missing="Det finns ingen sådan sida.",
)
HEADINGS = {
    403: "Ingen behörighet",
    404: "Sidan finns inte",
    429: "För många försök",
    500: "Något gick fel hos oss",
    503: "Tillfälligt otillgänglig",
}
