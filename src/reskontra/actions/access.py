"""Who comes in and who is shut out: each change of access, and in the same unit its trail."""

from collections.abc import Callable
from typing import NamedTuple

from reskontra.actions.trail import Access, Actor, record, record_of_person
from reskontra.codec import Json
from reskontra.domain.errors import Forbidden, NotFound
from reskontra.engine.database import Transaction
from reskontra.people import (
    granting,
    grants,
    integrations,
    invitations,
    memberships,
    resets,
    rules,
    sessions,
    users,
)
from reskontra.people.granting import Denied, Proposal
from reskontra.people.grants import Grant
from reskontra.people.integrations import Integration
from reskontra.people.invitations import Invitation
from reskontra.people.keys import Keys
from reskontra.people.memberships import AlreadyMember, Changed
from reskontra.people.roles import Right, Role, may, who_may
from reskontra.people.users import Person


class Newcomer(NamedTuple):
    """What someone whose address nobody knew has chosen."""

    name: str
    password_hash: str


class NotTheirs(Forbidden):
    """Inbjudan gäller någon som redan har ett konto; logga in som den personen"""


# People


def invite(
    tx: Transaction, actor: Actor, organisation_id: int, email: str, role: Role
) -> tuple[Invitation, str]:
    """The invitation, and the last part of its link: nobody sees that but the one it is sent to."""
    tx.stand_for(organisation_id)
    refuse_without(tx, actor, organisation_id, Right.PEOPLE)
    address = rules.email(email)
    if any(each.email == address for each in memberships.members(tx, organisation_id)):
        raise AlreadyMember
    expires_at = actor.seconds + invitations.SECONDS
    wanted = Invitation(organisation_id, address, role, actor.user_id, expires_at)
    link = invitations.add(tx, wanted)
    record(tx, organisation_id, actor, Access.PERSON_INVITED, email=address, role=role)
    return wanted, link


def withdraw(tx: Transaction, actor: Actor, organisation_id: int, email: str) -> None:
    tx.stand_for(organisation_id)
    refuse_without(tx, actor, organisation_id, Right.PEOPLE)
    if not invitations.withdraw(tx, organisation_id, email):
        raise NotFound("Inbjudan finns inte")
    record(tx, organisation_id, actor, Access.INVITATION_WITHDRAWN, email=email)


def accept(
    tx: Transaction, actor: Actor, link: str, person: Person | None, newcomer: Newcomer | None
) -> Invitation:
    """By the one who has the address, as they are; or by someone new, who brings a password.

    Who is known is let in by their own log-in alone: a link never sets their name or password.
    """
    organisation_id = invitations.organisation_of(link)
    tx.stand_for(organisation_id)
    memberships.hold(tx, organisation_id)
    invitation = invitations.take(tx, link, actor.seconds)
    known = users.by_email(tx, invitation.email)
    if known is None and newcomer:
        user_id = users.add(tx, invitation.email, *newcomer, actor.now)
    elif known and person and known.id == person.id:
        user_id = known.id
    else:
        raise NotTheirs
    role = Role(invitation.role)
    memberships.add(tx, invitation.organisation_id, user_id, role)
    by, said = actor.of(user_id), {"email": invitation.email, "role": role}
    record(tx, invitation.organisation_id, by, Access.INVITATION_ACCEPTED, **said)
    return invitation


def add_person(
    tx: Transaction, actor: Actor, organisation_id: int, email: str, role: Role, who: Newcomer
) -> int:
    """By an operator, who has seen to it that one who is known knows of it."""
    user_id = memberships.add_person(
        tx, organisation_id, email, who.name, role, who.password_hash, actor.now
    )
    record(tx, organisation_id, actor, Access.ROLE_GIVEN, email=rules.one_case(email), role=role)
    _withdraw(tx, actor, organisation_id, rules.one_case(email))
    return user_id


def give_role(
    tx: Transaction, actor: Actor, organisation_id: int, user_id: int, role: Role
) -> Changed:
    refuse_without(tx, actor, organisation_id, Right.PEOPLE)
    changed = memberships.give_role(tx, organisation_id, user_id, role, actor.seconds)
    said = {"email": changed.member.email, "role": role, "ended": changed.ended}
    record(tx, organisation_id, actor, Access.ROLE_GIVEN, **said)
    if not may(role, Right.PEOPLE):
        _withdraw_all_by(tx, actor, organisation_id, user_id)
    return changed


def remove_person(tx: Transaction, actor: Actor, organisation_id: int, user_id: int) -> Changed:
    refuse_without(tx, actor, organisation_id, Right.PEOPLE)
    changed = memberships.remove(tx, organisation_id, user_id, actor.seconds)
    said = {"email": changed.member.email, "ended": changed.ended}
    record(tx, organisation_id, actor, Access.PERSON_REMOVED, **said)
    _withdraw_all_by(tx, actor, organisation_id, user_id)
    _withdraw(tx, actor, organisation_id, changed.member.email)
    return changed


def refuse_without(tx: Transaction, actor: Actor, organisation_id: int, right: Right) -> None:
    """Asked where it is done: one who is shut out meanwhile does nothing more. Operators may."""
    memberships.hold(tx, organisation_id)
    if actor.user_id is None:
        return
    if not may(memberships.member(tx, organisation_id, actor.user_id).role, right):
        raise Forbidden(f"Det kräver rollen {who_may(right)} i företaget.")


