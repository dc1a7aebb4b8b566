"""Logging in: guessing is slowed for each account and each address, and a session is begun."""

from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from reskontra.engine.database import Transaction
from reskontra.outside import tokens
from reskontra.outside.passwords import NOBODYS
from reskontra.storage import access, people

SESSION_SECONDS = 12 * 3600
FORGOTTEN_SECONDS = 3600


@dataclass(frozen=True)
class Patience:
    """So many attempts are free; each one after them doubles the wait, up to the longest."""

    free: int
    longest: int

    def wait(self, attempts: int) -> int:
        """
        >>> [Patience(free=3, longest=60).wait(attempts) for attempts in (0, 3, 4, 5, 6, 50)]
        [0, 0, 1, 2, 4, 60]
        """
        beyond = attempts - self.free
        return min(self.longest, 2 ** min(beyond - 1, 30)) if beyond > 0 else 0


# An account's wait stays short: else anyone could lock anyone out.
ACCOUNT = Patience(free=10, longest=60)
ADDRESS = Patience(free=50, longest=900)


@dataclass(frozen=True)
class Attempt:
    """What the password must fit; a wait means that nobody may look yet."""

    wait: int = 0
    user_id: int | None = None
    password_hash: str = NOBODYS


def attempt(tx: Transaction, email: str, address: str, now: int) -> Attempt:
    """Counted before the password is looked at, so that many at once are counted too."""
    counted = [(_account(email), ACCOUNT), (_address(address), ADDRESS)]
    known = [(about, patience, *_so_far(tx, about, now)) for about, patience in counted]
    wait = max(patience.wait(count) + latest - now for _, patience, count, latest in known)
    if wait > 0:
        return Attempt(wait)
    for about, _, count, _ in known:
        people.count_attempt(tx, about, count + 1, now)
    user = access.user_by_email(tx, email)
    return Attempt(0, user[0], user[2]) if user else Attempt()


def begin_session(tx: Transaction, user_id: int, email: str, address: str, now: int) -> str:
    """A new secret at every log-in, so that one planted beforehand is worth nothing."""
    people.forget_attempts(tx, _account(email))
    count, latest = people.attempts_to_count(tx, _address(address))
    people.count_attempt(tx, _address(address), max(count - 1, 0), latest)
    secret = tokens.new_secret()
    people.add_session(tx, tokens.hashed(secret), user_id, now + SESSION_SECONDS)
    return secret


def forget_expired(tx: Transaction, now: int) -> None:
    people.drop_expired(tx, now, now - FORGOTTEN_SECONDS)


def _so_far(tx: Transaction, about: str, now: int) -> tuple[int, int]:
    count, latest = people.attempts_to_count(tx, about)
    return (count, latest) if now - latest < FORGOTTEN_SECONDS else (0, 0)


def _account(email: str) -> str:
    """Hashed, because people type passwords into the wrong field."""
    return "account " + sha256(access.one_case(email).encode()).hexdigest()


def _address(address: str) -> str:
    """Whoever has one IPv6 address has the whole /64."""
    try:
        known = ip_address(address)
    except ValueError:
        return f"address {address}"
    if isinstance(known, IPv6Address):
        known = known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64)
    return f"address {known}"
