"""Documents to print in tests, and how to read what was printed."""

import io
import shutil
import struct
import subprocess
import zlib
from dataclasses import replace
from datetime import date
from decimal import Decimal

from pypdf import PdfReader

from reskontra.outside.document import (
    Document,
    DocumentRow,
    Language,
    Mark,
    Paper,
    Receiver,
    Sender,
    TaxReduction,
    VatLine,
)

D = Decimal
SENDER = Sender(
    name="Övning & Söner AB",
    address="Storgatan 12",
    zip_code="211 34",
    city="Malmö",
    country="Sverige",
    organisation_number="556677-8899",
    vat_number="SE556677889901",
    domicile="Malmö",
    phone="040-12 34 56",
    email="faktura@ovning.se",
    www="www.ovning.se",
    bankgiro="5050-1055",
    swish="123 456 78 90",
    f_tax=True,
)
RECEIVER = Receiver(
    name="Åkerlund & Rosén Bygg AB",
    address="Hjalmar Brantingsgatan 4",
    zip_code="417 06",
    city="Göteborg",
    country="Sverige",
    customer_number="1042",
    organisation_number="556016-0680",
)
ROWS = (
    DocumentRow(
        "Konsulttimmar, ekonomisystem", "K-100", D("12.5"), "tim", D(1150), D(25), D(14375)
    ),
    DocumentRow("Licens, årsabonnemang", "L-12", D(1), "st", D("4467.75"), D(25), D("4467.75")),
    DocumentRow("Kurslunch", "M-3", D(8), "st", D(145), D(12), D(1160)),
    DocumentRow("Fackböcker", "B-7", D(3), "st", D("189.50"), D(6), D("568.50")),
)
INVOICE = Document(
    sender=SENDER,
    receiver=RECEIVER,
    number="1001",
    invoice_date=date(2026, 11, 15),
    ocr="100164",
    due_date=date(2026, 12, 15),
    terms_of_payment=30,
    delivery_date=date(2026, 11, 12),
    our_reference="Astrid Öberg",
    your_reference="Göran Åkerlund",
    order_number="PO-2026-331",
    rows=ROWS,
    vat_lines=(
        VatLine(D(25), D("18842.75"), D("4710.69")),
        VatLine(D(12), D(1160), D("139.20")),
        VatLine(D(6), D("568.50"), D("34.11")),
    ),
    net=D("20571.25"),
    vat=D("4884.00"),
    round_off=D("-0.25"),
    total=D(25455),
    to_pay=D(25455),
    comments="Tack för ert förtroende!",
)
DRAFT = replace(INVOICE, mark=Mark.DRAFT, ocr="")
CREDITED = replace(INVOICE, mark=Mark.CREDITED)
CREDIT_NOTE = replace(
    INVOICE,
    kind=Paper.CREDIT_NOTE,
    number="1002",
    credited_number="1001",
    ocr="",
    due_date=None,
    to_pay=D(-25455),
)
REFUND = replace(
    INVOICE,
    rows=tuple(replace(row, quantity=-row.quantity, total=-row.total) for row in ROWS),
    net=D("-20571.25"),
    vat=D("-4884.00"),
    round_off=D("0.25"),
    total=D(-25455),
    to_pay=D(-25455),
)
ENGLISH = replace(INVOICE, language=Language.ENGLISH)
REVERSE_CHARGE = replace(
    INVOICE,
    receiver=replace(RECEIVER, vat_number="DE123456789", country="Tyskland", is_abroad=True),
    rows=tuple(replace(row, vat_rate=D(0)) for row in ROWS),
    vat_lines=(VatLine(D(0), D("20571.25"), D(0)),),
    vat=D(0),
    total=D(20571),
    to_pay=D(20571),
    notes=("Omvänd betalningsskyldighet (Reverse charge), artikel 196, direktiv 2006/112/EG",),
)
ROT = replace(
    INVOICE,
    rows=(
        DocumentRow("Målning", "", D(20), "tim", D(500), D(25), D(10000), is_housework=True),
        DocumentRow("Färg och material", "", D(1), "st", D(4000), D(25), D(4000)),
    ),
    vat_lines=(VatLine(D(25), D(14000), D(3500)),),
    net=D(14000),
    vat=D(3500),
    round_off=D(0),
    total=D(17500),
    tax_reduction=TaxReduction("rot", D(12500), D(3750), property_designation="ENEBYBERG 1:24"),
    to_pay=D(13750),
)


def with_rows(count: int, document: Document = INVOICE) -> Document:
    rows = tuple(replace(ROWS[at % 4], description=f"Rad nummer {at}") for at in range(count))
    return replace(document, rows=rows)


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page, read by poppler where it is installed and by pypdf elsewhere."""
    if shutil.which("pdftotext") is None:
        return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    read = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True)
    return read.stdout.decode().split("\f")[:-1]


def text_of(pdf: bytes) -> str:
    return "\n".join(pages_of(pdf))


def letters_of(text: str) -> str:
    """Without white space, which a reader of PDF files can only guess at."""
    return "".join(text.split())


def png(width: int = 300, height: int = 80) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    dots = zlib.compress(b"".join(b"\0" + b"\x0b\x4f\x5c" * width for _ in range(height)))
    parts = chunk(b"IHDR", head), chunk(b"IDAT", dots), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
