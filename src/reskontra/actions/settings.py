"""What a company says of itself, changed by its people, and the period that they lock."""

from collections.abc import Mapping
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from reskontra.actions import all_registers, closing, organisations, years
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.codec import as_shown
from reskontra.domain.details import DETAILS
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.organisation import Organisation
from reskontra.people.organisations import one
from reskontra.storage import ledger


class Edited(Conflict):
    """Någon annan har ändrat inställningarna. Spara igen för att behålla det du skrev"""


def version_of(owner: Organisation) -> str:
    """Another as soon as anything of it is another."""
    shown = [str(getattr(owner, name)) for name in (*DETAILS, "f_tax")]
    return sha256(as_shown(shown)).hexdigest()[:32]


def change(desk: Desk, said: Mapping[str, Any], version: str) -> None:
    """What differs; where someone else was first, nothing."""
    ledger.lock(desk.books)
    now = one(desk.books.tx, desk.organisation.id)
    if version_of(now) != version:
        raise Edited
    changes = {name: value for name, value in said.items() if getattr(now, name) != value}
    if changes:
        organisations.change(desk, changes, None)


def set_logo(desk: Desk, logo: bytes) -> None:
    """From the next document on; an empty one is none."""
    organisations.change(desk, {}, logo)


def add_terms(desk: Desk, code: str, description: str) -> None:
    sent = {"Code": code.strip(), "Description": description.strip()}
    fire(all_registers.TERMS_OF_PAYMENT, desk, None, "create", Request(sent))


def remove_terms(desk: Desk, code: str) -> None:
    register = all_registers.TERMS_OF_PAYMENT
    fire(register, desk, register.take(desk, code), "delete")


# The locked period


class Lock(NamedTuple):
    """What a lock through a day comes to."""

    now: date | None
    through: date | None
    opens: bool  # days that are locked now
    unposted: tuple[str, ...]  # what lies in those days and could no longer be posted there


def locked_through(desk: Desk) -> date | None:
    through: date | None = years.LOCKED_PERIOD.find(desk).locked_through
    return through


def foreseen(desk: Desk, through: date | None) -> Lock:
    now = locked_through(desk)
    opens = bool(now and (through is None or through < now))
    if through is None or opens:
        return Lock(now, through, opens, ())
    since = now + timedelta(days=1) if now else desk.books.years()[0].from_date
    return Lock(now, through, opens, tuple(closing.unbooked(desk, since, through)))


def lock(desk: Desk, through: date) -> None:
    """Further on than before: to open what is locked is another act."""
    if through > desk.today:
        raise Invalid("Det går att låsa till och med i dag, inte längre fram").about("through")
    if foreseen(desk, through).opens:
        raise Conflict(f"Perioden är redan låst till och med {locked_through(desk)}")
    closing.lock_through(desk, through)


def unlock(desk: Desk, through: date | None) -> None:
    """Back to an earlier day, or to none."""
    if not foreseen(desk, through).opens:
        raise Conflict("Perioden är inte låst så långt")
    closing.lock_through(desk, through)
