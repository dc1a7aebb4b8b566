"""Transparent mode as a command sees it: a private folder, and the variables that lead to it."""

import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from reskontra.sandbox import preloads
from reskontra.sandbox.certificates import Certificates, trust_store
from reskontra.sandbox.hosts import DOMAIN

PROXIES = ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy")
BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "PIP_CERT")
ADDED = ("NODE_EXTRA_CA_CERTS", "DENO_CERT")
LOCAL = ("localhost", "127.0.0.1", "::1")
SYSTEM = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt")
CA, STORE = "ca.pem", "trust.p12"

Variables = dict[str, str | None]  # None: taken away


@dataclass(frozen=True)
class Disguise:
    """Where a command finds what it needs; another process may make variables of it."""

    folder: Path
    hosts: tuple[str, ...]
    proxy: tuple[str, int] | None  # none in a namespace of the command's own
    tls_port: int
    runtimes: tuple[str, ...] = preloads.RUNTIMES

    def furnish(self, own: Certificates) -> None:
        self.folder.chmod(0o700)
        (self.folder / CA).write_bytes(own.pem)
        (self.folder / STORE).write_bytes(trust_store(self.bundle(None).read_bytes()))
        preloads.write_preloads(self.folder, self.hosts, self.tls_port, self.folder / CA)

    def hosts_file(self, before: str) -> Path:
        """One in which the names are this machine's, for a command in a namespace of its own."""
        lines = [line for line in before.splitlines() if not {*line.split()} & {*self.hosts}]
        file = self.folder / "hosts"
        file.write_text("\n".join([*lines, f"127.0.0.1 {' '.join(self.hosts)}", ""]))
        return file

    @property
    def shown(self) -> dict[str, Any]:
        return {
            "hosts": [*self.hosts],
            "folder": str(self.folder),
            "proxy": f"http://{self.proxy[0]}:{self.proxy[1]}" if self.proxy else None,
            "tls_port": self.tls_port,
            "preload": [*self.runtimes],
        }

    @staticmethod
    def told(shown: Mapping[str, Any]) -> "Disguise":
        """What `shown` gave."""
        host, _, port = (shown["proxy"] or "").removeprefix("http://").rpartition(":")
        proxy = (host, int(port)) if port else None
        own = (Path(shown["folder"]), tuple(shown["hosts"]), proxy, int(shown["tls_port"]))
        return Disguise(*own, tuple(shown["preload"]))

    def variables(self, env: Mapping[str, str]) -> Variables:
        """Every one, in both cases: an inherited one that is left would win."""
        said: Variables = {}
        address = f"http://{self.proxy[0]}:{self.proxy[1]}" if self.proxy else None
        said |= dict.fromkeys(PROXIES, address)
        harmless = ",".join([*LOCAL, *_harmless(env)])
        said |= dict.fromkeys(("NO_PROXY", "no_proxy"), harmless if address else None)
        for name in BUNDLES:
            said[name] = str(self.bundle(env.get(name) or env.get("SSL_CERT_FILE")))
        for name in ADDED:
            said[name] = str(self._joined(env.get(name)))
        said["SSL_CERT_DIR"] = None
        if address:
            said["NODE_USE_ENV_PROXY"] = "1"
        return said | self._switches(env)

    def _switches(self, env: Mapping[str, str]) -> Variables:
        """Appended to, never replaced."""
        said: Variables = {}
        if "node" in self.runtimes:
            said["NODE_OPTIONS"] = _after(env, "NODE_OPTIONS", f"--require={self.folder}/node.cjs")
        if "python" in self.runtimes:
            said["PYTHONPATH"] = _before(env, "PYTHONPATH", f"{self.folder}/python")
        if "php" in self.runtimes:
            place = preloads.write_php(self.folder, self.bundle(env.get("SSL_CERT_FILE")))
            said["PHP_INI_SCAN_DIR"] = f"{env.get('PHP_INI_SCAN_DIR', '')}:{place}"
        if "java" in self.runtimes:
            words = preloads.java(self.proxy, self.folder / STORE)
            said["JAVA_TOOL_OPTIONS"] = _after(env, "JAVA_TOOL_OPTIONS", words)
        return said

    def bundle(self, inherited: str | None) -> Path:
        """What was believed before, and our certificate: such a variable replaces the roots."""
        base = next((each for each in (inherited, *_system()) if each and os.path.isfile(each)), "")
        return self._joined(base)

    def _joined(self, base: str | None) -> Path:
        ca = self.folder / CA
        if not base or not os.path.isfile(base) or Path(base) == ca:
            return ca
        before, own = Path(base).read_bytes(), ca.read_bytes()
        if own in before:
            return Path(base)
        file = self.folder / f"bundle-{sha256(base.encode()).hexdigest()[:12]}.pem"
        file.write_bytes(before.rstrip(b"\n") + b"\n" + own)
        return file


def _system() -> tuple[str, ...]:
    return (ssl.get_default_verify_paths().cafile or "", *SYSTEM)


def _harmless(env: Mapping[str, str]) -> list[str]:
    """Without what would lead past us."""
    said = f"{env.get('NO_PROXY', '')},{env.get('no_proxy', '')}"
    names = [each.strip() for each in said.split(",")]
    return [
        each
        for each in dict.fromkeys(names)
        if each not in ("", "*", *LOCAL) and DOMAIN not in each.lower() and each.strip(".") != "se"
    ]


def _after(env: Mapping[str, str], name: str, word: str) -> str:
    before = env.get(name, "")
    return before if word in before else f"{before} {word}".strip()


def _before(env: Mapping[str, str], name: str, place: str) -> str:
    rest = [each for each in env.get(name, "").split(os.pathsep) if each and each != place]
    return os.pathsep.join([place, *rest])


def applied(env: Mapping[str, str], variables: Variables) -> dict[str, str]:
    kept = {name: value for name, value in env.items() if name not in variables}
    return kept | {name: value for name, value in variables.items() if value is not None}
