"""The sender's logo: PNG or JPEG, known by its first bytes and bounded in size."""

import struct
from dataclasses import dataclass

BYTE_LIMIT = 512 * 1024
SIDE_LIMIT = 2_000  # pixels; a small file can unpack to a very large picture


@dataclass(frozen=True)
class Picture:
    media_type: str
    width: int
    height: int


def size_of(data: bytes) -> Picture | None:
    """None for anything that is no PNG or JPEG, or is too large."""
    if len(data) > BYTE_LIMIT:
        return None
    try:
        picture = _png(data) or _jpeg(data)
    except (struct.error, IndexError):
        return None
    if picture is None or min(picture.width, picture.height) == 0:
        return None
    return picture if max(picture.width, picture.height) <= SIDE_LIMIT else None


def _png(data: bytes) -> Picture | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return Picture("image/png", width, height)


def _jpeg(data: bytes) -> Picture | None:
    if data[:3] != b"\xff\xd8\xff" or not data.rstrip(b"\0").endswith(b"\xff\xd9"):
        return None
    at = 2
    while data[at] == 0xFF:
        marker, length = struct.unpack_from(">BH", data, at + 1)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return Picture("image/jpeg", width, height)
        at += 2 + length
    return None
