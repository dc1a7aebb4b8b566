"""A command with a sandbox around it: it starts when the sandbox answers, and ends both."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from reskontra.commands.serving import base_url
from reskontra.commands.transparent import Transparent, take_over, words_in_namespace
from reskontra.sandbox.app import SandboxApp
from reskontra.sandbox.disguise import applied
from reskontra.sandbox.variables import environment

FAILED, NOT_EXECUTABLE, NOT_FOUND = 125, 126, 127  # as shells and `docker run` have it
PAUSE = 0.01


def run_around(
    words: list[str],
    server: uvicorn.Server,
    listening: socket.socket,
    app: SandboxApp,
    options: Namespace,
    transparent: Transparent | None = None,
) -> int:
    """The command's status, or 128 and the number of the signal that ended it."""
    base = base_url(listening)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while thread.is_alive() and not server.started:
        time.sleep(PAUSE)
    if not server.started:
        return FAILED
    try:
        env = os.environ | environment(base, not options.no_client_env)
        if transparent:
            env = applied(env, transparent.disguise.variables(os.environ))
        if transparent and transparent.in_namespace:
            status = _done_apart(words, env, transparent, app.loop, listening.getsockname()[1])
        else:
            status = _done(words, env)
        if status:
            _tell_of_refusals(app, options)
        return status
    finally:
        server.should_exit = True
        thread.join()


def _done_apart(
    words: list[str], env: dict[str, str], transparent: Transparent, loop: Any, port: int
) -> int:
    """In namespaces of the command's own, whose ports are answered once they are there."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.set_inheritable(True)
        behind = words_in_namespace(words, transparent.disguise, theirs, port)

        def begun() -> None:
            theirs.close()
            take_over(transparent.proxy, ours, loop)

        return _done(behind, env, (theirs.fileno(),), begun)


def _done(
    words: list[str],
    env: dict[str, str],
    handed: tuple[int, ...] = (),
    begun: Callable[[], None] = lambda: None,
) -> int:
    try:
        process = subprocess.Popen(words, env=env, pass_fds=handed)  # noqa: S603 - as asked for
        begun()
    except FileNotFoundError:
        sys.stderr.write(f"reskontra: {words[0]}: not found\n")
        return NOT_FOUND
    except OSError as error:
        sys.stderr.write(f"reskontra: {words[0]}: {error.strerror}\n")
        return NOT_EXECUTABLE

    def pass_on(number: int, _: FrameType | None) -> None:
        if number == signal.SIGINT and sys.stdin.isatty():
            return  # the terminal has told the command itself
        process.send_signal(number)

    before = {each: signal.signal(each, pass_on) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        status = process.wait()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    return 128 - status if status < 0 else status


def _tell_of_refusals(app: SandboxApp, options: Namespace) -> None:
    """One line for whoever wonders why it failed."""
    calls = app.box.journal.matching("*", {})
    refused = [each for each in calls if each.status >= 400 or each.fault]
    latest = [f"{each.method} {each.path} {each.status or 'cut'}" for each in refused[:5]]
    said = ": ".join(filter(None, [f"{len(refused)} of {len(calls)} calls were refused or faulted",
                                   ", ".join(latest)]))  # fmt: skip
    said = said if calls else "no call reached the sandbox"
    log = f"; see {options.log}" if options.log else ""
    sys.stderr.write(f"reskontra: {said}{log}\n")
