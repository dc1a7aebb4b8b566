"""One company: its own database, clock, mailbox, credentials, faults and calls."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from reskontra.actions import events
from reskontra.actions.desk import desk_for
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.contract.events import told
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import replace as replaced
from reskontra.engine.copies import Content, Copies, mark_of, remove
from reskontra.engine.database import Transaction
from reskontra.outside.clock import system_clock
from reskontra.outside.press import Press
from reskontra.outside.smtp import Relay
from reskontra.people import integrations, one_time, organisations
from reskontra.people.integrations import Profile
from reskontra.sandbox import cache
from reskontra.sandbox.cache import Built
from reskontra.sandbox.clock import SandboxClock, Setting
from reskontra.sandbox.credentials import KEYS, USER_ID, Credentials
from reskontra.sandbox.drawing import Drawings, ForeseenDatabase
from reskontra.sandbox.ending import EndedTokens
from reskontra.sandbox.faults import Faults
from reskontra.sandbox.founding import BY, empty_books, found, make_database
from reskontra.sandbox.mailbox import Mailbox, Received
from reskontra.sandbox.refusing import Refusal
from reskontra.sandbox.scenarios import scenario
from reskontra.sandbox.turnstile import Turnstile
from reskontra.settings import RateLimit
from reskontra.storage.embedded import EMBEDDED, SANDBOX
from reskontra.storage.migrate import prepare
from reskontra.web.app import every, unknown
from reskontra.web.house import House
from reskontra.web.limits import InProcess
from reskontra.web.pipeline import Pipeline
from reskontra.web.routes import ROUTES

T = TypeVar("T")
Tell = Callable[[str, str, dict[str, Any]], None]


@dataclass(frozen=True)
class Beginning:
    """What a company is made by; the same gives the same."""

    scenario: str
    seed: int
    clock: Setting
    answers: Profile = Profile.CONTRACT  # to its own client


@dataclass(frozen=True)
class State:
    """All that a snapshot holds."""

    content: Content
    clock: Setting
    letters: tuple[Received, ...]
    latest_letter: int
    counts: Counter[str]
    beginning: Beginning

    @property
    def size(self) -> int:
        return len(self.content)


@dataclass(frozen=True)
class Surroundings:
    """What the companies of a sandbox share."""

    folder: Path
    tell: Tell
    rate_limit: RateLimit | None
    mail_server: Relay | None = None  # that letters are sent on to, where that was asked for
    press: Press = field(default_factory=Press)


class Company:
    def __init__(self, name: str, beginning: Beginning, around: Surroundings) -> None:
        self.credentials = Credentials(name)
        self.name, self.beginning, self._around = name, beginning, around
        self.clock = SandboxClock(beginning.clock)
        self.drawings = Drawings(self.credentials, beginning.seed)
        self.mailbox = Mailbox(lambda kind, data: around.tell(kind, name, data), around.mail_server)
        self.faults = Faults(beginning.seed)
        self.consent = "ask"
        self.ended = EndedTokens()
        self.snapshots: dict[str, State] = {}
        self.turnstile = Turnstile()
        self.path = around.folder / f"sandbox{self.credentials.ending}.db"
        self.is_kept = self._made()
        self.house = self._house()
        self.pipeline = Pipeline(self.house, every(ROUTES), unknown)
        self.initial = self.state

    def _made(self) -> bool:
        """Whether the books were there already."""
        there = self.path.exists()
        if there and mark_of(self.path) != SANDBOX:
            raise Refusal(409, f"{self.path} is no sandbox's database", "--reset empties it")
        url = f"{EMBEDDED}{self.path}"
        built = None if there else self._built(self.beginning)
        if there:
            prepare(url)
        else:
            make_database(self.path, built and built.content)
        self.database = ForeseenDatabase(url, self.drawings, self.clock.tick)
        self.copies = Copies(self.path)
        if there:
            self.drawings.salt = f" {system_clock().isoformat()}"
            self.drawings.counts["refresh token"] = self.database.read_now(one_time.count)
            self.database.write_now(self._answer_as_asked)
        else:
            self._found(self.beginning, built)
        return there

    def _answer_as_asked(self, tx: Transaction) -> None:
        program = integrations.one(tx, self.credentials.client_id)
        integrations.change(tx, replaced(program, answers=self.beginning.answers), USER_ID)

    def _place(self, beginning: Beginning) -> Path | None:
        own = (beginning.scenario, beginning.seed, beginning.answers, beginning.clock, self.name)
        return cache.place_of(*own)

    def _built(self, beginning: Beginning) -> Built | None:
        return cache.kept(self._place(beginning))

    def _found(self, beginning: Beginning, built: Built | None) -> None:
        """The scenario is told, unless it has been told before: then its books are here already."""
        if built:
            self.drawings.counts = built.counts
            return
        how = (beginning.seed, beginning.answers)
        own = (self.credentials, scenario(beginning.scenario), *how)
        found(self.database, self.clock, *own)
        cache.keep(self._place(beginning), self.copies.taken(), self.drawings.counts)

    def _house(self) -> House:
        return House(
            database=self.database,
            limiter=InProcess(),
            keyring=lambda: KEYS,
            rate_limit=self._around.rate_limit,
            transport=self.mailbox,
            clock=self.clock,
            press=self._around.press,
            trial_token=self.credentials.access_token,
        )

    # The whole of it, taken and put back

    @property
    def state(self) -> State:
        box, counts = self.mailbox, Counter(self.drawings.counts)
        content = self.copies.taken()
        own = (box.letters, box.latest, counts, self.beginning)
        return State(content, self.clock.setting, *own)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Those who only wait for something to happen are let go first."""
        with self.house.listeners.let_go():
            async with self.turnstile.alone():
                yield

    async def keep(self, name: str) -> None:
        async with self._alone():
            self.snapshots[name] = await self._copying(lambda: self.state)

    async def restore(self, state: State) -> None:
        async with self._alone():
            await self._put_back(state)

    async def reset(self, beginning: Beginning | None = None) -> None:
        """As on the first start; faults go too."""
        async with self._alone():
            wanted = beginning or self.initial.beginning
            if self.is_kept or wanted != self.initial.beginning:
                await asyncio.to_thread(self._begin_anew, wanted)
            await self._put_back(self.initial)
            self.faults = Faults(self.beginning.seed)
            self.consent = "ask"

    async def _put_back(self, state: State) -> None:
        await self._copying(lambda: self.copies.put_back(state.content, self.database.let_go()))
        self.clock.set(state.clock)
        self.mailbox.letters, self.mailbox.latest = state.letters, state.latest_letter
        self.drawings.counts = Counter(state.counts)
        self.beginning = state.beginning
        self.drawings.seed = state.beginning.seed
        self.ended = EndedTokens()
        await self.house.limiter.close()  # it forgets whom it has counted

    async def _copying(self, work: Callable[[], T]) -> T:
        """A small file is copied sooner than a thread wakes up."""
        if self.copies.is_small:
            return work()
        return await asyncio.to_thread(work)

    def _begin_anew(self, beginning: Beginning) -> None:
        scenario(beginning.scenario)  # or refused before anything is lost
        built = self._built(beginning)
        self.copies.put_back(built.content if built else empty_books(), self.database.let_go())
        self.clock.set(beginning.clock)
        self.drawings.counts, self.drawings.seed = Counter(), beginning.seed
        self.drawings.salt, self.is_kept = "", False
        self.mailbox.letters, self.mailbox.latest = (), 0
        self.beginning = beginning
        self._found(beginning, built)
        self.initial = self.state

    # What others ask of it

    async def overdue(self) -> list[str]:
        """The numbers of invoices that should have been paid."""
        search = CUSTOMER_INVOICES.listing.search({"filter": "unpaidoverdue", "limit": "500"})
        layout = CUSTOMER_INVOICES.summaries or CUSTOMER_INVOICES.layout

        def unit(tx: Transaction) -> list[str]:
            desk = desk_for(tx, self.credentials.tenant_id, self.clock(), BY)
            records, _ = desk.books.shelf(layout).page(search)
            return [str(each.document_number) for each in records]

        return await self.database.read(unit)

    async def events(self, most: int) -> list[dict[str, Any]]:
        """What has happened, the latest first, as whoever listens is told."""
        owner = self.credentials.tenant_id

        def unit(tx: Transaction) -> list[dict[str, Any]]:
            desk = desk_for(tx, owner, self.clock(), BY)
            return [told(each, owner) for each in events.newest(desk, most)]

        return await self.database.read(unit)

    async def organisation(self) -> Organisation:
        return await self.database.read(
            lambda tx: organisations.one(tx, self.credentials.tenant_id)
        )

    def changed(self, **changes: Any) -> Beginning:
        return replace(self.beginning, **changes)

    def close(self) -> None:
        self.copies.close()
        self.database.close()

    def remove(self) -> None:
        self.close()
        remove(self.path)
