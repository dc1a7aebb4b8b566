"""Certificates for the hosts that a sandbox answers as: a root that has signed one leaf, and can
sign no more."""

import os
import ssl
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from reskontra.outside.clock import system_clock
from reskontra.outside.private import owners_alone

NAME = "Reskontra sandbox CA"
DAYS = 30
END = b"-----END CERTIFICATE-----"
CA_FILE, LEAF_FILE = "ca.pem", "leaf.pem"
USES = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
        "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")  # fmt: skip


@dataclass(frozen=True)
class Certificates:
    root: x509.Certificate
    leaf: x509.Certificate
    key: ec.EllipticCurvePrivateKey  # the leaf's; the root's is gone

    @property
    def pem(self) -> bytes:
        """The root, for whoever is to trust it."""
        return self.root.public_bytes(Encoding.PEM)

    @property
    def p12(self) -> bytes:
        """The same for Java, without a password."""
        return trust_store(self.pem)

    @property
    def _private(self) -> bytes:
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return key + self.leaf.public_bytes(Encoding.PEM) + self.pem

    @property
    def context(self) -> ssl.SSLContext:
        """For the listener; the key passes through memory alone where the system can do that."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(["http/1.1"])
        if hasattr(os, "memfd_create"):
            number = os.memfd_create("leaf")
            try:
                os.write(number, self._private)
                context.load_cert_chain(f"/proc/self/fd/{number}")
            finally:
                os.close(number)
        else:
            with NamedTemporaryFile() as file:
                file.write(self._private)
                file.flush()
                context.load_cert_chain(file.name)
        return context

    def fit(self, hosts: Iterable[str], now: datetime) -> bool:
        """Whether they are for these hosts, and will be for a day more."""
        names = self.leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        same = set(names.get_values_for_type(x509.DNSName)) == set(hosts)
        return same and now + timedelta(days=1) < self.leaf.not_valid_after_utc


def trust_store(bundle: bytes) -> bytes:
    """Certificates as Java keeps them."""
    every = enumerate(_readable(bundle))
    trusted = [pkcs12.PKCS12Certificate(each, f"root-{n}".encode()) for n, each in every]
    return pkcs12.serialize_java_truststore(trusted, NoEncryption())


def _readable(bundle: bytes) -> Iterator[x509.Certificate]:
    """Systems have odd ones among their roots, which nobody should need."""
    for part in bundle.split(END)[:-1]:
        with warnings.catch_warnings(), suppress(ValueError, Warning):
            warnings.simplefilter("error")
            yield x509.load_pem_x509_certificate(part + END)


def certificates(hosts: tuple[str, ...], now: datetime) -> Certificates:
    """New ones. The root's key is known in here alone, and forgotten at the end."""
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    root_id = x509.SubjectKeyIdentifier.from_public_key(root_key.public_key())
    begun = _begun(now).issuer_name(called)
    root = (
        begun.serial_number(x509.random_serial_number())
        .subject_name(called)
        .public_key(root_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage("key_cert_sign", "crl_sign"), critical=True)
        .add_extension(root_id, critical=False)
        .add_extension(_bounds(hosts), critical=True)
        .sign(root_key, SHA256())
    )
    names = x509.SubjectAlternativeName([x509.DNSName(each) for each in hosts])
    leaf = (
        begun.serial_number(x509.random_serial_number())
        .subject_name(x509.Name([]))
        .public_key(key.public_key())
        .add_extension(names, critical=True)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage("digital_signature"), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(root_id), critical=False
        )
        .sign(root_key, SHA256())
    )
    return Certificates(root, leaf, key)


def _begun(now: datetime) -> x509.CertificateBuilder:
    """By the system's clock: clients look at theirs. From yesterday, as clocks differ."""
    since = now - timedelta(days=1)
    builder = x509.CertificateBuilder().not_valid_before(since)
    return builder.not_valid_after(since + timedelta(days=DAYS))


def _usage(*uses: str) -> x509.KeyUsage:
    return x509.KeyUsage(**{use: use in uses for use in USES})


def _bounds(hosts: tuple[str, ...]) -> x509.NameConstraints:
    """These hosts, and no address."""
    every = [x509.IPAddress(ip_network(each)) for each in ("0.0.0.0/0", "::/0")]
    return x509.NameConstraints([x509.DNSName(each) for each in hosts], every)


def kept_certificates(folder: Path, hosts: tuple[str, ...]) -> Certificates:
    """Those of the folder while they fit, else new ones in their place."""
    now = system_clock()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    file = folder / LEAF_FILE
    if file.exists():
        kept = _read(file.read_bytes())
        if kept.fit(hosts, now):
            return kept
    made = certificates(hosts, now)
    _replace(file, made._private)
    _replace(folder / CA_FILE, made.pem)
    return made


def _read(content: bytes) -> Certificates:
    leaf, root = x509.load_pem_x509_certificates(content)
    key = load_pem_private_key(content, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return Certificates(root, leaf, key)


def _replace(file: Path, content: bytes) -> None:
    new = file.with_suffix(".new")
    with open(new, "wb", opener=owners_alone) as out:
        out.write(content)
    new.replace(file)
