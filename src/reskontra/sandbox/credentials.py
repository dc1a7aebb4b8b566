"""Credentials that are the same on every machine, for ever: known to all, and good here alone."""

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from reskontra import chance
from reskontra.people import tokens
from reskontra.people.keys import Keys
from reskontra.people.scopes import EVERY_SCOPE

MAIN = "main"
KEYS = Keys("the key of every sandbox, which everybody knows")
EMAIL, PASSWORD, PERSON = "anna@example.com", "sandbox", "Anna Andersson"
# Of the password; made once, since making it is slow by design.
PASSWORD_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$eLaBro1BBQdVHM8oiug"  # noqa: S105 - it opens nothing else
    "Vtw$TvF1n+trG9ZtogdLymuFoCBjvJrywAloqTpGSD0Eubg"
)
USER_ID = GRANT_ID = 1  # the first of each in a new database
FIRST_TENANT = 1_000_000
YEAR_2100 = 4_102_444_800
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


@dataclass(frozen=True)
class Credentials:
    """Those of the company of this name."""

    name: str = MAIN

    @property
    def ending(self) -> str:
        return "" if self.name == MAIN else f"-{self.name}"

    @property
    def client_id(self) -> str:
        return f"sandbox{self.ending}"

    @property
    def client_secret(self) -> str:
        return f"sandbox-secret{self.ending}"

    @property
    def refresh_token(self) -> str:
        return self.numbered_refresh_token(1)

    def numbered_refresh_token(self, number: int) -> str:
        return f"sandbox-refresh-{number}{self.ending}"

    @cached_property
    def tenant_id(self) -> int:
        """It follows from the name alone, and so do the tokens."""
        if self.name == MAIN:
            return 1
        return FIRST_TENANT + int(sha256(self.name.encode()).hexdigest()[:7], 16)

    @cached_property
    def access_token(self) -> str:
        with chance.foreseen(lambda what, count: f"{what} of {self.client_id}"):
            return tokens.access_token(
                KEYS,
                grant_id=GRANT_ID,
                organisation_id=self.tenant_id,
                client_id=self.client_id,
                user_id=USER_ID,
                scope=EVERY_SCOPE,
                now=0,
                seconds=YEAR_2100,
            )

    @property
    def shown(self) -> dict[str, str | int]:
        return {
            "client_id": self.client_id,
            "client_secret": self.client_secret,
            "access_token": self.access_token,
            "refresh_token": self.refresh_token,
            "tenant_id": self.tenant_id,
            "email": EMAIL,
            "password": PASSWORD,
        }
