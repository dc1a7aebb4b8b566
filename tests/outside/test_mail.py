"""Letters on a real mail server, and on servers that fail in every way we could think of."""

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import trustme
import uvloop
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from tests.waiting import PATIENCE

from reskontra.domain.errors import Invalid, MailFailed
from reskontra.outside import mail
from reskontra.outside.mail import Attachment, Letter, Outbox, composed, transport_of
from reskontra.outside.smtp import Encryption, Relay, deliver, relay_of

NOW = datetime(2026, 11, 15, 12, 30, tzinfo=UTC)
LETTER = Letter(
    sender="faktura@ovning.se",
    sender_name="Övning & Söner AB",
    reply_to="astrid@ovning.se",
    to=("kund@exempel.se",),
    cc=("kopia@exempel.se",),
    bcc=("hemlig@exempel.se",),
    subject="Faktura 17 från Övning & Söner AB",
    text="Hej!\n.\nTack för åäö.",
    html="<p>Hej!</p>",
    attachments=(Attachment("faktura-17.pdf", "application/pdf", b"%PDF-1.7\r\n.\r\n\x00\xff"),),
)


def post(*args: Any, **options: Any) -> None:
    """On the event loop of the service and of its commands."""
    uvloop.run(mail.post(*args, **options))


class Postman:
    """Takes letters; a verb in `answers` gets that answer instead of the good one."""

    def __init__(self, **answers: str) -> None:
        self.answers = answers
        self.taken: list[tuple[str, list[str], EmailMessage]] = []

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, host: str, responses: list[str]
    ) -> list[str]:
        session.host_name = host
        return [self.answers["EHLO"]] if "EHLO" in self.answers else responses

    async def handle_HELO(self, server: Any, session: Any, envelope: Any, host: str) -> str:  # noqa: N802
        session.host_name = host
        return self.answers.get("EHLO", "250 OK")

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.answers.get("RCPT", "250 OK")

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if "DATA" in self.answers:
            return self.answers["DATA"]
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.taken.append((envelope.mail_from, envelope.rcpt_tos, message))
        return "250 OK"


@contextmanager
def office(postman: Postman, host: str = "127.0.0.1", **options: Any) -> Iterator[int]:
    """A real SMTP server on a free port of this machine."""
    with socket.create_server((host, 0)) as free:
        port = int(free.getsockname()[1])
    controller = Controller(postman, host, port, ready_timeout=PATIENCE, **options)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


@contextmanager
def stranger(behave: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that does with each connection what `behave` says."""
    server = socket.create_server(("127.0.0.1", 0))
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

    def serve() -> None:
        while True:
            try:
                line, _ = server.accept()
            except OSError:
                return
            with line:
                try:
                    behave(line)
                except OSError:
                    continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield int(server.getsockname()[1])
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A key, its certificate, and the authority that vouches for it."""
    folder = tmp_path_factory.mktemp("certificate")
    key, paper, root = folder / "key.pem", folder / "paper.pem", folder / "root.pem"
    authority = trustme.CA()
    own = authority.issue_cert("localhost", "127.0.0.1")
    own.private_key_pem.write_to_path(key)
    own.cert_chain_pems[0].write_to_path(paper)
    authority.cert_pem.write_to_path(root)
    return key, paper, root


@pytest.fixture
def server_side(certificate: tuple[Path, Path, Path]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate[1], certificate[0])
    return context


@pytest.fixture
def trusted(certificate: tuple[Path, Path, Path]) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate[2]))


def send(letter: Letter, relay: Relay, limit: float = PATIENCE, **how: Any) -> None:
    """A dialogue that is right takes as long as this machine needs for it."""
    post(letter, relay, NOW, limit=limit, **how)


def plain(port: int) -> Relay:
    return Relay("127.0.0.1", port, Encryption.WHEN_OFFERED)


