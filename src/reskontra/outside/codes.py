"""QR codes that a bank's app or Swish reads, as SVG."""

import json
import re
from decimal import Decimal
from urllib.parse import quote

import segno

from reskontra.outside.document import Document

_DARK = re.compile(b"\x01+")


def usingqr(document: Document) -> str:
    """The UsingQR text of a giro payment; in ASCII, because readers guess at other encodings."""
    sender = document.sender
    giro = ("BG", sender.bankgiro) if sender.bankgiro else ("PG", sender.plusgiro)
    assert document.due_date is not None
    due = document.to_pay
    fields = {
        "uqr": 1,
        "tp": 1,
        "nme": sender.name[:40],
        **({} if "*" in sender.organisation_number else {"cid": sender.organisation_number}),
        "iref": document.ocr or document.number,
        "idt": f"{document.invoice_date:%Y%m%d}",
        "ddt": f"{document.due_date:%Y%m%d}",
        "due": int(due) if due == int(due) else float(due),
        "pt": giro[0],
        "acc": giro[1],
    }
    return json.dumps(fields, separators=(",", ":"))


def swish(document: Document) -> str:
    """Number, amount and message, none of which the payer can change."""
    number = "".join(filter(str.isdigit, document.sender.swish))
    whole = document.to_pay.quantize(Decimal("0.01"))
    return f"C{number};{str(whole).replace('.', ',')};{quote(document.ocr or document.number)};0"


def svg(text: str) -> str:
    """Few, large squares; the mask is fixed, for readers take any and trying all costs the most."""
    matrix = segno.make_qr(text, error="l", mask=0).matrix
    runs = (
        f"M{run.start()} {y}h{run.end() - run.start()}v1H{run.start()}z"
        for y, row in enumerate(matrix)
        for run in _DARK.finditer(row)
    )
    size = len(matrix)
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
    return f'<svg {view}><path d="{"".join(runs)}"/></svg>'
