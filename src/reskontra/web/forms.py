"""Parameters of addresses and forms, as OAuth wants them: each at most once; and files in forms."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from urllib.parse import parse_qsl

from starlette.requests import Request

from reskontra.domain.errors import Invalid, TooLarge
from reskontra.web.call import whole

LARGEST_FORM = 64 * 1024
LARGEST_UPLOAD = 21 * 1024 * 1024
LARGEST_RETURNED = 8 * 1024 * 1024  # a file that was shown and comes back packed
LARGEST_PICTURE = 2 * 1024 * 1024  # what is larger than a logo may be is told so on its page
SECONDS_TO_SEND = 60
MOST_PARAMETERS = 200
LARGE_FORM, MANY_PARAMETERS = 256 * 1024, 2_000  # of a document with rows
FORM = "application/x-www-form-urlencoded"
MULTIPART = re.compile(
    r'multipart/form-data;\s*boundary=(?:"(?P<quoted>[^"]{1,70})"|(?P<bare>[^\s";]{1,70}))', re.I
)
PART_NAME = re.compile(
    r'^content-disposition: *form-data; *name="(?P<name>[^"]*)"(?:; *filename="(?P<file>[^"]*)")?',
    re.I | re.M,
)


@dataclass(frozen=True)
class Upload:
    """A file that a person has chosen."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Parameters:
    """What was sent. A parameter without a value counts as not sent."""

    last: Mapping[str, str] = field(default_factory=dict)
    many: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    repeated: frozenset[str] = frozenset()
    files: Mapping[str, Upload] = field(default_factory=dict)

    def __call__(self, name: str) -> str:
        return self.last.get(name, "")

    def __contains__(self, name: str) -> bool:
        return bool(self.last.get(name))

    @property
    def is_clean(self) -> bool:
        """Text that a database takes. The state may be anything: it is only handed back."""
        return all(_is_text(value) for name, value in self.last.items() if name != "state")


def parameters(encoded: bytes, most: int = MOST_PARAMETERS) -> Parameters:
    """Odd bytes are kept as they are, so that they can be given back as they were."""
    try:
        pairs = parse_qsl(
            encoded.decode("ascii", "surrogateescape"),
            keep_blank_values=True,
            errors="surrogateescape",
            max_num_fields=most,
        )
    except ValueError:
        raise Invalid("För många parametrar") from None
    return _of_pairs(pairs)


def _of_pairs(
    pairs: list[tuple[str, str]], files: Mapping[str, Upload] | None = None
) -> Parameters:
    counts = Counter(name for name, _ in pairs)
    many = {name: tuple(value for each, value in pairs if each == name) for name in counts}
    repeated = frozenset(name for name, count in counts.items() if count > 1)
    return Parameters(dict(pairs), many, repeated, files or {})


def _content_type(request: Request) -> str:
    return request.headers.get("content-type", FORM)


async def form(request: Request) -> Parameters:
    if _content_type(request).partition(";")[0].strip().lower() != FORM:
        raise Invalid("Formuläret har fel format")
    return parameters(await whole(request, LARGEST_FORM))


async def form_with_rows(request: Request) -> Parameters:
    """The same, of a document with many rows."""
    if _content_type(request).partition(";")[0].strip().lower() != FORM:
        raise Invalid("Formuläret har fel format")
    return parameters(await whole(request, LARGE_FORM), MANY_PARAMETERS)


async def form_with_file(request: Request) -> Parameters:
    """The same, or with a file beside what was written in it."""
    return await _with_file(request, LARGEST_UPLOAD)


async def form_with_picture(request: Request) -> Parameters:
    return await _with_file(request, LARGEST_PICTURE)


async def _with_file(request: Request, largest: int) -> Parameters:
    found = MULTIPART.fullmatch(_content_type(request))
    body = await whole(request, largest, SECONDS_TO_SEND, most_tokens=inf)
    if not found:
        if len(body) > LARGEST_RETURNED:
            raise TooLarge
        return parameters(body)
    return parts_of(body, (found["quoted"] or found["bare"]).encode("ascii", "replace"))


def parts_of(body: bytes, boundary: bytes) -> Parameters:
    """As browsers send forms with files (RFC 7578).

    >>> sent = (
    ...     b'--x\\r\\nContent-Disposition: form-data; name="do"\\r\\n\\r\\nread\\r\\n--x--\\r\\n'
    ... )
    >>> parts_of(sent, b"x")("do")
    'read'
    """
    pairs: list[tuple[str, str]] = []
    files: dict[str, Upload] = {}
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary, MOST_PARAMETERS)[1:]
    for part in parts:
        head, is_whole, content = part.partition(b"\r\n\r\n")
        named = PART_NAME.search(head.decode(errors="replace"))
        if not is_whole or not named:
            continue  # what ends it has neither
        if named["file"] is None:
            pairs.append((named["name"], content.decode(errors="surrogateescape")))
        else:
            files[named["name"]] = Upload(named["file"], content)
    return _of_pairs(pairs, files)


def _is_text(value: str) -> bool:
    return "\x00" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
