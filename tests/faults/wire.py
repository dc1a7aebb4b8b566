"""A way to a server that carries, delays, cuts, swallows or garbles what goes over it."""

import socket
import threading
import time
from contextlib import suppress
from random import Random

PIECE = 65536


class Wire:
    """Listens at `port` and leads to another port of this machine, until it is closed."""

    def __init__(self, target: int, seed: int = 0) -> None:
        self.silent = False  # swallows everything, as a dead network does
        self.garbling = False  # answers become noise
        self.delay = 0.0  # seconds before each piece goes on
        self._target = target
        self._random = Random(seed)
        self._ends: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection ends at once, in the midst of whatever was said."""
        for end in list(self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._ends |= {near, far}
            for source, sink, answers in ((near, far, False), (far, near, True)):
                carry = threading.Thread(target=self._carry, args=(source, sink, answers))
                carry.daemon = True
                carry.start()

    def _carry(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(PIECE):
                time.sleep(self.delay)
                if self.silent:
                    continue
                if answers and self.garbling:
                    piece = self._random.randbytes(len(piece))
                sink.sendall(piece)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.discard(source)  # its other end is let go by the other thread
        source.close()


def led_over(url: str, wire: Wire, port: int) -> str:
    """The address of a server at `port`, but over the wire."""
    assert f":{port}/" in url
    return url.replace(f":{port}/", f":{wire.port}/")
