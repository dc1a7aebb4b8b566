"""The letters of a SIE file: which code page its bytes are in, and what of a text SIE can say."""

import re
from typing import NamedTuple
from unicodedata import normalize

from reskontra.sie.lines import CONTROLS

CP437, UTF8, WINDOWS = "cp437", "utf-8", "cp1252"
BOM = b"\xef\xbb\xbf"
SWEDISH_437 = b"\x84\x86\x94\x8e\x8f\x99\x82"  # ä å ö Ä Å Ö é
SWEDISH_1252 = b"\xe4\xe5\xf6\xc4\xc5\xd6\xe9"
IN_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
BEYOND_ASCII = re.compile(rb"[\x80-\xff]")

# Letters of one code page read as those of another, and saved so: ö as ”, ä as „, å as †.
BETWEEN_LETTERS = re.compile(r"[^\W\d_][”„†‚™][^\W\d_]")
BEFORE_LETTER = re.compile(r"(?<![^ \t\"])[”„†][^\W\d_]")
TWICE_ENCODED = re.compile("Ã[\x80-\xbf„…–”“•†]")
FOLLOWING = re.escape(bytes(range(0x80, 0xC0)).decode(CP437))
READ_AS_437 = re.compile(rf"[├┬](?:[{FOLLOWING}]|[^\W\d_])")  # Ö of UTF-8 is ├û
LOST = "\ufffd"

# fmt: off
PLAIN = str.maketrans({
    "–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "−": "-",
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "´": "'",
    "…": "...", "€": "EUR", "•": "-", "™": "TM", "©": "(c)", "®": "(R)",
    "ø": "o", "Ø": "O", "ã": "a", "õ": "o", "Õ": "O", "Ã": "A", "š": "s", "Š": "S", "ž": "z", "Ž": "Z", "×": "x", "\u00ad": "",
})
# fmt: on


SAID = frozenset(bytes(range(256)).decode(CP437))


class Decoded(NamedTuple):
    text: str
    encoding: str


def decoded(data: bytes) -> Decoded:
    """By its bytes, whatever it says of itself."""
    if data.startswith(BOM):
        return Decoded(data[len(BOM) :].decode(UTF8, "replace"), UTF8)
    if data.isascii():
        return Decoded(data.decode("ascii"), CP437)
    try:
        return Decoded(data.decode(UTF8), UTF8)
    except UnicodeDecodeError:
        if _is_almost_utf8(data):
            return Decoded(data.decode(UTF8, "replace"), UTF8)
        encoding = WINDOWS if _count(data, SWEDISH_1252) > _count(data, SWEDISH_437) else CP437
        return Decoded(data.decode(encoding, "replace"), encoding)


def _is_almost_utf8(data: bytes) -> bool:
    """Some of it is damaged: no other code page puts its letters in such sequences."""
    rest, sequences = IN_UTF8.subn(b"", data)
    return 0 < sequences >= len(BEYOND_ASCII.findall(rest))


def _count(data: bytes, letters: bytes) -> int:
    return sum(data.count(letter) for letter in letters)


def destroyed(line: str) -> bool:
    """Letters that someone has read in the wrong code page before us."""
    if line.isascii():
        return False
    return bool(
        LOST in line
        or BETWEEN_LETTERS.search(line)
        or TWICE_ENCODED.search(line)
        or READ_AS_437.search(line)
        or (_lone_mark(line) and BEFORE_LETTER.search(line))
    )


def _lone_mark(line: str) -> bool:
    """One of a kind: typographic quotes come in pairs."""
    return sum(line.count(mark) for mark in "”„†“") == 1


def as_sie(text: str) -> str:
    """What SIE can say of it: code page 437, no control characters, no backslash at its end.

    >>> as_sie("Smörgås, 5 €, Žižek…"), as_sie("två\\nrader\\\\"), as_sie("水")
    ('Smörgås, 5 EUR, Zizek...', 'två rader', '?')
    """
    if not text.isprintable():
        text = CONTROLS.sub(" ", text.replace("\r\n", "\n"))
    if not text.isascii():
        text = normalize("NFC", text)
        if not SAID.issuperset(text):
            text = "".join(letter if letter in SAID else _nearest(letter) for letter in text)
    return text.rstrip("\\")


def is_lost(text: str, said: str) -> bool:
    """Whether something of it is: letters that are only put together anew are the same.

    >>> is_lost("a\u030a", "å"), is_lost("ø", "o")
    (False, True)
    """
    return normalize("NFC", text) != said


def _nearest(letter: str) -> str:
    plain = letter.translate(PLAIN)
    if plain.isascii():
        return plain
    bare = normalize("NFD", letter)[0]
    return bare if bare.isascii() else "?"
