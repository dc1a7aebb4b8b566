"""The sandbox: a service with ready companies and known credentials; alone, or around a command."""

import os
import shutil
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import uvicorn

import reskontra.commands.wings  # noqa: F401 (every table is declared)
from reskontra.commands import beside, sandbox_words, serving, transparent, values
from reskontra.commands.answers import Answer, Failed, tell
from reskontra.commands.around import run_around
from reskontra.outside.clock import system_clock
from reskontra.outside.smtp import Relay, relay_of
from reskontra.people.integrations import Profile
from reskontra.sandbox.app import OpenConnection, SandboxApp
from reskontra.sandbox.box import Box
from reskontra.sandbox.clock import Mode, Setting, at_nine, moment
from reskontra.sandbox.company import Beginning
from reskontra.sandbox.credentials import EMAIL, KEYS, MAIN, PASSWORD, Credentials
from reskontra.sandbox.faults import shorthand
from reskontra.sandbox.ready_company import COMPANY
from reskontra.sandbox.refusing import Refusal
from reskontra.sandbox.scenarios import scenario
from reskontra.settings import Settings
from reskontra.storage.embedded import in_use
from reskontra.storage.trouble import reachable
from reskontra.web.logs import set_up_logs

FILE = Path("sandbox.db")
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
SECONDS_TO_FINISH = 2  # for calls under way when told to stop
TEST_DAY = "2026-03-02"
FOR_PEOPLE = """
Reskontra's sandbox is ready: {name}.

  Docs           {site}/docs
  Sandbox        {site}/sandbox      clock, faults, calls, mail
  Console        {site}/console      {email}, {password}
  API            {base_url}
  Client         {client_id}, {client_secret}

  {curl}

The books are in {file}; --reset empties them. Stop with Ctrl+C.

"""


def sandbox(settings: Settings, options: Namespace) -> None:
    try:
        _start(settings, options)
    except Refusal as refused:
        hint = f" ({refused.hint})" if refused.hint else ""
        raise Failed(f"{refused.error}{hint}") from None


def _start(settings: Settings, options: Namespace) -> None:
    words = options.words
    if words and words[0] in sandbox_words.WORDS:
        sandbox_words.ask(options.port or 8080, words, options)
        return
    _beginning(options)  # what is wrong is told before anything is begun
    _mail_server(settings, options)
    default = 0 if words else 8080
    listening = serving.listener("127.0.0.1", default if options.port is None else options.port)
    base_url = serving.base_url(listening)
    with _folder(options) as folder, transparent.set_up(options, listening) as disguised:

        def made() -> Box:
            box = opened(settings, options, folder, base_url)
            if disguised:
                box.disguise, box.certificates = disguised.disguise, disguised.certificates
            return box

        app = SandboxApp(made, disguised.proxy if disguised else None)
        quiet = "error" if words else settings.log_level
        set_up_logs(settings.log_format, quiet, _log(options))
        server = uvicorn.Server(_configured(settings, app))
        if words:
            status = run_around(words, server, listening, app, options, disguised)
            sys.exit(status)
        tell(_answer(base_url))
        sys.stderr.write(_for_people(base_url, folder / FILE))
        if disguised:
            sys.stderr.write(disguised.for_people(listening.getsockname()[1]))
        serving.run_here(server, listening)


def _configured(settings: Settings, app: SandboxApp) -> uvicorn.Config:
    """No date in the head of an answer: the same calls have the same answers. Whoever listens to
    events does not hold up the end."""
    how: dict[str, Any] = {"http": OpenConnection, "date_header": False}
    return serving.configured(
        settings, lambda: app, **how, timeout_graceful_shutdown=SECONDS_TO_FINISH
    )


def _log(options: Namespace) -> TextIO | None:
    return Path(options.log).open("a") if options.log else None


@contextmanager
def _folder(options: Namespace) -> Iterator[Path]:
    """Where the books are kept: here, or nowhere for longer than this."""
    if not (options.memory or options.words):
        if options.reset:
            empty(FILE)
        try:
            yield Path()
        finally:
            beside.set_clock(FILE, None)
        return
    where = IN_MEMORY if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="reskontra-sandbox-", dir=where)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def opened(settings: Settings, options: Namespace, folder: Path, base_url: str) -> Box:
    limit = settings.rate_limit if options.rate_limit is None else options.rate_limit
    limit = None if limit == values.NONE else limit
    relay = _mail_server(settings, options)
    box = Box(folder, _beginning(options), limit, site(base_url), mail_server=relay)
    box.add(MAIN)
    for each in options.company or ():
        name, _, named = each.partition("=")
        beginning = replace(box.beginning, scenario=named) if named else None
        box.add(name, beginning)
    for each in options.fault or ():
        box.company(MAIN).faults.add(shorthand(each))
    if folder == Path():
        path = beside.companion(FILE, "key")
        path.unlink(missing_ok=True)
        beside.replace_keys(path, KEYS)
        beside.set_clock(FILE, box.company(MAIN).clock() - system_clock())
    return box


def _mail_server(settings: Settings, options: Namespace) -> Relay | None:
    """Letters stay, unless it is said that they may leave."""
    if not options.send_mail:
        return None
    if not settings.smtp_url:
        raise Failed("--send-mail needs a mail server: RESKONTRA_SMTP_URL")
    return relay_of(settings.smtp_url)


def _beginning(options: Namespace) -> Beginning:
    """Around a command all stands still, and is the same each time."""
    mode = Mode.FROZEN if options.frozen or options.words else Mode.RUNNING
    scenario(options.scenario)
    if options.now:
        at = moment(options.now)
    elif options.today or options.words:
        at = at_nine(options.today) if options.today else moment(TEST_DAY)
    else:
        at = system_clock()
    return Beginning(options.scenario, options.seed, Setting(mode, at), Profile(options.answers))


def site(base_url: str) -> str:
    return base_url.removesuffix("/api/v1")


def _answer(base_url: str) -> Answer:
    own = Credentials()
    return {
        "base_url": base_url,
        "organisation_id": own.tenant_id,
        "client_id": own.client_id,
        "client_secret": own.client_secret,
        "access_token": own.access_token,
        "refresh_token": own.refresh_token,
        "email": EMAIL,
        "password": PASSWORD,
        "curl": f"curl -H 'Authorization: Bearer {own.access_token}' '{base_url}/3/customers'",
    }


def _for_people(base_url: str, file: Path) -> str:
    answer = _answer(base_url)
    return FOR_PEOPLE.format(**answer, name=COMPANY.name, site=site(base_url), file=file)


def empty(file: Path) -> None:
    """Refused while another process has the database open: it would go on with a removed file."""
    with reachable():
        if file.exists() and in_use(file):
            raise Failed(f"{file} is in use; stop the other process first")
    for each in (file, *file.parent.glob(f"{file.stem}-*.db")):
        for ending in ("", "-wal", "-shm", ".key", ".head-key.pem"):
            each.with_name(f"{each.name}{ending}").unlink(missing_ok=True)