def test_a_letter_arrives_whole_at_every_recipient() -> None:
    postman = Postman()
    with office(postman) as port:
        send(LETTER, plain(port))
    ((sender, recipients, message),) = postman.taken
    assert sender == "faktura@ovning.se"
    assert recipients == ["kund@exempel.se", "kopia@exempel.se", "hemlig@exempel.se"]
    assert message["From"] == "Övning & Söner AB <faktura@ovning.se>"
    assert message["Reply-To"] == "astrid@ovning.se"
    assert (message["To"], message["Cc"], message["Bcc"]) == (LETTER.to[0], LETTER.cc[0], None)
    assert message["Subject"] == LETTER.subject
    assert message["Date"].datetime == NOW
    assert message["Message-ID"].endswith("@ovning.se>")
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    assert text.get_content().split() == LETTER.text.split()
    assert html.get_content().strip() == LETTER.html
    (attachment,) = message.iter_attachments()
    assert attachment.get_filename() == "faktura-17.pdf"
    assert attachment.get_content() == LETTER.attachments[0].content


@pytest.mark.parametrize("code", [421, 450, 554])
@pytest.mark.parametrize("verb", ["EHLO", "MAIL", "RCPT", "DATA"])
def test_a_refusal_at_any_verb_is_a_failure_and_nothing_is_sent(verb: str, code: int) -> None:
    postman = Postman(**{verb: f"{code} not today"})
    with office(postman) as port, pytest.raises(MailFailed) as refused:
        send(LETTER, plain(port))
    assert postman.taken == []
    assert str(code) in str(refused.value.__cause__)


@pytest.mark.parametrize(
    "greeting", [b"421 busy\r\n", b"554 go away\r\n", b"nonsense\r\n", b"\r\n"]
)
def test_a_refusal_before_the_first_verb_is_a_failure(greeting: bytes) -> None:
    def refuse(line: socket.socket) -> None:
        line.sendall(greeting)
        line.recv(100)

    with stranger(refuse) as port, pytest.raises(MailFailed):
        send(LETTER, plain(port))


def test_nobody_at_home_is_a_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = int(closed.getsockname()[1])
    with pytest.raises(MailFailed) as refused:
        send(LETTER, plain(port))
    assert isinstance(refused.value.__cause__, ConnectionRefusedError)
    assert (refused.value.status, refused.value.code) == (502, 9_000_500)


def _silent(line: socket.socket) -> None:
    line.recv(100)


def _dripping(line: socket.socket) -> None:
    while True:
        line.sendall(b"2")
        time.sleep(0.05)


def _dripping_replies(line: socket.socket) -> None:
    line.sendall(b"220 hello\r\n")
    line.recv(1000)
    while True:
        line.sendall(b"250-X\r\n")
        time.sleep(0.05)


def _not_reading(line: socket.socket) -> None:
    for answer in (b"220 hello", b"250 ok", b"250 ok", b"250 ok", b"250 ok", b"250 ok", b"354 go"):
        line.sendall(answer + b"\r\n")
        if answer != b"354 go":
            line.recv(1000)
    time.sleep(2 * PATIENCE)


@pytest.mark.parametrize("behave", [_silent, _dripping, _dripping_replies, _not_reading])
def test_the_whole_dialogue_ends_within_the_limit(behave: Callable[[socket.socket], None]) -> None:
    large = replace(LETTER, text="x" * (2_000_000 if behave is _not_reading else 1))
    with stranger(behave) as port:
        began = time.monotonic()
        with pytest.raises(MailFailed) as refused:
            send(large, plain(port), limit=0.4)
        assert time.monotonic() - began < PATIENCE  # they would go on for longer
        assert isinstance(refused.value.__cause__, TimeoutError | OSError)


