"""The press: documents become PDF in processes of their own, and organisations take turns."""

import pickle
import subprocess
import sys
import threading
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field

from reskontra.domain.errors import Invalid, Unavailable
from reskontra.outside.document import Document, Picture
from reskontra.outside.pipes import DONE, LAST, receive, send
from reskontra.outside.report_paper import ReportPaper

MACHINES = 2  # rendering is work: more would only share the cores
LONGEST_QUEUE = 8  # documents of one organisation
PATIENCE = 120.0  # seconds by the clock, for a process that no longer does anything
IDLE = 120.0  # seconds, after which a machine that has no work gives its memory back
PROGRAM = ("-m", "reskontra.outside.machine")
TOO_MANY = "Många utskrifter väntar; försök igen om en stund"
TOO_COSTLY = "Dokumentet är för omfattande för att skrivas ut"


@dataclass(frozen=True)
class Job:
    owner: int
    document: Document | ReportPaper | Picture
    future: Future[bytes] = field(default_factory=Future)


class Press:
    """Each organisation has a short queue, the queues take turns, one machine is for small ones."""

    def __init__(self, machines: int = MACHINES) -> None:
        self._machines = machines
        self._queues: dict[int, deque[Job]] = {}  # in the order of their turns
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._large = 0  # under way
        self._closed = False

    def submit(self, owner: int, document: Document | ReportPaper | Picture) -> Future[bytes]:
        job = Job(owner, document)
        with self._changed:
            self.refuse_full(owner)
            self._queues.setdefault(owner, deque()).append(job)
            self._start()
            self._changed.notify_all()
        return job.future

    def refuse_full(self, owner: int) -> None:
        """For whoever would do something first that cannot be undone."""
        if len(self._queues.get(owner, ())) >= LONGEST_QUEUE or self._closed:
            raise Unavailable(TOO_MANY)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _start(self) -> None:
        if not self._threads:
            self._threads = [
                threading.Thread(target=self._work, name=f"press {number}", daemon=True)
                for number in range(self._machines)
            ]
            for thread in self._threads:
                thread.start()

    def _work(self) -> None:
        machine = Machine()
        while not self._closed:
            job = self._taken()
            if job is None:
                machine.stop()
            elif job.future.set_running_or_notify_cancel():
                try:
                    job.future.set_result(machine.press(job.document))
                except BaseException as fault:
                    job.future.set_exception(fault)
            self._put_back(job)
        machine.stop()

    def _taken(self) -> Job | None:
        """The first of the queue whose turn it is; None when there was none for a while."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._closed or self._next(), IDLE):
                return None
            job = self._next()
            if job is None:
                return None
            queue = self._queues.pop(job.owner)
            queue.popleft()
            if queue:
                self._queues[job.owner] = queue  # at the end: the others first
            self._large += job.document.is_large
            return job

    def _next(self) -> Job | None:
        """Large ones leave a machine free for the small."""
        full = self._large >= max(1, self._machines - 1)
        firsts = (queue[0] for queue in self._queues.values())
        return next((job for job in firsts if not (full and job.document.is_large)), None)

    def _put_back(self, job: Job | None) -> None:
        if job and job.document.is_large:
            with self._changed:
                self._large -= 1
                self._changed.notify_all()


class Machine:
    """A process, started when it is needed, and anew when it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def press(self, document: Document | ReportPaper | Picture) -> bytes:
        process = self._running()
        overdue = threading.Timer(PATIENCE, process.kill)
        overdue.start()
        answer = None
        with suppress(OSError):
            assert process.stdin
            assert process.stdout
            send(process.stdin, pickle.dumps(document))
            answer = receive(process.stdout)
        overdue.cancel()
        if answer is None or answer.startswith(LAST):
            self.stop()
        if answer is None:
            raise Invalid(TOO_COSTLY)
        kind, content = answer[1:2], answer[2:]
        if kind != DONE:
            raise RuntimeError(content.decode())
        return content

    def stop(self) -> None:
        if self._process:
            with suppress(OSError):
                self._process.kill()
            self._process.communicate()
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            words = [sys.executable, *PROGRAM]
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self._process
