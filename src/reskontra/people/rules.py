"""What people may choose: addresses, names, passwords, redirect addresses and scopes.

Each rule stands here once, for the console, the command line and the sandbox alike. A refusal bears
the words of the pages; the command line has words of its own for each class.
"""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from reskontra.domain.address import is_address
from reskontra.domain.errors import Invalid
from reskontra.people.scopes import SCOPES

LONGEST_USER_NAME = 100
LONGEST_INTEGRATION_NAME = 60
MOST_REDIRECTS = 20
LEAST_PASSWORD = 10
LONGEST_PASSWORD = 200  # longer ones cost time to hash and add no safety
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
NEVER = frozenset({"javascript", "data", "file", "vbscript", "blob", "about"})


class BadEmail(Invalid):
    """Ange en giltig e-postadress"""


class BadName(Invalid):
    def __init__(self, longest: int) -> None:
        super().__init__(f"Namnet måste ha 1–{longest} tecken")
        self.longest = longest


class BadPassword(Invalid):
    __doc__ = f"Välj ett lösenord med {LEAST_PASSWORD}–{LONGEST_PASSWORD} tecken."


class BadRedirect(Invalid):
    """Återadressen kan inte användas"""


class RedirectCount(Invalid):
    __doc__ = f"Ange 1–{MOST_REDIRECTS} återadresser"


class BadScope(Invalid):
    """Välj minst en behörighet"""


def one_case(email: str) -> str:
    """People write their own address in different ways."""
    return email.strip().lower()


def email(text: str) -> str:
    """One plain address at a domain: whoever it names may be reached from anywhere."""
    address = one_case(text)
    if not is_address(address) or "." not in address.rpartition("@")[2]:
        raise BadEmail
    return address


def name(text: str, longest: int) -> str:
    """On one line, with nothing in it that cannot be seen."""
    plain = " ".join(text.split())
    if not 1 <= len(plain) <= longest or not plain.isprintable():
        raise BadName(longest)
    return plain


def password(text: str) -> str:
    if not takes_password(text) or is_guessable(text):
        raise BadPassword
    return text


def takes_password(text: str) -> bool:
    """Could one log in with it at all?"""
    return 0 < len(text) <= LONGEST_PASSWORD


def is_guessable(text: str) -> bool:
    return len(text) < LEAST_PASSWORD or len(set(text)) == 1


def redirects(addresses: Iterable[str]) -> tuple[str, ...]:
    distinct = tuple(dict.fromkeys(addresses))
    if not 1 <= len(distinct) <= MOST_REDIRECTS:
        raise RedirectCount
    return tuple(map(redirect, distinct))


def redirect(address: str) -> str:
    if not is_redirect_address(address):
        raise BadRedirect(f"Återadressen {address[:200]} kan inte användas")
    return address


def scope(text: str) -> str:
    names = tuple(dict.fromkeys(text.split()))
    if not names or not set(names) <= SCOPES.keys():
        raise BadScope
    return " ".join(names)


def is_redirect_address(text: str) -> bool:
    """An exact address: https, http to this very machine, or an app's own scheme.

    >>> is_redirect_address("https://example.se/back"), is_redirect_address("se.example.app:/back")
    (True, True)
    >>> is_redirect_address("http://example.se/back"), is_redirect_address("https://a.se/#part")
    (False, False)
    """
    if not re.fullmatch(r"[!-~]{1,2000}", text) or "#" in text or "*" in text or "\\" in text:
        return False
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username is not None:
        return False
    if parts.scheme == "https":
        return bool(host)
    if parts.scheme == "http":
        return host in LOOPBACK
    # An app's own scheme is a reversed domain name, RFC 8252 7.1: so nobody else's by accident.
    return "." in parts.scheme and parts.scheme not in NEVER and text != f"{parts.scheme}:"