def test_a_dialogue_that_is_broken_off_sends_nothing_more() -> None:
    """As the limit does it, but at a moment of our own: in the midst of the letter."""
    begun, broken_off, ended = threading.Event(), threading.Event(), threading.Event()
    heard = bytearray()

    def read_late(line: socket.socket) -> None:
        try:
            for answer in (b"220 hello", b"250 ok", b"250 ok", b"250 ok", b"354 go"):
                line.sendall(answer + b"\r\n")
                heard.extend(line.recv(1000))
            begun.set()
            broken_off.wait(60)
            while said := line.recv(1_000_000):
                heard.extend(said)
        finally:
            ended.set()

    async def break_off(port: int) -> None:
        large = b"x" * 10_000_000  # more than lies on its way in any buffer
        dialogue = asyncio.create_task(deliver(plain(port), "a@b.se", ["c@d.se"], large, 600))
        assert await asyncio.to_thread(begun.wait, 60)
        dialogue.cancel()
        await asyncio.wait([dialogue])
        broken_off.set()
        assert await asyncio.to_thread(ended.wait, 60)

    with stranger(read_late) as port:
        uvloop.run(break_off(port))
    assert b"DATA\r\nxxx" in heard
    assert not heard.endswith(b"\r\n.\r\n")


@pytest.mark.parametrize("answer", [b"221 bye\r\n", b"554 no\r\n", b"\xff", "cut", "silent"])
def test_a_letter_that_is_taken_is_no_failure_however_the_server_takes_leave(
    answer: bytes | str,
) -> None:
    def take(line: socket.socket) -> None:
        line.sendall(b"220 hello\r\n")
        while b"DATA" not in line.recv(1000):
            line.sendall(b"250 ok\r\n")
        line.sendall(b"354 go\r\n")
        while not line.recv(100_000).endswith(b"\r\n.\r\n"):
            pass
        line.sendall(b"250 taken\r\n")
        assert line.recv(1000) == b"QUIT\r\n"
        if isinstance(answer, bytes):
            line.sendall(answer)
        line.settimeout(2 * PATIENCE)
        if answer != "cut":
            line.recv(1000)

    with stranger(take) as port:
        began = time.monotonic()
        post(LETTER, plain(port), NOW)
        assert time.monotonic() - began < PATIENCE  # the silent one would go on for longer


def test_a_line_cut_after_the_letter_is_a_failure() -> None:
    def cut(line: socket.socket) -> None:
        line.sendall(b"220 hello\r\n")
        while b"DATA" not in (said := line.recv(1000)).upper():
            line.sendall(b"250 ok\r\n")
            assert said
        line.sendall(b"354 go\r\n")
        line.recv(100_000)

    with stranger(cut) as port, pytest.raises(MailFailed):
        send(LETTER, plain(port))


def test_starttls_is_taken_when_offered(server_side: ssl.SSLContext) -> None:
    postman = Postman()
    with office(postman, tls_context=server_side, require_starttls=True) as port:
        send(LETTER, plain(port))
    assert len(postman.taken) == 1


def test_starttls_demanded_but_not_offered_is_a_failure() -> None:
    postman = Postman()
    relay = Relay("127.0.0.1", 0, Encryption.DEMANDED)
    with office(postman) as port, pytest.raises(MailFailed):
        send(LETTER, replace(relay, port=port))
    assert postman.taken == []


@pytest.mark.parametrize("answer", [b"454 not now\r\n", b"220 go\r\n250 forged\r\n"])
def test_no_letter_goes_out_when_encryption_fails_or_its_answers_are_forged(
    answer: bytes, server_side: ssl.SSLContext
) -> None:
    """What somebody slips in before the encryption begins is no answer to what is said in it."""
    verbs: list[bytes] = []

    def behave(line: socket.socket) -> None:
        line.sendall(b"220 hello\r\n")
        verbs.append(line.recv(1000)[:4])
        line.sendall(b"250-hello\r\n250 STARTTLS\r\n")
        assert line.recv(1000) == b"STARTTLS\r\n"
        line.sendall(answer)
        if answer.startswith(b"220"):
            line = server_side.wrap_socket(line, server_side=True)
        with line:
            while said := line.recv(1000):
                verbs.append(said[:4])
                line.sendall(b"554 no\r\n")

    with stranger(behave) as port, pytest.raises(MailFailed):
        post(LETTER, plain(port), NOW, limit=30)
    assert b"MAIL" not in verbs
    assert verbs[0] == b"EHLO"


