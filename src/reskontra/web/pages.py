"""How a page is put together: its template, and the headers that keep others out of it."""

import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import structlog
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from reskontra.domain.errors import Conflict, Fault, MethodNotAllowed, Refused
from reskontra.engine.database import Violated
from reskontra.web import watch
from reskontra.web.house import House
from reskontra.web.resources import BASE
from reskontra.web.sessions import Visitor, set_cookie

View: TypeAlias = Callable[[House, Request], Awaitable[Response]]

FOLDER = Path(__file__).parent / "templates"
STYLE = (FOLDER / "style.css").read_text()
ICON = (FOLDER / "icon.svg").read_text()
VERSION = sha256((STYLE + ICON).encode()).hexdigest()[:12]

_log = structlog.get_logger()
_templates = Environment(
    loader=FileSystemLoader(FOLDER),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_GUARDED = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action {targets}; "
    "base-uri 'none'; frame-ancestors 'none'"
)


def page(
    house: House,
    request: Request,
    template: str,
    visitor: Visitor | None = None,
    status: int = 200,
    form_may_reach: str = "",
    **values: Any,
) -> Response:
    """A browser follows a form's redirects only to where the policy says a form may reach."""
    shown = _templates.get_template(template).render(
        root=root_of(house, request), version=VERSION, visitor=visitor, **values
    )
    response = HTMLResponse(shown, status, _GUARDED)
    targets = f"'self' {form_may_reach}".rstrip()
    response.headers["Content-Security-Policy"] = _POLICY.format(targets=targets)
    if visitor and visitor.is_new:
        set_cookie(house, request, response, visitor.secret)
    return response


def see_other(location: str) -> RedirectResponse:
    """303: whatever was sent here, a password too, is not sent on."""
    kept_away = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return RedirectResponse(location, 303, kept_away)


def root_of(house: House, request: Request) -> str:
    """The path that the browser knows the authorisation pages by; the console has its own."""
    path = request.url.path
    if path.startswith("/console"):
        return "/console"
    if house.base_url:
        return f"{urlsplit(house.base_url).path.rstrip('/')}/oauth-v1"
    return f"{BASE}/oauth-v1" if path.startswith(BASE) else "/oauth-v1"


def refused_page(house: House, request: Request, refusal: Refused) -> Response:
    response = page(
        house,
        request,
        "refusal.html",
        status=refusal.status,
        heading=HEADINGS.get(refusal.status, "Det gick inte"),
        message=refusal.message,
        detail="",
    )
    response.headers.update(refusal.headers)
    return response


HEADINGS = {
    403: "Ingen behörighet",
    404: "Sidan finns inte",
    429: "För många försök",
    500: "Något gick fel hos oss",
    503: "Tillfälligt otillgänglig",
}


def routed(
    house: House,
    path: str,
    view: View,
    methods: tuple[str, ...],
    show: Callable[[House, Request, Refused], Response],
) -> list[Route]:
    """The route of a view, with and without a slash at its end, watched and never unanswered."""

    async def answer(request: Request) -> Response:
        started = time.perf_counter()
        request_id = watch.request_id(request.scope["headers"])
        response = await _guarded(request, request_id)
        response.headers["X-Request-Id"] = request_id
        seconds = time.perf_counter() - started
        status = response.status_code
        told = watch.Answered(request_id, request.method, path.removeprefix(BASE), status, seconds)
        watch.tell(house.metrics, told)
        return response

    async def _guarded(request: Request, request_id: str) -> Response:
        try:
            if request.method not in methods:
                raise MethodNotAllowed
            return await view(house, request)
        except Refused as refusal:
            return show(house, request, refusal)
        except Violated as violated:
            if violated.unique:  # two at once wanted the same
                return show(house, request, Conflict("Någon hann före; försök igen"))
            return fault(request, request_id, violated)
        except Exception as error:
            return fault(request, request_id, error)

    def fault(request: Request, request_id: str, error: Exception) -> Response:
        _log.error("fault", request_id=request_id, route=path, exc_info=error)
        return show(house, request, Fault(f"Ett internt fel har inträffat ({request_id})"))

    every = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    slashed = [path, path + "/"] if path != "/" else [path]
    return [Route(each, answer, methods=every) for each in slashed]


async def style(house: House, request: Request) -> Response:
    return Response(STYLE, headers=_KEPT, media_type="text/css")


async def icon(house: House, request: Request) -> Response:
    return Response(ICON, headers=_KEPT, media_type="image/svg+xml")


_KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
