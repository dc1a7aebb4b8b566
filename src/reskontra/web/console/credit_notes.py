"""A company's credit notes: to look at, and to send to the customers who are to have them."""

from collections.abc import Callable
from typing import TypeVar

from starlette.responses import Response

from reskontra.actions.credit_notes import CreditNote, credit_note, refuse_unreachable
from reskontra.actions.desk import Desk, desk_for
from reskontra.actions.mailing import letter_to
from reskontra.domain.errors import NotFound, Refused
from reskontra.engine.database import Transaction
from reskontra.outside.document import Document
from reskontra.people.memberships import Company
from reskontra.storage import credit_invoices
from reskontra.web.console.visit import Visit
from reskontra.web.delivering import compared, paper, posted, pressed

T = TypeVar("T")


async def credit_notes(
    visit: Visit, message: str = "", problem: str = "", status: int = 200
) -> Response:
    company = await visit.company()
    notes = await visit.read(
        at_desk(visit, company, lambda desk: credit_invoices.latest(desk.books))
    )
    return visit.page(
        "credit_notes.html",
        status=status,
        company=company,
        notes=notes,
        message=message,
        problem=problem,
    )


async def print_note(visit: Visit) -> Response:
    document = (await found(visit, visit.request.path_params["number"])).document
    return paper(await printed(visit, document), f"kreditfaktura-{document.number}.pdf")


async def mail_note(visit: Visit) -> Response:
    try:
        document, customer, owner = await found(visit, visit.sent("mail"))
        refuse_unreachable(customer)
        pdf = await printed(visit, document)
        letter = letter_to(customer, owner, document, pdf, visit.house.mail_from)
        await posted(visit.house, letter, visit.house.clock())
    except Refused as refused:
        return await credit_notes(visit, problem=refused.message, status=refused.status)
    return await credit_notes(
        visit, f"Kreditfaktura {document.number} är skickad till {letter.to[0]}."
    )


async def printed(visit: Visit, document: Document) -> bytes:
    """The paper, the same each time it is printed."""
    pdf = await pressed(document)
    owner = (await visit.company()).id
    await compared(visit.house, owner, f"user {visit.person.id}", document, pdf)
    return pdf


async def found(visit: Visit, number: str) -> CreditNote:
    company = await visit.company()
    if not (number.isascii() and number.isdecimal() and len(number) <= 15):
        raise NotFound("Fakturan är inte krediterad")
    return await visit.read(at_desk(visit, company, lambda desk: credit_note(desk, int(number))))


def at_desk(
    visit: Visit, company: Company, work: Callable[[Desk], T]
) -> Callable[[Transaction], T]:
    """A unit of work with the company's books open."""
    now, by = visit.house.clock(), f"user {visit.person.id}"
    return lambda tx: work(desk_for(tx, company.id, now, by))
