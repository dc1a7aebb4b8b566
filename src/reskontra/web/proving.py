"""The page that asks who someone is once more: a second factor, or the password without one."""

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from reskontra.engine.database import Transaction
from reskontra.people import factors, passkeys
from reskontra.people.factors import Factor, Kind, Proof
from reskontra.people.sessions import Session
from reskontra.people.users import Person
from reskontra.web.forms import Parameters
from reskontra.web.house import House
from reskontra.web.login import NotLoggedIn, new_challenge, origin_of, prove, prove_password
from reskontra.web.pages import page
from reskontra.web.sessions import Visitor

AGAIN = "Det du är på väg att göra är viktigt, och det var ett tag sedan du visade vem du är."
CODE, SIGNATURE, PASSWORD = FIELDS = ("proof_code", "proof_passkey", "proof_password")


def is_proof(entries: Parameters) -> bool:
    return any(name in entries for name in FIELDS)


def proof_in(entries: Parameters) -> Proof:
    return Proof(entries(CODE), entries(SIGNATURE))


def without_proof(entries: Parameters) -> Parameters:
    """What was sent beside it."""
    many = {name: values for name, values in entries.many.items() if name not in FIELDS}
    last = {name: value for name, value in entries.last.items() if name not in FIELDS}
    return Parameters(last, many, entries.repeated, entries.files)


async def known_factors(house: House, person: Person) -> list[Factor]:
    def unit(tx: Transaction) -> list[Factor]:
        return factors.active(tx, person.id)

    return await house.database.read(unit)


async def proved_anew(
    house: House, request: Request, person: Person, session: Session, entries: Parameters
) -> NotLoggedIn | None:
    """Why it is not; nothing where it is. A password is no proof for one who has more."""
    if not await known_factors(house, person):
        return await prove_password(house, request, person, session, entries(PASSWORD))
    outcome = await prove(house, request, person, session, proof_in(entries))
    return outcome if isinstance(outcome, NotLoggedIn) else None


async def asked_again(
    house: House,
    request: Request,
    visitor: Visitor,
    person: Person,
    entries: Parameters,
    **values: Any,
) -> Response | None:
    """The page that asks; nothing of who has just proved it, by what was sent or before."""
    session, failed = visitor.session, None
    assert session
    if is_proof(entries):
        failed = await proved_anew(house, request, person, session, entries)
        if failed is None:
            return None
    elif session.is_fresh(int(house.clock().timestamp())):
        return None
    carried = [
        (name, value)
        for name, sent in without_proof(entries).many.items()
        for value in sent
        if name != "csrf_token"
    ]
    return await proof_page(house, request, visitor, person, failed, carried, again=AGAIN, **values)


async def proof_page(
    house: House,
    request: Request,
    visitor: Visitor,
    person: Person,
    failed: NotLoggedIn | None = None,
    carried: Iterable[tuple[str, str]] = (),
    form_may_reach: str = "",
    **values: Any,
) -> Response:
    """What was sent before it is carried along, so that it need not be written again."""
    known = await known_factors(house, person)
    response = page(
        house,
        request,
        "factor.html",
        visitor,
        failed.status if failed else 200,
        form_may_reach,
        passkey=await _asked(house, request, visitor, known),
        person=person,
        factors=bool(known),
        has_app=any(each.kind is Kind.APP for each in known),
        carried=[*carried],
        message=failed.message if failed else "",
        **({"integration": None, "action": "", "again": ""} | values),
    )
    if failed and failed.wait:
        response.headers["Retry-After"] = str(failed.wait)
    return response


async def _asked(house: House, request: Request, visitor: Visitor, known: list[Factor]) -> str:
    """What a passkey is asked to sign; nothing of who has none."""
    there = factors.passkeys_of(known)
    if not there or visitor.session is None:
        return ""
    challenge = await new_challenge(house, visitor.session)
    return passkeys.request(origin_of(house, request), there, challenge)
