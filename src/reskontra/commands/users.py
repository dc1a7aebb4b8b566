"""People who log in."""

import sys
from argparse import Namespace

from reskontra.commands.office import Answer, Failed, Office, in_office
from reskontra.engine.database import Transaction
from reskontra.people import memberships, organisations, rules, sessions, users
from reskontra.people.passwords import hashed_password, password_fits

ROLES = {"admin": memberships.ADMIN, "user": memberships.MEMBER}


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
        return memberships.add_person(
            tx, organisation_id, options.email, options.name or "", role, new_hash, office.now
        ).user_id

    return {"user_id": office.write(work)}


@in_office
def set_password(office: Office, options: Namespace) -> Answer:
    new_hash = hashed_password(password_entered(options))

    def work(tx: Transaction) -> int:
        user = users.by_email(tx, options.email)
        if user is None:
            raise Failed("there is no user with that address")
        sessions.change_password(tx, user.id, new_hash)
        return user.id

    return {"user_id": office.write(work)}


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
