"""A thousand hostile names, subjects and texts: the letter's headers stay ours, its address one."""

import random
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import uvloop
from tests.sizes import seed, times

from reskontra.outside.mail import Letter, Outbox, composed, post

NOW = datetime(2026, 11, 15, 12, 30, tzinfo=UTC)
HEADERS = ["From", "Reply-To", "To", "Subject", "Date", "Message-ID", "MIME-Version",
           "Content-Type"]  # fmt: skip
# fmt: off
PARTS = (
    "a", "Övning", "A.B.", "AB", "\r\nBcc: x@y.se", "\nBcc: x@y.se", "\rTo: x@y.se", "\r\n\r\n<p>", "\n.\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0", "\x7f",
    "<x@y.se>", ", x@y.se", "; x@y.se", '"', '" <x@y.se>', "\\", "(c)", "[d]", ":", "@", "x@y.se", "=?utf-8?q?=0D=0ABcc:_x@y.se?=", "=?utf-8?b?DQpCY2M6IHhAeS5zZQ==?=", "=?", "?=",
    "\U0001f600", "\u202e", "\u0301", "\ufeff", "é" * 41, "å" * 90, "x" * 39, "x" * 79, "x" * 300, "%0d%0aBcc: x@y.se", "--", "\t", "  ",
)
ADDRESSES = ("kund@exempel.se", "a" * 64 + "@" + ".".join(["b" * 60] * 3), "info@räksmörgås.se", "o'x+y{z}@exempel.se")
# fmt: on
LETTERS = times(334)  # three texts each


def hostile(drawn: random.Random) -> str:
    return drawn.choice(["", " "]).join(drawn.choices(PARTS, k=drawn.randint(1, 7)))


def test_the_headers_stay_ours_and_the_address_one(tmp_path: Path) -> None:
    drawn = random.Random(seed())
    for number in range(LETTERS):
        name, subject, text = hostile(drawn), hostile(drawn), hostile(drawn)
        to, sender = drawn.choices(ADDRESSES, k=2)
        letter = Letter(sender, (to,), subject, text, f"<p>{text}", name, reply_to=sender)
        said = f"RESKONTRA_SEED={seed()}, letter {number}: {letter}"
        sent = message_from_bytes(composed(letter, NOW).as_bytes(), policy=default)
        assert isinstance(sent, EmailMessage)
        assert sent.keys() == HEADERS, said
        for header in ("From", "Reply-To", "To"):
            assert len(sent[header].addresses) == 1, said
        assert "\n" not in sent["Subject"], said
        assert letter.recipients == (to,), said
        if number % 50 == 0:
            uvloop.run(post(letter, Outbox(tmp_path), NOW))
    for file in tmp_path.glob("*"):
        kept = message_from_bytes(file.read_bytes(), policy=default)
        assert len(kept["X-Envelope-To"].split(",")) == 1
        assert "/" not in file.name
    assert len(list(tmp_path.glob("*.eml"))) == -(-LETTERS // 50)
