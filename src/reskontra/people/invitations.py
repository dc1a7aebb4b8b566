"""Invitations: an address may join a company in a role, by a link that only its owner is sent."""

import re
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from reskontra.domain.errors import Conflict
from reskontra.domain.records import Record, asdict, fields
from reskontra.engine.database import Transaction
from reskontra.people import links, rules, tokens
from reskontra.people.links import DeadLink, OldLink
from reskontra.people.tables import invitations

SECONDS = 7 * 24 * 3600
MOST = 100  # of one company that wait for an answer
_LINK = re.compile(r"([1-9][0-9]{0,15})-[0-9a-f]{64}")


class Invitation(Record):
    organisation_id: int
    email: str
    role: str
    invited_by: int | None  # nobody's where an operator has invited
    expires_at: int

    def is_over(self, now: int) -> bool:
        return now >= self.expires_at


class TooManyInvitations(Conflict):
    __doc__ = f"Företaget har redan {MOST} inbjudningar som väntar på svar"


COLUMNS = [invitations.c[each.name] for each in fields(Invitation)]
_OF_COMPANY = invitations.c.organisation_id == bindparam("of_organisation")
_BY_ADDRESS = (_OF_COMPANY, invitations.c.email == bindparam("of_email"))
_BY_LINK = (_OF_COMPANY, invitations.c.hash == bindparam("of_hash"))
ALL = select(*COLUMNS).where(_OF_COMPANY).order_by(invitations.c.email)
ONE = select(*COLUMNS).where(*_BY_LINK)
ADD = insert(invitations)
WITHDRAW = delete(invitations).where(*_BY_ADDRESS)
# One statement decides who was first: whoever removes the row.
TAKE = delete(invitations).where(*_BY_LINK)


def add(tx: Transaction, wanted: Invitation) -> str:
    """The secret part of the link; an earlier one to the same address is worth nothing now.

    Whether the address is someone's that we know is not asked: nothing here depends on it.
    """
    address = rules.email(wanted.email)
    withdraw(tx, wanted.organisation_id, address)
    if len(listed(tx, wanted.organisation_id)) >= MOST:
        raise TooManyInvitations
    secret = links.new_secret()
    row = asdict(wanted) | {"email": address, "hash": tokens.hashed(secret)}
    tx.run(ADD, row)
    return f"{wanted.organisation_id}-{secret}"


def listed(tx: Transaction, organisation_id: int) -> list[Invitation]:
    rows = tx.all(ALL, {"of_organisation": organisation_id})
    return [Invitation(*row) for row in rows]


def withdraw(tx: Transaction, organisation_id: int, email: str) -> bool:
    values = {"of_organisation": organisation_id, "of_email": email}
    return tx.run(WITHDRAW, values) == 1


def withdraw_all_by(tx: Transaction, organisation_id: int, user_id: int) -> list[str]:
    """The addresses that were invited by one who may no longer invite anybody."""
    theirs = [each.email for each in listed(tx, organisation_id) if each.invited_by == user_id]
    return [email for email in theirs if withdraw(tx, organisation_id, email)]


def organisation_of(link: str) -> int:
    """Whose invitation a link claims to be; its secret is good there and nowhere else."""
    parts = _LINK.fullmatch(link)
    if parts is None:
        raise DeadLink
    return int(parts[1])


def find(tx: Transaction, link: str) -> Invitation | None:
    row = tx.first(ONE, _named(link))
    return Invitation(*row) if row else None


def take(tx: Transaction, link: str, now: int) -> Invitation:
    """For the first who takes it, however many try at once; raises."""
    invitation = find(tx, link)
    if invitation is None:
        raise DeadLink
    if invitation.is_over(now):
        raise OldLink
    if not tx.run(TAKE, _named(link)):
        raise DeadLink
    return invitation


def _named(link: str) -> dict[str, Any]:
    secret = link.partition("-")[2]
    return {"of_organisation": organisation_of(link), "of_hash": tokens.hashed(secret)}
