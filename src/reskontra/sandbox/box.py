"""The sandbox itself: its companies, its calls, and what happens in it."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reskontra.outside.smtp import Relay
from reskontra.sandbox.certificates import Certificates
from reskontra.sandbox.company import Beginning, Company, Surroundings
from reskontra.sandbox.credentials import MAIN, NAME
from reskontra.sandbox.disguise import Disguise
from reskontra.sandbox.events import Events
from reskontra.sandbox.journal import Journal
from reskontra.sandbox.refusing import Refusal
from reskontra.settings import RateLimit


@dataclass
class Box:
    folder: Path
    beginning: Beginning
    rate_limit: RateLimit | None = None
    url: str = ""  # where it listens
    disguise: Disguise | None = None  # in transparent mode
    certificates: Certificates | None = None
    mail_server: Relay | None = None
    events: Events = field(default_factory=Events)
    journal: Journal = field(default_factory=Journal)
    companies: dict[str, Company] = field(default_factory=dict)
    founding: asyncio.Lock = field(default_factory=asyncio.Lock)  # one at a time

    def __post_init__(self) -> None:
        self.around = Surroundings(self.folder, self.events.tell, self.rate_limit, self.mail_server)

    def add(self, name: str, beginning: Beginning | None = None) -> Company:
        """A new one; the clock of each begins where the sandbox's did."""
        if not NAME.fullmatch(name):
            hint = "up to 30 small letters, digits and hyphens"
            raise Refusal(400, f"no name of a company: {name}", hint)
        company = Company(name, beginning or self.beginning, self.around)
        self.companies[name] = company
        return company

    def company(self, name: str) -> Company:
        if name not in self.companies:
            known = ", ".join(self.companies)
            raise Refusal(404, f"no company {name}", f"POST /sandbox/api/companies; known: {known}")
        return self.companies[name]

    def chosen(self, name: str) -> list[Company]:
        return [*self.companies.values()] if name == "*" else [self.company(name)]

    def remove(self, name: str) -> None:
        company = self.company(name)
        if name == MAIN:
            raise Refusal(409, "main stays", "POST /sandbox/api/reset empties it")
        del self.companies[name]
        company.remove()

    def described(self, company: Company) -> dict[str, Any]:
        return {
            "name": company.name,
            "scenario": company.beginning.scenario,
            "seed": company.beginning.seed,
            "answers": company.beginning.answers,
            "base_url": f"{self.url}/api/v1",
            "clock": company.clock.shown,
            "credentials": company.credentials.shown,
        }

    def close(self) -> None:
        for company in self.companies.values():
            company.close()
        self.around.press.close()
