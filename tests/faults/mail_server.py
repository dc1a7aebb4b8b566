"""A mail server that fails at the step and in the way that it is told to."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

GREETING, LETTER = "greeting", "letter"  # the steps that are no verbs
GOOD = {
    GREETING: "220 ready",
    "EHLO": "250 ok",
    "HELO": "250 ok",
    "MAIL": "250 ok",
    "RCPT": "250 ok",
    "DATA": "354 go on",
    LETTER: "250 taken",
}
SILENT, CUT, DRIP, NOISE = "silent", "cut", "drip", "noise"


class Gone(Exception):
    """The connection is over."""


class MailServer:
    """Takes letters; `fails` has an answer, or a way to fail, for each step that goes wrong."""

    def __init__(self, certificate: ssl.SSLContext | None = None) -> None:
        self.fails: dict[str, str] = {}
        self.taken: list[bytes] = []
        self.waiting = 0  # clients that get no answer
        self._certificate = certificate
        self._lines: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listening.getsockname()[1])
        self._counting = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def let_go(self) -> None:
        """Ends every connection."""
        for line in list(self._lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.let_go()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                self._lines.add(line)
                threading.Thread(target=self._serve, args=[line], daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        fails = dict(self.fails)
        with suppress(OSError, Gone, ValueError), line:
            self._answer(line, GREETING, fails)
            self._converse(line, fails)
        self._lines.discard(line)

    def _converse(self, line: socket.socket, fails: dict[str, str]) -> None:
        heard = line.makefile("rb")
        while said := heard.readline():
            verb = said.split()[0].decode().upper()
            if verb == "STARTTLS" and self._certificate:
                line.sendall(b"220 begin\r\n")
                line = self._certificate.wrap_socket(line, server_side=True)
                heard = line.makefile("rb")
            elif verb == "EHLO" and self._certificate and not fails:
                line.sendall(b"250-ok\r\n250 STARTTLS\r\n")
            elif verb == "QUIT":
                return
            else:
                self._answer(line, verb, fails)
            if verb == "DATA":
                letter = b"".join(whole_letter(heard))
                if not isinstance(fails.get(LETTER), str) or fails[LETTER] == CUT:
                    self.taken.append(letter)
                self._answer(line, LETTER, fails)

    def _answer(self, line: socket.socket, step: str, fails: dict[str, str]) -> None:
        answer = fails.get("EHLO" if step == "HELO" else step, GOOD.get(step, "250 ok"))
        if answer == CUT:
            raise Gone
        if answer == SILENT:
            with self._counting:
                self.waiting += 1
            while line.recv(65536):
                pass
            raise Gone
        if answer == DRIP:
            while True:
                line.sendall(b"2")
                time.sleep(1)
        line.sendall(b"\x00\xff\x80\r\n" if answer == NOISE else f"{answer}\r\n".encode())
        if step == "DATA" and not answer.startswith("354"):
            raise Gone


def whole_letter(heard: BinaryIO) -> Iterator[bytes]:
    while (line := heard.readline()) != b".\r\n":
        if not line:
            raise Gone  # the client went away in its midst
        yield line
