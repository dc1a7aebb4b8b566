"""People who log in."""

import sys
from argparse import Namespace

from reskontra.actions import access
from reskontra.actions.access import Newcomer
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office
from reskontra.commands.values import ROLES
from reskontra.engine.database import Transaction
from reskontra.people import organisations, rules, users
from reskontra.people.passwords import hashed_password, password_fits
from reskontra.settings import site_of

LOOPBACK = "http://127.0.0.1:8080"  # where the service listens when nothing else is said


@in_office
def create(office: Office, options: Namespace) -> Answer:
    """One person, several organisations: the same address and password join another one."""
    password, role = password_entered(options), ROLES[options.role]
    organisation_id = options.organisation
    new_hash = hashed_password(password)

    def work(tx: Transaction) -> int:
        organisations.one(tx, organisation_id)
        user = users.by_email(tx, options.email)
        if user and not password_fits(password, user.password_hash):
            raise Failed("there is a user with that address and another password")
        who = Newcomer(options.name or "", new_hash)
        return access.add_person(tx, office.actor, organisation_id, options.email, role, who)

    return {"user_id": office.write(work)}


@in_office
def set_password(office: Office, options: Namespace) -> Answer:
    new_hash = hashed_password(password_entered(options))

    def work(tx: Transaction) -> int:
        user_id = _known(tx, options.email)
        access.set_password(tx, office.actor, user_id, new_hash)
        return user_id

    return {"user_id": office.write(work)}


@in_office
def invite(office: Office, options: Namespace) -> Answer:
    """The link is the operator's to hand over: nobody else has seen it, and no page shows it."""

    def work(tx: Transaction) -> Answer:
        organisations.one(tx, options.organisation)
        role = ROLES[options.role]
        invitation, link = access.invite(
            tx, office.actor, options.organisation, options.email, role
        )
        return {
            "organisation_id": invitation.organisation_id,
            "email": invitation.email,
            "role": invitation.role,
            "link": f"{site}/console/invitations/{link}",
            "expires_at": invitation.expires_at,
        }

    base_url = office.settings.base_url
    site = site_of(base_url) if base_url else LOOPBACK
    return office.write(work)


@in_office
def give_role(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        organisation_id, role = options.organisation, ROLES[options.role]
        user_id = _known(tx, options.email)
        changed = access.give_role(tx, office.actor, organisation_id, user_id, role)
        return {"user_id": user_id, "role": role, "ended": list(changed.ended)}

    return office.write(work)


def _known(tx: Transaction, email: str) -> int:
    user = users.by_email(tx, email)
    if user is None:
        raise Failed("there is no user with that address")
    return user.id


def password_entered(options: Namespace) -> str:
    """An operator is warned where a person at the console is refused."""
    password: str = options.password or ""
    if options.password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    if not rules.takes_password(password):
        raise Failed(f"the password must have 1 to {rules.LONGEST_PASSWORD} characters")
    if rules.is_guessable(password):
        least = rules.LEAST_PASSWORD
        sys.stderr.write(f"A password of fewer than {least} characters is easily guessed.\n")
    return password
