"""Links that one person is sent: the secret in them is random, used once, and kept hashed."""

from reskontra import chance
from reskontra.domain.errors import Conflict, NotFound


class DeadLink(NotFound):
    """Länken är redan använd, tillbakadragen eller ersatt av en nyare"""


class OldLink(Conflict):
    """Länken har gått ut"""


def new_secret() -> str:
    """256 random bits, in letters that the address of a page of ours may hold."""
    return chance.hex_text("link", 32)
