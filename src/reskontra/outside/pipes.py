"""Messages through a pipe between two processes of ours, each after its length."""

from typing import IO

MORE, LAST = b"+", b"."  # how an answer begins: whether another will follow,
DONE, FAILED = b"+", b"-"  # and what it is


def send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(8) + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next message; None where there is none, or only a part of one."""
    length = pipe.read(8)
    if len(length) < 8:
        return None
    message = pipe.read(int.from_bytes(length))
    return message if len(message) == int.from_bytes(length) else None
