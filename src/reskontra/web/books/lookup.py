"""Searches while one types: what a field offers."""

from functools import partial

from starlette.responses import Response

from reskontra.actions import composing
from reskontra.web.books.place import Place


async def customers(place: Place) -> Response:
    found = await place.read(partial(composing.customers, words=place.query("q")[:100]))
    return place.part("options.html", customers=found, articles=[])


async def articles(place: Place) -> Response:
    found = await place.read(partial(composing.articles, words=place.query("q")[:100]))
    return place.part("options.html", customers=[], articles=found)
