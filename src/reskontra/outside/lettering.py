"""Which characters the shipped fonts can draw, and what stands in for the others."""

import re
import struct
from functools import cache
from pathlib import Path

FONT_FOLDER = Path(__file__).parent / "fonts"
STAND_IN = "□"

# Control characters, byte order marks and non-characters draw nothing; the direction overrides
# could make an amount or a name read backwards.
_INVISIBLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0e"
    "\ufeff\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_JOINERS = {0x0A, 0x200C, 0x200D, 0xFE0F}  # the engine lays these out without a glyph
_PLAIN = re.compile(r"[\n -~¡-¬®-ÿ–—‘’“”•…€−]*")


def drawable(text: str) -> str:
    """The text as the fonts can draw it, character by character; other fonts would be tofu.

    >>> drawable("Åsa\\tΩ\\u202e☃ \\U00010380")
    'Åsa Ω☃ □'
    """
    if _PLAIN.fullmatch(text):
        return text
    text = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text).replace("\t", " "))
    known = covered()
    return "".join(letter if ord(letter) in known else STAND_IN for letter in text)


@cache
def covered() -> frozenset[int]:
    """Every code point that some shipped font has a glyph for."""
    found = set(_JOINERS)
    for path in sorted(FONT_FOLDER.glob("*.ttf")):
        found |= _code_points(path.read_bytes())
    return frozenset(found)


def _code_points(font: bytes) -> set[int]:
    """Read from the font's own character map, so that no list of ours can fall behind it."""
    count = struct.unpack_from(">H", font, 4)[0]
    tables = {font[at : at + 4]: at for at in range(12, 12 + 16 * count, 16)}
    start = struct.unpack_from(">I", font, tables[b"cmap"] + 8)[0]
    found: set[int] = set()
    for index in range(struct.unpack_from(">H", font, start + 2)[0]):
        at = start + struct.unpack_from(">I", font, start + 4 + 8 * index + 4)[0]
        layout = struct.unpack_from(">H", font, at)[0]
        found |= {4: _segments, 12: _groups}.get(layout, _nothing)(font, at)
    return found


def _segments(font: bytes, at: int) -> set[int]:
    count = struct.unpack_from(">H", font, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", font, at + 14)
    starts = struct.unpack_from(f">{count}H", font, at + 16 + 2 * count)
    spans = zip(starts, ends, strict=True)
    return {point for first, last in spans for point in range(first, last + 1)} - {0xFFFF}


def _groups(font: bytes, at: int) -> set[int]:
    count = struct.unpack_from(">I", font, at + 12)[0]
    spans = (struct.unpack_from(">II", font, at + 16 + 12 * index) for index in range(count))
    return {point for first, last in spans for point in range(first, last + 1)}


def _nothing(_font: bytes, _at: int) -> set[int]:
    return set()
