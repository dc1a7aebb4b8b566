"""Someone in a company's books, with a browser that has neither screen nor script."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import httpx
from tests.approving import PASSWORD, Flow, browser, new_person, registered
from tests.service import Company

from reskontra.people import memberships
from reskontra.people.roles import Role
from reskontra.people.scopes import EVERY_SCOPE


@dataclass
class Form:
    """As a browser would send it: what stands in its fields, and its buttons."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._text: str | None = None  # of a text area: its name
        self._choice = ""
        self._open = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        name = known.get("name", "")
        if tag == "form":
            self.forms.append(Form(known.get("action", ""), known.get("method", "get")))
            self._open = True
        elif not self._open:
            return
        elif tag == "input" and name and known.get("type") != "checkbox":
            self.forms[-1].fields[name] = known.get("value", "")
        elif tag == "input" and name and "checked" in known:
            self.forms[-1].fields[name] = known.get("value", "on")
        elif tag == "textarea":
            self._text, self.forms[-1].fields[name] = name, ""
        elif tag == "select":
            self._choice = name
        elif tag == "option" and ("selected" in known or self._choice not in self.forms[-1].fields):
            self.forms[-1].fields[self._choice] = known.get("value", "")
        elif tag == "button" and name:
            self.forms[-1].buttons.append((name, known.get("value", "")))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self.forms[-1].fields[self._text] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._text = None
        elif tag == "form":
            self._open = False


def forms(page: httpx.Response) -> list[Form]:
    return _Forms(page.text).forms


@dataclass
class Books:
    """A person in the books of the flow's company."""

    flow: Flow

    @property
    def root(self) -> str:
        return f"/books/{self.flow.company.id}"

    def get(self, path: str = "", **headers: str) -> httpx.Response:
        url = f"{self.flow.service.url}{self.root}{path}"
        return self.flow.follow(self.flow.http.get(url, headers=headers))

    def form(self, page: httpx.Response, act: str = "") -> Form:
        """The first that changes something, beside the way out; or that with such a button."""
        every = [each for each in forms(page) if ("do", "log-out") not in each.buttons]
        mine = [each for each in every if not act or act in {value for _, value in each.buttons}]
        return next(each for each in mine if each.method == "post")

    def send(self, page: httpx.Response, act: str = "", **fields: Any) -> httpx.Response:
        """The page's form, filled in, by one of its buttons; redirects are followed."""
        return self.flow.follow(self.sent(page, act, **fields))

    def sent(self, page: httpx.Response, act: str = "", **fields: Any) -> httpx.Response:
        form = self.form(page, act)
        pressed = dict(each for each in form.buttons if each[1] == act)
        url = urljoin(str(page.url), form.action)
        return self.flow.http.post(url, data=form.fields | pressed | fields)

    def log_in(self) -> httpx.Response:
        flow = self.flow
        page = flow.http.get(f"{flow.service.url}/console/log-in")
        return self.flow.follow(self.sent(page, email=flow.person.email, password=PASSWORD))


def entered(flow: Flow) -> Books:
    books = Books(flow)
    books.log_in()
    return books


@contextmanager
def colleague(flow: Flow, role: str, name: str = "Bo Ek") -> Iterator[Books]:
    """Someone else who works in the company, in a browser of their own."""
    with browser() as http:
        person = new_person(flow.service, name)
        flow.service.write(lambda tx: memberships.add(tx, flow.company.id, person.id, Role(role)))
        yield entered(Flow(flow.service, http, flow.client, person, flow.company))


@contextmanager
def at_the_api(flow: Flow) -> Iterator[Company]:
    """The flow's company, as a program that may do everything has it."""
    client = registered(flow.service, scope=EVERY_SCOPE)
    with httpx.Client(base_url=f"{flow.service.url}/api/v1/3", timeout=60) as api:
        company = Company(flow.service, flow.company, client.client_id, api)
        api.headers["Authorization"] = f"Bearer {company.token()}"
        yield company
