"""What is kept beside the file of an embedded database: its keys, and a sandbox's clock."""

import os
import secrets
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from reskontra.outside.clock import Clock, clock_ahead, system_clock
from reskontra.outside.private import closed_to_others, owners_alone
from reskontra.outside.signing import NoSigningKey, Signer, new_key, signer_of
from reskontra.people.keys import LEAST_SECRET, Keyring, Keys
from reskontra.settings import BadSetting, Settings
from reskontra.storage.embedded import database_file


def companion(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}.{ending}")


def keyring(settings: Settings) -> Keyring:
    """The keys as set, else those kept with the database, also when a command replaces them."""
    if settings.secret_key:
        keys = Keys(settings.secret_key, settings.former_secret_key or "")
        return lambda: keys
    if settings.former_secret_key:
        raise BadSetting("RESKONTRA_FORMER_SECRET_KEY needs RESKONTRA_SECRET_KEY beside it")
    path = key_file(settings)
    if path is None:
        raise BadSetting(
            "RESKONTRA_SECRET_KEY is required with PostgreSQL: at least 32 characters at random"
        )
    return KeyFile(path)


def keys(settings: Settings) -> Keys:
    return keyring(settings)()


def key_file(settings: Settings) -> Path | None:
    """Where they are kept; None where they are not ours to keep."""
    file = None if settings.secret_key else database_file(settings.database_url)
    return companion(file, "key") if file else None


class KeyFile:
    """The newest key in the first line, the former one in the second. Made when it is not there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            if not path.exists():
                _keep_new(path, lines_of(Keys(new_secret())))
            self._seen, self._keys = self._look(), read_keys(path)
            _close(path)
        except OSError as error:
            raise BadSetting(f"{path} cannot be kept: {error.strerror}") from None

    def __call__(self) -> Keys:
        with suppress(OSError, BadSetting):  # those that were read first are as good as before
            if (seen := self._look()) != self._seen:
                self._keys, self._seen = read_keys(self._path), seen
        return self._keys

    def _look(self) -> tuple[int, int]:
        found = os.stat(self._path)
        return found.st_mtime_ns, found.st_ino


def read_keys(path: Path) -> Keys:
    lines = [line.strip() for line in path.read_text().splitlines() if line.strip()]
    if not 1 <= len(lines) <= 2 or any(len(line) < LEAST_SECRET for line in lines):
        raise BadSetting(f"{path} holds no key of at least {LEAST_SECRET} characters")
    return Keys(*lines)


def replace_keys(path: Path, keys: Keys) -> None:
    """Whole at every moment: the old keys or the new ones."""
    try:
        os.replace(_draft(path, lines_of(keys)), path)
    except OSError as error:
        raise BadSetting(f"{path} cannot be kept: {error.strerror}") from None


def new_secret() -> str:
    return secrets.token_urlsafe(48)


def lines_of(keys: Keys) -> bytes:
    return "".join(f"{secret}\n" for secret in keys.secrets).encode()


def _keep_new(path: Path, content: bytes) -> None:
    """Of several processes at once, one's key stays."""
    draft = _draft(path, content)
    try:
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


def _draft(path: Path, content: bytes) -> Path:
    """Written whole under another name, for its owner alone; nothing is left where it cannot be."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(draft, "xb", opener=owners_alone) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _close(path: Path) -> None:
    """A key that another program left open, or an older version: told, since it may be known."""
    if closed_to_others(path):
        sys.stderr.write(f"reskontra: {path} was open to others, and no longer is; replace it\n")


def signer(settings: Settings) -> Signer | None:
    """Who signs heads: by the key that is set, else by the one kept with the database."""
    path = head_key_file(settings)
    if path is None:
        return None
    try:
        if not settings.head_key and not path.exists():
            _keep_new(path, new_key())
        pen = signer_of(path)
        _close(path)
        return pen
    except NoSigningKey as error:
        raise BadSetting(f"RESKONTRA_HEAD_KEY: {error}") from None
    except OSError as error:
        raise BadSetting(f"{path} cannot be kept: {error.strerror}") from None


def signer_there(settings: Settings) -> Signer | None:
    """The same for who only looks: no key is made."""
    path = head_key_file(settings)
    return signer(settings) if settings.head_key or (path and path.exists()) else None


def head_key_file(settings: Settings) -> Path | None:
    file = database_file(settings.database_url)
    return settings.head_key or (companion(file, "head-key.pem") if file else None)


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
        os.replace(_draft(path, f"{ahead.total_seconds()}\n".encode()), path)
