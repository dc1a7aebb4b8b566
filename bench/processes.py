"""Processes under measure: started, pinned to a core, and asked what they have used."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TICK = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, OTHER_CORES = CORES[0], CORES[1:] or CORES


def started(
    module: str, *words: str, core: Iterable[int], log: Path, **settings: str
) -> "subprocess.Popen[bytes]":
    """A module as a process of its own, on its own core."""
    cores = set(core)
    with log.open("ab") as told:
        return subprocess.Popen(
            [sys.executable, "-m", module, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=told,
            cwd=ROOT,
            env={**os.environ, **settings},
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )


def pin_tree(pid: int, cores: Iterable[int]) -> None:
    for each in tree(pid):
        with suppress(ProcessLookupError):  # a server's helper that has just ended
            os.sched_setaffinity(each, set(cores))


def ask(process: "subprocess.Popen[bytes]", **question: Any) -> Any:
    """One line there, one line back."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(question).encode() + b"\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise RuntimeError(f"{process.args!r} ended: see its log")
    return json.loads(answer)


def stop(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def tree(pid: int) -> list[int]:
    """The process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        own = [int(child) for child in children.read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [pid, *(each for child in own for each in tree(child))]


def cpu_seconds(pid: int) -> float:
    """User and system time of the tree, with that of children that have ended."""
    return sum(_used(each) for each in tree(pid))


def _used(pid: int) -> float:
    """Of live threads to the nanosecond; of ended children in ticks, which is all there is."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        threads = [each.read_text() for each in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    ended = sum(int(ticks) for ticks in after_name[13:15]) / TICK
    return ended + sum(int(told.split()[0]) for told in threads) / 1e9


def peak_megabytes(pid: int) -> float:
    """The most that the process itself has had in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def shared_out_megabytes(pid: int) -> float:
    """What the tree has in memory now; what several share is counted once."""
    total = 0
    for each in tree(pid):
        try:
            rollup = Path(f"/proc/{each}/smaps_rollup").read_text()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line[:4] == "Pss:")
    return round(total / 1024, 1)
