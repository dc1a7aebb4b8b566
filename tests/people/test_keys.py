"""One secret, a key for each use: what one signs, no other believes; two at a time, and no more."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from reskontra.domain.errors import Unauthorised
from reskontra.people import tokens
from reskontra.people.keys import Keys, Use, name_of

OLD, NEW, OTHER = ("abc"[n] * 40 for n in range(3))
NOW = 1_800_000_000
SAID: dict[str, Any] = {"grantId": 7, "tenantId": 3, "scope": "a", "iat": NOW, "exp": NOW + 3600}


def issued(keys: Keys) -> str:
    who = {"grant_id": 7, "organisation_id": 3, "client_id": "c", "user_id": None, "scope": "a"}
    return tokens.access_token(keys, **who, now=NOW)  # type: ignore[arg-type]


def is_believed(token: str, keys: Keys) -> bool:
    try:
        claims = tokens.verified(token, keys, NOW + 1)
    except Unauthorised:
        assert tokens.grant_of(token, keys) is None
        return False
    assert (claims.grant_id, tokens.grant_of(token, keys)) == (7, 7)
    return True


@pytest.mark.parametrize("use", Use)
def test_a_key_is_derived_as_the_standard_says(use: Use) -> None:
    expected = HKDF(SHA256(), 32, b"reskontra", use.encode()).derive(OLD.encode())
    assert Keys(OLD).newest(use) == expected


def test_no_two_uses_have_one_key() -> None:
    every = [Keys(secret).newest(use) for secret in (OLD, NEW) for use in Use]
    assert len({*every, OLD.encode(), NEW.encode()}) == 2 * len(Use) + 2


def test_a_token_names_the_key_that_signed_it() -> None:
    name = jwt.get_unverified_header(issued(Keys(NEW, OLD)))["kid"]
    assert name == name_of(Keys(NEW).newest(Use.TOKENS))
    assert NEW not in name


# What a token is signed with, and which keys believe it.
BELIEVED = {
    "the only key": (Keys(OLD), Keys(OLD), True),
    "the former key": (Keys(OLD), Keys(NEW, OLD), True),
    "the newest of two": (Keys(NEW, OLD), Keys(NEW, OLD), True),
    "the next key, believed before it signs": (Keys(NEW), Keys(OLD, NEW), True),
    "a forgotten key": (Keys(OLD), Keys(NEW), False),
    "the one before the former": (Keys(OLD), Keys(OTHER, NEW), False),
    "a stranger's key": (Keys(OTHER), Keys(NEW, OLD), False),
}


@pytest.mark.parametrize("which", BELIEVED)
def test_the_newest_and_the_former_key_are_believed(which: str) -> None:
    signer, keys, believed = BELIEVED[which]
    assert is_believed(issued(signer), keys) is believed


def test_a_token_that_was_believed_is_not_when_its_key_is_forgotten() -> None:
    token = issued(Keys(OLD))
    assert is_believed(token, Keys(NEW, OLD))
    assert not is_believed(token, Keys(NEW))


def forged(key: bytes | None, name: str | None, algorithm: str = "HS256") -> str:
    return jwt.encode(SAID, key, algorithm, {} if name is None else {"kid": name})


OF_TOKENS, OF_FORMS, OF_CREDENTIALS = (Keys(OLD).newest(use) for use in Use)
FORGERIES = {
    "by the key of forms": forged(OF_FORMS, name_of(OF_TOKENS)),
    "by the key of forms, as itself": forged(OF_FORMS, name_of(OF_FORMS)),
    "by the key of forms, unnamed": forged(OF_FORMS, None),
    "by the key of credentials": forged(OF_CREDENTIALS, name_of(OF_TOKENS)),
    "by the secret, in the key's name": forged(OLD.encode(), name_of(OF_TOKENS)),
    "by the key of tokens, unnamed": forged(OF_TOKENS, None),
    "by the key of tokens, misnamed": forged(OF_TOKENS, "x"),
    "by the key of tokens, named by nothing": forged(OF_TOKENS, ""),
    "by nobody": forged(None, name_of(OF_TOKENS), "none"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_another_key_has_signed_is_refused(forgery: str) -> None:
    assert is_believed(forged(OF_TOKENS, name_of(OF_TOKENS)), Keys(OLD))
    assert not is_believed(FORGERIES[forgery], Keys(OLD))
    assert not is_believed(FORGERIES[forgery], Keys(NEW, OLD))


@pytest.mark.parametrize("name", [7, None, [], {}, True])
def test_a_name_that_is_no_text_is_refused(name: Any) -> None:
    header = {"alg": "HS256", "typ": "JWT", "kid": name}
    head = urlsafe_b64encode(json.dumps(header).encode()).rstrip(b"=").decode()
    _, said, sign = issued(Keys(OLD)).split(".")
    assert not is_believed(f"{head}.{said}.{sign}", Keys(OLD))


def test_a_token_from_before_keys_had_names_lives_until_it_expires() -> None:
    token = forged(OLD.encode(), None)
    assert is_believed(token, Keys(OLD))
    assert is_believed(token, Keys(NEW, OLD))
    assert not is_believed(token, Keys(NEW))
    with pytest.raises(Unauthorised):
        tokens.verified(token, Keys(OLD), NOW + 3600)


def test_keys_do_not_show_themselves() -> None:
    assert "a" * 10 not in f"{Keys(OLD)!r} {Keys(OLD)} {Keys(OLD, NEW)!r}"
