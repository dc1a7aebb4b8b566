"""The contract for whoever asks the running service: OpenAPI for programs, a page for people."""

import re
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from reskontra.domain.errors import Invalid, Refused
from reskontra.people.integrations import Profile
from reskontra.web.call import json_response
from reskontra.web.house import House
from reskontra.web.openapi import document
from reskontra.web.pages import FOLDER
from reskontra.web.sections import parameters, sections

# The page needs its own style and nothing else, from here or from anywhere.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
ALLOWED = {"Content-Security-Policy": POLICY}


async def openapi(house: House, request: Request) -> Response:
    """In the profile that is asked for: `?answers=mirrored`."""
    try:
        answers = Profile(request.query_params.get("answers", Profile.CONTRACT))
    except ValueError:
        raise Invalid(f"answers kan vara {' eller '.join(Profile)}") from None
    return json_response(document(house.address(request), answers))


async def docs(house: House, request: Request) -> Response:
    return HTMLResponse(page_for(house.address(request)), headers=ALLOWED)


def page_for(base: str) -> str:
    refusals = sorted(Refused.__subclasses__(), key=lambda refused: refused.status)
    return _template().render(
        base=base, sections=sections(), refusals=refusals, parameters=parameters
    )


@cache
def _template() -> Template:
    loader = FileSystemLoader(FOLDER)
    pages = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    pages.filters["words"] = _with_code
    return pages.get_template("contract.html")


def _with_code(text: str) -> Markup:
    """What stands between backticks is code."""
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 (escaped)
