"""A person at the console who comes in by one way or another."""

import html
import re
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import bindparam, select
from tests.approving import PASSWORD, Flow, Page, browser, new_company, new_person
from tests.authenticator import Authenticator

from reskontra.people import totp
from reskontra.storage.tables import history

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
FACTORS = "/account/factors"


@dataclass
class Visitor:
    """A browser of the flow's person."""

    flow: Flow
    http: httpx.Client
    codes: list[str] = field(default_factory=list)  # for recovery, as they were shown

    def get(self, path: str = "") -> httpx.Response:
        return self.flow_here.follow(self.http.get(f"{self.flow.service.url}/console{path}"))

    @property
    def flow_here(self) -> Flow:
        flow = self.flow
        return Flow(flow.service, self.http, flow.client, flow.person, flow.company)

    def send(self, path: str, **fields: Any) -> httpx.Response:
        return self.answer(self.get(path), **fields)

    def answer(self, page: httpx.Response, **fields: Any) -> httpx.Response:
        return self.flow_here.follow(Page(page).sent(self.http, **fields))

    def log_in(self, password: str = PASSWORD) -> httpx.Response:
        return self.send("/log-in", email=self.flow.person.email, password=password)

    @property
    def company(self) -> str:
        return f"/companies/{self.flow.company.id}"

    def is_in(self) -> bool:
        return "Dina företag" in self.get().text

    def with_app(self, name: str = "Telefonen") -> str:
        """The secret of an app that was added."""
        page = self.send(FACTORS, do="app")
        [shown] = re.findall(r"<code>([A-Z2-7 ]+)</code>", page.text)
        secret: str = shown.replace(" ", "")
        page = self.answer(page, name=name, code=code_now(self.flow, secret))
        assert "Appen är tillagd." in page.text, page.text
        self.codes = codes_on(page)
        return secret

    def with_passkey(self, name: str = "Nyckeln") -> Authenticator:
        page = self.get(f"{FACTORS}/passkey")
        passkey = Authenticator(self.flow.service.url)
        page = self.answer(page, name=name, passkey=passkey.made(options_on(page)))
        assert "Din passkey är tillagd." in page.text, page.text
        self.codes = codes_on(page)
        return passkey


def elsewhere(flow: Flow) -> Visitor:
    """At another address, in a browser that nobody has used; closed with the flow's service."""
    http = browser()
    flow.service.clients.append(http)
    return Visitor(flow, http)


def other_person(flow: Flow) -> Visitor:
    """Someone else, with a company of their own in the same service."""
    person = new_person(flow.service)
    company = new_company(flow.service, person, "admin")
    http = elsewhere(flow).http
    other = Visitor(Flow(flow.service, http, flow.client, person, company), http)
    other.log_in()
    return other


def entered(flow: Flow, code: str, someone: Visitor | None = None) -> httpx.Response:
    """What a code comes to, in a new browser after the right password."""
    someone = someone or elsewhere(flow)
    return someone.answer(someone.log_in(), proof_code=code)


def code_now(flow: Flow, secret: str, steps: int = 0) -> str:
    return totp.code(secret, flow.now // totp.STEP_SECONDS + steps)


def wrong_code(flow: Flow, secret: str) -> str:
    near = {code_now(flow, secret, steps) for steps in range(-2, 3)}
    return next(code for code in map("{:06}".format, range(10)) if code not in near)


def codes_on(page: httpx.Response) -> list[str]:
    return re.findall(r"<li><code>([a-z2-7-]{19})</code></li>", page.text)


def options_on(page: httpx.Response) -> str:
    [options] = re.findall(r'data-passkey="([^"]+)"', page.text)
    return html.unescape(options)


def told(flow: Flow, what: str) -> list[dict[str, Any]]:
    """Lines of the company's history."""
    lines = select(history.c.by, history.c.detail).where(
        history.c.organisation_id == bindparam("organisation_id"), history.c.what == what
    )
    rows = flow.service.read(
        lambda tx: tx.all(lines.order_by(history.c.number), {"organisation_id": flow.company.id}),
        flow.company.id,
    )
    read = history.c.detail.info["conversion"].out
    return [{"by": by} | read(detail) for by, detail in rows]
