"""Inputs without a fuzzer: a target's seeds changed at random, the same for the same number."""

import random
from collections.abc import Iterator

# fmt: off
TOKENS = (
    b"\x00", b"\xff", b"\xed\xa0\x80", b"\xc2\xa0", b"\xd9\xa3", b"\xef\xbb\xbf", b"\\u0000", b"\\ud800", b'"', b"'", b"\\", b"%00", b"%ff", b"%", b"&", b"=", b";", b",", b":", b"@", b".", b"..", b"/",
    b"#", b"?", b"[", b"]", b"{", b"}", b"<", b">", b"\r\n", b"\n", b"\t", b" ", b"-", b"+", b"0", b"9" * 50, b"1e999999999", b"NaN", b"Infinity", b"null", b"true", b"API_BLANK", b"x" * 300, b"[" * 40,
)
# fmt: on


def mutated(seeds: tuple[bytes, ...], number: int, seed: int) -> Iterator[bytes]:
    """So many inputs: each seed as it is, then cut, repeated, crossed and with odd tokens in it."""
    yield from seeds
    drawn = random.Random(seed)  # noqa: S311 (test data, not keys)
    for _ in range(number):
        data = bytearray(drawn.choice(seeds))
        for _ in range(drawn.randint(1, 4)):
            _change(data, drawn, seeds)
        yield bytes(data)


def _change(data: bytearray, drawn: random.Random, seeds: tuple[bytes, ...]) -> None:
    start, end = sorted(drawn.choices(range(len(data) + 1), k=2))
    match drawn.randrange(6):
        case 0:
            data[start:end] = b""
        case 1:
            data[start:start] = drawn.choice(TOKENS)
        case 2:
            data[start:end] = drawn.choice(TOKENS)
        case 3:
            data[start:start] = data[start:end] * drawn.randint(1, 3)
        case 4:
            data[start:end] = drawn.choice(seeds)
        case _:
            data[start : start + 1] = bytes([drawn.randrange(256)])
