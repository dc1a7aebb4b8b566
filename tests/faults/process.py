"""The service as a process of its own, on a socket that outlives it."""

import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.commands import Shell, only_object
from tests.waiting import PATIENCE, until

MIB = 1024 * 1024


class Process:
    """`reskontra serve`, told to stop when the block that started it ends."""

    def __init__(self, shell: Shell, *words: str, sockets: tuple[int, ...] = ()) -> None:
        self._log = (shell.folder / "service.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reskontra", "serve", *words],
            cwd=shell.folder,
            env=shell.environment,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            pass_fds=sockets,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, (shell.folder / "service.log").read_text()
        self.url = str(only_object(line)["base_url"])

    @property
    def root(self) -> str:
        return self.url.removesuffix("/api/v1")

    @property
    def memory(self) -> int:
        """Bytes of real memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) * 1024

    def limit_files_to(self, size: int) -> None:
        """No file may grow beyond this: what a full disk is to a program, and no root needed."""
        hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def ask_to_stop(self) -> None:
        self.process.terminate()

    def end(self) -> int:
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()
            self._log.close()


@contextmanager
def serving(shell: Shell, *words: str, sockets: tuple[int, ...] = ()) -> Iterator[Process]:
    process = Process(shell, *words, sockets=sockets)
    try:
        yield process
    finally:
        process.ask_to_stop()
        process.end()


@contextmanager
def shared_socket() -> Iterator[socket.socket]:
    """As a service manager holds it: calls wait in it while no process takes them."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        listening.set_inheritable(True)
        yield listening


def first_customer(url: str, headers: dict[str, str]) -> None:
    sent = {"Customer": {"Name": "Åkes Bygg", "Email": "kund@exempel.se"}}
    with httpx.Client(base_url=url, headers=headers, timeout=PATIENCE) as api:
        until(lambda: api.post("/3/customers", json=sent).status_code == 201, "no customer")
