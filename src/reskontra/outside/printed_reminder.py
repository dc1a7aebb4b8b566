"""A reminder as the template wants it: the invoice's paper, with what is asked for as its rows."""

from reskontra.outside import wording
from reskontra.outside.document import Document, DocumentRow, Paper
from reskontra.outside.lettering import drawable
from reskontra.outside.printed import Pairs, Printed


class PrintedReminder(Printed):
    due_word = "pay by"

    @property
    def how_to_pay(self) -> str:
        bears = any(row.quantity for row in self.document.rows)
        return "reminder with interest" if bears else "reminder"

    @property
    def heading(self) -> str:
        return self.word("second reminder" if self.document.level > 1 else "reminder")

    def meta(self) -> Pairs:
        document = self.document
        return self.labelled(
            ("credited number", document.credited_number),
            ("reminder date", document.invoice_date),
            ("pay by", document.due_date),
            ("ocr", document.ocr),
        )

    def details(self) -> Pairs:
        document = self.document
        return self.labelled(
            ("your reference", document.your_reference),
            ("our reference", document.our_reference),
            ("customer number", document.receiver.customer_number),
            ("your organisation", document.receiver.organisation_number),
            ("invoice date", document.claim_date),
            ("claim due date", document.claim_due_date),
        )

    def columns(self) -> list[str]:
        words = ("description", "days late", "", "on amount", "interest rate", "amount")
        return ["", *(self.word(each) if each else "" for each in words)]

    def row(self, row: DocumentRow) -> list[str]:
        """Days, amount and rate of what is interest; an amount alone of what is not."""
        if not row.quantity:
            return ["", drawable(row.description), "", "", "", "", self.amount(row.total), ""]
        language = self.document.language
        return [
            "",
            drawable(row.description),
            wording.quantity(row.quantity, language),
            "",
            self.amount(row.price),
            wording.percent(row.vat_rate, language),
            self.amount(row.total),
            "",
        ]

    def totals(self) -> Pairs:
        """All that it sums is in its rows."""
        return []


def printed(document: Document) -> Printed:
    return PrintedReminder(document) if document.kind is Paper.REMINDER else Printed(document)
