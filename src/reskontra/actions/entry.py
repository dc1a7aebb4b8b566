"""Coming in: log-ins, sessions and second factors, each with its line in the companies' history."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from reskontra.actions import access, trail
from reskontra.actions.desk import Desk
from reskontra.actions.organisations import change
from reskontra.actions.trail import Access, Actor
from reskontra.domain.organisation import SecondFactor
from reskontra.engine.database import Transaction
from reskontra.people import devices, factors, failures, logging_in, sessions, users
from reskontra.people.factors import Factor, Proof, Proven
from reskontra.people.failures import Failures
from reskontra.people.logging_in import Knock
from reskontra.people.passkeys import Made
from reskontra.people.roles import Right
from reskontra.people.sessions import Place, Session
from reskontra.people.users import Person

UNKNOWN = "unknown"  # who fails to log in is not known to be anybody


class Entered(NamedTuple):
    """What a browser is to keep: the session's secret and, once it is a whole one, the device's."""

    secret: str
    device: str = ""


class Oneself(NamedTuple):
    """Who acts on their own access, at what place and moment, and by which device."""

    person: Person
    place: Place
    now: datetime
    device: str = ""

    @property
    def seconds(self) -> int:
        return int(self.now.timestamp())

    @property
    def actor(self) -> Actor:
        return Actor("", self.place.address, self.now).of(self.person.id)


# Log-in


def log_in(tx: Transaction, who: Oneself, fitted: str) -> Entered | None:
    """The password was right: a session, or half of one where a second factor is owed.

    None where the person has another password by now than the one that was found to fit.
    """
    if users.hold(tx, who.person.id) != fitted:
        return None
    _forgive(tx, who)
    if factors.active(tx, who.person.id):
        return Entered(sessions.begin(tx, who.person.id, who.seconds, who.place, halfway=True))
    return _begin(tx, who)


def complete(
    tx: Transaction, keys: Sequence[bytes], who: Oneself, half: Session, origin: str, proof: Proof
) -> Entered | int | None:
    """A whole session for half of one, where the second factor is right too; else as `prove`."""
    by = prove(tx, keys, who, half, origin, proof)
    if not isinstance(by, Proven):
        return by
    if not sessions.end(tx, half):
        return None  # someone has set another password meanwhile
    return _begin(tx, who, factor=by.name or str(by.kind))


def _forgive(tx: Transaction, who: Oneself) -> None:
    logging_in.forgive(tx, Knock(who.person.email, who.place.address, who.device), who.seconds)


def _begin(tx: Transaction, who: Oneself, **detail: str) -> Entered:
    user_id = who.person.id
    device = devices.remembered(tx, who.device, user_id, who.seconds)
    secret = sessions.begin(tx, user_id, who.seconds, who.place)
    for each in failures.ended(tx, who.seconds, user_id):
        tell(tx, each, who.now)
    _record(tx, who, Access.LOGGED_IN, device=who.place.device, **detail)
    return Entered(secret, device)


def tell(tx: Transaction, told: Failures, now: datetime) -> None:
    """A sum of failures, once its hour is over; of several who tell it, the first does."""
    if not failures.remove(tx, told):
        return
    trail.record_of_person(
        tx,
        told.user_id,
        Actor(UNKNOWN, "", now),
        Access.LOG_INS_FAILED,
        user=told.user_id,
        hour=datetime.fromtimestamp(told.hour, UTC).isoformat(),
        count=told.passwords + told.codes,
        codes=told.codes,
        addresses=[*told.addresses],
    )


def prove(
    tx: Transaction,
    keys: Sequence[bytes],
    who: Oneself,
    session: Session,
    origin: str,
    proof: Proof,
) -> Proven | int | None:
    """By which factor; or the seconds until one may try; or, where it was wrong, nothing.

    Counted before it is looked at; a challenge is used up whatever comes of it.
    """
    user_id, now = who.person.id, who.seconds
    users.hold(tx, user_id)
    if wait := logging_in.count_code(tx, user_id, who.device, now):
        return wait
    challenge = sessions.take_challenge(tx, session)
    by = factors.proven(tx, keys, user_id, origin, challenge, proof, now)
    if by is None:
        failures.add(tx, who.person.email, user_id, who.place.address, now, code=True)
        return None
    logging_in.forgive_codes(tx, user_id, who.device, now)
    sessions.prove(tx, session, now)
    return by


def prove_by_password(tx: Transaction, who: Oneself, session: Session, fitted: str) -> bool:
    """Was the password of who has nothing else right once more?"""
    if users.hold(tx, who.person.id) != fitted or factors.active(tx, who.person.id):
        return False
    _forgive(tx, who)
    sessions.prove(tx, session, who.seconds)
    return True


# Sessions


def log_out(tx: Transaction, who: Oneself, session: Session) -> None:
    sessions.end(tx, session)
    if not session.halfway:
        _record(tx, who, Access.SESSION_ENDED, device=session.device, count=1)


def end_session(tx: Transaction, who: Oneself, named: str) -> bool:
    """One of the person's own; another's is as good as none."""
    mine = sessions.of_person(tx, who.person.id, who.seconds)
    device = next((each.device for each in mine if each.hash == named), "")
    if not sessions.end_own(tx, who.person.id, named):
        return False
    _record(tx, who, Access.SESSION_ENDED, device=device, count=1)
    return True


def end_other_sessions(tx: Transaction, who: Oneself, but: Session) -> int:
    count = sessions.end_others(tx, who.person.id, but)
    if count:
        _record(tx, who, Access.SESSION_ENDED, count=count)
    return count


def change_password(
    tx: Transaction, who: Oneself, session: Session, fitted: str, password_hash: str
) -> Entered | None:
    """This session goes on by another secret, as long as it would have; all others end.

    None where the password or the session is another by now. Of who has more than a password it
    proves nothing.
    """
    user_id = who.person.id
    renewed = sessions.renew(tx, session) if users.hold(tx, user_id) == fitted else None
    if renewed is None:
        return None
    secret, same = renewed
    _forgive(tx, who)
    sessions.change_password(tx, user_id, password_hash, same)
    if not factors.active(tx, user_id):
        sessions.prove(tx, same, who.seconds)
    _record(tx, who, Access.PASSWORD_SET)
    return Entered(secret, devices.remembered(tx, "", user_id, who.seconds))


# Second factors


def confirm_app(
    tx: Transaction, keys: Sequence[bytes], who: Oneself, session: Session, name: str, code: str
) -> list[str] | None:
    """Recovery codes, where it is the first factor; none at all where nobody has begun it."""
    users.hold(tx, who.person.id)  # who logs in beside it has it, or is logged out by it
    is_first = not factors.active(tx, who.person.id)
    called = factors.confirm_app(tx, keys, who.person.id, name, code, who.seconds)
    return None if called is None else _added(tx, who, session, called, is_first)


def add_passkey(
    tx: Transaction, who: Oneself, session: Session, name: str, made: Made
) -> list[str]:
    users.hold(tx, who.person.id)
    is_first = not factors.active(tx, who.person.id)
    called = factors.add_passkey(tx, who.person.id, name, made, who.seconds)
    return _added(tx, who, session, called, is_first)


def _added(
    tx: Transaction, who: Oneself, session: Session, called: str, is_first: bool
) -> list[str]:
    """Sessions that were begun without one end with the first."""
    sessions.prove(tx, session, who.seconds)
    _record(tx, who, Access.FACTOR_ADDED, factor=called)
    if not is_first:
        return []
    sessions.end_others(tx, who.person.id, session)
    return factors.new_recovery_codes(tx, who.person.id)


def remove_factor(tx: Transaction, who: Oneself, factor_id: int) -> Factor | None:
    gone = factors.remove(tx, who.person.id, factor_id)
    if gone:
        _record(tx, who, Access.FACTOR_REMOVED, factor=gone.name)
    return gone


def remove_factors(tx: Transaction, user_id: int, actor: Actor) -> int:
    """By an operator, for someone who has lost them all; whoever is logged in is no longer."""
    gone = factors.remove_all(tx, user_id)
    sessions.end_others(tx, user_id)
    for each in gone:
        trail.record_of_person(
            tx, user_id, actor, Access.FACTOR_REMOVED, user=user_id, factor=each.name
        )
    return len(gone)


def new_recovery_codes(tx: Transaction, who: Oneself) -> list[str]:
    """Of who has a factor; those of before are worth nothing."""
    if not factors.active(tx, who.person.id):
        return []
    _record(tx, who, Access.FACTOR_ADDED, factor=str(factors.Kind.RECOVERY))
    return factors.new_recovery_codes(tx, who.person.id)


def ask_for_factor(desk: Desk, actor: Actor, asked: SecondFactor) -> None:
    """Of everyone in the organisation, from now on or no longer."""
    access.refuse_without(desk.books.tx, actor, desk.organisation.id, Right.PEOPLE)
    change(desk, {"second_factor": asked}, None)
    trail.record(
        desk.books.tx,
        desk.organisation.id,
        actor,
        Access.SETTINGS_CHANGED,
        second_factor=str(asked),
    )


def _record(tx: Transaction, who: Oneself, what: Access, **detail: str | int) -> None:
    trail.record_of_person(tx, who.person.id, who.actor, what, **detail)
