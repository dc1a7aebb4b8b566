"""Vouchers: the list, one of them, and what corrects it."""

from functools import partial

from starlette.responses import Response

from reskontra.actions import voucher_acts
from reskontra.actions.desk import Desk
from reskontra.domain.errors import Conflict, Invalid, NotFound, OtherCall, Refused
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.people import memberships
from reskontra.web.books import listing, typed
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.books.reviewing import Shown
from reskontra.web.pages import see_other

HERE = "/vouchers"
ASKED = ("financialyear", "series", "from", "to", "account", "q", "order", "page")
DONE = {
    "posted": "Verifikation {} är bokförd.",
    "corrected": "Rättelsen är bokförd som verifikation {}.",
}


def address_of(voucher: Voucher | VoucherKey) -> str:
    return f"{HERE}/{voucher.series}/{voucher.number}?financialyear={voucher.year}"


async def show(place: Place) -> Response:
    query = listing.asked(place, ASKED)
    days = {name: typed.day(query[name], place.today) for name in ("from", "to") if name in query}
    limit, page = listing.ON_A_PAGE, listing.page_in(query)
    problems, status = [], 200
    try:
        found = await place.read(lambda desk: voucher_acts.listed(desk, query | days, limit, page))
    except Invalid as refused:
        problems, status = [Problem("Skriv dagar som 2026-11-15", "from")], refused.status
        plain = {name: query[name] for name in query if name not in days}
        found = await place.read(lambda desk: voucher_acts.listed(desk, plain, limit, page))
    return await place.page(
        "vouchers.html",
        HERE,
        status=status,
        problems=problems,
        found=found,
        **listing.around(place, HERE, ASKED, query | days, len(found.rows), found.total),
    )


def key_in(place: Place) -> tuple[str, int]:
    word = place.named["number"]
    if not (word.isascii() and word.isdecimal() and len(word) <= 15):
        raise NotFound("Kan inte hitta verifikationen")
    return place.named["series"], int(word)


async def _look(place: Place) -> voucher_acts.Seen:
    series, number = key_in(place)
    asked = listing.asked(place, ("financialyear", "financialyeardate"))
    return await place.read(lambda desk: voucher_acts.look(desk, series, number, asked))


async def one(place: Place) -> Response:
    seen = await _look(place)
    company = place.company.id
    people = await place.visit.read(lambda tx: memberships.members(tx, company))
    names = {f"user {each.id}": each.called for each in people}
    voucher, done = seen.voucher, place.query("done")
    return await place.page(
        "voucher.html",
        HERE,
        [Step("Verifikationer", place.at(HERE))],
        message=DONE[done].format(f"{voucher.series} {voucher.number}") if done in DONE else "",
        seen=seen,
        voucher=voucher,
        by=names.get(seen.seal.by, seen.seal.by),
    )


# Correcting


async def show_correction(place: Place, refused: Refused | None = None) -> Response:
    """The mirrored rows, before they are posted."""
    seen = await _look(place)
    original = seen.voucher
    problems = [Problem.of(refused)] if refused else []
    status = refused.status if refused else 200
    act = None
    try:
        mirror = await place.tried(partial(_correct, original.key))
        act = Shown(mirror)
    except Refused as refusal:
        if not problems:
            problems, status = [Problem.of(refusal)], refusal.status
    address = place.at(address_of(original))
    name = f"{original.series} {original.number}"
    return await place.page(
        "correct.html",
        HERE,
        [Step("Verifikationer", place.at(HERE)), Step(f"Verifikation {name}", address)],
        status,
        problems=problems,
        original=original,
        act=act,
        digest=act.digest if act else "",
        back=address,
    )


def _correct(key: VoucherKey, desk: Desk, shown: str | None = None) -> Voucher:
    return voucher_acts.correct(desk, key, shown)


async def correct(place: Place) -> Response:
    seen = await _look(place)
    digest = place.entries("shown")

    def work(desk: Desk) -> str:
        mirror = _correct(seen.voucher.key, desk, digest)
        return place.at(f"{address_of(mirror)}&done=corrected")

    try:
        target, _ = await place.once(work)
    except OtherCall:
        again = Conflict("Det här är redan gjort en gång från samma sida; se efter igen")
        return await show_correction(place, again)
    except Refused as refused:
        return await show_correction(place, refused)
    return see_other(target)
