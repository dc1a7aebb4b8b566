"""Signing by Ed25519: the key stays in its file, and whoever has the public half can verify."""

import os
from base64 import b64encode
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)


class NoSigningKey(Exception):
    """One line that says why a file holds no key to sign with."""


class Signer:
    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        raw = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.public = b64encode(raw).decode()

    def sign(self, message: bytes) -> str:
        return b64encode(self._key.sign(message)).decode()


def new_key() -> bytes:
    """The text of a file with a new key."""
    made = Ed25519PrivateKey.generate()
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def signer_of(file: Path) -> Signer:
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except OSError as error:
        raise NoSigningKey(f"{file}: {os.strerror(error.errno or 0)}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise NoSigningKey(f"{file} holds no private key in PEM") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise NoSigningKey(f"{file} holds a key of another kind than Ed25519")
    return Signer(key)
