"""Each call as it is made from a shell, from Python and from JavaScript."""

import json
from typing import Any

from reskontra.web.described import Gives
from reskontra.web.examples import body_of
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route

SAMPLES = {"{key}": "1", "{series}": "B", "{number}": "1", "{type}": "4"}
PERIODS = {"/vatreturns/{key}": "202612", "/periodicsummaries/{key}": "2612"}
CODES = {
    "/3/accounts/{key}": "1930",
    "/3/articles/{key}": "BORD-1",
    "/3/costcenters/{key}": "NORR",
    "/3/currencies/{key}": "EUR",
    "/3/modesofpayments/{key}": "BG",
    "/3/predefinedaccounts/{key}": "ACCRCOST",
    "/3/termsofpayments/{key}": "30",
    "/3/units/{key}": "st",
    "/3/voucherseries/{key}": "A",
}
FILES = (Gives.PDF, Gives.FILE)


def snippets(route: Route[Endpoint]) -> dict[str, str]:
    return {"curl": curl(route), "Python": python(route), "JavaScript": javascript(route)}


def sample_path(path: str) -> str:
    """The address with something plausible for each of its keys.

    >>> sample_path("/3/units/{key}"), sample_path("/3/vouchers/{series}/{number}")
    ('/3/units/st', '/3/vouchers/B/1')
    """
    for start, key in (PERIODS | CODES).items():
        if path == start or path.startswith(f"{start}/"):
            path = path.replace("{key}", key)
    for name, value in SAMPLES.items():
        path = path.replace(name, value)
    return f"{path}?account=1930" if path.endswith("/account-statement") else path


def body_for(route: Route[Endpoint]) -> str:
    description = route.endpoint.describes
    assert description
    if not route.endpoint.takes_body or description.takes_file:
        return ""
    return json.dumps(body_of(description), ensure_ascii=False, indent=2)


def curl(route: Route[Endpoint]) -> str:
    lines = [f'curl "$BASE{sample_path(route.path)}"', '-H "Authorization: Bearer $TOKEN"']
    if route.method not in ("GET", "POST"):
        lines[0] = f'curl -X {route.method} "$BASE{sample_path(route.path)}"'
    if body := body_for(route):
        lines += ['-H "Content-Type: application/json"', f"-d '{body}'"]
    elif _takes_file(route):
        lines.append("--data-binary @books.se")
    if _gives_file(route):
        lines.append(f"-o {_file_name(route)}")
    return " \\\n  ".join(lines)


def python(route: Route[Endpoint]) -> str:
    sent = ""
    if body := body_for(route):
        sent = f",\n    json={_literal(json.loads(body))},\n"
    elif _takes_file(route):
        sent = ', content=open("books.se", "rb")'
    call = f'answer = api.{route.method.lower()}("{sample_path(route.path)}"{sent})'
    last = "print(answer.json())"
    if _gives_file(route):
        last = f'open("{_file_name(route)}", "wb").write(answer.content)'
    elif route.method == "DELETE":
        last = "print(answer.status_code)"
    return "\n".join(
        (
            "import os",
            "",
            "import httpx",
            "",
            'token = os.environ["TOKEN"]',
            "api = httpx.Client(",
            '    base_url=os.environ["BASE"], headers={"Authorization": f"Bearer {token}"}',
            ")",
            call,
            "answer.raise_for_status()",
            last,
        )
    )


def javascript(route: Route[Endpoint]) -> str:
    options = []
    if route.method != "GET":
        options.append(f'  method: "{route.method}",')
    options.append("  headers: { Authorization: `Bearer ${TOKEN}` },")
    if body := body_for(route):
        options.append(f"  body: JSON.stringify({body.replace(chr(10), chr(10) + '  ')}),")
    elif _takes_file(route):
        options.append('  body: await readFile("books.se"),')
    last = "console.log(await answer.json());"
    if _gives_file(route):
        last = f'await writeFile("{_file_name(route)}", Buffer.from(await answer.arrayBuffer()));'
    elif route.method == "DELETE":
        last = "console.log(answer.status);"
    files = [name for name in ("readFile", "writeFile") if f"{name}(" in "".join((*options, last))]
    first = [f'import {{ {", ".join(files)} }} from "node:fs/promises";', ""] if files else []
    return "\n".join(
        (
            *first,
            "const { BASE, TOKEN } = process.env;",
            f"const answer = await fetch(`${{BASE}}{sample_path(route.path)}`, {{",
            *options,
            "});",
            "if (!answer.ok) throw new Error(await answer.text());",
            last,
        )
    )


def _literal(value: Any) -> str:
    """JSON as Python writes it."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _takes_file(route: Route[Endpoint]) -> bool:
    return bool(route.endpoint.describes and route.endpoint.describes.takes_file)


def _gives_file(route: Route[Endpoint]) -> bool:
    return bool(route.endpoint.describes and route.endpoint.describes.gives in FILES)


def _file_name(route: Route[Endpoint]) -> str:
    description = route.endpoint.describes
    assert description
    if description.gives is Gives.PDF:
        return "answer.pdf"
    return {"application/xml": "answer.xml", "text/csv": "answer.csv"}.get(
        description.media_type, "answer.se"
    )
