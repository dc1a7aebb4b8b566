"""One SMTP dialogue that ends within its time limit, however slowly the server drips."""

import base64
import contextlib
import smtplib
import socket
import ssl
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import unquote, urlsplit

from reskontra.domain.errors import MailFailed


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


def deliver(
    relay: Relay,
    sender: str,
    recipients: Sequence[str],
    content: bytes,
    limit: float,
    trusted: ssl.SSLContext | None = None,
) -> None:
    """To every recipient or to none, in a thread of its own that can be left behind."""
    line = _Line(relay, limit, trusted or ssl.create_default_context())
    faults: list[Exception] = []

    def converse() -> None:
        try:
            line.converse(sender, recipients, content)
        except (OSError, smtplib.SMTPException, ValueError) as fault:
            faults.append(fault)
        finally:
            line.close()

    thread = threading.Thread(target=converse, name="mail", daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        line.cut()
        raise MailFailed from TimeoutError(f"the mail server took more than {limit} s")
    if faults:
        raise MailFailed from faults[0]


class _Line(smtplib.SMTP):
    """A connection whose socket is within reach at every step, so that it can be cut."""

    def __init__(self, relay: Relay, limit: float, trusted: ssl.SSLContext) -> None:
        super().__init__(local_hostname="localhost", timeout=limit)
        self.sock: socket.socket | None = None
        self.relay = relay
        self.trusted = trusted
        self.is_cut = False

    def converse(self, sender: str, recipients: Sequence[str], content: bytes) -> None:
        relay = self.relay
        _demand(self.connect(relay.host, relay.port))
        self.ehlo_or_helo_if_needed()
        if relay.encryption is not Encryption.FROM_START:
            self._start_tls()
        if relay.user:
            self._log_in()
        _demand(self.mail(sender))
        for recipient in recipients:
            _demand(self.rcpt(recipient))
        if self.is_cut:
            raise TimeoutError
        _demand(self.data(content))
        with contextlib.suppress(OSError, smtplib.SMTPException):
            self.putcmd("quit")  # the letter is taken: whatever comes now is no failure

    def cut(self) -> None:
        """A late answer finds a closed line: nothing is sent after the failure was told."""
        self.is_cut = True
        sock = self.sock
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        self.sock = socket.create_connection((host, port), timeout)
        if self.is_cut:
            raise TimeoutError
        if self.relay.encryption is Encryption.FROM_START:
            self._encrypt(self.trusted)
        return self.sock

    def _start_tls(self) -> None:
        if not self.has_extn("starttls"):
            if self.relay.encryption is Encryption.DEMANDED:
                raise smtplib.SMTPNotSupportedError("STARTTLS is demanded but not offered")
            return
        _demand(self.docmd("STARTTLS"))
        self._encrypt(self.trusted if self._must_know_the_server else _unverified())
        self.esmtp_features = {}  # what was said in the open does not count
        self.ehlo()

    @property
    def _must_know_the_server(self) -> bool:
        """Whoever can forge a certificate can also hide an offer of STARTTLS: without a password
        to protect, encryption that is only taken when offered need not know whom it speaks to."""
        return self.relay.encryption is Encryption.DEMANDED or bool(self.relay.user)

    def _encrypt(self, context: ssl.SSLContext) -> None:
        assert self.sock is not None
        line = context.wrap_socket(
            self.sock, server_hostname=self.relay.host, do_handshake_on_connect=False
        )
        self.sock, self.file = line, None
        line.do_handshake()

    def _log_in(self) -> None:
        near = self.relay.host in ("localhost", "127.0.0.1", "::1")
        if not near and not isinstance(self.sock, ssl.SSLSocket):
            raise smtplib.SMTPNotSupportedError("no password goes over an open line")
        user, password = self.relay.user, self.relay.password
        if f"{user}{password}".isascii():
            self.login(user, password)
        else:  # the library knows ASCII alone, and shows the password when it meets anything else
            secret = base64.b64encode(f"\0{user}\0{password}".encode()).decode()
            _demand(self.docmd("AUTH", f"PLAIN {secret}"))


def _demand(answer: tuple[int, bytes]) -> None:
    code, text = answer
    if not 200 <= code < 300:
        raise smtplib.SMTPResponseException(code, text)


def _unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
