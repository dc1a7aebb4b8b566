"""One SMTP dialogue that ends within its time limit, however slowly the server drips."""

import asyncio
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import cast
from urllib.parse import unquote, urlsplit

from aiosmtplib import (
    SMTP,
    SMTPConnectError,
    SMTPException,
    SMTPNotSupported,
    SMTPResponseException,
)

from reskontra.domain.errors import MailFailed, MailUncertain

SECONDS_FOR_LEAVE = 1.0


class Encryption(Enum):
    WHEN_OFFERED = "when offered"
    DEMANDED = "demanded"
    FROM_START = "from start"


# fmt: off
SCHEMES = {
    #                 port  encryption
    "smtp":          (25,  Encryption.WHEN_OFFERED),
    "smtp+starttls": (587, Encryption.DEMANDED),
    "smtps":         (465, Encryption.FROM_START),
}
# fmt: on


@dataclass(frozen=True)
class Relay:
    """The mail server that takes our letters."""

    host: str
    port: int
    encryption: Encryption
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def must_be_known(self) -> bool:
        """Whoever can forge a certificate can also hide an offer of STARTTLS: without a password
        to protect, encryption that is only taken when offered need not know whom it speaks to."""
        return self.encryption is not Encryption.WHEN_OFFERED or bool(self.user)


def relay_of(url: str) -> Relay:
    """The fault's text never shows the address: a password may be in it."""
    try:
        parts = urlsplit(url)
        port, encryption = SCHEMES[parts.scheme]
        port = parts.port or port
    except (KeyError, ValueError):
        parts = None
    if parts is None or not parts.hostname:
        raise ValueError("a mail server is written smtp://user:password@host:port") from None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Relay(parts.hostname, port, encryption, user, password)


async def deliver(
    relay: Relay,
    sender: str,
    recipients: Sequence[str],
    content: bytes,
    limit: float,
    trusted: ssl.SSLContext | None = None,
) -> None:
    """To every recipient or to none. Nothing is sent after a failure was told; where the line falls
    silent once the letter is on it, nobody knows whether it was before."""
    line, on_its_way = _line(relay, trusted), False
    try:
        async with asyncio.timeout(limit):
            await _introduce(line, relay, sender, recipients)
            on_its_way = True
            await line.data(content)
        await _take_leave(line)
    except SMTPConnectError as fault:
        raise MailFailed from fault.__cause__ or fault  # in the network's own words
    except SMTPResponseException as fault:
        raise MailFailed from fault  # the server's own no
    except (OSError, SMTPException, ValueError) as fault:
        raise (MailUncertain if on_its_way else MailFailed) from fault
    finally:
        _cut(line)


def _line(relay: Relay, trusted: ssl.SSLContext | None) -> SMTP:
    return SMTP(
        hostname=relay.host,
        port=relay.port,
        local_hostname="localhost",
        timeout=None,  # for a single step: they have one limit together
        use_tls=relay.encryption is Encryption.FROM_START,
        start_tls=True if relay.encryption is Encryption.DEMANDED else None,
        validate_certs=relay.must_be_known,
        tls_context=trusted if relay.must_be_known else None,
    )


async def _introduce(line: SMTP, relay: Relay, sender: str, recipients: Sequence[str]) -> None:
    await line.connect()
    if relay.user:
        await _log_in(line, relay)
    await line.mail(sender)
    for recipient in recipients:
        await line.rcpt(recipient)


async def _log_in(line: SMTP, relay: Relay) -> None:
    near = relay.host in ("localhost", "127.0.0.1", "::1")
    if not near and line.get_transport_info("sslcontext") is None:
        raise SMTPNotSupported("no password goes over an open line")
    await line.login(relay.user, relay.password)


async def _take_leave(line: SMTP) -> None:
    """The letter is taken: whatever comes now is no failure, and nobody waits for it long."""
    with suppress(OSError, SMTPException):
        async with asyncio.timeout(SECONDS_FOR_LEAVE):
            await line.execute_command(b"QUIT")


def _cut(line: SMTP) -> None:
    """At once: closing would wait for a server that does not take what was sent to it."""
    if line.transport is not None:
        cast(asyncio.Transport, line.transport).abort()
