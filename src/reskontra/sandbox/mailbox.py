"""A company's letters: whoever tests can read them; they go nowhere, unless that was asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from reskontra.domain.errors import MailFailed
from reskontra.outside.mail import Letter
from reskontra.outside.smtp import Relay


class Refusing:
    """Within, no letter is taken: for the calls of this task alone."""

    def __init__(self) -> None:
        self._now: ContextVar[bool] = ContextVar("refusing", default=False)

    def __bool__(self) -> bool:
        return self._now.get()

    @contextmanager
    def entered(self) -> Iterator[None]:
        before = self._now.set(True)
        try:
            yield
        finally:
            self._now.reset(before)


REFUSING = Refusing()


@dataclass(frozen=True)
class Received:
    id: int
    to: tuple[str, ...]
    subject: str
    text: str
    html: str
    sender: str
    at: str
    raw: bytes
    attachments: tuple[tuple[str, str, bytes], ...]  # name, media type, content

    @property
    def summary(self) -> dict[str, Any]:
        names = [name for name, _, _ in self.attachments]
        whom = {"to": list(self.to), "from": self.sender}
        return {"id": self.id, "at": self.at, **whom, "subject": self.subject, "attachments": names}

    @property
    def whole(self) -> dict[str, Any]:
        return {**self.summary, "text": self.text, "html": self.html}

    def fits(self, to: str = "", subject: str = "", text: str = "") -> bool:
        """Searched without regard to case."""
        return (
            (not to or any(to.lower() in each.lower() for each in self.to))
            and subject.lower() in self.subject.lower()
            and text.lower() in f"{self.subject} {self.text} {' '.join(self.to)}".lower()
        )


class Mailbox:
    def __init__(
        self, told: Callable[[str, dict[str, Any]], None], onward: Relay | None = None
    ) -> None:
        self.letters: tuple[Received, ...] = ()
        self.latest = 0
        self._told, self.onward = told, onward

    def take(self, letter: Letter, message: EmailMessage) -> None:
        if REFUSING:
            raise MailFailed
        self.latest += 1
        for place, part in enumerate(each for each in message.walk() if each.is_multipart()):
            part.set_boundary(f"=_part_{self.latest}_{place}")
        kept = Received(
            self.latest,
            letter.recipients,
            letter.subject,
            letter.text,
            letter.html,
            letter.sender,
            str(message["Date"]),
            message.as_bytes(),
            tuple((each.name, each.media_type, each.content) for each in letter.attachments),
        )
        self.letters = (*self.letters, kept)
        self._told("mail", kept.summary)

    def matching(self, **wanted: str) -> list[Received]:
        """Newest first."""
        return [each for each in reversed(self.letters) if each.fits(**wanted)]

    def remove(self, **wanted: str) -> int:
        before = len(self.letters)
        self.letters = tuple(each for each in self.letters if not each.fits(**wanted))
        return before - len(self.letters)
