"""Starting the service and stopping it gracefully."""

import functools
import gc
import os
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from reskontra.commands.answers import Failed, tell
from reskontra.commands.beside import keyring, signer
from reskontra.commands.english import in_english
from reskontra.domain.errors import Unavailable
from reskontra.engine.database import Database, connect
from reskontra.engine.probing import probe
from reskontra.outside.clock import Clock, system_clock
from reskontra.outside.mail import transport_of
from reskontra.settings import Settings
from reskontra.storage.embedded import is_sandbox
from reskontra.storage.migrate import prepare
from reskontra.storage.seal import SEALED
from reskontra.storage.trouble import reachable
from reskontra.web.app import application
from reskontra.web.connections import ClientConnection, doors
from reskontra.web.house import House
from reskontra.web.limits import InProcess, Limiter
from reskontra.web.logs import set_up_logs
from reskontra.web.router import BASE
from reskontra.web.watch import Metrics

SECONDS_TO_FINISH = 30  # for calls under way when told to stop: the slowest ones send mail
SECONDS_TO_STIR = 60  # a worker that starts on a busy machine is slow, not dead: 5 is too few
# In which a thread that computes holds the interpreter while the event loop wants it. At the usual
# five milliseconds, bodies decoded beside it took others' p99 to five times the quiet one.
LONGEST_TURN = 0.001
SECONDS_IDLE = 65  # more than the 60 of common proxies, so that it is they who hang up


def serve(settings: Settings, options: Namespace) -> None:
    if options.workers > 1:
        refuse_several_workers(settings)
    refuse_sandbox(settings)
    prepare(settings.database_url)
    refuse_unwritable(settings)
    keyring(settings)  # made now, or refused now
    listening = (
        handed_over(options.fd) if options.fd is not None else listener(options.host, options.port)
    )
    refuse_strangers_without_address(settings, listening)
    tell({"base_url": settings.base_url or base_url(listening), "workers": options.workers})
    run(settings, listening, options.workers, system_clock)


def refuse_sandbox(settings: Settings) -> None:
    """Its key, its passwords and its tokens are the same everywhere, and known to all."""
    with reachable():
        if is_sandbox(settings.database_url):
            raise Failed("the database is a sandbox's, and everybody knows its credentials")


def refuse_unwritable(settings: Settings) -> None:
    """A full or read-only disk is told now, and not to the first who wants to write."""
    database = connect(settings.database_url, threads=1)
    try:
        database.write_now(probe)
    finally:
        database.close()


def refuse_strangers_without_address(settings: Settings, listening: socket.socket) -> None:
    """Whoever can call could else choose, by Host, what links in answers and letters lead to.
    Behind a proxy that is anyone, wherever we listen."""
    host = listening.getsockname()[0]
    where = "" if ip_address(host).is_loopback else f"off loopback ({host})"
    where = where or ("behind RESKONTRA_TRUSTED_PROXIES" if settings.trusted_proxies else "")
    if settings.base_url is None and where:
        listening.close()
        raise Failed(f"{where} RESKONTRA_BASE_URL is required: what callers see")


def refuse_several_workers(settings: Settings) -> None:
    missing = []
    if settings.database_url.startswith("sqlite:"):
        missing.append("PostgreSQL (SQLite has one writer, in one process)")
    if settings.redis_url is None:
        missing.append("RESKONTRA_REDIS_URL (each process alone would count only its own calls)")
    if missing:
        raise Failed(f"more than one worker needs {' and '.join(missing)}")