def test_a_demanded_certificate_must_be_known(
    server_side: ssl.SSLContext, trusted: ssl.SSLContext
) -> None:
    postman = Postman()
    with office(postman, tls_context=server_side) as port:
        relay = Relay("127.0.0.1", port, Encryption.DEMANDED)
        with pytest.raises(MailFailed) as refused:
            send(LETTER, relay)
        assert isinstance(refused.value.__cause__, ssl.SSLCertVerificationError)
        assert postman.taken == []
        send(LETTER, relay, trusted=trusted)
    assert len(postman.taken) == 1


def test_a_password_is_sent_to_no_server_that_is_not_known(
    server_side: ssl.SSLContext, trusted: ssl.SSLContext
) -> None:
    passwords: list[bytes] = []

    def check(server: SMTP, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        passwords.append(data.password)
        return AuthResult(success=True)

    with office(Postman(), tls_context=server_side, authenticator=check) as port:
        relay = replace(plain(port), user="kontor", password="hemlig")
        with pytest.raises(MailFailed) as refused:
            post(LETTER, relay, NOW)
        assert isinstance(refused.value.__cause__, ssl.SSLCertVerificationError)
        assert passwords == []
        post(LETTER, relay, NOW, trusted=trusted)
    assert passwords == [b"hemlig"]


def test_smtps_speaks_tls_from_the_start(
    server_side: ssl.SSLContext, trusted: ssl.SSLContext
) -> None:
    postman = Postman()
    with office(postman, ssl_context=server_side) as port:
        relay = Relay("localhost", port, Encryption.FROM_START)
        with pytest.raises(MailFailed):
            send(LETTER, relay)
        send(LETTER, relay, trusted=trusted)
    assert len(postman.taken) == 1


@pytest.mark.parametrize("password", ["h:emlig/1", "h:emlig/å"])
def test_user_and_password_of_the_address_open_the_door(password: str) -> None:
    def check(server: SMTP, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = (data.login, data.password) == (b"kontor@ovning.se", password.encode())
        return AuthResult(success=good, handled=False)

    postman = Postman()
    options = {"authenticator": check, "auth_require_tls": False}
    with office(postman, **options) as port:
        url = f"smtp://kontor%40ovning.se:{quote(password, safe='')}@127.0.0.1:{port}"
        with pytest.raises(MailFailed) as refused:
            send(LETTER, relay_of(url.replace("emlig", "amnlig")))
        assert "535" in str(refused.value.__cause__)
        assert "amnlig" not in f"{refused.value} {refused.value.__cause__!r}"
        send(LETTER, relay_of(url))
    assert len(postman.taken) == 1


def test_no_password_goes_over_an_open_line_to_another_machine() -> None:
    postman = Postman()
    with office(postman, "127.0.0.2") as port:
        relay = Relay("127.0.0.2", port, Encryption.WHEN_OFFERED, "user", "password")
        with pytest.raises(MailFailed) as refused:
            send(LETTER, relay)
        send(LETTER, replace(relay, user=""))
    assert "open line" in str(refused.value.__cause__)
    assert len(postman.taken) == 1


# fmt: off
SETTINGS = [
    # address                           host     port  encryption               user
    ("smtp://b.se",                     "b.se",  25,   Encryption.WHEN_OFFERED, ""),
    ("smtp://a:b@b.se:2525",            "b.se",  2525, Encryption.WHEN_OFFERED, "a"),
    ("smtp+starttls://a%40b:c@b.se",    "b.se",  587,  Encryption.DEMANDED,     "a@b"),
    ("smtps://a:b@[::1]",               "::1",   465,  Encryption.FROM_START,   "a"),
]
# fmt: on


@pytest.mark.parametrize(("url", "host", "port", "encryption", "user"), SETTINGS)
def test_the_setting_says_where_letters_go(
    url: str, host: str, port: int, encryption: Encryption, user: str
) -> None:
    relay = relay_of(url)
    assert (relay.host, relay.port, relay.encryption, relay.user) == (host, port, encryption, user)


@pytest.mark.parametrize(
    "url",
    ["mail.exempel.se", "http://a:hemlig@b", "smtp://", "smtp://a:hemlig@b:x", "smtp:a:hemlig"],
)
def test_a_wrong_setting_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(ValueError, match="smtp://user") as refused:
        relay_of(url)
    assert "hemlig" not in str(refused.value)


def test_a_password_is_never_shown() -> None:
    assert "hemlig" not in repr(relay_of("smtps://a:hemlig@mail.exempel.se"))


def test_without_a_server_letters_lie_in_the_outbox(tmp_path: Path) -> None:
    transport = transport_of(None, tmp_path / "outbox")
    post(LETTER, transport, NOW)
    post(LETTER, transport, NOW)
    files = sorted((tmp_path / "outbox").iterdir())
    assert len(files) == 2
    assert files[0].name.startswith(
        "2026-11-15-123000-Faktura-17-från-Övning-Söner-AB-kund@exempel.se"
    )
    message = message_from_bytes(files[0].read_bytes(), policy=default)
    assert message["Subject"] == LETTER.subject
    assert message["X-Envelope-To"] == "kund@exempel.se, kopia@exempel.se, hemlig@exempel.se"


def test_an_outbox_that_cannot_be_written_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("a file, not a folder")
    with pytest.raises(MailFailed):
        post(LETTER, Outbox(tmp_path / "outbox"), NOW)


BREAKS = [
    "\r\n",
    "\n",
    "\r",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x1d",
    "\x1e",
    "\x85",
    "\u2028",
    "\u2029",
    "\x00",
]
LINES = [
    "Bcc: x@y.se",
    "Subject: annat",
    "\r\n<script>",
    " fortsättning",
    "RCPT TO:<x@y.se>",
    ".",
    "",
]
WORDS = [
    '"',
    "\\",
    "<a@b.se>",
    "a@b.se, c@d.se",
    "=?utf-8?q?x?=",
    "å" * 500,
    ":;(),",
    "\u202e",
    "😀",
]
HOSTILE = [f"A{end}{line}" for end in BREAKS for line in LINES] + [*WORDS, *BREAKS]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_subjects_stay_in_their_header(text: str) -> None:
    letter = replace(LETTER, sender_name=text, subject=text, text=text, html=text)
    attachment = replace(LETTER.attachments[0], name=f"{text}.pdf")
    letter = replace(letter, attachments=(attachment,))
    message = message_from_bytes(composed(letter, NOW).as_bytes(), policy=default)
    assert set(message.keys()) == {
        "From",
        "Reply-To",
        "To",
        "Cc",
        "Subject",
        "Date",
        "Message-ID",
        "MIME-Version",
        "Content-Type",
    }
    assert [each.addr_spec for each in message["From"].addresses] == ["faktura@ovning.se"]
    assert [each.addr_spec for each in message["To"].addresses] == ["kund@exempel.se"]
    kept = "".join(sign for sign in text if sign.isprintable() and sign != " ")
    assert message["Subject"].replace(" ", "").startswith(kept[:100])


@pytest.mark.parametrize("field", ["sender", "reply_to", "to", "cc", "bcc"])
@pytest.mark.parametrize(
    "address",
    ["a@b.se, x@y.se", "a@b.se>\r\nRCPT TO:<x@y.se", "a@b.se\n", "A <a@b.se>", "a b@c.se"],
)
def test_no_letter_has_a_false_address(field: str, address: str) -> None:
    value = address if field in ("sender", "reply_to") else (address,)
    with pytest.raises(Invalid):
        replace(LETTER, **{field: value})


def test_a_letter_needs_somebody_to_go_to() -> None:
    with pytest.raises(Invalid):
        replace(LETTER, to=())


def test_an_address_with_swedish_letters_goes_out_in_ascii() -> None:
    postman = Postman()
    with office(postman) as port:
        send(replace(LETTER, to=("info@räksmörgås.se",), cc=(), bcc=()), plain(port))
    assert postman.taken[0][1] == ["info@xn--rksmrgs-5wao1o.se"]
