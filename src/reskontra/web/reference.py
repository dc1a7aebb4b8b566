"""The contract for whoever asks the running service: OpenAPI for programs, a page for people."""

import re
from functools import cache

from jinja2 import Template
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from reskontra.domain.errors import Invalid, Refused
from reskontra.people.integrations import Profile
from reskontra.web.call import json_response
from reskontra.web.house import House
from reskontra.web.openapi import document
from reskontra.web.openapi_answers import WHY
from reskontra.web.pages import templates_in
from reskontra.web.sections import parameters, sections
from reskontra.web.static import FOLDER, VERSION

# The page has a style and a script of its own, and nothing from anywhere else.
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ALLOWED = {"Content-Security-Policy": POLICY}


async def openapi(house: House, request: Request) -> Response:
    """In the profile that is asked for: `?answers=mirrored`."""
    try:
        answers = Profile(request.query_params.get("answers", Profile.CONTRACT))
    except ValueError:
        raise Invalid(f"answers kan vara {' eller '.join(Profile)}") from None
    return json_response(document(house.address(request), answers))


async def docs(house: House, request: Request) -> Response:
    page = page_for(house.address(request), house.trial_token)
    return HTMLResponse(page, headers=ALLOWED)


def page_for(base: str, trial_token: str = "") -> str:
    """`trial_token`: one that anybody may try calls with, in a sandbox."""
    refusals = sorted(WHY, key=lambda refused: refused.status)
    assert {each.status for each in refusals} == {each.status for each in Refused.__subclasses__()}
    return _template().render(
        base=base,
        version=VERSION,
        token=trial_token,
        sections=sections(),
        refusals=refusals,
        why=WHY,
        parameters=parameters,
    )


@cache
def _template() -> Template:
    pages = templates_in(FOLDER)
    pages.filters["words"] = _with_code
    return pages.get_template("contract.html")


def _with_code(text: str) -> Markup:
    """What stands between backticks is code."""
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 (escaped)
