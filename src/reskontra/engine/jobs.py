"""Jobs: units of work on their way to a thread and back."""

import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from reskontra.domain.errors import Unavailable
from reskontra.engine.units import Mode, Unit

T = TypeVar("T")


class Job(Generic[T]):
    """One unit: asked for here, run in a thread, its outcome fetched by whoever was told."""

    __slots__ = ("_answer", "_error", "_free", "_tell", "deadline", "mode", "organisation", "unit")

    def __init__(
        self,
        mode: Mode,
        unit: Unit[T],
        organisation: int | None,
        deadline: float,
        tell: Callable[[], object],
    ) -> None:
        self.mode = mode
        self.unit = unit
        self.organisation = organisation
        self.deadline = deadline
        self._answer: T | None = None
        self._error: BaseException | None = None
        self._tell = tell
        self._free = threading.Lock()

    def taken(self) -> bool:
        """True once, for the first who asks: the thread that runs it or the caller who gives up."""
        return self._free.acquire(blocking=False)

    def succeed(self, answer: T) -> None:
        self._answer, self._error = answer, None

    def fail(self, error: BaseException) -> None:
        self._answer, self._error = None, error

    def tell(self) -> None:
        with suppress(RuntimeError):  # the event loop of a caller that has gone away
            self._tell()

    def outcome(self) -> T:
        error, self._error = self._error, None
        if error is None:
            return self._answer  # type: ignore[return-value]  # None only where T allows it
        try:
            raise error
        finally:
            del error  # else the traceback and this frame keep each other alive


class Crew:
    """Threads that take jobs in turn. The library's pool and futures cost a read 9 % more."""

    def __init__(self, name: str, count: int, work: Callable[[Job[Any]], Any]) -> None:
        self._work = work
        self._closed = False
        self._jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._serve, name=f"{name}-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job[Any]) -> None:
        if self._closed:
            raise Unavailable
        self._jobs.put(job)

    def close(self) -> None:
        """When all that was submitted has been done."""
        self._closed = True
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        for job in iter(self._jobs.get, None):
            if job.taken():
                try:
                    job.succeed(self._work(job))
                except BaseException as error:  # it belongs to the caller, not to the thread
                    job.fail(error)
                job.tell()


class Engine(Protocol):
    """What the two databases have in common."""

    name: str
    probe: str  # a statement that reaches the database itself

    def submit(self, job: Job[Any]) -> bool:
        """True when it has been done already; else whoever waits for it is told."""
        ...

    def close(self) -> None:
        """Waits for the units asked for so far."""
        ...
