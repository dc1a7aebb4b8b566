"""Passkeys (WebAuthn): what a browser is asked to make or to sign, and whether it has done so.

The library is loaded when it is first needed: it is large, and few calls are about a passkey.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from reskontra.people.users import Person

if TYPE_CHECKING:
    from fido2.server import Fido2Server
    from fido2.webauthn import AttestedCredentialData, UserVerificationRequirement

LONGEST_ANSWER = 8192
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256
NAME = "Reskontra"

T = TypeVar("T")


class NotSigned(Exception):
    """It is not what was asked for, or not by the one who was asked."""


class Made(NamedTuple):
    credential: str
    material: str
    counter: int


class Signed(NamedTuple):
    credential: str
    counter: int


def creation(origin: str, person: Person, there: Sequence[str], challenge: str) -> str:
    """What the browser needs to make one; those that are there already are not made again."""
    from fido2.webauthn import PublicKeyCredentialUserEntity, ResidentKeyRequirement

    user = PublicKeyCredentialUserEntity(
        id=str(person.id).encode(), name=person.email, display_name=person.called
    )
    options, _ = _server(origin).register_begin(
        user,
        [*map(_kept, there)],
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=_verification(),
        challenge=challenge.encode(),
    )
    return json.dumps(dict(options))


def request(origin: str, there: Sequence[str], challenge: str) -> str:
    """What the browser needs to sign by one of these."""
    options, _ = _server(origin).authenticate_begin(
        [*map(_kept, there)], _verification(), challenge.encode()
    )
    return json.dumps(dict(options))


def made(origin: str, challenge: str, answer: str) -> Made:
    def judged(said: Any) -> Made:
        data = _server(origin).register_complete(_state(challenge), said)
        kept = data.credential_data
        if kept is None or kept.public_key.ALGORITHM not in ALGORITHMS:
            raise NotSigned
        return Made(_text(kept.credential_id), _text(kept), data.counter)

    return _read(challenge, answer, judged)


def signed(origin: str, there: Sequence[str], challenge: str, answer: str) -> Signed:
    from fido2.webauthn import AuthenticationResponse

    def judged(said: Any) -> Signed:
        response = AuthenticationResponse.from_dict(said)
        known = [*map(_kept, there)]
        by = _server(origin).authenticate_complete(_state(challenge), known, response)
        return Signed(_text(by.credential_id), response.response.authenticator_data.counter)

    return _read(challenge, answer, judged)


def _read(challenge: str, answer: str, judged: Callable[[Any], T]) -> T:
    """Strangers write the answer, and the library has no one word for all that is wrong with it."""
    if not challenge or len(answer) > LONGEST_ANSWER:
        raise NotSigned
    try:
        return judged(json.loads(answer))
    except NotSigned:
        raise
    except Exception as error:
        raise NotSigned from error


def _server(origin: str) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import (
        AttestationConveyancePreference,
        PublicKeyCredentialParameters,
        PublicKeyCredentialRpEntity,
        PublicKeyCredentialType,
    )

    server = Fido2Server(
        PublicKeyCredentialRpEntity(name=NAME, id=urlsplit(origin).hostname or ""),
        AttestationConveyancePreference.NONE,
        verify_origin=lambda told: told == origin,
    )
    kind = PublicKeyCredentialType.PUBLIC_KEY
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=kind, alg=each) for each in ALGORITHMS
    ]
    return server


def _state(challenge: str) -> dict[str, Any]:
    """What the library wants back of its first half."""
    return {"challenge": _text(challenge.encode()), "user_verification": _verification()}


def _verification() -> "UserVerificationRequirement":
    """It stands beside a password."""
    from fido2.webauthn import UserVerificationRequirement

    return UserVerificationRequirement.PREFERRED


def _kept(material: str) -> "AttestedCredentialData":
    from fido2.webauthn import AttestedCredentialData

    return AttestedCredentialData(urlsafe_b64decode(material + "=" * (-len(material) % 4)))


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
