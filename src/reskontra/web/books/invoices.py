"""Customer invoices: the list, and one of them."""

from collections.abc import Mapping

from starlette.responses import Response

from reskontra.actions import composing, invoice_acts, invoice_list
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.invoice_state import standing
from reskontra.outside.document import Picture
from reskontra.people.roles import Right
from reskontra.web.books import editor, listing
from reskontra.web.books.editor import HERE, number_in
from reskontra.web.books.place import Place, Step
from reskontra.web.books.sheet import MOST_LINES, TOO_LONG
from reskontra.web.delivering import Outgoing, compared, dispatched, paper, pressed
from reskontra.web.wording import money

ASKED = ("show", "q", "customer", "from", "to", "sort", "order", "page")
TABS = {
    "": "Alla",
    "drafts": "Utkast",
    "unpaid": "Obetalda",
    "overdue": "Förfallna",
    "paid": "Betalda",
}
DONE = {
    "saved": "Utkastet är sparat.",
    "issued": "Faktura {n} är utfärdad. Verifikation {v}.",
    "issued-mailed": "Faktura {n} är utfärdad och mejlad till {to}. Verifikation {v}.",
    "issued-unmailed": "Faktura {n} är utfärdad, verifikation {v}, men inte mejlad till {to}.",
    "mailed": "Faktura {n} är mejlad till {to}.",
    "paid": "Inbetalningen är bokförd. Kvar att betala: {left} kr.",
    "credited": "Faktura {n} är krediterad.",
}
DISCARDED = "Utkastet är borttaget, och numret noterat som oanvänt."


async def show(place: Place) -> Response:
    query = listing.asked(place, ASKED)
    limit, page = listing.ON_A_PAGE, listing.page_in(query)
    found = await place.read(lambda desk: invoice_list.listed(desk, query, limit, page))
    values = listing.around(place, HERE, ASKED, query, len(found.rows), found.total)
    return await place.page(
        "invoices.html",
        HERE,
        message=DISCARDED if place.query("done") == "discarded" else "",
        found=found,
        tabs=TABS,
        sorted_by=_sorting(query, values["address"]),
        **values,
    )


def _sorting(query: Mapping[str, str], address: listing.Address) -> dict[str, tuple[str, str]]:
    """Of each column that can be sorted by: how it is now, and where a click leads."""
    sort, order = query.get("sort", "number"), query.get("order", "")
    if "sort" not in query:
        order = "desc"
    orders = {}
    for name in invoice_list.SORTS:
        if name == "due" and query.get("show") not in ("unpaid", "overdue"):
            continue
        now = ("descending" if order == "desc" else "ascending") if name == sort else ""
        other = "asc" if now == "descending" or (not now and name == "customer") else "desc"
        orders[name] = (now, address(sort=name, order=other))
    return orders


async def one(place: Place) -> Response:
    number = number_in(place)
    invoice = await place.read(lambda desk: composing.invoice_at(desk, number))
    if is_written_here(invoice) and place.company.may(Right.WORK):
        return await editor.draft(place, invoice)
    return await issued(place, number)


async def take(place: Place) -> Response:
    number = number_in(place)
    invoice = await place.read(lambda desk: composing.invoice_at(desk, number))
    if not is_written_here(invoice):
        return await issued(place, number)
    return await editor.taken(place, invoice)


def is_written_here(invoice: CustomerInvoice) -> bool:
    """A draft that the form has room for: of a longer one it would lose rows."""
    return invoice.status is Status.DRAFT and len(invoice.rows) <= MOST_LINES


async def issued(place: Place, number: int) -> Response:
    """The document, what has happened to it, and what is left."""
    life = await place.read(lambda desk: invoice_acts.life_of(desk, number))
    invoice = life.invoice
    return await place.page(
        "invoice.html",
        HERE,
        [Step("Kundfakturor", place.at(HERE))],
        message=TOO_LONG + "."
        if len(invoice.rows) > MOST_LINES and invoice.status is Status.DRAFT
        else _done(place.query("done"), invoice, life.mailed_to),
        life=life,
        invoice=invoice,
        standing=standing(invoice, place.today),
        picture=editor.picture_of(invoice),
    )


def _done(word: str, invoice: CustomerInvoice, to: tuple[str, ...]) -> str:
    """What has happened, of the invoice as it is: a word alone makes nothing true."""
    if word not in DONE or (word != "saved" and invoice.status is Status.DRAFT):
        return ""
    if word == "credited" and invoice.status is not Status.CANCELLED:
        return ""
    voucher = f"{invoice.voucher_series} {invoice.voucher_number}"
    facts = {"n": invoice.document_number, "v": voucher, "left": money(invoice.balance)}
    return DONE[word].format(**facts, to=", ".join(to))


async def picture(place: Place) -> Response:
    """An image in which nothing can run."""
    dispatch = await _looked_at(place)
    svg = await pressed(place.visit.house, dispatch.owner.id, Picture(dispatch.document))
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
        "Cache-Control": "private, max-age=86400",
    }
    return Response(svg, 200, headers, "image/svg+xml")


async def pdf(place: Place) -> Response:
    dispatch = await _looked_at(place)
    house = place.visit.house
    printed = await pressed(house, dispatch.owner.id, dispatch.document)
    if dispatch.invoice.status is not Status.DRAFT:
        keeps = place.company.may(Right.WORK)
        await compared(house, place.clerk, dispatch.document, printed, keeps=keeps)
    return paper(printed, f"faktura-{dispatch.document.number}.pdf")


async def _looked_at(place: Place) -> Outgoing:
    number = number_in(place)
    return await place.read(lambda desk: dispatched(desk, (number,), "preview"))
