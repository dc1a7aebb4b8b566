"""A software bill of materials: CycloneDX, written from the lock files."""

import json
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from supply.locks import Package, normal

FORM = "1.6"
SHIPPED, BESIDE = "required", "excluded"  # part of a running service, or of its making only


def bill(name: str, version: str, locks: Mapping[Path, Iterable[Package]]) -> dict[str, Any]:
    """The same for the same locks, to the byte: it has no moment and no random number in it.

    Of the first lock all is shipped; of the others what it does not have is for development.
    """
    shipped, *_ = ({each.address for each in packages} for packages in locks.values())
    packages = [each for lock in locks.values() for each in lock]
    every = {each.address: each for each in sorted(packages, key=lambda own: own.address)}
    root = f"pkg:pypi/{normal(name)}@{version}"
    scopes = {address: SHIPPED if address in shipped else BESIDE for address in every}
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": FORM,
        "version": 1,
        "metadata": {"component": _component("application", name, version, root)},
        "components": [_library(each, scopes[address]) for address, each in every.items()],
        "dependencies": _dependencies({root: normal(name)}, packages),
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made))
    return {"bomFormat": made.pop("bomFormat"), "serialNumber": f"urn:uuid:{number}", **made}


def _component(kind: str, name: str, version: str, address: str) -> dict[str, Any]:
    return {"type": kind, "bom-ref": address, "name": name, "version": version, "purl": address}


def _library(package: Package, scope: str) -> dict[str, Any]:
    return {
        **_component("library", package.name, package.version, package.address),
        "scope": scope,
        "hashes": [{"alg": "SHA-256", "content": each} for each in sorted(set(package.hashes))],
    }


def _dependencies(root: dict[str, str], packages: list[Package]) -> list[dict[str, Any]]:
    """Of each what it asks for; a lock says it the other way round."""
    names = root | {each.address: normal(each.name) for each in packages}
    asked = {(by, each.address) for each in packages for by in each.asked_by}
    return [
        {"ref": address, "dependsOn": sorted(what for by, what in asked if by == name)}
        for address, name in sorted(names.items())
    ]
