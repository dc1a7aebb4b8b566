"""The form of an invoice: as it is typed, and as the contract has it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import count
from typing import Any, NamedTuple

from reskontra.contract.customer_invoices import INVOICE_ROWS
from reskontra.contract.fields import API_BLANK
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow
from reskontra.domain.errors import Invalid, Refused
from reskontra.domain.records import text_in
from reskontra.web.books import typed
from reskontra.web.books.place import Problem
from reskontra.web.forms import Parameters
from reskontra.web.wording import money, quantity, without_calls

MOST_LINES = 200
TOO_LONG = f"Här skrivs fakturor med högst {MOST_LINES} rader; längre kommer genom en integration"
_NUMBERED = re.compile("row-([1-9][0-9]{0,3})-")
RATES = (25, 12, 6, 0)
PARTS = ("id", "article", "text", "quantity", "unit", "price", "vat")
# The fields of the form that the contract calls the same, as they are typed.
TEXTS = ("YourReference", "OurReference", "YourOrderNumber", "Comments")
PLACES = {
    "Description": "text",
    "ArticleNumber": "text",
    "DeliveredQuantity": "quantity",
    "Unit": "unit",
    "Price": "price",
    "VAT": "vat",
}
# What to do, where the contract only says what is wrong.
ADVICE = {
    "Price": "Skriv priset med siffror, till exempel 1 250,50",
    "DeliveredQuantity": "Skriv antalet med siffror, till exempel 4,5",
    "InvoiceDate": "Skriv fakturadatumet som 2026-11-15",
    "DueDate": "Skriv förfallodatumet som 2026-12-15, eller +30",
    "PaymentDate": "Skriv datumet som 2026-11-15",
    "Amount": "Skriv beloppet med siffror, till exempel 1 250,50",
    "CustomerNumber": "Välj en kund",
}
UNREADABLE = ("ogiltigt värde", "saknas", "kan inte hitta kunden")


class Line(NamedTuple):
    """A row of the form, every field as it was typed."""

    number: int
    id: str = ""
    article: str = ""
    text: str = ""
    quantity: str = ""
    unit: str = ""
    price: str = ""
    vat: str = "25"

    @property
    def is_empty(self) -> bool:
        return not any(each.strip() for each in (self.text, self.quantity, self.price, self.unit))


class Sheet(NamedTuple):
    fields: Mapping[str, str]
    lines: tuple[Line, ...]

    def __call__(self, name: str) -> str:
        return self.fields.get(name, "")

    @property
    def written(self) -> list[Line]:
        return [line for line in self.lines if not line.is_empty]

    @property
    def has_begun(self) -> bool:
        return bool(self("CustomerNumber") and self.written)


def blank(customer: str = "") -> Sheet:
    return Sheet({"CustomerNumber": customer}, ())


def of_invoice(invoice: CustomerInvoice) -> Sheet:
    days = {
        "InvoiceDate": str(invoice.invoice_date),
        "DueDate": str(invoice.due_date),
        "TermsOfPayment": str(invoice.terms_of_payment),
    }
    texts = {
        "YourReference": text_in(invoice.your_reference),
        "OurReference": text_in(invoice.our_reference),
        "YourOrderNumber": text_in(invoice.your_order_number),
        "Comments": invoice.comments,
    }
    was = {f"was-{name}": value for name, value in days.items()}
    own = {"CustomerNumber": invoice.customer_number, **days, **was, **texts}
    return Sheet(own, tuple(_line(n, row) for n, row in enumerate(invoice.rows, 1)))


def _line(number: int, row: InvoiceRow) -> Line:
    numbers = ("", "") if row.is_text else (quantity(row.delivered_quantity), money(row.price))
    own = str(row.own_vat if row.own_vat is not None else row.vat)
    return Line(
        number,
        str(row.row_id),
        row.article_number,
        row.description,
        numbers[0],
        row.unit,
        numbers[1],
        own,
    )


def of_entries(entries: Parameters) -> Sheet:
    fields = {name: value for name, value in entries.last.items() if not name.startswith("row-")}
    return Sheet(fields, tuple(_lines(entries)))


def _lines(entries: Parameters) -> Iterator[Line]:
    found = (_NUMBERED.match(name) for name in entries.last)
    for number in sorted({int(each[1]) for each in found if each}):
        yield Line(number, *(entries(f"row-{number}-{part}") for part in PARTS))


def fields_of(sheet: Sheet, before: CustomerInvoice | None, today: date) -> dict[str, Any]:
    """What the API would be sent: the whole form, with what its rows have beside."""
    if len(sheet.written) > MOST_LINES:
        raise Invalid(TOO_LONG)
    fields: dict[str, Any] = {"CustomerNumber": sheet("CustomerNumber")}
    fields |= {name: sheet(name).strip() or API_BLANK for name in TEXTS if name in sheet.fields}
    fields |= _days(sheet, today)
    known = {str(row.row_id): row for row in before.rows} if before else {}
    fields["InvoiceRows"] = [_row(line, known.get(line.id)) for line in sheet.written]
    return fields


def _days(sheet: Sheet, today: date) -> dict[str, Any]:
    """The due day as typed; else by the terms, where those or the invoice's day are others."""
    day = typed.day(sheet("InvoiceDate"), today)
    due = typed.day(sheet("DueDate"), today, _date(day))
    terms = sheet("TermsOfPayment")
    sent = {"InvoiceDate": day} if day else {}
    if due and due != sheet("was-DueDate"):
        return sent | {"DueDate": due}
    moved = day != sheet("was-InvoiceDate") or terms != sheet("was-TermsOfPayment")
    if terms and (moved or not due):
        return sent | {"TermsOfPayment": terms}
    return sent | ({"DueDate": due} if due else {})


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _row(line: Line, before: InvoiceRow | None) -> dict[str, Any]:
    """As a client would send back what it was shown, with what was typed in it."""
    row: dict[str, Any] = INVOICE_ROWS.present(before) if before else {}
    price, number = typed.amount(line.price), typed.amount(line.quantity)
    row |= {"Description": line.text.strip(), "Unit": line.unit.strip() or API_BLANK}
    row |= {"Price": price or "0", "DeliveredQuantity": number or ("1" if price else "0")}
    if line.article:
        row["ArticleNumber"] = line.article
    if line.vat.isascii() and line.vat.isdecimal():
        row["VAT"] = int(line.vat)
    return row