def _withdraw_all_by(tx: Transaction, actor: Actor, organisation_id: int, user_id: int) -> None:
    """Else one who is shut out could have left a door open for themselves."""
    for email in invitations.withdraw_all_by(tx, organisation_id, user_id):
        record(tx, organisation_id, actor, Access.INVITATION_WITHDRAWN, email=email)


def _withdraw(tx: Transaction, actor: Actor, organisation_id: int, email: str) -> None:
    """An invitation from before someone came in or was shut out is worth nothing afterwards."""
    tx.stand_for(organisation_id)
    if invitations.withdraw(tx, organisation_id, email):
        record(tx, organisation_id, actor, Access.INVITATION_WITHDRAWN, email=email)


def set_password(tx: Transaction, actor: Actor, user_id: int, password_hash: str) -> None:
    """Whoever is logged in as this person is no longer."""
    sessions.change_password(tx, user_id, password_hash)
    record_of_person(tx, user_id, actor, Access.PASSWORD_SET)


def reset_password(tx: Transaction, actor: Actor, secret: str, password_hash: str) -> None:
    user_id = resets.set_password(tx, secret, password_hash, actor.seconds)
    record_of_person(tx, user_id, actor.of(user_id), Access.PASSWORD_SET, by_link=True)


# Integrations


def approve(tx: Transaction, actor: Actor, proposal: Proposal, organisation_id: int) -> str:
    """The code that the integration can change for tokens."""
    assert actor.user_id is not None
    code = granting.approve(tx, proposal, organisation_id, actor.user_id, actor.seconds)
    said = {"scope": proposal.scope, "service_account": proposal.service_account}
    client_id = proposal.integration.client_id
    record(tx, organisation_id, actor, Access.INTEGRATION_APPROVED, client=client_id, **said)
    return code


def revoke(
    tx: Transaction, actor: Actor, organisation_id: int, client_id: str, by: int | None
) -> bool:
    """All of the company's approvals of it, or only those of one person."""
    if by is None:
        refuse_without(tx, actor, organisation_id, Right.REVOKE)
    return _revoke(tx, actor, organisation_id, client_id, by)


def _revoke(
    tx: Transaction, actor: Actor, organisation_id: int, client_id: str, by: int | None = None
) -> bool:
    count = grants.revoke_integration(tx, organisation_id, client_id, actor.seconds, by)
    if count:
        record(tx, organisation_id, actor, Access.INTEGRATION_REVOKED, client=client_id)
    return count > 0


def issue(
    tx: Transaction, actor: Actor, keys: Keys, organisation_id: int, client_id: str, scope: str
) -> Json:
    """Tokens that an operator hands to an integration, in nobody's name."""
    given = granting.issue(tx, keys, organisation_id, client_id, scope, actor.seconds)
    said = {"client": client_id, "scope": given["scope"]}
    record(tx, organisation_id, actor, Access.INTEGRATION_APPROVED, **said)
    return given


def change_integration(tx: Transaction, actor: Actor, changed: Integration, owner_id: int) -> None:
    integrations.change(tx, changed, owner_id)
    _tell_all(tx, actor, Access.INTEGRATION_CHANGED, changed.client_id)


def hand_out(
    tx: Transaction, actor: Actor, given: Callable[[Transaction], Json | Denied]
) -> Json | Denied:
    """Tokens, or why not; a copy of what was used long ago has cost the approval itself."""
    answer = given(tx)
    if isinstance(answer, Denied) and answer.ended:
        _tell_ended(tx, actor, answer.ended, "used again")
    return answer


def give_up(tx: Transaction, actor: Actor, keys: Keys, client_id: str, token: str) -> None:
    """By the integration itself."""
    if grant := granting.revoke(tx, keys, client_id, token, actor.seconds):
        _tell_ended(tx, actor, grant, "given up")


def _tell_ended(tx: Transaction, actor: Actor, grant: Grant, why: str) -> None:
    said = {"client": grant.client_id, "why": why}
    record(tx, grant.organisation_id, actor, Access.INTEGRATION_REVOKED, **said)


def remove_integration(tx: Transaction, actor: Actor, client_id: str) -> int:
    """From everywhere; the number of companies that had let it in.

    It is its owner's, or an operator's, to remove: that takes no right in the companies.
    """
    integrations.remove(tx, client_id, actor.seconds, actor.user_id)
    concerned = grants.organisations_with(tx, client_id)
    for organisation_id in concerned:
        _revoke(tx, actor, organisation_id, client_id)
    return len(concerned)


def rotate_secret(
    tx: Transaction, actor: Actor, client_id: str, owner_id: int | None = None
) -> str:
    """A new secret; the one before it works for a while beside it."""
    secret = integrations.rotate_secret(tx, client_id, actor.seconds, owner_id)
    _tell_all(tx, actor, Access.SECRET_ROTATED, client_id)
    return secret


def forget_secret(
    tx: Transaction, actor: Actor, client_id: str, owner_id: int | None = None
) -> None:
    """The secret before the present one is worth nothing from now on."""
    integrations.forget_secret(tx, client_id, owner_id)
    _tell_all(tx, actor, Access.SECRET_FORGOTTEN, client_id)


def _tell_all(tx: Transaction, actor: Actor, what: Access, client_id: str) -> None:
    """Who has let it in."""
    for organisation_id in grants.organisations_with(tx, client_id):
        record(tx, organisation_id, actor, what, client=client_id)
