"""Letters out of the house: to a mail server, or into a folder of .eml files."""

import asyncio
import os
import re
import secrets
import ssl
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Protocol

from reskontra import chance
from reskontra.domain.address import is_address, on_the_wire
from reskontra.domain.errors import Invalid, MailFailed
from reskontra.outside.private import owners_alone
from reskontra.outside.smtp import Relay, deliver, relay_of

LIMIT = 10.0  # seconds for the whole dialogue
HEADER_LIMIT = 200  # characters of a name or a subject
UNFOLDED = 70  # characters of a name and its address that surely stay on one line
LONGEST_WORD = 40


@dataclass(frozen=True)
class Attachment:
    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Letter:
    """One mail; `bcc` is in the envelope only."""

    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    html: str = ""
    sender_name: str = ""
    reply_to: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    def __post_init__(self) -> None:
        addresses = [self.sender, *self.recipients, *filter(None, [self.reply_to])]
        if not self.to or not all(map(is_address, addresses)):
            raise Invalid("E-postadressen är ogiltig")

    @property
    def recipients(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.to, *self.cc, *self.bcc)))


@dataclass(frozen=True)
class Outbox:
    folder: Path


class Box(Protocol):
    """Whoever takes letters in this very process, and a mail server that gets them too, if any."""

    onward: Relay | None

    def take(self, letter: Letter, message: EmailMessage) -> None: ...


Transport = Outbox | Relay | Box


def transport_of(url: str | None, outbox: Path) -> Outbox | Relay:
    """Where letters go: to the mail server at the address, or without one into the folder."""
    return relay_of(url) if url else Outbox(outbox)


async def post(
    letter: Letter,
    transport: Transport,
    sent_at: datetime,
    *,
    limit: float = LIMIT,
    trusted: ssl.SSLContext | None = None,
) -> None:
    """Sent to every recipient, or `MailFailed` within the limit."""
    if isinstance(transport, Outbox):
        await asyncio.to_thread(_file, letter, transport.folder, sent_at)
        return
    if not isinstance(transport, Relay):
        message = await asyncio.to_thread(composed, letter, sent_at)
        transport.take(letter, message)
        if transport.onward:
            await _delivered(letter, message, transport.onward, limit, trusted)
        return
    message = await asyncio.to_thread(composed, letter, sent_at)
    await _delivered(letter, message, transport, limit, trusted)


async def _delivered(
    letter: Letter,
    message: EmailMessage,
    relay: Relay,
    limit: float,
    trusted: ssl.SSLContext | None,
) -> None:
    content = await asyncio.to_thread(message.as_bytes)
    recipients = [on_the_wire(recipient) for recipient in letter.recipients]
    await deliver(relay, on_the_wire(letter.sender), recipients, content, limit, trusted)


def composed(letter: Letter, sent_at: datetime) -> EmailMessage:
    """Only validated addresses and one-line texts reach a header."""
    sender = on_the_wire(letter.sender)
    message = EmailMessage(policy=SMTP)
    message["From"] = _named(_one_line(letter.sender_name), sender)
    if letter.reply_to:
        message["Reply-To"] = on_the_wire(letter.reply_to)
    message["To"] = ", ".join(map(on_the_wire, letter.to))
    if letter.cc:
        message["Cc"] = ", ".join(map(on_the_wire, letter.cc))
    message["Subject"] = _one_line(letter.subject)
    message["Date"] = sent_at
    name = chance.hex_text("message id", 16)
    message["Message-ID"] = f"<{name}@{sender.rpartition('@')[2]}>"
    message.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    for attachment in letter.attachments:
        kind, _, subtype = attachment.media_type.partition("/")
        message.add_attachment(
            attachment.content, maintype=kind, subtype=subtype, filename=_one_line(attachment.name)
        )
    return message


def _file(letter: Letter, folder: Path, sent_at: datetime) -> None:
    """Whole or not at all: a reader of the folder never sees half a letter."""
    message = composed(letter, sent_at)
    message["X-Envelope-To"] = ", ".join(map(on_the_wire, letter.recipients))
    words = re.sub(r"[^\w@.-]+", "-", f"{letter.subject}-{letter.to[0]}")[:80].strip("-.")
    name = f"{sent_at:%Y-%m-%d-%H%M%S}-{words}-{secrets.token_hex(3)}.eml"
    part = folder / f".{name}.part"
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        with open(part, "wb", opener=owners_alone) as file:
            file.write(message.as_bytes())
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / name)
    except OSError as fault:
        raise MailFailed from fault


def _named(name: str, address: str) -> Address:
    """Folding a long line may drop a name's quotes, and makes an empty line, where the headers
    would end, before a word that fits on none: a long name has neither quotes nor long words.
    """
    named = Address(name, addr_spec=address)
    if len(str(named)) <= UNFOLDED:
        return named
    words = name.translate(_STRUCTURE).split()
    return Address(" ".join(word[:LONGEST_WORD] for word in words), addr_spec=address)


_STRUCTURE = str.maketrans(dict.fromkeys('()<>[]:;@\\,."', " "))


def _one_line(text: str) -> str:
    """Control characters and line ends become spaces; what looks encoded is not to be decoded."""
    text = text.replace("=?", "= ?")
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:HEADER_LIMIT]
