"""Known vulnerabilities of what is pinned, asked of a database that speaks as OSV does."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.request import Request, urlopen

from supply.locks import Package

DATABASE = "https://api.osv.dev"
SECONDS = 20


class Unreachable(Exception):
    """Nobody could be asked, or the answer makes no sense: nothing is known."""


def known(packages: Sequence[Package], database: str = DATABASE) -> dict[str, list[str]]:
    """By its address, what is known against each; those with nothing are left out."""
    asked = {"queries": [{"package": {"purl": each.address}} for each in packages]}
    try:
        answers = _asked(f"{database}/v1/querybatch", asked)["results"]
        found = [[str(each["id"]) for each in answer.get("vulns", ())] for answer in answers]
        pairs = [*zip(packages, found, strict=True)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    return {package.address: names for package, names in pairs if names}


def _asked(address: str, question: Any) -> Any:
    body = json.dumps(question).encode()
    request = Request(address, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)
