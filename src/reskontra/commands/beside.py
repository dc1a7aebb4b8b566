"""What is kept beside the file of an embedded database: its keys, and a sandbox's clock."""

import os
import secrets
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from reskontra.outside.signing import NoSigningKey, Signer, new_key, signer_of
from reskontra.people.tokens import LEAST_KEY
from reskontra.settings import BadSetting, Settings
from reskontra.storage.embedded import database_file
from reskontra.web.house import Clock, clock_ahead, system_clock


def companion(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}.{ending}")


def secret_key(settings: Settings) -> str:
    """The key that signs tokens: as set, else the one kept with the database."""
    if settings.secret_key:
        return settings.secret_key
    file = database_file(settings.database_url)
    if file is None:
        raise BadSetting(
            "RESKONTRA_SECRET_KEY is required with PostgreSQL: at least 32 characters at random"
        )
    path = companion(file, "key")
    if not path.exists():
        _keep_new(path, f"{secrets.token_urlsafe(48)}\n".encode())
    key = path.read_text().strip()
    if len(key) < LEAST_KEY:
        raise BadSetting(f"{path} holds no key of at least {LEAST_KEY} characters")
    return key


def _keep_new(path: Path, key: bytes) -> None:
    """Written whole under another name first: of several processes at once, one's key stays."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


def signer(settings: Settings) -> Signer | None:
    """Who signs heads: by the key that is set, else by the one kept with the database."""
    file = database_file(settings.database_url)
    path = settings.head_key or (file and companion(file, "head-key.pem"))
    if path is None:
        return None
    if not settings.head_key and not path.exists():
        _keep_new(path, new_key())
    try:
        return signer_of(path)
    except NoSigningKey as error:
        raise BadSetting(f"RESKONTRA_HEAD_KEY: {error}") from None


def clock(url: str) -> Clock:
    """The time by which the database is kept: the system's, unless a sandbox has set another."""
    file = database_file(url)
    with suppress(OSError, ValueError):
        if file:
            return clock_ahead(timedelta(seconds=float(companion(file, "clock").read_text())))
    return system_clock


def set_clock(file: Path, ahead: timedelta | None) -> None:
    """So that commands on a sandbox's database go by the sandbox's clock."""
    path = companion(file, "clock")
    if ahead is None:
        path.unlink(missing_ok=True)
    else:
        path.write_text(f"{ahead.total_seconds()}\n")
