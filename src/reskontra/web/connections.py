"""A client's connection, with a deadline and a size for the headers of each call.

The server itself waits for headers without end. Bodies have their own limits in `call.py`.
"""

import asyncio
from asyncio import TimerHandle

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS_FOR_HEADERS = 10
LARGEST_HEADERS = 64 * 1024


class HeadersTooLarge(Exception):
    """Answered by 400 and a closed connection."""


class Connection(HttpToolsProtocol):
    _deadline: TimerHandle | None = None
    _whole = True  # all of the last call has come in; what is left of a body is no header
    _waited_for = 0  # bytes since the last call's headers

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or not self._between_calls():
            return
        # Only a call that came in pieces, or none at all, gets here.
        self._waited_for += len(data)
        if self._waited_for > LARGEST_HEADERS:
            self.send_400_response("Headers too large.")
        self._expect_headers()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._whole = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > LARGEST_HEADERS:
            raise HeadersTooLarge
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._whole = True
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _between_calls(self) -> bool:
        """No call is being answered, and the keep-alive timer does not run either."""
        done = self.cycle is None or self.cycle.response_complete
        return done and self._whole and self.timeout_keep_alive_task is None

    def _expect_headers(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_FOR_HEADERS, self.transport.close)

    def _stop_waiting(self) -> None:
        self._waited_for = 0
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
