"""`#KSUMMA`: whether a file has arrived as it was sent."""

import zlib

from reskontra.sie.letters import CP437


class Checksum:
    """The sum of the records that it is told of, in the bytes of one code page."""

    def __init__(self, encoding: str = CP437) -> None:
        self.encoding = encoding
        self.total = 0

    def add(self, content: str) -> None:
        self.total = zlib.crc32(content.encode(self.encoding, "replace"), self.total)

    def is_said(self, number: str) -> bool:
        """Some programs write it as a signed number."""
        return number in (str(self.total), str(self.total - 2**32))
