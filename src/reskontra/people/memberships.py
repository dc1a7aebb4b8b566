"""Memberships: who works in a company, in which role."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from reskontra.domain.errors import Conflict, NotFound
from reskontra.domain.organisation import Plan
from reskontra.domain.records import Record
from reskontra.engine.database import Transaction
from reskontra.people import grants, roles, users
from reskontra.people.organisations import LEAST_PLAN
from reskontra.people.roles import Right, Role
from reskontra.people.tables import memberships, organisations
from reskontra.people.tables import users as people
from reskontra.people.users import PERSON, Person


class Company(Record):
    """An organisation, as one of its people sees it."""

    id: int
    name: str
    plan: Plan
    role: str

    def may(self, right: Right) -> bool:
        """Has this person the right, by their role in it?"""
        return roles.may(self.role, right)

    @property
    def called(self) -> str:
        """The role, as people say it."""
        return roles.of(self.role).called

    @property
    def is_enough(self) -> bool:
        """Does its plan let integrations in?"""
        return self.plan >= LEAST_PLAN


class Member(Person):
    role: str


class Changed(NamedTuple):
    """Someone whose role is another now, and the programs that went with the earlier one."""

    member: Member
    ended: tuple[str, ...]


class AlreadyMember(Conflict):
    """Användaren finns redan i företaget"""


COMPANIES = (
    select(organisations.c.id, organisations.c.name, organisations.c.plan, memberships.c.role)
    .join(organisations, organisations.c.id == memberships.c.organisation_id)
    .where(memberships.c.user_id == bindparam("user_id"))
    .order_by(organisations.c.name, organisations.c.id)
)
MEMBERS = (
    select(*PERSON, memberships.c.role)
    .join(people, people.c.id == memberships.c.user_id)
    .where(memberships.c.organisation_id == bindparam("organisation_id"))
    .order_by(people.c.email)
)
LOCK_ORGANISATION = (
    select(organisations.c.id)
    .where(organisations.c.id == bindparam("id"))
    .with_for_update(key_share=True)  # it holds up nobody who only refers to it
)
ADD = insert(memberships)
_THIS_MEMBER = (
    memberships.c.organisation_id == bindparam("of_organisation"),
    memberships.c.user_id == bindparam("of_user"),
)
REMOVE = delete(memberships).where(*_THIS_MEMBER)
SET_ROLE = update(memberships).where(*_THIS_MEMBER).values(role=bindparam("new_role"))
ROLE = select(memberships.c.role).where(*_THIS_MEMBER)


def companies_of(tx: Transaction, user_id: int) -> list[Company]:
    return [
        Company(number, name, Plan(plan), role)
        for number, name, plan, role in tx.all(COMPANIES, {"user_id": user_id})
    ]


def members(tx: Transaction, organisation_id: int) -> list[Member]:
    return [Member(*row) for row in tx.all(MEMBERS, {"organisation_id": organisation_id})]


def member(tx: Transaction, organisation_id: int, user_id: int) -> Member:
    """A user as the organisation knows them; one who has left has no role in it."""
    person = users.one(tx, user_id)
    role = tx.first(ROLE, {"of_organisation": organisation_id, "of_user": user_id})
    return Member(person.id, person.email, person.name, role[0] if role else "")


def add_person(
    tx: Transaction,
    organisation_id: int,
    email: str,
    name: str,
    role: Role,
    password_hash: str,
    now: datetime,
) -> int:
    """Who is new here gets the name and the password; one who is known keeps their own."""
    user = users.by_email(tx, email)
    user_id = user.id if user else users.add(tx, email, name, password_hash, now)
    add(tx, organisation_id, user_id, role)
    return user_id


def add(tx: Transaction, organisation_id: int, user_id: int, role: Role) -> None:
    if any(member.id == user_id for member in _members_to_change(tx, organisation_id)):
        raise AlreadyMember
    tx.run(ADD, {"organisation_id": organisation_id, "user_id": user_id, "role": role})


def remove(tx: Transaction, organisation_id: int, user_id: int, now: int) -> Changed:
    """What the person has approved for the company ends in the same moment, for good."""
    leaving = _member_to_change(tx, organisation_id, user_id, "")
    tx.run(REMOVE, {"of_organisation": organisation_id, "of_user": user_id})
    return Changed(leaving, grants.end_beyond(tx, organisation_id, user_id, "", now))


def give_role(tx: Transaction, organisation_id: int, user_id: int, role: Role, now: int) -> Changed:
    """So does what the new role could not approve."""
    member = _member_to_change(tx, organisation_id, user_id, role)
    this = {"of_organisation": organisation_id, "of_user": user_id}
    tx.run(SET_ROLE, this | {"new_role": role})
    return Changed(member, grants.end_beyond(tx, organisation_id, user_id, role, now))


def _member_to_change(tx: Transaction, organisation_id: int, user_id: int, new_role: str) -> Member:
    everyone = _members_to_change(tx, organisation_id)
    member = next((each for each in everyone if each.id == user_id), None)
    if member is None:
        raise NotFound("Användaren finns inte i företaget")
    deciding = [each for each in everyone if roles.may(each.role, Right.PEOPLE)]
    if not roles.may(new_role, Right.PEOPLE) and deciding == [member]:
        raise Conflict("Företaget måste ha minst en administratör")
    return member


def _members_to_change(tx: Transaction, organisation_id: int) -> list[Member]:
    """Nobody else changes them meanwhile, so that one who decides is always left."""
    hold(tx, organisation_id)
    return members(tx, organisation_id)


def hold(tx: Transaction, organisation_id: int) -> None:
    """Whoever is in it stays, in the same role, until this transaction has ended."""
    tx.first(LOCK_ORGANISATION, {"id": organisation_id})
