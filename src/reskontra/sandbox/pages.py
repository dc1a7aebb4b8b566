"""The pages of a sandbox: they work without a script, and with one their lists are live."""

import json
from calendar import monthrange
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.responses import HTMLResponse, RedirectResponse, Response

from reskontra.domain.errors import NotFound
from reskontra.sandbox import control_routes, keeping, oauth_pages
from reskontra.sandbox.control import Answer, Asking, Handler
from reskontra.sandbox.credentials import MAIN
from reskontra.sandbox.faults import shorthand
from reskontra.sandbox.journal import FILTERS
from reskontra.sandbox.mail_calls import letter
from reskontra.sandbox.refusing import Refusal
from reskontra.sandbox.scenarios import SCENARIOS
from reskontra.sandbox.showing import OF_A_LETTER, OWN_STYLE, SAFE, SCRIPT, page
from reskontra.sandbox.variables import environment
from reskontra.web.pages import ICON, STYLE
from reskontra.web.router import Route, Router

CONTROL: Router[Handler] = Router(control_routes.ROUTES)


async def overview(asking: Asking) -> Answer:
    today = asking.company.clock.local.date()
    last = today.replace(day=monthrange(today.year, today.month)[1])
    return page(
        asking,
        "overview.html",
        "Overview",
        month_end=last.isoformat(),
        scenarios=SCENARIOS,
        snapshots=keeping.listed(asking.company),
        companies=[*asking.box.companies],
        variables=environment(f"{asking.box.url}/api/v1", company=asking.company.name),
    )


async def calls(asking: Asking) -> Answer:
    wanted = {name: value for name, value in asking.query.items() if name in FILTERS}
    found = asking.box.journal.matching(asking.of, {"limit": "100", **wanted})
    word = asking.path.get("id", "")
    shown = asking.box.journal.one(int(word)) if word.isdigit() else None
    return page(asking, "requests.html", "Calls", calls=found, shown=shown, indented=indented)


def indented(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except ValueError:
        return text


async def events(asking: Asking) -> Answer:
    return page(asking, "events.html", "Events", events=await asking.company.events(100))


async def mail(asking: Asking) -> Answer:
    found = asking.company.mailbox.matching(text=asking.query.get("text", ""))
    shown = letter(asking) if "id" in asking.path else None
    return page(asking, "mail.html", "Mail", letters=found, shown=shown)


async def mail_as_html(asking: Asking) -> Answer:
    """What someone wrote into a letter stays in its frame."""
    headers = {**SAFE, "Content-Security-Policy": OF_A_LETTER}
    return HTMLResponse(letter(asking).html, headers=headers)


# What forms do: the same as the control addresses


def _form(asking: Asking) -> dict[str, str]:
    return dict(parse_qsl(asking.raw.decode(errors="replace")))


def _back(form: dict[str, str], said: str = "") -> Response:
    """To a page of ours, wherever the form says that it came from."""
    path = form.get("back", "/sandbox")
    path = path if path.startswith("/sandbox") else "/sandbox"
    query = {"company": form.get("company", MAIN)} | ({"said": said} if said else {})
    return RedirectResponse(f"{path}?{urlencode(query)}", 303)


async def act(asking: Asking) -> Answer:
    form = _form(asking)
    call, body = (
        form.pop("call", ""),
        {k: v for k, v in form.items() if k not in ("back", "company")},
    )
    return await _done(asking, form, call, {name: _typed(value) for name, value in body.items()})


def _typed(word: str) -> Any:
    return int(word) if word.isdigit() else True if word == "true" else word


async def keep(asking: Asking) -> Answer:
    form = _form(asking)
    return await _done(asking, form, f"PUT /snapshots/{form.get('name', '')}", {})


async def add_fault(asking: Asking) -> Answer:
    form = _form(asking)
    try:
        rule = shorthand(form.get("rule", ""))
    except Refusal as refused:
        return _back(form, f"{refused.error} {refused.hint}")
    return await _done(asking, form, "POST /faults", rule)


async def _done(asking: Asking, form: dict[str, str], call: str, body: Any) -> Response:
    method, _, path = call.partition(" ")
    query = {"company": form["company"]} if "company" in form else {}
    try:
        methods, found = CONTROL.find(f"/sandbox/api{path}".encode())
        inner = Asking(asking.box, asking.request, found, query, json.dumps(body).encode())
        await methods[method].endpoint(inner)
    except (NotFound, KeyError):
        return _back(form, f"no such call: {call}")
    except Refusal as refused:
        return _back(form, " ".join(filter(None, (refused.error, refused.hint))))
    return _back(form)


async def style(asking: Asking) -> Answer:
    return Response(STYLE + OWN_STYLE, headers=SAFE, media_type="text/css")


async def script(asking: Asking) -> Answer:
    return Response(SCRIPT, headers=SAFE, media_type="text/javascript")


async def icon(asking: Asking) -> Answer:
    return Response(ICON, headers=SAFE, media_type="image/svg+xml")


# fmt: off
TABLE: tuple[tuple[str, str, Handler], ...] = (
    ("GET",  "",                overview),
    ("GET",  "/requests",       calls),
    ("GET",  "/requests/{id}",  calls),
    ("GET",  "/events",         events),
    ("GET",  "/mail",           mail),
    ("GET",  "/mail/{id}",      mail),
    ("GET",  "/mail/{id}/html", mail_as_html),
    *oauth_pages.TABLE,
    ("POST", "/act",            act),
    ("POST", "/keep",           keep),
    ("POST", "/fault",          add_fault),
    ("GET",  "/style.css",      style),
    ("GET",  "/live.js",        script),
    ("GET",  "/icon.svg",       icon),
)
# fmt: on
ROUTES = [Route(method, f"/sandbox{path}", handler) for method, path, handler in TABLE]
