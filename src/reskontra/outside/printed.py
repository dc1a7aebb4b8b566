"""A document as the template wants it: every text, number and label ready to print."""

import base64
from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.outside import codes, wording
from reskontra.outside.document import Document, DocumentRow, Mark, Paper
from reskontra.outside.lettering import drawable
from reskontra.outside.logo import size_of

Pairs = list[tuple[str, str]]
LANGUAGES = {"SV": ("sv", "SE"), "EN": ("en", "GB")}


class Printed:
    """Speaks one document's language."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.sender = document.sender

    def word(self, key: str) -> str:
        return wording.word(key, self.document.language)

    def sentence(self, key: str, **values: str) -> str:
        return wording.sentence(key, self.document.language).format(**values)

    def amount(self, value: Decimal) -> str:
        return wording.amount(value, self.document.language)

    def labelled(self, *pairs: tuple[str, str | date | None]) -> Pairs:
        """Only what has a value is printed."""
        return [(self.word(key), drawable(str(value))) for key, value in pairs if value]

    @property
    def heading(self) -> str:
        return self.word("draft" if self.document.is_draft else self.document.kind.value)

    def page(self) -> dict[str, Any]:
        document = self.document
        language, region = LANGUAGES[document.language]
        return {
            "language": language,
            "region": region,
            "title": drawable(f"{self.heading} {document.number} – {self.sender.name}"),
            "author": drawable(self.sender.name),
            "heading": self.heading,
            "mark": self.word(document.mark.value) if document.mark else "",
            "credited": document.mark is Mark.CREDITED,
            "number": drawable(document.number),
            "page": self.word("page"),
            "of": self.word("of"),
            "logo": self.logo(),
            "receiver": self.receiver(),
            "meta": self.meta(),
            "details": self.details(),
            "intro": drawable(document.intro),
            "columns": self.columns(),
            "rows": [self.row(row) for row in document.rows],
            "vat": self.vat(),
            "totals": self.totals(),
            "sum": self.sum(),
            "reduction": self.reduction(),
            "notes": self.notes(),
            "comments": drawable(document.comments),
            "payment": self.payment(),
            "footer": self.footer(),
            "currency": self.word("currency"),
        }

    def logo(self) -> dict[str, Any] | None:
        """Wrapped in an SVG of ours: the one image format that can be handed over as text."""
        data = self.sender.logo
        picture = size_of(data) if data else None
        if data is None or picture is None:
            return None
        content = base64.b64encode(data).decode()
        size = f'width="{picture.width}" height="{picture.height}"'
        image = f'<image {size} href="data:{picture.media_type};base64,{content}"/>'
        return {
            "svg": f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{image}</svg>',
            "ratio": picture.width / picture.height,
        }

    def receiver(self) -> list[str]:
        to = self.document.receiver
        home = to.country.strip().casefold() in ("", "sverige", "sweden", "se")
        place = f"{to.zip_code} {to.city}".strip()
        lines = (to.name, to.address, to.address2, place, "" if home else to.country)
        return [drawable(line) for line in lines if line]

    def meta(self) -> Pairs:
        document = self.document
        if document.is_draft:
            return self.labelled(
                ("draft number", document.number), ("credit date", document.invoice_date)
            )
        if document.kind is Paper.CREDIT_NOTE:
            return self.labelled(
                ("credit number", document.number),
                ("credit date", document.invoice_date),
                ("credited number", document.credited_number),
            )
        return self.labelled(
            ("invoice number", document.number),
            ("invoice date", document.invoice_date),
            *self.due(),
        )

    def due(self) -> list[tuple[str, str | date | None]]:
        """By when, and under what number, unless there is nothing to pay but something to get."""
        if self.document.is_refund:
            return []
        return [("due date", self.document.due_date), ("ocr", self.document.ocr)]

    def details(self) -> Pairs:
        document, to = self.document, self.document.receiver
        days = document.terms_of_payment
        asks = document.kind is Paper.INVOICE and days is not None and not document.is_refund
        return self.labelled(
            ("your reference", document.your_reference),
            ("our reference", document.our_reference),
            ("order number", document.order_number),
            ("customer number", to.customer_number),
            ("your organisation", to.organisation_number),
            ("your vat", to.vat_number),
            ("delivery date", document.delivery_date),
            ("terms", f"{days} {self.word('days')}" if asks else ""),
        )

    def columns(self) -> list[str]:
        keys = ("article", "description", "quantity", "unit", "price", "vat rate", "amount")
        return [self.word(key) for key in keys]

    def row(self, row: DocumentRow) -> list[str]:
        """The eighth cell says what kind of work it is; a line of text has no figures."""
        language = self.document.language
        reduction = self.document.tax_reduction
        work = f"{reduction.type} work" if reduction and row.is_housework else ""
        texts = [drawable(row.article_number), drawable(row.description)]
        if row.is_text:
            return [*texts, "", "", "", "", "", ""]
        return [
            *texts,
            wording.quantity(row.quantity, language),
            drawable(row.unit),
            self.amount(row.price),
            wording.percent(row.vat_rate, language),
            self.amount(row.total),
            self.word(work) if work else "",
        ]

    def vat(self) -> dict[str, Any]:
        language = self.document.language
        return {
            "head": [self.word(key) for key in ("vat head", "vat basis", "vat amount")],
            "lines": [
                (
                    wording.percent(line.rate, language),
                    self.amount(line.net),
                    self.amount(line.vat),
                )
                for line in self.document.vat_lines
            ],
        }

    def totals(self) -> Pairs:
        document = self.document
        lines = [("net", document.net), ("vat", document.vat)]
        if document.round_off:
            lines.append(("round off", document.round_off))
        if document.tax_reduction:
            lines.append(("total", document.total))
            lines.append((document.tax_reduction.type, -document.tax_reduction.reduction))
        return [(self.word(key), self.amount(value)) for key, value in lines]

    def sum(self) -> tuple[str, str]:
        document = self.document
        if document.mark:
            key = "draft total"
        elif document.kind is Paper.CREDIT_NOTE:
            key = "to credit"
        elif document.is_refund:
            return self.word("to refund"), self.amount(-document.to_pay)
        else:
            key = "to pay"
        return self.word(key), self.amount(document.to_pay)

    def reduction(self) -> dict[str, Any] | None:
        document, reduction = self.document, self.document.tax_reduction
        if reduction is None:
            return None
        basis = "green basis" if reduction.type == "green" else "labour"
        amounts = (
            (basis, reduction.basis),
            ("other costs", document.net + document.vat - reduction.basis),
            ("reduction", reduction.reduction),
        )
        issued = document.kind is Paper.INVOICE and document.mark is Mark.NONE
        claims = issued and reduction.reduction > 0
        claimed = wording.quantity(reduction.reduction, document.language)
        return {
            "title": self.word(reduction.type),
            "lines": [(self.word(key), self.amount(value)) for key, value in amounts]
            + self.labelled(
                ("property", reduction.property_designation),
                ("association", reduction.housing_association_number),
            ),
            "text": self.sentence("reduction", amount=claimed) if claims else "",
        }

    def notes(self) -> list[str]:
        document = self.document
        notes = list(document.notes)
        if document.kind is Paper.CREDIT_NOTE and document.credited_number:
            notes.insert(0, self.sentence("credit", number=document.credited_number))
        return [drawable(note) for note in notes]

    def payment(self) -> dict[str, Any]:
        """Where and how to pay, or the one sentence that says why not to."""
        document, sender = self.document, self.sender
        if not document.is_payable:
            return {"text": self.sentence(self.why_not()), "lines": [], "codes": []}
        return {
            "text": self.sentence(self.how_to_pay),
            "lines": self.labelled(
                ("bankgiro", sender.bankgiro),
                ("plusgiro", sender.plusgiro),
                ("ocr", document.ocr),
                (self.due_word, document.due_date),
                ("swish", self.swish),
                ("iban", sender.iban),
                ("bic", sender.bic),
            ),
            "codes": self.codes(),
        }

    due_word = "due date"

    @property
    def how_to_pay(self) -> str:
        return "interest"

    @property
    def swish(self) -> str:
        """Nobody abroad can pay by it."""
        return "" if self.document.receiver.is_abroad else self.sender.swish

    def why_not(self) -> str:
        if self.document.is_draft:
            return "draft"
        if self.document.mark is Mark.CREDITED:
            return "credited"
        if self.document.is_refund:
            return "owed"
        return "refund" if self.document.kind is Paper.CREDIT_NOTE else "nothing"

    def codes(self) -> Pairs:
        """Apps of Swedish banks read them, and no others."""
        document, sender = self.document, self.sender
        if document.receiver.is_abroad:
            return []
        lines = []
        if document.due_date and (sender.bankgiro or sender.plusgiro):
            lines.append((self.word("bank code"), codes.svg(codes.usingqr(document))))
        if sender.swish:
            lines.append((self.word("swish code"), codes.svg(codes.swish(document))))
        return lines

    def footer(self) -> list[dict[str, Any]]:
        sender = self.sender
        place = f"{sender.zip_code} {sender.city}".strip()
        company = self.labelled(
            ("organisation", sender.organisation_number),
            ("vat number", sender.vat_number),
            ("domicile", sender.domicile),
        )
        accounts = self.labelled(
            ("bankgiro", sender.bankgiro), ("plusgiro", sender.plusgiro), ("swish", self.swish)
        )
        if self.document.is_refund:  # whoever gets money back is shown no way to pay
            accounts = []
        columns = (
            ("address", [sender.name, sender.address, place, sender.country]),
            ("contact", [sender.phone, sender.email, sender.www]),
            ("company", [f"{label} {value}" for label, value in company]),
            ("payment", [f"{label} {value}" for label, value in accounts]),
        )
        if sender.f_tax:
            columns[2][1].append(self.word("f-tax"))
        return [
            {"title": self.word(key), "lines": [drawable(line) for line in lines if line]}
            for key, lines in columns
            if any(lines)
        ]
