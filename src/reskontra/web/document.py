"""The tables of docs: `python -m reskontra.web.document CONTRACT SETTINGS` writes them anew.

Prose is written by people, tables by this: what stands between `<!-- NAME -->` and `<!-- / -->`,
and the end of the settings' page.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from reskontra.contract.fields import LONGEST_TEXT
from reskontra.contract.listing import DEFAULT_LIMIT, LARGEST_LIMIT, Listing
from reskontra.contract.nested import MOST_UNKNOWN
from reskontra.contract.parsing import DEPTH, MOST_TOKENS
from reskontra.contract.reports import REPORTS
from reskontra.contract.resource import MOST_ROWS
from reskontra.domain.errors import Refused
from reskontra.domain.money import LARGEST
from reskontra.people.scopes import SCOPES
from reskontra.settings import RateLimit, as_markdown
from reskontra.web.call import LARGEST_BODY, SECONDS_TO_SEND
from reskontra.web.limits import AUTH_LIMIT, TOKEN_LIMIT
from reskontra.web.sections import FieldLine, Section, parameters, sections

BLOCK = re.compile(r"<!-- (?P<name>[^/\n]+) -->\n(?P<table>.*?)<!-- / -->", re.DOTALL)


def written_anew(text: str) -> str:
    """The document with every table as the code has it, and sections that were missing last."""
    blocks = dict(tables())
    present = {block["name"] for block in BLOCK.finditer(text)}
    for name in [name for name in blocks if name not in present]:
        text = f"{text.rstrip()}\n\n## {name}\n\n<!-- {name} -->\n<!-- / -->\n"

    def fresh(block: re.Match[str]) -> str:
        return f"<!-- {block['name']} -->\n{blocks[block['name']]}\n<!-- / -->"

    return BLOCK.sub(fresh, text)


def tables() -> Iterator[tuple[str, str]]:
    yield "errors", _table(("Status", "Code", "Message", "Headers"), _errors())
    yield "limits", _table(("Limit", "Value"), LIMITS)
    yield "scopes", _table(("Scope", "Calls"), _scopes())
    for section in sections():
        yield section.title, "\n\n".join(_parts(section))


def _parts(section: Section) -> Iterator[str]:
    calls = [(f"`{c.method} {c.path}`", c.does, c.answers) for c in section.calls]
    yield _table(("Call", "What it does", "Answer"), calls)
    yield "**Full form**\n\n" + _fields(section.fields)
    if section.rows and section.resource.rows:
        yield f"**Each of `{section.resource.rows.plural}`**\n\n" + _fields(section.rows)
    if section.list_row:
        rows = [(_names(line.names), line.type) for line in section.list_row]
        yield "**List row**\n\n" + _table(("Field", "Type"), rows)
    if section.asks:
        rows = [(f"`{name}`", meaning) for name, meaning in section.asks.items()]
        yield "**Parameters**\n\n" + _table(("Parameter", "Meaning"), rows)
    if section.listing:
        yield "**List parameters**\n\n" + _parameters(section.listing)


def _fields(lines: Iterable[FieldLine]) -> str:
    rows = [(_names(line.names), line.type, line.access, line.rules) for line in lines]
    return _table(("Field", "Type", "Access", "Rules"), rows)


def _parameters(listing: Listing) -> str:
    rows = [(_names(names), meaning) for names, meaning in parameters(listing)]
    return _table(("Parameter", "Meaning"), rows)


def _errors() -> Iterator[tuple[str, str, str, str]]:
    for each in sorted(Refused.__subclasses__(), key=lambda refused: refused.status):
        headers = ", ".join(f"`{name}: {value}`" for name, value in each.headers.items())
        yield str(each.status), str(each.code), str(each.__doc__), headers


def _scopes() -> Iterator[tuple[str, str]]:
    opened: dict[str, dict[str, None]] = {scope: {} for scope in SCOPES}
    for section in sections():
        resource = section.resource
        if not resource.scope:
            continue  # what it shows depends on the scopes that there are
        path = "reports" if section.title == REPORTS else resource.path
        opened[resource.scope][f"`{'' if resource.own else '/3'}/{path}`"] = None
    for scope, places in opened.items():
        if places:
            yield f"`{scope}`", ", ".join(places)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _per(limit: RateLimit) -> str:
    return f"{limit.calls} in {limit.seconds} seconds"


LIMITS = (
    ("Body", f"{LARGEST_BODY // 1024} KiB, sent within {SECONDS_TO_SEND} seconds"),
    ("Levels of nesting", str(DEPTH)),
    ("Commas, colons and opening brackets in a body", str(MOST_TOKENS)),
    ("Rows of a document", str(MOST_ROWS)),
    ("Unknown fields, per object", f"{MOST_UNKNOWN // 1024} KiB"),
    ("Text, where nothing else is said", f"{LONGEST_TEXT} characters"),
    ("Amount", f"{LARGEST:f}"),
    ("Rows of a page", f"{DEFAULT_LIMIT}, at most {LARGEST_LIMIT}"),
    ("Resource calls, per client and organisation", _per(RateLimit(25, 5))),
    ("`POST /oauth-v1/token`, per client", _per(TOKEN_LIMIT)),
    ("`GET /oauth-v1/auth`, per address", _per(AUTH_LIMIT)),
)


def main() -> None:
    contract, settings = map(Path, sys.argv[1:])
    contract.write_text(written_anew(contract.read_text()))
    prose, _, _ = settings.read_text().partition("| Variable")
    settings.write_text(prose + as_markdown())


if __name__ == "__main__":
    main()
