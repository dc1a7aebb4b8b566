"""Logging in: guessing is slowed for each account and each address."""

from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from sqlalchemy import bindparam, delete, select, text, update

from reskontra.engine.database import Transaction
from reskontra.people import rules, sessions, users
from reskontra.people.passwords import NOBODYS
from reskontra.people.tables import login_attempts as attempts

FORGOTTEN_SECONDS = 3600

# The same words on both engines, but not in the toolkit's common language.
BEGIN_COUNTING = text(
    "INSERT INTO login_attempts (about, attempts, latest_at) VALUES (:about, 0, 0)"
    " ON CONFLICT (about) DO NOTHING"
)
ATTEMPTS = (
    select(attempts.c.attempts, attempts.c.latest_at)
    .where(attempts.c.about == bindparam("about"))
    .with_for_update()
)
COUNT = (
    update(attempts)
    .where(attempts.c.about == bindparam("of"))
    .values(attempts=bindparam("count"), latest_at=bindparam("now"))
)
FORGET = delete(attempts).where(attempts.c.about == bindparam("of"))
DROP = delete(attempts).where(attempts.c.latest_at <= bindparam("before"))


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
    counters = [(_account(email), ACCOUNT), (_address(address), ADDRESS)]
    counts = [(about, patience, *_so_far(tx, about, now)) for about, patience in counters]
    wait = max(patience.wait(count) + latest - now for _, patience, count, latest in counts)
    if wait > 0:
        return Attempt(wait)
    for about, _, count, _ in counts:
        _count(tx, about, count + 1, now)
    user = users.by_email(tx, email)
    return Attempt(0, user.id, user.password_hash) if user else Attempt()


def log_in(tx: Transaction, user_id: int, email: str, address: str, now: int) -> str:
    """The secret of a new session; an attempt that went well does not count."""
    tx.run(FORGET, {"of": _account(email)})
    count, latest = _locked_count(tx, _address(address))
    _count(tx, _address(address), max(count - 1, 0), latest)
    return sessions.begin(tx, user_id, now)


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP, {"before": now - FORGOTTEN_SECONDS})


def _so_far(tx: Transaction, about: str, now: int) -> tuple[int, int]:
    count, latest = _locked_count(tx, about)
    return (count, latest) if now - latest < FORGOTTEN_SECONDS else (0, 0)


def _locked_count(tx: Transaction, about: str) -> tuple[int, int]:
    """How many so far and when the latest; others wait until this one has been counted."""
    tx.run(BEGIN_COUNTING, {"about": about})
    row = tx.first(ATTEMPTS, {"about": about})
    assert row
    return row[0], row[1]


def _count(tx: Transaction, about: str, count: int, now: int) -> None:
    tx.run(COUNT, {"of": about, "count": count, "now": now})


def _account(email: str) -> str:
    """Hashed, because people type passwords into the wrong field."""
    return "account " + sha256(rules.one_case(email).encode()).hexdigest()


def _address(address: str) -> str:
    """Whoever has one IPv6 address has the whole /64."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return f"address {address}"
    if isinstance(parsed, IPv6Address):
        parsed = parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64)
    return f"address {parsed}"
