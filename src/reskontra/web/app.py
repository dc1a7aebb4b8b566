"""Everything put together: resource calls, pages, and what operators ask for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from reskontra.domain.errors import NotFound
from reskontra.web.call import json_response
from reskontra.web.house import House
from reskontra.web.page_routes import page_routes
from reskontra.web.pages import refused_page
from reskontra.web.reference import reference
from reskontra.web.refusals import refusal
from reskontra.web.resources import BASE, Resources
from reskontra.web.routes import ROUTES
from reskontra.web.sweep import sweep_for_ever

RESOURCES = ("/3/", f"{BASE}/3/")


def application(house: House) -> ASGIApp:
    resources, pages = Resources(house, ROUTES), _pages(house)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        """Resource calls take the short way; all else goes through the pages' own router."""
        called = scope["type"] == "http" and scope["path"].startswith(RESOURCES)
        await (resources if called else pages)(scope, receive, send)

    return answer


def _pages(house: House) -> Starlette:
    async def healthy(request: Request) -> Response:
        return json_response({"status": "ok"})

    async def ready(request: Request) -> Response:
        parts = {"database": await house.database.ready(), "limiter": await house.limiter.ready()}
        return json_response(
            {name: "ok" if good else "unavailable" for name, good in parts.items()},
            200 if all(parts.values()) else 503,
        )

    async def unknown(request: Request, _: Exception) -> Response:
        if request.url.path.startswith("/console"):
            return refused_page(house, request, NotFound("Det finns ingen sådan sida."))
        return refusal(NotFound("Det finns ingen sådan adress"))

    @asynccontextmanager
    async def open_until_the_end(_: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(sweep_for_ever(house))
        yield
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await house.limiter.close()
        house.database.close()

    app = Starlette(
        routes=[
            Route("/healthz", healthy),
            Route("/readyz", ready),
            *reference(house),
            *page_routes(house),
        ],
        exception_handlers={404: unknown},
        lifespan=open_until_the_end,
    )
    app.router.redirect_slashes = False  # a redirect would lose what a client has sent
    return app
