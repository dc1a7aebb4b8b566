"""A process that turns documents into PDF, one after the other, within its limits.

It is given documents on its standard input and gives PDF on its standard output. Who passes a
limit is ended by the system, and another process takes its place. Who has grown says so with its
answer and ends by itself.
"""

import os
import pickle
import resource
import sys
from pathlib import Path

from reskontra.outside.pdf import rendered
from reskontra.outside.pipes import DONE, FAILED, LAST, MORE, receive, send

LARGEST = 1024**3  # bytes of address space
CPU_SECONDS = 20  # for one document
KEPT = 300 * 1024  # KiB: who has taken more gives it back by ending


def main() -> None:
    given, taken = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no PDF
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
    while (message := receive(given)) is not None:
        allow(CPU_SECONDS)
        answered = answer(message)
        grown = peak() > KEPT
        send(taken, (LAST if grown else MORE) + answered)
        if grown:
            return


def peak() -> int:
    """KiB of memory we have held at most (what getrusage tells begins with our parent's)."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


def allow(seconds: int) -> None:
    """So much more of a core, then the system ends us."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(
        resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, most)
    )


def answer(message: bytes) -> bytes:
    try:
        return DONE + rendered(pickle.loads(message))  # noqa: S301 - our own process sent it
    except MemoryError:
        sys.exit("no memory left")  # as who passes the other limit ends
    except Exception as fault:
        return FAILED + repr(fault).encode()


if __name__ == "__main__":
    main()
