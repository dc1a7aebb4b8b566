"""What the company says of itself: its details, its logo, its terms, and the locked period."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from starlette.responses import Response

from reskontra.actions import printing, register_list, settings
from reskontra.actions.desk import Desk
from reskontra.domain import details
from reskontra.domain.errors import Invalid, OtherCall, Refused
from reskontra.domain.organisation import Organisation
from reskontra.outside.document import Picture
from reskontra.outside.logo import BYTE_LIMIT, SIDE_LIMIT
from reskontra.outside.pdf import takes_logo
from reskontra.people.roles import Right
from reskontra.web.books import typed
from reskontra.web.books.fields import Field
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.call import beside_the_loop
from reskontra.web.pages import see_other

HERE = "/settings"
DONE = {
    "saved": "Inställningarna är sparade. De gäller från nästa faktura.",
    "logo": "Logotypen är sparad. Den står på fakturor från och med nu.",
    "no-logo": "Logotypen är borttagen. Den står kvar på fakturor som redan är utfärdade.",
    "terms": "Betalningsvillkoret är tillagt.",
    "no-terms": "Betalningsvillkoret är borttaget.",
    "locked": "Perioden är låst.",
    "unlocked": "Perioden är upplåst.",
}


class SentBefore(OtherCall):
    """Formuläret är redan skickat en gång, med andra uppgifter; se efter och skicka det igen"""


NO_PICTURE = (
    f"Välj en hel bild, PNG eller JPEG, på högst {BYTE_LIMIT // 1024} kB"
    f" och {SIDE_LIMIT} bildpunkter åt vardera hållet"
)
# fmt: off
FIELDS = (
    Field("name",                "Företagets namn", width="half"),
    Field("organisation_number", "Organisationsnummer", hint="Till exempel 556677-8899", width="half"),
    Field("address",             "Adress", width="half"),
    Field("vat_number",          "Momsregistreringsnummer", width="half"),
    Field("zip_code",            "Postnummer"),
    Field("city",                "Ort"),
    Field("country_code",        "Landskod"),
    Field("domicile",            "Säte"),
    Field("phone",               "Telefon", "tel"),
    Field("www",                 "Webbplats"),
    Field("email",               "E-post", "email", hint="Avsändare av fakturor", width="half"),
    Field("vat_period",          "Momsperiod", "choice", hint="Hur ofta momsen deklareras", width="half", choices=(
        ("none", "Ingen"), ("month", "Månad"), ("quarter", "Kvartal"), ("year", "Räkenskapsår"))),
    Field("bankgiro",            "Bankgiro"),
    Field("plusgiro",            "Plusgiro"),
    Field("swish",               "Swish"),
    Field("iban",                "IBAN", width="half"),
    Field("bic",                 "BIC", width="half"),
    Field("f_tax",               "Godkänd för F-skatt", "tick", width="whole"),
)
# fmt: on
TEXTS = tuple(each for each in FIELDS if each.kind != "tick")


def shown_of(owner: Organisation) -> dict[str, str]:
    said = {each.name: str(getattr(owner, each.name)) for each in TEXTS}
    return said | {"f_tax": "yes" if owner.f_tax else ""}


async def show(
    place: Place,
    values: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> Response:
    owner = place.clerk.organisation
    terms = await place.read(register_list.terms_of_payment)
    return await place.page(
        "settings.html",
        HERE,
        status=status,
        message="" if problems else DONE.get(place.query("done"), ""),
        problems=problems,
        owner=owner,
        fields=FIELDS,
        values=values or shown_of(owner),
        mark=settings.version_of(owner),
        letterhead=owner.letterhead,
        has_logo=bool(await place.read(printing.logo_of)),
        terms=terms,
        locked=await place.read(settings.locked_through),
        typed={name: place.entries(name) for name in ("Code", "Description")},
    )


async def take(place: Place) -> Response:
    act = place.entries("do")
    if act == "add-terms":
        return await _add_terms(place)
    if act.startswith("remove-terms "):
        code = act.removeprefix("remove-terms ")
        return await _done(place, lambda desk: settings.remove_terms(desk, code), "no-terms")
    return await _save(place)


async def _save(place: Place) -> Response:
    values = {each.name: place.entries(each.name) for each in FIELDS}
    said, wrong = details.read({each.name: values[each.name] for each in TEXTS})
    if wrong:
        problems = [Problem.of(each, each.field) for each in wrong]
        return await show(place, values, problems, wrong[0].status)
    said["f_tax"] = bool(values["f_tax"])
    version = place.entries("version")
    try:
        return await _once(place, lambda desk: settings.change(desk, said, version), "saved")
    except (settings.Edited, SentBefore) as refused:
        return await show(place, values, [Problem.of(refused)], refused.status)


async def _once(
    place: Place, work: Callable[[Desk], None], word: str, right: Right = Right.SETTINGS
) -> Response:
    def done(desk: Desk) -> str:
        work(desk)
        return place.at(f"{HERE}?done={word}")

    try:
        target, _ = await place.once(done, right)
    except OtherCall:
        raise SentBefore from None
    return see_other(target)


async def _done(place: Place, work: Callable[[Desk], None], word: str) -> Response:
    """What a bookkeeper may do as well."""
    try:
        return await _once(place, work, word, Right.WORK)
    except Refused as refused:
        return await show(place, None, [Problem.of(refused)], refused.status)


async def _add_terms(place: Place) -> Response:
    code, words = place.entries("Code"), place.entries("Description")
    try:
        if not (code.strip().isascii() and code.strip().isdecimal() and len(code.strip()) <= 3):
            raise Invalid("Skriv antalet dagar med siffror, till exempel 20").about("Code")
        named = words if words.strip() else f"{code.strip()} dagar"
        return await _once(
            place, lambda desk: settings.add_terms(desk, code, named), "terms", Right.WORK
        )
    except Refused as refused:
        field = refused.field or "Code"
        return await show(place, None, [Problem.of(refused, field)], refused.status)


# The logo, and what an invoice looks like with it


async def take_logo(place: Place) -> Response:
    if place.entries("do") == "remove-logo":
        return await _once(place, lambda desk: settings.set_logo(desk, b""), "no-logo")
    sent = place.entries.files.get("logo")
    if sent is None or not await beside_the_loop(takes_logo, sent.content):
        return await show(place, None, [Problem(NO_PICTURE, "logo")], 400)
    content = sent.content
    return await _once(place, lambda desk: settings.set_logo(desk, content), "logo")


async def preview(place: Place) -> Response:
    """The head of an invoice: an image in which nothing can run."""
    example = await place.read(printing.example_document)
    pressed = place.visit.house.press.submit(place.company.id, Picture(example))
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
        "Cache-Control": "private, max-age=86400",
    }
    return Response(await asyncio.wrap_future(pressed), 200, headers, "image/svg+xml")


# The locked period


async def show_lock(place: Place, refused: Refused | None = None) -> Response:
    """What can no longer be posted, and what lies there unposted."""
    text = place.entries("through") or place.query("through")
    problems = [Problem.of(refused, "through")] if refused else []
    through = _day(place, text)
    if text and through is None and not problems:
        problems = [Problem("Skriv en dag, till exempel 2026-09-30", "through")]
    seen = await place.read(lambda desk: settings.foreseen(desk, through))
    return await place.page(
        "lock.html",
        HERE,
        [Step("Inställningar", place.at(HERE))],
        refused.status if refused else 400 if problems else 200,
        problems=problems,
        lock=seen,
        typed=text,
    )


def _day(place: Place, text: str) -> date | None:
    try:
        return date.fromisoformat(typed.day(text, place.today))
    except ValueError:
        return None


async def take_lock(place: Place) -> Response:
    through = _day(place, place.entries("through"))
    try:
        if place.entries("do") == "unlock":
            return await _once(
                place, lambda desk: settings.unlock(desk, through), "unlocked", Right.REOPEN
            )
        if through is None:
            raise Invalid("Skriv en dag, till exempel 2026-09-30")
        day = through
        return await _once(place, lambda desk: settings.lock(desk, day), "locked", Right.WORK)
    except Refused as refused:
        if refused.status == 403:
            raise
        return await show_lock(place, refused)
