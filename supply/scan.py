"""Known vulnerabilities of what is pinned, asked of a database that speaks as OSV does."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.request import Request, urlopen

from supply.locks import Package

DATABASE = "https://api.osv.dev"
SECONDS = 20
MOST_PAGES = 20  # of one answer; a database that never comes to an end knows nothing


class Unreachable(Exception):
    """Nobody could be asked, or the answer makes no sense: nothing is known."""


def known(packages: Sequence[Package], database: str = DATABASE) -> dict[str, list[str]]:
    """By its address, what is known against each; those with nothing are left out."""
    found: dict[str, list[str]] = {each.address: [] for each in packages}
    try:
        _follow(database, found)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    return {address: names for address, names in found.items() if names}


def _follow(database: str, found: dict[str, list[str]]) -> None:
    """An answer with more to come has a token, by which the rest is asked for."""
    queries = [_query(address) for address in found]
    for _ in range(MOST_PAGES):
        answers = _asked(f"{database}/v1/querybatch", {"queries": queries})["results"]
        following = []
        for query, answer in zip(queries, answers, strict=True):
            address = query["package"]["purl"]
            found[address] += [str(each["id"]) for each in answer.get("vulns", ())]
            if token := answer.get("next_page_token"):
                following.append(_query(address, page_token=str(token)))
        queries = following
        if not queries:
            return
    raise ValueError(f"more than {MOST_PAGES} pages")


def _query(address: str, **more: str) -> dict[str, Any]:
    return {"package": {"purl": address}, **more}


def _asked(address: str, question: Any) -> Any:
    body = json.dumps(question).encode()
    request = Request(address, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)
