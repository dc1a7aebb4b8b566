"""L1: the same server around nothing; `/3/anything` answers as many bytes as a header asks for."""

import sys
from typing import Any

import uvicorn

from reskontra.web.connections import ClientConnection

# As `reskontra serve` starts its own.
FLAGS: dict[str, Any] = {
    "loop": "uvloop",
    "http": ClientConnection,
    "ws": "none",
    "lifespan": "on",
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_keep_alive": 65,
}
TYPE = (b"content-type", b"application/json")


async def answer(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        await _lifespan(receive, send)
        return
    size = next(int(value) for name, value in scope["headers"] if name == b"x-size")
    while (await receive()).get("more_body"):
        pass
    headers = [TYPE, (b"content-length", b"%d" % size)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b" " * size})


async def _lifespan(receive: Any, send: Any) -> None:
    for phase in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{phase}.complete"})


if __name__ == "__main__":
    uvicorn.run(answer, host="127.0.0.1", port=int(sys.argv[1]), **FLAGS)
