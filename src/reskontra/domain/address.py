"""What counts as one e-mail address."""

import re

import idna

ADDRESS_LIMIT = 254
LOCAL_LIMIT = 64

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[^\W_](?:[^\W_]|-){0,61}"
_SHAPE = re.compile(rf"({_ATOM}(?:\.{_ATOM})*)@({_LABEL}(?:\.{_LABEL})*)")


def is_address(text: str) -> bool:
    """Exactly one plain address: no name, list, quotes, spaces, control characters or comments.

    >>> [is_address(text) for text in ("a.b+c@exempel.se", "info@räksmörgås.se", "a@localhost")]
    [True, True, True]
    >>> [is_address(text) for text in ("", "a@b.se, c@d.se", "a@b.se\\n", "A <a@b.se>", "å@b.se")]
    [False, False, False, False, False]
    """
    shape = _SHAPE.fullmatch(text)
    if shape is None or len(shape[1]) > LOCAL_LIMIT:
        return False
    return len(shape[1]) + 1 + len(_encoded(shape[2])) <= ADDRESS_LIMIT


def on_the_wire(address: str) -> str:
    """The address in ASCII, as mail servers want it.

    >>> on_the_wire("info@räksmörgås.se")
    'info@xn--rksmrgs-5wao1o.se'
    """
    local, _, place = address.rpartition("@")
    return f"{local}@{_encoded(place)}"


def _encoded(place: str) -> str:
    """Too long when the name cannot be encoded at all, so that no caller takes it."""
    if place.isascii():
        return place
    try:
        return idna.encode(place, uts46=True).decode("ascii")
    except UnicodeError:
        return "x" * (ADDRESS_LIMIT + 1)
