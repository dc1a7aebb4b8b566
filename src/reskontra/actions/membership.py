"""Who works in a company: people are added, given a role, and removed."""

import re
from datetime import datetime

from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.engine.database import Transaction
from reskontra.storage import access, people
from reskontra.storage.people import ADMIN, MEMBER, Member

# The parts between dots hold no dots, so that there is one way to read it and none to try again.
_EMAIL = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\".]+(?:\.[^\s@<>,;\".]+)+")


def add_person(
    tx: Transaction,
    organisation_id: int,
    email: str,
    name: str,
    role: str,
    password_hash: str,
    now: datetime,
) -> bool:
    """True when the person is new here and got the password; one who is known keeps their own."""
    if len(email) > 254 or not _EMAIL.fullmatch(email) or len(name) > 100:
        raise Invalid("Ange en giltig e-postadress och ett namn på högst 100 tecken")
    if any(
        access.one_case(email) == member.email for member in people.members(tx, organisation_id)
    ):
        raise Conflict("Användaren finns redan i företaget")
    known = access.user_by_email(tx, email)
    user_id = (
        known[0] if known else access.add_user(tx, email, name, password_hash, now.isoformat())
    )
    access.add_member(tx, organisation_id, user_id, role)
    return known is None


def remove_person(tx: Transaction, organisation_id: int, user_id: int) -> Member:
    """What the person has approved for the company ends in the same moment."""
    leaving = _member(tx, organisation_id, user_id, keeps_role=False)
    people.remove_member(tx, organisation_id, user_id)
    return leaving


def give_role(tx: Transaction, organisation_id: int, user_id: int, role: str) -> Member:
    member = _member(tx, organisation_id, user_id, keeps_role=role == ADMIN)
    people.set_role(tx, organisation_id, user_id, ADMIN if role == ADMIN else MEMBER)
    return member


def _member(tx: Transaction, organisation_id: int, user_id: int, keeps_role: bool) -> Member:
    members = people.members_to_change(tx, organisation_id)
    found = next((member for member in members if member.id == user_id), None)
    if found is None:
        raise NotFound("Användaren finns inte i företaget")
    deciding = [member for member in members if member.role == ADMIN]
    if not keeps_role and deciding == [found]:
        raise Conflict("Företaget måste ha minst en administratör")
    return found
