"""A document as PDF bytes: PDF/A-3a and PDF/UA-1, the same bytes each time."""

import json
import threading
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import typst

from reskontra.outside.document import Document, Picture, Receiver, Sender
from reskontra.outside.lettering import FONT_FOLDER
from reskontra.outside.logo import size_of
from reskontra.outside.printed_reminder import printed
from reskontra.outside.report_paper import ReportPaper

TEMPLATES = Path(__file__).parent / "templates"
CACHE_AGE = 11  # the engine keeps what its last ten documents used

_own = threading.local()  # a compiler serves one thread at a time; it gives up the GIL


def rendered(document: Document | ReportPaper | Picture) -> bytes:
    """All that a client wrote goes in as JSON values, never as markup or as a file's name."""
    pdf = _rendered(document)
    if document.is_large:  # a thousand rows take 100 MB: not to be kept
        for _ in range(CACHE_AGE):
            _compiler("blank.typ").compile(format="svg")
    return pdf


def takes_logo(data: bytes) -> bool:
    """Asked when a logo is set: a PNG or JPEG of bounded size that can be drawn."""
    if size_of(data) is None:
        return False
    sender = Sender("Logo", logo=data)
    try:
        _compiled(Document(sender, Receiver(""), number="", invoice_date=date(2000, 1, 1)))
    except typst.TypstError:
        return False
    return True


def _rendered(document: Document | ReportPaper | Picture) -> bytes:
    """A logo that turns out to be damaged must not stop an invoice: it is left out."""
    if isinstance(document, Picture):
        return _drawn(document.document)
    if isinstance(document, ReportPaper):
        return _pressed("report.typ", document.page(), document.made_on)
    try:
        return _compiled(document)
    except typst.TypstError:
        if document.sender.logo is None:
            raise
        return _compiled(replace(document, sender=replace(document.sender, logo=None)))


def _drawn(document: Document) -> bytes:
    """As SVG; text is drawn, so nothing in it is anyone's markup."""
    page = json.dumps(printed(document).page(), ensure_ascii=False)
    try:
        drawn = _compiler("invoice.typ").compile(sys_inputs={"document": page}, format="svg")
    except typst.TypstError:
        if document.sender.logo is None:
            raise
        return _drawn(replace(document, sender=replace(document.sender, logo=None)))
    first = drawn[0] if isinstance(drawn, list) else drawn
    assert isinstance(first, bytes)
    return first


def _compiled(document: Document) -> bytes:
    return _pressed("invoice.typ", printed(document).page(), document.invoice_date)


def _pressed(template: str, page: dict[str, Any], day: date) -> bytes:
    made_at = datetime.combine(day, time(12), tzinfo=UTC)
    pdf = _compiler(template).compile(
        sys_inputs={"document": json.dumps(page, ensure_ascii=False)},
        format="pdf",
        pdf_standards=["a-3a", "ua-1"],
        timestamp=made_at,
    )
    assert isinstance(pdf, bytes)
    return pdf


def _compiler(template: str) -> typst.Compiler:
    """Kept warm per thread, with the shipped fonts alone and the templates' folder as its world."""
    compilers: dict[str, typst.Compiler] = _own.__dict__.setdefault("compilers", {})
    if template not in compilers:
        fonts = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONT_FOLDER)]
        )
        compilers[template] = typst.Compiler(
            str(TEMPLATES / template), root=str(TEMPLATES), font_paths=fonts
        )
    return compilers[template]
