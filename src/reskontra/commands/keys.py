"""The secret key of an embedded database: replaced, without a token or a session lost."""

from argparse import Namespace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reskontra.commands import beside
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import opened
from reskontra.outside.clock import system_clock
from reskontra.people import factors
from reskontra.people.keys import Keys, Use, name_of
from reskontra.people.tokens import ACCESS_SECONDS
from reskontra.settings import Settings

ELSEWHERE = (
    "the key is a setting: put a new one in RESKONTRA_SECRET_KEY and the present one in"
    " RESKONTRA_FORMER_SECRET_KEY, for an hour"
)


def rotate(settings: Settings, options: Namespace) -> Answer:
    """The service believes the present one too, until the next rotation."""
    path = key_file(settings)
    keys = beside.keys(settings)
    refuse_hurry(path, keys)
    let_go(settings, keys)
    beside.replace_keys(path, Keys(beside.new_secret(), keys.secret))
    return told(settings)


def forget(settings: Settings, options: Namespace) -> Answer:
    """For a key that others may have: what was signed with the former is refused from now on."""
    path, keys = key_file(settings), beside.keys(settings)
    let_go(settings, keys)
    beside.replace_keys(path, Keys(keys.secret))
    return told(settings)


def key_file(settings: Settings) -> Path:
    path = beside.key_file(settings)
    if path is None:
        raise Failed(ELSEWHERE)
    return path


def let_go(settings: Settings, keys: Keys) -> None:
    """Nothing that is kept needs the former one any more."""
    if keys.former:
        with opened(settings) as office:
            office.write(lambda tx: factors.lock_all_anew(tx, keys.believed(Use.CREDENTIALS)))


def refuse_hurry(path: Path, keys: Keys) -> None:
    """A third key would take the place of one that tokens are still signed with."""
    since = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    until = since + timedelta(seconds=ACCESS_SECONDS)
    if keys.former and system_clock() < until:
        raise Failed(
            f"tokens of the former key live until {until:%H:%M} UTC; run key forget to end them"
        )


def told(settings: Settings) -> Answer:
    names = [name_of(key) for key in beside.keys(settings).believed(Use.TOKENS)]
    return {"key": names[0], "former": names[1] if names[1:] else None}
