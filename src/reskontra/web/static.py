"""The files that pages are made with: read and packed once, and kept by browsers for good."""

import gzip
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from reskontra.web.house import House
from reskontra.web.pipeline import View

FOLDER = Path(__file__).parent / "templates"
KEPT = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
NAMES = (
    "style.css",
    "icon.svg",
    "passkey.js",
    "docs.css",
    "docs.js",
    "books/style.css",
    *(f"books/{name}.js" for name in ("editor", "keys", "live", "lookup", "rows")),
    "books/fonts/inter-400.woff2",
    "books/fonts/inter-600.woff2",
)


class File(NamedTuple):
    content: bytes
    packed: bytes  # nothing where that would save nothing
    kind: str


def _read(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


# Addresses bear it, so that a browser asks anew for what has become another.
VERSION = sha256(b"".join(map(_read, NAMES))).hexdigest()[:12]


def _file(name: str) -> File:
    content, kind = _read(name), KINDS[Path(name).suffix]
    for end in (b'.woff2"', b'.js";'):  # what names others, which are kept for as long
        content = content.replace(end, end.replace(b'"', f'?v={VERSION}"'.encode()))
    packed = gzip.compress(content, 9, mtime=0)
    return File(content, packed if len(packed) < len(content) * 0.95 else b"", kind)


FILES = {name: _file(name) for name in NAMES}


def is_packed_for(request: Request) -> bool:
    """Whether the browser takes gzip."""
    asked = request.headers.get("accept-encoding", "").lower()
    words = (each.replace(" ", "").partition(";") for each in asked.split(","))
    return any(name in ("gzip", "*") and q not in ("q=0", "q=0.0") for name, _, q in words)


def served(name: str) -> View:
    file = FILES[name]

    async def view(house: House, request: Request) -> Response:
        if file.packed and is_packed_for(request):
            headers = {**KEPT, "Content-Encoding": "gzip"}
            return Response(file.packed, headers=headers, media_type=file.kind)
        return Response(file.content, headers=KEPT, media_type=file.kind)

    return view
