"""The mail that carries an invoice, a credit note or a reminder, in Swedish and English."""

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from reskontra.outside import wording
from reskontra.outside.document import Document, Language, Paper
from reskontra.outside.mail import Attachment, Letter

# fmt: off
PHRASES = {
    #               Swedish                                     English
    "subject":     ("{kind} {number} från {sender}",            "{kind} {number} from {sender}"),
    "greeting":    ("Hej!",                                     "Hello,"),
    "invoice":     ("Här kommer faktura {number} från {sender}. Den är bifogad som PDF.",
                    "Please find invoice {number} from {sender} attached as a PDF."),
    "credit note": ("Här kommer kreditfaktura {number} från {sender}. Den är bifogad som PDF.",
                    "Please find credit note {number} from {sender} attached as a PDF."),
    "about":       ("Påminnelse om faktura {claim} från {sender}",
                    "Reminder of invoice {claim} from {sender}"),
    "reminder":    ("Vi har inte sett någon betalning av faktura {claim} från {sender}."
                    " En påminnelse är bifogad som PDF. Har du redan betalt, bortse från den.",
                    "We have not seen a payment of invoice {claim} from {sender}."
                    " A reminder is attached as a PDF. If you have paid, please disregard it."),
    "closing":     ("Tack! Hör av dig om du har frågor.",
                    "Thank you. Please get in touch if you have any questions."),
}
# fmt: on

PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=False,
    keep_trailing_newline=True,
)


def letter_for(
    document: Document,
    pdf: bytes,
    *,
    sender: str,
    to: tuple[str, ...],
    cc: tuple[str, ...] = (),
    bcc: tuple[str, ...] = (),
    subject: str = "",
    body: str = "",
) -> Letter:
    """In these words, else in our own. All texts are masked; the PDF is what was printed."""
    values = _values(document) | {"body": body}
    values["subject"] = subject or values["subject"]
    return Letter(
        sender=sender,
        sender_name=document.sender.name,
        to=to,
        cc=cc,
        bcc=bcc,
        subject=str(values["subject"]),
        text=PAGES.get_template("letter.txt").render(values),
        html=PAGES.get_template("letter.html").render(values),
        attachments=(Attachment(_file_name(document), "application/pdf", pdf),),
    )


def _file_name(document: Document) -> str:
    kind = wording.word(document.kind.value, document.language).lower().replace(" ", "-")
    number = re.sub(r"\W", "", document.number)
    return f"{kind}-{number}.pdf"


def _values(document: Document) -> dict[str, object]:
    sender, language = document.sender, document.language
    kind = wording.word(document.kind.value, language)

    def phrase(key: str) -> str:
        text = PHRASES[key][language is Language.ENGLISH]
        return text.format(
            kind=kind, number=document.number, sender=sender.name, claim=document.credited_number
        )

    return {
        "language": "en" if language is Language.ENGLISH else "sv",
        "subject": phrase("about" if document.kind is Paper.REMINDER else "subject"),
        "greeting": phrase("greeting"),
        "opening": phrase(document.kind.value),
        "closing": phrase("closing"),
        "facts": _facts(document),
        "sender": sender,
        "contact": [line for line in (sender.phone, sender.email, sender.www) if line],
    }


def _due_word(document: Document) -> str:
    return "pay by" if document.kind is Paper.REMINDER else "due date"


def _facts(document: Document) -> list[tuple[str, str]]:
    sender, language = document.sender, document.language
    amount = f"{wording.amount(document.to_pay, language)} SEK"
    if document.kind is Paper.CREDIT_NOTE:
        rows = [("credited number", document.credited_number), ("to credit", amount)]
    elif document.is_refund:
        rows = [("to refund", f"{wording.amount(-document.to_pay, language)} SEK")]
    else:
        rows = [
            ("to pay", amount),
            (_due_word(document), str(document.due_date or "")),
            ("bankgiro", sender.bankgiro),
            ("plusgiro", sender.plusgiro),
            ("iban", sender.iban if document.receiver.is_abroad else ""),
            ("bic", sender.bic if document.receiver.is_abroad else ""),
            ("ocr", document.ocr),
        ]
    return [(wording.word(key, language), value) for key, value in rows if value]
