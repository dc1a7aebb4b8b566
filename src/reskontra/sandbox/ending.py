"""Access tokens that are answered as if their time were over; what renews them goes on."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import jwt

from reskontra.domain.errors import Unauthorised
from reskontra.web.gate import bearer


@dataclass
class EndedTokens:
    some: set[str] = field(default_factory=set)
    until: int = -1  # all that were issued by then

    def include(self, headers: Mapping[str, str]) -> bool:
        if not self.some and self.until < 0:
            return False
        with suppress(Unauthorised, jwt.InvalidTokenError, KeyError, TypeError):
            token = bearer(headers)
            said = jwt.decode(token, options={"verify_signature": False})
            return token in self.some or said["iat"] <= self.until
        return False
