"""Writing an invoice: a form that is counted by the server, kept as a draft, and then reviewed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from starlette.responses import Response

from reskontra.actions import composing
from reskontra.actions.composing import Composed
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.codec import as_shown
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.errors import Conflict, NotFound, OtherCall, Refused
from reskontra.domain.registers import Customer, TermsOfPayment
from reskontra.web.books import sheet as sheets
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.books.sheet import Sheet
from reskontra.web.pages import see_other

HERE = "/invoices"
LABELS = {
    "CustomerNumber": "Kund",
    "InvoiceDate": "Fakturadatum",
    "DueDate": "Förfallodatum",
    "YourReference": "Er referens",
    "OurReference": "Vår referens",
    "YourOrderNumber": "Ert ordernummer",
    "Comments": "Meddelande",
}


class Changed(Conflict):
    """Fakturan har ändrats sedan du öppnade den"""


class Looked(NamedTuple):
    """What the editor shows beside what was typed."""

    customer: Customer | None
    found: list[Customer]
    terms: list[TermsOfPayment]
    composed: Composed | None
    refused: Refused | None


def number_in(place: Place) -> int:
    word = place.named["number"]
    if not (word.isascii() and word.isdecimal() and len(word) <= 15):
        raise NotFound("Kan inte hitta fakturan")
    return int(word)


def version_of(invoice: CustomerInvoice) -> str:
    """Another as soon as anything that people see of it is another."""
    return sha256(as_shown(CUSTOMER_INVOICES.resource.present(invoice))).hexdigest()[:32]


def looked(desk: Desk, sheet: Sheet, before: CustomerInvoice | None, words: str) -> Looked:
    customer = composing.customer_at(desk, sheet("CustomerNumber"))
    found = composing.customers(desk, words) if words and not customer else []
    composed, refused = None, None
    if customer and sheet.written:
        try:
            fields = sheets.fields_of(sheet, before, desk.today)
            composed = composing.composed(desk, before, fields)
        except Refused as refusal:
            refused = refusal
    return Looked(customer, found, composing.terms(desk), composed, refused)


async def new(place: Place) -> Response:
    """An empty form: nothing is created by looking."""
    return await shown(place, sheets.blank(place.query("customer")), None)


async def draft(place: Place, before: CustomerInvoice) -> Response:
    return await shown(place, sheets.of_invoice(before), before)


async def shown(
    place: Place,
    sheet: Sheet,
    before: CustomerInvoice | None,
    problems: Sequence[Problem] = (),
    status: int = 200,
    template: str = "editor.html",
    **more: Any,
) -> Response:
    words = place.entries("customer") or place.query("q")
    seen = await place.read(lambda desk: looked(desk, sheet, before, words))
    if seen.refused and not problems:
        problems = [sheets.problem(seen.refused, sheet)]
    composed = seen.composed
    if composed and "DueDate" in sheet.fields and not problems:
        sheet = with_days(sheet, composed.invoice)
    return await place.page(
        template,
        HERE,
        [Step("Kundfakturor", place.at(HERE))],
        status,
        problems=problems,
        sheet=sheets.numbered(sheet) if template == "editor.html" else sheet,
        before=before,
        mark=version_of(before) if before else "",
        customer=seen.customer,
        words_typed=words,
        found=seen.found,
        terms=seen.terms,
        composed=composed,
        totals=totals_by_line(sheet, composed),
        rates=sheets.RATES,
        empty=sheets.Line(0),
        said=place.query("done"),
        now=place.visit.house.clock(),
        picture=picture_of(before),
        **more,
    )


def with_days(sheet: Sheet, invoice: CustomerInvoice) -> Sheet:
    """The due day that follows from the others."""
    days = sheets.of_invoice(invoice).fields
    names = ("InvoiceDate", "DueDate", "TermsOfPayment")
    every = [*names, *(f"was-{name}" for name in names)]
    return sheet._replace(fields={**sheet.fields, **{name: days[name] for name in every}})


def totals_by_line(sheet: Sheet, composed: Composed | None) -> dict[int, Any]:
    if composed is None:
        return {}
    lines = zip(sheet.written, composed.invoice.rows, strict=False)
    return {line.number: row.total for line, row in lines if not row.is_text}


def picture_of(invoice: CustomerInvoice | None) -> str:
    """The address of its picture, another when it looks otherwise."""
    if invoice is None or not invoice.rows:
        return ""
    return f"{HERE}/{invoice.document_number}/preview.svg?v={version_of(invoice)}"


# What is sent


async def take_new(place: Place) -> Response:
    return await taken(place, None)


async def taken(place: Place, before: CustomerInvoice | None) -> Response:
    """The button says what to do with the form; all but saving leaves the books as they are."""
    sheet, act = sheets.of_entries(place.entries), place.entries("do")
    if chosen := place.entries("choose"):
        fields = {**sheet.fields, "CustomerNumber": chosen}
        return await shown(place, sheet._replace(fields=fields), before)
    if act == "change-customer":
        fields = {**sheet.fields, "CustomerNumber": ""}
        return await shown(place, sheet._replace(fields=fields), before)
    if removed := place.entries("remove"):
        return await shown(place, sheets.without_line(sheet, removed), before)
    if act in ("save", "review"):
        return await saved(place, sheet, before)
    return await shown(place, sheet, before)


async def live(place: Place) -> Response:
    """The parts of the page that follow from the form; nothing is changed by asking."""
    before = None
    if "number" in place.named:
        number = number_in(place)
        before = await place.read(lambda desk: composing.invoice_at(desk, number))
    sheet = sheets.of_entries(place.entries)
    return await shown(place, sheet, before, template="parts.html")


async def saved(place: Place, sheet: Sheet, before: CustomerInvoice | None) -> Response:
    version = place.entries("version")
    review = place.entries("do") == "review"

    def work(desk: Desk) -> str:
        now = None
        if before:
            now = CUSTOMER_INVOICES.take(desk, before.document_number)
            if version_of(now) != version:
                raise Changed
        fields = sheets.fields_of(sheet, now, desk.today)
        kept = fire(CUSTOMER_INVOICES, desk, now, "update" if now else "create", Request(fields))
        address = place.at(f"{HERE}/{kept.document_number}")
        return f"{address}/issue" if review else f"{address}?done=saved"

    try:
        target, _ = await place.once(work)
    except (Changed, OtherCall) as refused:
        if before is None:
            raise Conflict("Formuläret är redan skickat; fakturan finns bland utkasten") from None
        return await changed(place, sheet, before, refused)
    except Refused as refused:
        problem = sheets.problem(refused, sheet)
        return await shown(place, sheet, before, [problem], refused.status)
    return see_other(target)


async def changed(
    place: Place, sheet: Sheet, before: CustomerInvoice, refused: Refused
) -> Response:
    """Both beside each other, and what was typed kept."""
    number = before.document_number
    now = await place.read(lambda desk: composing.invoice_at(desk, number))
    if now.status is not Status.DRAFT:
        raise Conflict("Fakturan är utfärdad och kan inte ändras")
    theirs = sheets.of_invoice(now)
    pairs = [(LABELS[name], theirs(name), sheet(name)) for name in LABELS]
    pairs += [
        (f"Rad {number}", _told(theirs, number), _told(sheet, number))
        for number in range(1, max(len(theirs.written), len(sheet.written)) + 1)
    ]
    return await place.page(
        "changed.html",
        HERE,
        [Step("Kundfakturor", place.at(HERE))],
        409,
        problems=[Problem(Changed().message)],
        invoice=now,
        differing=[each for each in pairs if each[1] != each[2]],
        again={k: v for k, v in place.entries.last.items() if k not in OURS},
        mark=version_of(now),
    )


OURS = ("csrf_token", "form_key", "version", "do")


def _told(sheet: Sheet, number: int) -> str:
    written = sheet.written
    if number > len(written):
        return ""
    line = written[number - 1]
    parts = (line.text, line.quantity, line.unit, line.price, f"{line.vat} %")
    return " · ".join(each for each in parts if each)
