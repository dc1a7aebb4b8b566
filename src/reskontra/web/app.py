"""Everything put together: every route, what they have in common, and what lives beside them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

from starlette import routing
from starlette.types import ASGIApp, Receive, Scope, Send

from reskontra.web.anchoring import anchor_for_ever
from reskontra.web.books.routes import BOOKS
from reskontra.web.house import House
from reskontra.web.page_routes import CONSOLE, METADATA, OAUTH, OPENAPI, OPERATORS
from reskontra.web.pages import PAGES
from reskontra.web.pipeline import Destination, Manner, Pipeline
from reskontra.web.readiness import look_for_ever
from reskontra.web.refusals import API, PLAIN
from reskontra.web.resources import Endpoint
from reskontra.web.router import BASE, Route
from reskontra.web.routes import OWN, ROUTES
from reskontra.web.sweep import sweep_for_ever, sweep_replies_for_ever

# Of addresses that do not exist, by how they begin.
UNKNOWN = (
    ("/3/", API),
    (f"{BASE}/3/", API),
    (f"{BASE}/", API),
    ("/console", replace(PAGES, watched=False)),
    ("/books", replace(PAGES, watched=False)),
    ("", PLAIN),
)


def application(house: House, resources: Iterable[Route[Endpoint]] = ROUTES) -> ASGIApp:
    pipeline = Pipeline(house, every(resources), unknown)
    beside = routing.Router(lifespan=partial(open_until_the_end, house))

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await (pipeline if scope["type"] == "http" else beside)(scope, receive, send)

    return answer


def every(resources: Iterable[Route[Endpoint]]) -> list[Route[Destination]]:
    """Where each answers: most at the root too, as some clients drop the path of the base."""
    own = {route.path for route in OWN}
    every = [*map(routed, resources), *OAUTH, *OPENAPI]
    at_root = [route for route in every if route.path not in own]
    under_base = [replace(route, path=BASE + route.path) for route in every]
    return [*at_root, *under_base, *METADATA, *CONSOLE, *BOOKS, *OPERATORS]


def routed(route: Route[Endpoint]) -> Route[Destination]:
    endpoint = route.endpoint
    return Route(route.method, route.path, Destination(endpoint.answer, API, endpoint.writes))


def unknown(path: str) -> Manner:
    return next(manner for beginning, manner in UNKNOWN if path.startswith(beginning))


@asynccontextmanager
async def open_until_the_end(house: House, _: object) -> AsyncIterator[None]:
    beside = (sweep_for_ever, sweep_replies_for_ever, look_for_ever, anchor_for_ever)
    tasks = [asyncio.create_task(each(house)) for each in beside]
    yield
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await house.listeners.close()
    await house.limiter.close()
    house.press.close()
    house.database.close()