def with_line(sheet: Sheet) -> Sheet:
    number = max((line.number for line in sheet.lines), default=0) + 1
    return sheet._replace(lines=(*sheet.lines, Line(number)))


def without_line(sheet: Sheet, number: str) -> Sheet:
    kept = (line for line in sheet.lines if str(line.number) != number)
    return sheet._replace(lines=tuple(kept))


def numbered(sheet: Sheet) -> Sheet:
    """From one on, with an empty line last."""
    lines = [line for line in sheet.lines if not line.is_empty]
    numbers = count(1)
    renumbered = tuple(line._replace(number=next(numbers)) for line in lines)
    last = (Line(next(numbers)),) if len(lines) < MOST_LINES else ()
    return sheet._replace(lines=(*renumbered, *last))


def problem(refused: Refused, sheet: Sheet) -> Problem:
    """At the field that it is about."""
    words = without_calls(refused.message)
    if refused.field in ADVICE and any(each in words.lower() for each in UNREADABLE):
        words = ADVICE[refused.field]
    if refused.row and refused.row <= len(sheet.written):
        line = sheet.written[refused.row - 1]
        said = words if words.startswith("Rad ") else f"Rad {line.number}: {words}"
        return Problem(said, f"row-{line.number}-{PLACES.get(refused.field, 'text')}")
    return Problem(words, "customer" if refused.field == "CustomerNumber" else refused.field)
