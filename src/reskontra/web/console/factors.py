"""A person's second factors: added, named, removed; and a company that asks for them."""

from starlette.responses import Response

from reskontra.actions import entry
from reskontra.actions.desk import desk_for
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.domain.organisation import SecondFactor
from reskontra.engine.database import Transaction, Violated
from reskontra.outside.codes import svg
from reskontra.people import factors as kept
from reskontra.people import memberships, organisations, passkeys, sessions, totp
from reskontra.people.factors import Factor, Kind
from reskontra.people.memberships import Company
from reskontra.people.passkeys import NotSigned
from reskontra.people.roles import Right
from reskontra.web.console.account import SECTION, swedish_time
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.visit import FACTORS, Visit
from reskontra.web.login import app_keys, new_challenge, origin_of
from reskontra.web.pages import see_other

KINDS = {Kind.APP: "App", Kind.PASSKEY: "Passkey"}
APP, PASSKEY = f"{FACTORS}/app", f"{FACTORS}/passkey"
NO_PASSKEY = "Din passkey kunde inte läggas till. Försök igen."


async def factors(
    visit: Visit, message: str = "", problem: str = "", codes: list[str] | None = None
) -> Response:
    """Recovery codes are on the answer itself: they are kept nowhere to be shown from later."""

    def unit(tx: Transaction) -> tuple[list[Factor], int, list[Company]]:
        user_id = visit.person.id
        mine = memberships.companies_of(tx, user_id)
        asking = [each for each in mine if kept.lacking(tx, each.id, user_id)]
        return kept.active(tx, user_id), kept.recovery_codes_left(tx, user_id), asking

    active, left, asking = await visit.read(unit)
    return visit.page(
        "factors.html",
        SECTION,
        factors=[_shown(each) for each in active],
        left=left,
        asking=asking,
        codes=codes or [],
        message=message,
        problem=problem,
    )


def _shown(factor: Factor) -> dict[str, object]:
    used = f", använd {swedish_time(factor.used_at)}" if factor.used_at else ""
    note = f"{KINDS[factor.kind]} · tillagd {swedish_time(factor.created_at)}{used}"
    return {"id": factor.id, "name": factor.name, "note": note}


async def change(visit: Visit) -> Response:
    if visit.entries("do") == "app":
        await visit.write(
            lambda tx: kept.begin_app(tx, app_keys(visit.house), visit.person.id, visit.now)
        )
        return see_other(APP)
    if visit.entries("do") == "codes":
        codes = await visit.write(lambda tx: entry.new_recovery_codes(tx, visit.oneself))
        return await factors(visit, "Du har nya återställningskoder." if codes else "", codes=codes)
    return await _remove(visit, visit.entries("remove"))


async def _remove(visit: Visit, number: str) -> Response:
    active = await visit.read(lambda tx: kept.active(tx, visit.person.id))
    factor = next((each for each in active if str(each.id) == number), None)
    if factor is None:
        return await factors(visit)
    if not is_confirmed(visit):
        return asked(visit, _about_removing(factor, is_last=len(active) == 1))
    await visit.write(lambda tx: entry.remove_factor(tx, visit.oneself, factor.id))
    return await factors(visit, f"{factor.name} är borttagen.")


def _about_removing(factor: Factor, is_last: bool) -> Question:
    left = (
        "Det är din enda andra faktor: sedan räcker lösenordet för att logga in som du, och "
        "återställningskoderna slutar gälla."
        if is_last
        else "Dina andra faktorer fungerar som förut."
    )
    return Question(
        f"Ta bort {factor.name}?",
        ("Du kan inte längre visa vem du är med den.", left),
        f"Ta bort {factor.name}",
        FACTORS,
        SECTION,
    )


# An app


async def app(visit: Visit, problem: str = "") -> Response:
    pending = await _pending(visit)
    if pending is None:
        return see_other(FACTORS)
    status = 400 if problem else 200
    return visit.page(
        "factor_app.html",
        SECTION,
        status,
        secret=" ".join(pending[place : place + 4] for place in range(0, len(pending), 4)),
        name=visit.entries("name"),
        problem=problem,
    )


async def drawing(visit: Visit) -> Response:
    """The QR code; like every page it is kept nowhere."""
    pending = await _pending(visit)
    if pending is None:
        raise NotFound("Det finns ingen kod att visa.")
    drawn = svg(totp.address(pending, visit.person.email))
    return Response(drawn, media_type="image/svg+xml")


async def _pending(visit: Visit) -> str | None:
    keys = app_keys(visit.house)
    pending = await visit.read(lambda tx: kept.pending_app(tx, keys, visit.person.id, visit.now))
    return pending[1] if pending else None


async def confirm_app(visit: Visit) -> Response:
    name, code = visit.entries("name"), visit.entries("code")
    keys = app_keys(visit.house)
    try:
        codes = await visit.write(
            lambda tx: entry.confirm_app(tx, keys, visit.oneself, visit.session, name, code)
        )
    except (Invalid, Conflict) as refused:
        return await app(visit, refused.message)
    if codes is None:
        return see_other(FACTORS)
    return await factors(visit, "Appen är tillagd.", codes=codes)


# A passkey


async def passkey(visit: Visit, problem: str = "") -> Response:
    active = await visit.read(lambda tx: kept.active(tx, visit.person.id))
    challenge = await new_challenge(visit.house, visit.session)
    options = passkeys.creation(
        origin_of(visit.house, visit.request),
        visit.person,
        kept.passkeys_of(active),
        challenge,
    )
    return visit.page(
        "factor_passkey.html",
        SECTION,
        400 if problem else 200,
        passkey=options,
        name=visit.entries("name"),
        problem=problem,
    )


async def add_passkey(visit: Visit) -> Response:
    origin, answer = origin_of(visit.house, visit.request), visit.entries("passkey")

    def unit(tx: Transaction) -> list[str] | str:
        challenge = sessions.take_challenge(tx, visit.session)
        try:
            made = passkeys.made(origin, challenge, answer)
        except NotSigned:
            return NO_PASSKEY  # and the challenge is used up all the same
        return entry.add_passkey(tx, visit.oneself, visit.session, visit.entries("name"), made)

    try:
        outcome = await visit.write(unit)
    except (Invalid, Conflict) as refused:
        return await passkey(visit, refused.message)
    except Violated:  # someone has it already
        return await passkey(visit, NO_PASSKEY)
    if isinstance(outcome, str):
        return await passkey(visit, outcome)
    return await factors(visit, "Din passkey är tillagd.", codes=outcome)


# A company that asks for them


async def company_security(visit: Visit, message: str = "") -> Response:
    company = await visit.company(Right.PEOPLE)
    owner = await visit.read(lambda tx: organisations.one(tx, company.id))
    required = owner.second_factor is SecondFactor.REQUIRED
    return visit.page("security.html", company=company, required=required, message=message)


async def change_security(visit: Visit) -> Response:
    company = await visit.company(Right.PEOPLE)
    asked = SecondFactor.REQUIRED if "required" in visit.entries else SecondFactor.OPTIONAL

    def unit(tx: Transaction) -> None:
        who = visit.oneself
        desk = desk_for(tx, company.id, who.now, who.actor.signature)
        entry.ask_for_factor(desk, who.actor, asked)

    await visit.house.database.write(unit, company.id)
    return await company_security(visit, "Ändringen är sparad.")
