"""Invoices that leave the house: printed, previewed and mailed, once the books are closed."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from starlette.responses import Response

from reskontra.actions.desk import Clerk, Desk
from reskontra.actions.door import allowed, fire
from reskontra.actions.mailing import Mailing, letter_to, mailing_of
from reskontra.actions.printing import (
    digest_of,
    digest_printed,
    invoice_document,
    keep_printed,
)
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Conflict, Invalid, MailFailed
from reskontra.domain.organisation import Organisation
from reskontra.outside.document import Document, Picture
from reskontra.outside.mail import LIMIT, Letter, post
from reskontra.web.call import Call, one
from reskontra.web.described import Described, Gives
from reskontra.web.endpoints import key
from reskontra.web.house import House
from reskontra.web.letters import admit_letter
from reskontra.web.resources import Endpoint

_log = structlog.get_logger()


@dataclass(frozen=True)
class Outgoing:
    """What is needed to deliver an invoice when the transaction is over."""

    invoice: CustomerInvoice
    document: Document
    owner: Organisation
    now: datetime


def outgoing(desk: Desk, call: Call, trigger: str) -> Outgoing:
    return dispatched(desk, key(CUSTOMER_INVOICES, desk, call), trigger)


def dispatched(desk: Desk, number: Sequence[Any], trigger: str) -> Outgoing:
    look = CUSTOMER_INVOICES.find if trigger == "preview" else CUSTOMER_INVOICES.take
    invoice = fire(CUSTOMER_INVOICES, desk, look(desk, *number), trigger)
    document = invoice_document(desk, invoice)
    return Outgoing(invoice, document, desk.organisation, desk.books.now)


def refuse_prefetch(call: Call) -> None:
    """A browser that guesses what a person may want next must not issue an invoice."""
    if "prefetch" in call.headers.get("sec-purpose", "").lower():
        raise Invalid("Förhandshämtning stöds inte")


async def look_at_the_press(house: House, _: Call, clerk: Clerk) -> None:
    """What cannot be printed is refused before it is issued."""
    house.press.refuse_full(clerk.organisation.id)


def prints() -> Endpoint:
    def work(desk: Desk, call: Call) -> Outgoing:
        refuse_prefetch(call)
        return outgoing(desk, call, "print")

    async def then(house: House, call: Call, dispatch: Outgoing) -> Response:
        pdf = await pressed(house, dispatch.owner.id, dispatch.document)
        await compared(house, call.caller.clerk(dispatch.now), dispatch.document, pdf)
        return paper(pdf, f"faktura-{dispatch.document.number}.pdf")

    description = Described("Issues and prints", CUSTOMER_INVOICES.resource, Gives.PDF)
    return Endpoint(
        "invoice",
        work,
        writes=True,
        first=look_at_the_press,
        then=then,
        same_again=True,
        describes=description,
    )


def previews() -> Endpoint:
    def work(desk: Desk, call: Call) -> Outgoing:
        return outgoing(desk, call, "preview")

    async def then(house: House, call: Call, dispatch: Outgoing) -> Response:
        name = f"forhandsgranskning-{dispatch.document.number}.pdf"
        return paper(await pressed(house, dispatch.owner.id, dispatch.document), name)

    description = Described("Previews", CUSTOMER_INVOICES.resource, Gives.PDF)
    return Endpoint("invoice", work, then=then, describes=description)


def mails() -> Endpoint:
    def look(desk: Desk, call: Call) -> tuple[str, ...]:
        """Whom it would go to; what cannot be mailed is refused before it is counted."""
        refuse_prefetch(call)
        invoice = CUSTOMER_INVOICES.find(desk, *key(CUSTOMER_INVOICES, desk, call))
        allowed(CUSTOMER_INVOICES, desk, invoice, "email")
        return mailing_of(desk, invoice).recipients

    async def first(house: House, call: Call, clerk: Clerk) -> None:
        await look_at_the_press(house, call, clerk)
        call.counted_for = await house.read(clerk, lambda desk: look(desk, call))
        await admit_letter(house, call.counted_for, clerk.organisation.id)

    def work(desk: Desk, call: Call) -> tuple[Outgoing, Mailing]:
        dispatch = outgoing(desk, call, "email")
        mailing = mailing_of(desk, dispatch.invoice)
        if mailing.recipients != call.counted_for:
            raise Conflict("Fakturans mottagare ändrades samtidigt; försök igen")
        return dispatch, mailing

    async def then(house: House, call: Call, outcome: tuple[Outgoing, Mailing]) -> Response:
        dispatch, mailing = outcome
        await mailed(house, call.caller.clerk(dispatch.now), dispatch, mailing)
        resource = CUSTOMER_INVOICES.resource
        return one(resource.singular, call.view.present(resource, dispatch.invoice))

    description = Described("Issues and mails", CUSTOMER_INVOICES.resource, refusals=(MailFailed,))
    return Endpoint("invoice", work, writes=True, first=first, then=then, describes=description)


async def pressed(house: House, owner: int, document: Document | Picture) -> bytes:
    return await asyncio.wrap_future(house.press.submit(owner, document))


async def mailed(house: House, clerk: Clerk, dispatch: Outgoing, mailing: Mailing) -> None:
    """Printed, and on its way to whom it was counted for."""
    pdf = await pressed(house, dispatch.owner.id, dispatch.document)
    await compared(house, clerk, dispatch.document, pdf)
    letter = letter_to(mailing, dispatch.owner, dispatch.document, pdf, house.mail_from)
    await posted(house, letter, dispatch.now)


async def posted(house: House, letter: Letter, now: datetime) -> None:
    await post(letter, house.transport, now, limit=LIMIT)


async def compared(
    house: House, clerk: Clerk, document: Document, pdf: bytes, keeps: bool = True
) -> None:
    """An issued document is the same to the byte each time; if not, operators are told.

    Who may only look compares with what was printed before, if it was, and keeps nothing.
    """
    digest = digest_of(pdf)

    def look(desk: Desk) -> str | None:
        return digest_printed(desk.books, document)

    def keep(desk: Desk) -> str:
        return keep_printed(desk.books, document, digest)

    first = await house.read(clerk, look)
    if first is None and keeps:
        first = await house.write(clerk, keep)
    if first not in (None, digest):
        owner = clerk.organisation.id
        _log.error("printed differently", document=document.number, organisation=owner)


def paper(pdf: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(pdf, 200, headers, "application/pdf")
