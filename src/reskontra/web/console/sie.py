"""A company's SIE files: a year out, a file in once its plan was shown, and taken back."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from zlib import compress, decompressobj
from zlib import error as NotPacked  # noqa: N812 - an error's name, as ours are

from starlette.responses import Response

from reskontra.actions import importing
from reskontra.actions.desk import Desk
from reskontra.actions.sie_case import DECIDED, Incoming
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid, Refused, TooLarge
from reskontra.domain.sie_import import Plan
from reskontra.people import memberships
from reskontra.people.memberships import Company
from reskontra.people.roles import Right
from reskontra.web.console.confirming import Question, asked, is_confirmed, rightly
from reskontra.web.console.visit import Visit
from reskontra.web.forms import parameters
from reskontra.web.sie import LARGEST_FILE, LONGEST_NAME, packed, posted_off, read_aside

TYPES = {
    "4": "4 – saldon och verifikationer",
    "3": "3 – saldon per månad och objekt",
    "2": "2 – saldon per månad",
    "1": "1 – saldon per år",
}
MOST_SHOWN = 200  # deviations, or accounts, on a page
CONFIRMED = "confirm"  # the box that says so


class Books(NamedTuple):
    """What the page shows of the books."""

    years: list[FinancialYear]
    files: list[Any]
    gaps: list[dict[str, Any]]


def place(company: Company) -> str:
    return f"/console/companies/{company.id}/sie"


def looked_at(desk: Desk) -> Books:
    return Books(desk.books.years(), importing.listed(desk), importing.gaps(desk))


async def files(visit: Visit, message: str = "", problem: str = "", status: int = 200) -> Response:
    company = await visit.company()
    known = await visit.house.read(await visit.clerk(company), looked_at)
    people = await visit.read(lambda tx: memberships.members(tx, company.id))
    names = {f"user {member.id}": member.called for member in people}
    years = {year.id: f"{year.from_date} – {year.to_date}" for year in known.years}
    return visit.page(
        "sie.html",
        status=status,
        company=company,
        years=reversed(years.items()),
        types=TYPES,
        files=[
            (each, years[each.year], _day(each.at), names.get(each.by, "")) for each in known.files
        ],
        gaps=[(each, years[each["year"]]) for each in known.gaps],
        message=message,
        problem=problem,
    )


def _day(instant: str) -> str:
    return datetime.fromisoformat(instant).astimezone(SWEDEN).date().isoformat()


async def export(visit: Visit) -> Response:
    company = await visit.company()
    entries = parameters(visit.request.scope["query_string"])
    query = {"financialyear": entries("year")} if "year" in entries else {}

    def work(desk: Desk) -> Any:
        return packed(desk, entries("type") or "4", query)

    try:
        parcel = await visit.house.read(await visit.clerk(company), work)
    except Refused as refused:
        return await files(visit, problem=refused.message, status=refused.status)
    return posted_off(company.id, parcel)


# In


async def act(visit: Visit) -> Response:
    """A file is read and its plan shown; then it is posted; and perhaps taken back."""
    company = await visit.company(Right.WORK)
    do = visit.entries("do")
    steps = {"read": _read, "post": _post}
    try:
        if do in steps:
            return await steps[do](visit, company)
        if "undo" in visit.entries:
            return await _undo(visit, company)
    except Refused as refused:
        return await files(visit, problem=refused.message, status=refused.status)
    return await files(visit)


async def _read(visit: Visit, company: Company) -> Response:
    upload = visit.entries.files.get("file")
    if not upload or not upload.content:
        raise Invalid("Välj en fil först")
    if len(upload.content) > LARGEST_FILE:
        raise TooLarge
    file = await read_aside(upload.content, upload.name[:LONGEST_NAME], confirmed=False)
    return await _shown(visit, company, file)


async def _shown(visit: Visit, company: Company, file: Incoming, problem: str = "") -> Response:
    work = partial(importing.planned, incoming=file)
    plan = await visit.house.read(await visit.clerk(company), work)
    return visit.page(
        "sie_plan.html",
        company=company,
        plan=plan,
        name=file.name,
        file=wrapped(file.content),
        most=MOST_SHOWN,
        problem=problem,
        **_judged(plan),
    )


def _judged(plan: Plan) -> dict[str, Any]:
    """What stands in the way for good, what a person may decide, and what is only told."""
    decided = [each for each in plan.deviations if each.refuses and each.word in DECIDED]
    refused = [each for each in plan.deviations if each.refuses and each not in decided]
    told = [each for each in plan.deviations if not each.refuses]
    return {"decided": decided, "refused": refused, "told": told}


async def _post(visit: Visit, company: Company) -> Response:
    content, name = unwrapped(visit.entries("packed")), visit.entries("name")[:LONGEST_NAME]
    file = await read_aside(content, name, confirmed=CONFIRMED in visit.entries)
    work = partial(rightly, partial(importing.posted, incoming=file), visit.actor)
    try:
        plan = await visit.house.write(await visit.clerk(company), work)
    except Refused as refused:
        return await _shown(visit, company, file, refused.message)
    return await files(
        visit, f"Filen är bokförd, som import {plan.id}: {plan.vouchers} verifikationer."
    )


async def _undo(visit: Visit, company: Company) -> Response:
    clerk = await visit.clerk(company)
    named = visit.entries("undo")
    number = (await visit.house.read(clerk, lambda desk: importing.numbered(desk, named))).id
    undo = partial(rightly, lambda desk: importing.undone(desk, number), visit.actor)
    if not is_confirmed(visit):
        mirrors = await visit.house.tried(clerk, undo)
        return asked(visit, _of_undoing(company, number, len(mirrors)))
    await visit.house.write(clerk, undo)
    return await files(visit, f"Import {number} är tagen tillbaka.")


def _of_undoing(company: Company, number: int, count: int) -> Question:
    return Question(
        f"Ta tillbaka import {number}?",
        (
            f"{count} verifikationer bokförs som vänder filens, med samma dagar, i serie M.",
            "Filens verifikationer står kvar. Filen kan bokföras igen, och får då nya nummer.",
        ),
        "Ta tillbaka importen",
        place(company),
    )


# Between the two pages the file is with the person, not with us.


def wrapped(content: bytes) -> str:
    return urlsafe_b64encode(compress(content)).decode()


def unwrapped(text: str) -> bytes:
    """
    >>> unwrapped(wrapped(b"#FLAGGA 0"))
    b'#FLAGGA 0'
    """
    try:
        unpacking = decompressobj()
        content = unpacking.decompress(urlsafe_b64decode(text.encode("ascii")), LARGEST_FILE)
    except (ValueError, NotBase64, NotPacked):
        raise Invalid("Filen är inte hel: välj den igen") from None
    if not unpacking.eof:
        raise Invalid("Filen är inte hel: välj den igen")
    return content
