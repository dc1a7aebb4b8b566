"""Clients' connections: what the server has no setting for, mended in its protocol.

It waits without end for headers, for a body that nobody reads and for a client that does not take
its answer; it keeps headers of any size and number, and trailers; told to stop, it hangs up on a
call that is on its way; and its event loop lets in one caller a turn. `test_connections.py` shows
each. What the application reads of a body has narrower limits in `call.py`.
"""

import asyncio
import socket
from asyncio import TimerHandle

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS_FOR_HEADERS = 10
SECONDS_FOR_BODY = 10
SECONDS_FOR_ANSWER = 65  # for a client to take it
SECONDS_FOR_LAST_CALL = 1.0  # of a connection that is idle when the service is told to stop
LARGEST_HEADERS = 64 * 1024
MOST_HEADERS = 200
DOORS = 8  # by which a process on its own lets callers in


def doors(listening: socket.socket) -> list[socket.socket]:
    """The event loop lets in one caller a turn by each: with one, the last of a crowd waited for
    a second while the first were served again and again. Workers have one, and so share a crowd.
    """
    return [listening, *(listening.dup() for _ in range(DOORS - 1))]


class HeadersTooLarge(Exception):
    """Answered by 400 and a closed connection."""


class ClientConnection(HttpToolsProtocol):
    _deadline: TimerHandle | None = None
    _whole = True  # all of the last call has come in; what is left of a body is no header
    _moved = False  # the bytes that came last brought whole headers or a part of a body
    _waited_for = 0  # bytes since then
    _stopping = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_within(SECONDS_FOR_HEADERS)

    def data_received(self, data: bytes) -> None:
        self._moved = False
        super().data_received(data)
        if self.transport.is_closing() or (self._whole and not self._between_calls()):
            return
        # Only a call that came in pieces, or none at all, gets here.
        self._waited_for = 0 if self._moved else self._waited_for + len(data)
        if self._waited_for > LARGEST_HEADERS:
            self.send_400_response("Headers too large.")
        self._expect_within(SECONDS_FOR_HEADERS if self._whole else SECONDS_FOR_BODY)

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._whole, self._moved = False, True
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > LARGEST_HEADERS or len(self.headers) > MOST_HEADERS:
            raise HeadersTooLarge
        super().on_headers_complete()
        if self._stopping:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        self._moved = True  # unlike what follows the last chunk, which is kept as headers are
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._whole = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():  # but only once the client has taken the answer
            self._stop_waiting()
            self._deadline = self.loop.call_later(SECONDS_FOR_ANSWER, self.transport.abort)

    def timeout_keep_alive_handler(self) -> None:
        self.transport.abort()  # closing would wait for a client that does not take its answer

    def shutdown(self) -> None:
        """A call that is already on its way is answered, and told that it was the last."""
        self._stopping = True
        if self._answering():
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(SECONDS_FOR_LAST_CALL, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _between_calls(self) -> bool:
        """No call is being answered, and the keep-alive timer does not run either."""
        return not self._answering() and self._whole and self.timeout_keep_alive_task is None

    def _expect_within(self, seconds: float) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        """At once, or after the answer that is being made."""
        if self._answering():
            self.cycle.keep_alive = False
        else:
            self.transport.close()

    def _stop_waiting(self) -> None:
        self._waited_for = 0
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
