"""Logging in: guessing is slowed for each account and address, or for a known device alone."""

from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from sqlalchemy import bindparam, delete, select, text, update

from reskontra.engine.database import Transaction
from reskontra.people import devices, rules, tokens, users
from reskontra.people.passwords import nobodys
from reskontra.people.tables import login_attempts as attempts
from reskontra.people.users import User

FORGOTTEN_SECONDS = 3600

# The same words on both engines, but not in the toolkit's common language.
BEGIN_COUNTING = text(
    "INSERT INTO login_attempts (about, attempts, latest_at) VALUES (:about, 0, 0)"
    " ON CONFLICT (about) DO NOTHING"
)
ATTEMPTS = select(attempts.c.attempts, attempts.c.latest_at).where(
    attempts.c.about == bindparam("about")
)
LOCKED_ATTEMPTS = ATTEMPTS.with_for_update()
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
# Whoever has a person's own device locks out nobody else.
DEVICE = Patience(free=10, longest=900)
# Who guesses at codes has the password already, and there are few codes.
CODES = Patience(free=5, longest=1800)


class Counter(NamedTuple):
    """What is counted, and how patiently."""

    about: str
    patience: Patience


class Knock(NamedTuple):
    """Someone at the door: the account they name, their address, what their browser remembers."""

    email: str
    address: str
    device: str = ""


@dataclass(frozen=True)
class Attempt:
    """What the password must fit; a wait means that nobody may look yet."""

    wait: int = 0
    user_id: int | None = None
    password_hash: str = field(default_factory=nobodys)


def wait(tx: Transaction, knock: Knock, now: int) -> int:
    """Seconds until a password may be tried, as far as can be told without locking anything."""
    user = users.by_email(tx, knock.email)
    return _wait(tx, _counters(tx, knock, user, now), now)


def attempt(tx: Transaction, email: str, address: str, now: int, device: str = "") -> Attempt:
    """Counted before the password is looked at, so that many at once are counted too."""
    knock = Knock(email, address, device)
    user = users.by_email(tx, email)
    if seconds := count(tx, _counters(tx, knock, user, now), now):
        return Attempt(seconds)
    return Attempt(0, user.id, user.password_hash) if user else Attempt()


def forgive(tx: Transaction, knock: Knock, now: int) -> None:
    """An attempt that went well does not count, nor do those of this account before it."""
    counters = _counters(tx, knock, users.by_email(tx, knock.email), now)
    tx.run(FORGET, {"of": counters[0].about})
    for about, _ in counters[1:]:
        attempts_so_far, latest = _locked(tx, about)
        _note(tx, about, max(attempts_so_far - 1, 0), latest)


def wait_for_codes(tx: Transaction, user_id: int, device: str, now: int) -> int:
    """The same for the second factor."""
    return _wait(tx, [_of_codes(tx, user_id, device, now)], now)


def count_code(tx: Transaction, user_id: int, device: str, now: int) -> int:
    return count(tx, [_of_codes(tx, user_id, device, now)], now)


def forgive_codes(tx: Transaction, user_id: int, device: str, now: int) -> None:
    tx.run(FORGET, {"of": _of_codes(tx, user_id, device, now).about})


def count(tx: Transaction, counters: list[Counter], now: int) -> int:
    """One attempt more; or, with nothing written, the seconds until there may be one."""
    if seconds := _wait(tx, counters, now):
        return seconds
    counts = [(about, patience, *_locked_recent(tx, about, now)) for about, patience in counters]
    if seconds := _longest(now, [each[1:] for each in counts]):  # others came before
        return seconds
    for about, _, attempts_so_far, _ in counts:
        _note(tx, about, attempts_so_far + 1, now)
    return 0


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP, {"before": now - FORGOTTEN_SECONDS})


def _counters(tx: Transaction, knock: Knock, user: User | None, now: int) -> list[Counter]:
    if user and devices.is_known(tx, knock.device, user.id, now):
        return [Counter(f"device {tokens.hashed(knock.device)}", DEVICE)]
    return [
        Counter(account_of(knock.email), ACCOUNT),
        Counter(f"address {network_of(knock.address)}", ADDRESS),
    ]


def _of_codes(tx: Transaction, user_id: int, device: str, now: int) -> Counter:
    if devices.is_known(tx, device, user_id, now):
        return Counter(f"codes of device {tokens.hashed(device)}", DEVICE)
    return Counter(f"codes of {user_id}", CODES)


def _wait(tx: Transaction, counters: list[Counter], now: int) -> int:
    return _longest(now, [(each.patience, *_recent(tx, each.about, now)) for each in counters])


def _longest(now: int, counts: list[tuple[Patience, int, int]]) -> int:
    waits = (patience.wait(count) + latest - now for patience, count, latest in counts)
    return max(0, *waits)


def _recent(tx: Transaction, about: str, now: int) -> tuple[int, int]:
    return _unforgotten(tx.first(ATTEMPTS, {"about": about}), now)


def _locked_recent(tx: Transaction, about: str, now: int) -> tuple[int, int]:
    return _unforgotten(_locked(tx, about), now)


def _unforgotten(row: tuple[int, ...] | None, now: int) -> tuple[int, int]:
    return (row[0], row[1]) if row and now - row[1] < FORGOTTEN_SECONDS else (0, 0)


def _locked(tx: Transaction, about: str) -> tuple[int, int]:
    """How many so far and when the latest; others wait until this one has been counted."""
    tx.run(BEGIN_COUNTING, {"about": about})
    row = tx.first(LOCKED_ATTEMPTS, {"about": about})
    assert row
    return row[0], row[1]


def _note(tx: Transaction, about: str, count: int, now: int) -> None:
    tx.run(COUNT, {"of": about, "count": count, "now": now})


def account_of(email: str) -> str:
    """Hashed, because people type passwords into the wrong field."""
    return "account " + sha256(rules.one_case(email).encode()).hexdigest()


def network_of(address: str) -> str:
    """Whoever has one IPv6 address has the whole /64.

    >>> [network_of(each) for each in ("192.0.2.7", "2001:db8::a:b:c:d", "::ffff:192.0.2.7")]
    ['192.0.2.7', '2001:db8::', '192.0.2.7']
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        parsed = parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64)
    return str(parsed)
