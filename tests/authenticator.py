"""A passkey made of plain code: it makes a P-256 key and signs by it, rightly or wrongly."""

import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def cbor(value: Any) -> bytes:
    """As much of it as a passkey needs."""
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value)) + value.encode()
    return _head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    length = 1 if number < 256 else 2
    return bytes([kind << 5 | 23 + length]) + number.to_bytes(length, "big")


@dataclass
class Authenticator:
    """What it tells can be told wrongly: `origin`, `kind`, `challenge`, `host`, `flags`."""

    origin: str
    counter: int = 0
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    algorithm: int = -7

    def made(self, options: str, **wrong: Any) -> str:
        """The answer to a page that asks for a new one."""
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        public = cbor({1: 2, 3: self.algorithm, -1: 1, -2: x, -3: y})
        length = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential + public
        flags = wrong.pop("flags", PRESENT | VERIFIED) | ATTESTED
        about = self._about(flags, wrong.pop("host", "")) + attested
        said = {
            "clientDataJSON": text(self._told("webauthn.create", options, wrong)),
            "attestationObject": text(cbor({"fmt": "none", "attStmt": {}, "authData": about})),
        }
        return self._answer(said)

    def signed(self, options: str, **wrong: Any) -> str:
        """The answer to a page that asks who one is; the counter goes on."""
        self.counter += 1
        about = self._about(wrong.pop("flags", PRESENT | VERIFIED), wrong.pop("host", ""))
        told = self._told("webauthn.get", options, wrong)
        signature = self.key.sign(about + sha256(told).digest(), ec.ECDSA(SHA256()))
        said = {
            "clientDataJSON": text(told),
            "authenticatorData": text(about),
            "signature": text(signature),
        }
        return self._answer(said)

    def _about(self, flags: int, host: str) -> bytes:
        host = host or str(urlsplit(self.origin).hostname)
        return sha256(host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _told(self, kind: str, options: str, wrong: dict[str, Any]) -> bytes:
        asked = json.loads(options)["publicKey"]
        told = {"type": kind, "challenge": asked["challenge"], "origin": self.origin} | wrong
        return json.dumps(told).encode()

    def _answer(self, said: dict[str, str]) -> str:
        named = text(self.credential)
        return json.dumps({"id": named, "rawId": named, "type": "public-key", "response": said})
