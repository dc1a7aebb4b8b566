"""People who log in."""

import sys
from argparse import Namespace

from reskontra.commands.office import Answer, Failed, Office, in_office
from reskontra.engine.database import Transaction
from reskontra.outside.passwords import hashed_password, password_fits
from reskontra.storage import access, people

SHORT = 8


@in_office
def create(office: Office, asked: Namespace) -> Answer:
    password, email = password_asked(asked), asked.email
    kept = hashed_password(password)

    def work(tx: Transaction) -> int:
        access.organisation(tx, asked.organisation)
        known = access.user_by_email(tx, email)
        if known is None:
            user_id = access.add_user(tx, email, asked.name or email, kept, office.now.isoformat())
        else:
            user_id = already_known(tx, known, password, asked.organisation)
        role = people.ADMIN if asked.role == "admin" else people.MEMBER
        access.add_member(tx, asked.organisation, user_id, role)
        return user_id

    return {"user_id": office.write(work)}


def already_known(
    tx: Transaction, known: tuple[int, str, str], password: str, organisation_id: int
) -> int:
    """One person, several organisations: the same address and password join another one."""
    user_id, _, kept = known
    if not password_fits(password, kept):
        raise Failed("there is a user with that address and another password")
    if access.user_and_role(tx, user_id, organisation_id)[2]:
        raise Failed("that user is already a member of the organisation")
    return user_id


@in_office
def set_password(office: Office, asked: Namespace) -> Answer:
    email, kept = asked.email, hashed_password(password_asked(asked))

    def work(tx: Transaction) -> int:
        if not access.set_password(tx, email, kept):
            raise Failed("there is no user with that address")
        known = access.user_by_email(tx, email)
        assert known
        people.end_other_sessions(tx, int(known[0]), "")
        return int(known[0])

    return {"user_id": office.write(work)}


def password_asked(asked: Namespace) -> str:
    password: str = asked.password or ""
    if asked.password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise Failed("the password is empty")
    if len(password) < SHORT:
        sys.stderr.write(f"A password of fewer than {SHORT} characters is easily guessed.\n")
    return password
