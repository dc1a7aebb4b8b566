"""How the benchmark's calls are let in: its key, its integration, and a token for each organisation."""

import time

from reskontra.people import tokens
from reskontra.people.keys import Keys
from reskontra.people.scopes import SCOPES

KEY = "a key for the benchmark, of forty letters"
KEYS = Keys(KEY)
CLIENT = "bench"
SCOPE = " ".join(SCOPES)


def grant_of(organisation: int) -> int:
    """Below zero, where the database hands out no numbers of its own."""
    return -organisation


def token_of(organisation: int) -> str:
    return tokens.access_token(
        KEYS,
        grant_id=grant_of(organisation),
        organisation_id=organisation,
        client_id=CLIENT,
        user_id=None,
        scope=SCOPE,
        now=int(time.time()),
    )
