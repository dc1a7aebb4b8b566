"""The house: what every call needs and the process has once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request

from reskontra.actions.desk import Clerk, Desk
from reskontra.domain.errors import TooManyCalls
from reskontra.domain.happening import Happening
from reskontra.engine.database import Database, Transaction
from reskontra.outside.clock import Clock, system_clock
from reskontra.outside.mail import Outbox, Transport
from reskontra.outside.press import Press
from reskontra.outside.signing import Signer
from reskontra.people.keys import Keyring, Keys
from reskontra.settings import RateLimit, site_of
from reskontra.web.limits import Limiter, LimitUnknown, Room, Window
from reskontra.web.listening import Listeners
from reskontra.web.router import BASE
from reskontra.web.watch import Metrics, tell_happening

T = TypeVar("T")


@dataclass(frozen=True)
class House:
    database: Database
    limiter: Limiter
    keyring: Keyring = field(repr=False)
    rate_limit: RateLimit | None = None
    mail_limit: RateLimit | None = None  # recipients of an organisation's letters
    recipient_limit: RateLimit | None = None  # letters of an organisation to one of them
    base_url: str = ""
    transport: Transport = field(default_factory=lambda: Outbox(Path("outbox")))
    mail_from: str = "faktura@localhost"
    security_contact: str = ""
    clock: Clock = system_clock
    press: Press = field(default_factory=Press, repr=False)
    trial_token: str = field(default="", repr=False)  # that the docs may show: a sandbox's
    signer: Signer | None = field(default=None, repr=False)  # of heads
    metrics: Metrics = field(default_factory=Metrics)
    listeners: Listeners = field(default_factory=Listeners, repr=False)
    event_days: int = 30  # that events are kept
    troubles: dict[str, str] = field(default_factory=dict)  # of each part, as last told

    def __post_init__(self) -> None:
        for kind in self.database.in_flight:
            units = partial(self.database.in_flight.__getitem__, kind)
            self.metrics.units_in_flight.labels(kind).set_function(units)

    @property
    def keys(self) -> Keys:
        return self.keyring()

    def address(self, request: Request, below: str = BASE) -> str:
        """What our addresses begin with: as set, else as the client itself wrote it."""
        if self.base_url:
            return self.base_url
        return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}{below}"

    def site(self, request: Request) -> str:
        """Where letters lead: as set, else where we listen. Never as the caller has it: a link to
        elsewhere would hand its secret to whoever made up the host."""
        if self.base_url:
            return site_of(self.base_url)
        host, port = request.scope["server"] or ("localhost", None)
        return f"http://{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}"

    async def write(self, clerk: Clerk, work: Callable[[Desk], T]) -> T:
        """At the clerk's desk, in one transaction; what operators should know, once it is done."""

        def unit(tx: Transaction) -> tuple[T, list[Happening]]:
            desk = clerk.desk(tx)
            return work(desk), desk.books.happenings

        answer, happenings = await self.database.write(unit, clerk.organisation.id)
        for each in happenings:
            tell_happening(clerk.organisation.id, each)
        return answer

    async def tried(self, clerk: Clerk, work: Callable[[Desk], T]) -> T:
        """What writing it would come to; nothing of it stays."""
        return await self.database.tried(lambda tx: work(clerk.desk(tx)), clerk.organisation.id)

    async def read(self, clerk: Clerk, work: Callable[[Desk], T]) -> T:
        """At the clerk's desk, in one snapshot."""
        return await self.database.read(lambda tx: work(clerk.desk(tx)), clerk.organisation.id)

    async def admit(self, key: str, limit: RateLimit) -> None:
        """Counted, or refused by TooManyCalls."""
        if await self.wait(Window(key, limit)):
            raise TooManyCalls

    async def wait(self, *windows: Window) -> float:
        """Counted in all, or the seconds to wait; operators are told how often, and why."""
        with self._refusals_counted():
            seconds = await self.limiter.wait(*windows)
        self._count(seconds)
        return seconds

    async def room(self, window: Window) -> Room:
        """The same of one window, and how much room it has left."""
        with self._refusals_counted():
            room = await self.limiter.room(window)
        self._count(room.wait)
        return room

    @contextmanager
    def _refusals_counted(self) -> Iterator[None]:
        try:
            yield
        except LimitUnknown:
            self.metrics.refused_by_limit.labels("unknown").inc()
            raise

    def _count(self, seconds: float) -> None:
        if seconds:
            self.metrics.refused_by_limit.labels("exceeded").inc()
