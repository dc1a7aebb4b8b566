"""A company's credit notes: to look at, and to send to the customers who are to have them."""

from starlette.responses import Response

from reskontra.actions.credit_notes import CreditLetter, credit_note, latest
from reskontra.actions.mailing import letter_to, refuse_unreachable
from reskontra.domain.errors import NotFound, Refused
from reskontra.outside.document import Document
from reskontra.people.roles import Right
from reskontra.web.console.visit import Visit
from reskontra.web.delivering import compared, paper, posted, pressed
from reskontra.web.letters import admit_letter


async def credit_notes(
    visit: Visit, message: str = "", problem: str = "", status: int = 200
) -> Response:
    company = await visit.company()
    notes = await visit.house.read(await visit.clerk(company), latest)
    return visit.page(
        "credit_notes.html",
        status=status,
        company=company,
        notes=notes,
        message=message,
        problem=problem,
    )


async def print_note(visit: Visit) -> Response:
    document = (await _note(visit, visit.request.path_params["number"])).document
    return paper(await printed(visit, document), f"kreditfaktura-{document.number}.pdf")


async def mail_note(visit: Visit) -> Response:
    try:
        document, mailing, owner = await _note(visit, visit.entries("mail"), Right.WORK)
        refuse_unreachable(mailing)
        await admit_letter(visit.house, mailing.recipients, owner.id)
        pdf = await printed(visit, document)
        letter = letter_to(mailing, owner, document, pdf, visit.house.mail_from)
        await posted(visit.house, letter, visit.house.clock())
    except Refused as refused:
        response = await credit_notes(visit, problem=refused.message, status=refused.status)
        response.headers.update(refused.headers)
        return response
    return await credit_notes(
        visit, f"Kreditfaktura {document.number} är skickad till {letter.to[0]}."
    )


async def printed(visit: Visit, document: Document) -> bytes:
    """The paper, the same each time it is printed."""
    company = await visit.company()
    clerk = await visit.clerk(company)
    pdf = await pressed(visit.house, clerk.organisation.id, document)
    await compared(visit.house, clerk, document, pdf, keeps=company.may(Right.WORK))
    return pdf


async def _note(visit: Visit, number: str, right: Right = Right.SEE) -> CreditLetter:
    company = await visit.company(right)
    if not (number.isascii() and number.isdecimal() and len(number) <= 15):
        raise NotFound("Fakturan är inte krediterad")
    clerk = await visit.clerk(company)
    return await visit.house.read(clerk, lambda desk: credit_note(desk, int(number)))
