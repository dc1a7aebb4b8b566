"""Where a person may be sent back to once an integration has been approved."""

import re
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
NEVER = frozenset({"javascript", "data", "file", "vbscript", "blob", "about"})


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
