"""Every setting: its name, default and meaning."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from reskontra.domain.address import is_address

PREFIX = "RESKONTRA_"
NOT_OURS = "RESKONTRA_TEST_"


class BadSetting(Exception):
    """One line that names the variable and says what is wanted, never what was given."""


class Secret(str):
    """Text that shows itself to whoever uses it, not to whoever prints what holds it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'***'"


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most so many calls in every window of so many seconds."""

    calls: int
    seconds: int


Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Settings:
    database_url: Secret
    base_url: str | None
    rate_limit: RateLimit | None
    mail_limit: RateLimit | None
    recipient_limit: RateLimit | None
    redis_url: Secret | None
    secret_key: Secret | None
    former_secret_key: Secret | None
    log_format: str
    log_level: str
    metrics_port: int | None
    metrics_host: str
    trusted_proxies: tuple[Network, ...]
    smtp_url: Secret | None
    mail_from: str
    security_contact: str
    outbox: Path
    head_key: Path | None
    event_days: int


def settings(environ: Mapping[str, str]) -> Settings:
    """The settings in an environment. A blank variable counts as not set."""
    ours = {name for name in environ if name.startswith(PREFIX) and not name.startswith(NOT_OURS)}
    for name in sorted(ours - {setting.variable for setting in SETTINGS}):
        raise BadSetting(f"{name} is not a setting{_suggestion(name)}")
    return Settings(**{setting.name: _value(setting, environ) for setting in SETTINGS})


def site_of(base_url: str) -> str:
    """Where the service is, without the path of its API.

    >>> site_of("https://example.se/api/v1")
    'https://example.se'
    """
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc}"


def as_markdown() -> str:
    """The table of `docs/settings.md`."""
    rows = [
        f"| `{setting.variable}` | {f'`{setting.default}`' if setting.default else '(none)'} "
        f"| {setting.form} | {setting.meaning} |\n"
        for setting in SETTINGS
    ]
    return "".join(["| Variable | Default | Form | Meaning |\n|---|---|---|---|\n", *rows])


@dataclass(frozen=True)
class Setting:
    name: str
    default: str
    read: Callable[[str], Any]
    form: str
    meaning: str

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def _value(setting: Setting, environ: Mapping[str, str]) -> Any:
    text = environ.get(setting.variable, "").strip() or setting.default
    try:
        return setting.read(text)
    except ValueError:
        # Not chained: the cause may quote the value, and the value may be a secret.
        raise BadSetting(f"{setting.variable} must be {_spoken(setting.form)}") from None


def _spoken(form: str) -> str:
    return form.replace("`", "")


def _suggestion(name: str) -> str:
    near = get_close_matches(name, [setting.variable for setting in SETTINGS], n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _matching(pattern: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError
        return text

    return read


def _optional(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: read(text) if text else None


def _secret(read: Callable[[str], str]) -> Callable[[str], Secret]:
    return lambda text: Secret(read(text))


def _address(*schemes: str) -> Callable[[str], str]:
    """An address with a host and, where one is given, a port that is a number."""

    def read(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in schemes or not parts.hostname or parts.port == 0:
            raise ValueError
        return _matching(r"\S+")(text)

    return read


def _database(text: str) -> str:
    """PostgreSQL takes a socket, several hosts or none at all: its own library judges those.
    What SQLite keeps its books in is a file, and so has a name."""
    if text.startswith("sqlite:///") and Path(text.removeprefix("sqlite:///")).name in ("", ".."):
        raise ValueError
    return _matching(r"sqlite:///.+|postgresql://\S+")(text)


def _mail_address(text: str) -> str:
    if not is_address(text):
        raise ValueError
    return text


def _redis(text: str) -> str:
    if text.startswith("unix:"):
        return _matching(r"unix://\S+")(text)
    return _address("redis", "rediss")(text)


def _base(text: str) -> str:
    return _address("http", "https")(_matching(r"[^?#]+")(text)).rstrip("/")


def rate(text: str) -> RateLimit | None:
    if text == "off":
        return None
    calls, seconds = _matching(r"[1-9][0-9]{0,5}/[1-9][0-9]{0,4}s")(text)[:-1].split("/")
    return RateLimit(int(calls), int(seconds))


def _port(text: str) -> int:
    port = int(_matching(r"[1-9][0-9]{0,4}")(text))
    if port > 65535:
        raise ValueError
    return port


def _days(text: str) -> int:
    days = int(_matching(r"[1-9][0-9]{0,3}")(text))
    if not 14 <= days <= 3650:
        raise ValueError
    return days


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ip_network(part.strip()) for part in text.split(",")) if text else ()


# fmt: off
SETTINGS = (
    #       name               default                   how it is read; its form and its meaning
    Setting("database_url",    "sqlite:///reskontra.db", _secret(_database),
            "`sqlite:///relative`, `sqlite:////absolute` or `postgresql://user:password@host/name`", "where the books are kept"),
    Setting("base_url",        "",                       _optional(_base),
            "an `http://` or `https://` address without query", "what every `@url` starts with; on loopback it may be left out, and is then taken from each request"),
    Setting("rate_limit",      "25/5s",                  rate,
            "calls and seconds, as in `25/5s`, or `off`", "resource calls per client and organisation in a sliding window; the limits of the OAuth addresses have no switch"),
    Setting("mail_limit",      "1000/3600s",             rate,
            "recipients and seconds, as in `1000/3600s`, or `off`", "whom an organisation may mail invoices and credit notes to in a sliding window, each letter counted once for each of its recipients"),
    Setting("recipient_limit", "30/3600s",               rate,
            "letters and seconds, as in `30/3600s`, or `off`", "letters of an organisation to one recipient in a sliding window"),
    Setting("redis_url",       "",                       _optional(_secret(_redis)),
            "`redis://host:port/0`, `rediss://…` or `unix://…`", "Valkey or Redis that counts calls for several processes; without it, one process counts its own"),
    Setting("secret_key",      "",                       _optional(_secret(_matching(r"(?s).{32,}"))),
            "at least 32 characters at random", "keys for access tokens, forms and credentials are made from it; made and kept with an embedded database, required otherwise"),
    Setting("former_secret_key", "",                     _optional(_secret(_matching(r"(?s).{32,}"))),
            "as `RESKONTRA_SECRET_KEY`", "another key that is believed, and signs nothing: the former one, for an hour after it was replaced"),
    Setting("log_format",      "text",                   _matching("text|json"),
            "`text` or `json`", "log lines on standard error for people or for programs"),
    Setting("log_level",       "info",                   _matching("debug|info|warning|error"),
            "`debug`, `info`, `warning` or `error`", "the least serious log lines to write"),
    Setting("metrics_port",    "",                       _optional(_port),
            "a port from 1 to 65535", "serves Prometheus figures at `/metrics` on this port; without it, none are served"),
    Setting("metrics_host",    "127.0.0.1",              _matching(r"[0-9A-Za-z.:-]+"),
            "a name or address of this machine", "where those figures are served; loopback unless said otherwise, for they tell how many call"),
    Setting("trusted_proxies", "",                       _networks,
            "addresses or networks with commas between, as in `10.0.0.0/8, ::1`", "proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed"),
    Setting("smtp_url",        "",                       _optional(_secret(_address("smtp", "smtp+starttls", "smtps"))),
            "`smtp://user:password@host:port`, `smtp+starttls://…` or `smtps://…`", "mail server that sends invoices; without it, mail is written to the outbox folder"),
    Setting("mail_from",       "faktura@localhost",      _mail_address,
            "one e-mail address", "sender of mailed invoices"),
    Setting("security_contact", "",                      _matching(r"((https|mailto):\S+)?"),
            "an `https://` or `mailto:` address", "whom to tell of a weakness, in `/.well-known/security.txt`; without it, the sender of mailed invoices"),
    Setting("outbox",          "outbox",                 Path,
            "a folder", "where mail is written as `.eml` files while there is no mail server"),
    Setting("head_key",        "",                       _optional(Path),
            "a file with an Ed25519 private key in PEM", "signs the heads of the books' chains; made and kept with an embedded database, required for signing otherwise"),
    Setting("event_days",      "30",                     _days,
            "a number of days from 14 to 3650", "how long events are kept for those who listen"),
)
# fmt: on
