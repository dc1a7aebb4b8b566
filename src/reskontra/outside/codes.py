"""QR codes that a bank's app or Swish reads, as SVG."""

import json
import re
from decimal import Decimal
from urllib.parse import quote

import zxingcpp

from reskontra.outside.document import Document

_DRAWING = re.compile(r'<svg width="(?P<size>\d+)".*?<path d="(?P<dark>[^"]+)"', re.DOTALL)


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
    """Few, large squares; of the library's drawing only the dark ones, on whatever is beneath."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="L")
    drawing = _DRAWING.search(code.to_svg(add_quiet_zones=False))
    assert drawing is not None
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing["size"]} {drawing["size"]}"'
    return f'<svg {view}><path d="{drawing["dark"]}"/></svg>'
