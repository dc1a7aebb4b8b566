"""Which characters the shipped fonts can draw, and what stands in for the others."""

import re
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
    drawable = covered()
    return "".join(letter if ord(letter) in drawable else STAND_IN for letter in text)


@cache
def covered() -> frozenset[int]:
    """Every code point that some shipped font has a glyph for.

    Read from the fonts' own character maps, so that no list of ours can fall behind them.
    """
    import uharfbuzz  # only here: most services never print a letter beyond the plain ones

    blobs = [uharfbuzz.Blob.from_file_path(path) for path in sorted(FONT_FOLDER.glob("*.ttf"))]
    return frozenset(_JOINERS.union(*(uharfbuzz.Face(blob).unicodes for blob in blobs)))