def listener(host: str, port: int) -> socket.socket:
    """A socket that already takes connections: whoever reads our answer may call at once."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        number = error.errno or 0  # negative when it was the name that could not be found
        reason = os.strerror(number) if number > 0 else error.strerror
        raise Failed(f"cannot listen on {host} port {port}: {reason}") from None
    listening.set_inheritable(True)
    return listening


def handed_over(number: int) -> socket.socket:
    """A listening socket that outlives this process: calls wait in it for the next one."""
    try:
        listening = socket.socket(fileno=number)
        takes_calls = listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError:
        takes_calls = 0
    if not takes_calls or listening.family not in (socket.AF_INET, socket.AF_INET6):
        raise Failed(f"file descriptor {number} is no listening TCP socket")
    listening.set_inheritable(True)
    return listening


def base_url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{BASE}"


def run(settings: Settings, listening: socket.socket, workers: int, clock: Clock) -> None:
    """Until told to stop; calls under way are answered first."""
    set_up_logs(settings.log_format, settings.log_level)
    config = configured(
        settings, functools.partial(opened_application, settings, workers, clock), workers
    )
    if workers > 1:
        run_workers(config, listening)
        return
    run_here(uvicorn.Server(config), listening)


def configured(
    settings: Settings, application: Callable[[], ASGIApp], workers: int = 1, **more: Any
) -> uvicorn.Config:
    usual: dict[str, Any] = {
        "http": ClientConnection,
        "server_header": False,
        "timeout_graceful_shutdown": SECONDS_TO_FINISH,
    }
    return uvicorn.Config(
        application,
        factory=True,
        workers=workers,
        loop="uvloop",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=[str(each) for each in settings.trusted_proxies],
        timeout_keep_alive=SECONDS_IDLE,
        timeout_worker_healthcheck=SECONDS_TO_STIR,
        **usual | more,
    )


def run_here(server: uvicorn.Server, listening: socket.socket) -> None:
    for each in (signal.SIGTERM, signal.SIGINT):
        # The server stops gracefully first, and then hands the signal on to whoever was here.
        signal.signal(each, stop)
    server.run(sockets=doors(listening))


def run_workers(config: uvicorn.Config, listening: socket.socket) -> None:
    workers = Multiprocess(config, sockets=[listening])
    workers.run()
    if any(each.exitcode == STARTUP_FAILURE for each in workers.processes):
        raise Failed("a worker could not start")


def stop(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)


def opened_application(settings: Settings, workers: int, clock: Clock) -> ASGIApp:
    """The application of one process, with all that it needs opened."""
    set_up_logs(settings.log_format, settings.log_level)
    house = House(
        database=opened_database(settings),
        limiter=limiter(settings.redis_url),
        keyring=keyring(settings),
        rate_limit=settings.rate_limit,
        mail_limit=settings.mail_limit,
        event_days=settings.event_days,
        recipient_limit=settings.recipient_limit,
        base_url=settings.base_url or "",
        transport=transport_of(settings.smtp_url, settings.outbox),
        mail_from=settings.mail_from,
        security_contact=settings.security_contact,
        clock=clock,
        signer=signer(settings),
    )
    if settings.metrics_port:
        serve_metrics(house.metrics, settings.metrics_port, settings.metrics_host, workers)
    ready = application(house)
    keep_what_is_here()
    sys.setswitchinterval(LONGEST_TURN)
    return ready


def limiter(redis_url: str | None) -> Limiter:
    if redis_url is None:
        return InProcess()
    from reskontra.web.shared_limits import Shared  # its client is large, and most have no server

    return Shared(redis_url)


def opened_database(settings: Settings) -> Database:
    """One line where it cannot be, and the supervisor is told not to try again."""
    try:
        return connect(settings.database_url, guarded=True, sealed=SEALED)
    except Unavailable as refused:
        sys.stderr.write(f"reskontra: {in_english(refused)}\n")
        sys.exit(STARTUP_FAILURE)


def keep_what_is_here() -> None:
    """Until the end, so that nobody looks through it for garbage: that took 150 ms each time.

    What comes later is looked through more seldom too; a call leaves next to nothing behind.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


def serve_metrics(metrics: Metrics, port: int, host: str, workers: int) -> None:
    """Each process has figures of its own, at the first port that no other process has taken."""
    for each in range(port, port + workers):
        with suppress(OSError):
            metrics.serve(each, host)
            return
    sys.stderr.write(f"reskontra: cannot serve metrics on {host} port {port}\n")
    sys.exit(STARTUP_FAILURE)  # which also tells the supervisor not to try again
