"""The bill of materials says what the locks pin; what is known against it is not passed over."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from supply.__main__ import LOCKS, ROOT, main
from supply.locks import Package, pinned
from supply.sbom import bill
from supply.scan import MOST_PAGES

from tests.servers import free_port

LINES = """\
alpha-Beta==1.0 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
    # via
    #   reskontra (pyproject.toml)
    #   gamma
gamma[extra]==2.1.post1 ; python_version < '3.12' \\
    --hash=sha256:{c}
    # via reskontra (pyproject.toml)
setuptools==84.2.1 \\
    --hash=sha256:{a}
    # via -r requirements/build.in
"""
HASHES = {letter: letter * 64 for letter in "abc"}


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "run.lock"
    path.write_text(LINES.format(**HASHES))
    return path


def test_a_lock_is_read(lock: Path) -> None:
    a, b, c = HASHES.values()
    assert pinned(lock) == [
        Package("alpha-Beta", "1.0", (a, b), ("reskontra", "gamma")),
        Package("gamma", "2.1.post1", (c,), ("reskontra",)),
        Package("setuptools", "84.2.1", (a,), ()),
    ]


def test_what_is_not_pinned_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    path.write_text("alpha>=1.0\n")
    with pytest.raises(ValueError, match="not a pinned package: alpha"):
        pinned(path)


def test_the_bill_says_who_asks_for_what_and_what_is_shipped(lock: Path, tmp_path: Path) -> None:
    other = tmp_path / "dev.lock"
    more = f"delta==3 \\\n    --hash=sha256:{HASHES['a']}\n    # via alpha-beta\n"
    other.write_text(lock.read_text() + more)
    made = bill("reskontra", "0.1.0", {each: pinned(each) for each in (lock, other)})
    scopes = {each["name"]: each["scope"] for each in made["components"]}
    assert scopes == {
        "alpha-Beta": "required",
        "delta": "excluded",
        "gamma": "required",
        "setuptools": "required",
    }
    assert {each["ref"]: each["dependsOn"] for each in made["dependencies"]} == {
        "pkg:pypi/alpha-beta@1.0": ["pkg:pypi/delta@3"],
        "pkg:pypi/delta@3": [],
        "pkg:pypi/gamma@2.1.post1": ["pkg:pypi/alpha-beta@1.0"],
        "pkg:pypi/reskontra@0.1.0": ["pkg:pypi/alpha-beta@1.0", "pkg:pypi/gamma@2.1.post1"],
        "pkg:pypi/setuptools@84.2.1": [],
    }


@pytest.fixture
def made(tmp_path: Path) -> Any:
    """Of our own locks."""
    assert main(["--sbom", str(tmp_path / "sbom.json"), *away()]) == 0
    return json.loads((tmp_path / "sbom.json").read_text())


def away() -> tuple[str, str]:
    return "--database", f"http://127.0.0.1:{free_port()}"


# What the schema of CycloneDX 1.6 asks for, where we have anything to say.
MEMBERS = {
    "bomFormat": r"CycloneDX",
    "specVersion": r"1\.6",
    "serialNumber": r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
}
OF_A_COMPONENT = {
    "type": r"library|application",
    "bom-ref": r".+",
    "name": r".+",
    "version": r".+",
    "purl": r"pkg:pypi/[a-z0-9-]+@[^@\s]+",
}


def test_the_bill_has_what_its_schema_asks_for(made: Any) -> None:
    assert has(made, MEMBERS)
    assert isinstance(made["version"], int)
    assert made["version"] >= 1
    components = [made["metadata"]["component"], *made["components"]]
    assert all(has(each, OF_A_COMPONENT) for each in components)
    assert {each["scope"] for each in made["components"]} == {"required", "excluded"}
    hashes = [each for component in made["components"] for each in component["hashes"]]
    assert all(has(each, {"alg": "SHA-256", "content": "[0-9a-f]{64}"}) for each in hashes)
    refs = [each["bom-ref"] for each in components]
    assert len({*refs}) == len(refs)
    assert {each["ref"] for each in made["dependencies"]} == {*refs}
    named = [ref for each in made["dependencies"] for ref in each["dependsOn"]]
    assert {*named} <= {*refs}


def has(found: Any, members: dict[str, str]) -> bool:
    return all(re.fullmatch(form, found[name]) for name, form in members.items())


def test_the_bill_has_all_that_is_pinned_and_nothing_else(made: Any) -> None:
    pins = {
        line.split()[0].lower()
        for lock in LOCKS
        for line in lock.read_text().splitlines()
        if line[:1].isalnum()
    }
    listed = {f"{each['name']}=={each['version']}".lower() for each in made["components"]}
    assert listed == {re.sub(r"\[.*\]", "", pin) for pin in pins}


def test_every_lock_is_in_it() -> None:
    assert {*LOCKS} == {*(ROOT / "requirements").glob("*.lock")}
    assert not [*ROOT.glob("package-lock.json")], "a bill must have these too"


def test_the_same_locks_give_the_same_bill(made: Any, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    main(["--sbom", str(again), *away()])
    assert json.loads(again.read_text()) == made


# Known vulnerabilities


@contextmanager
def database(answer: Any) -> Iterator[tuple[str, list[Any]]]:
    """One that has the same answer to everything, and what it was asked."""
    asked: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, question))
            body = answer(question) if callable(answer) else answer
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def against(*names: str) -> Any:
    """Something is known against these."""

    def answer(question: Any) -> bytes:
        addresses = [each["package"]["purl"] for each in question["queries"]]
        hit = [any(f"/{name}@" in address for name in names) for address in addresses]
        results = [{"vulns": [{"id": "GHSA-x"}, {"id": "PYSEC-1"}]} if h else {} for h in hit]
        return json.dumps({"results": results}).encode()

    return answer


def scanned(tmp_path: Path, url: str) -> int:
    return main(["--sbom", str(tmp_path / "sbom.json"), "--database", url])


def test_nothing_known_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with database(against()) as (url, asked):
        assert scanned(tmp_path, url) == 0
    [(path, question)] = asked
    assert path == "/v1/querybatch"
    assert {"package": {"purl": "pkg:pypi/pyjwt@2.15.1"}} in question["queries"]
    assert "0 with known vulnerabilities" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["starlette", "ruff"])
def test_what_is_known_fails_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with database(against(name)) as (url, _):
        assert scanned(tmp_path, url) == 1
    out = capsys.readouterr().out
    assert re.search(rf"pkg:pypi/{name}@\S+: GHSA-x, PYSEC-1", out)
    assert "1 with known vulnerabilities" in out


def in_pages(name: str, pages: int) -> Any:
    """What is known against this one comes a piece at a time, as OSV does it."""

    def answer(question: Any) -> bytes:
        results = []
        for query in question["queries"]:
            if f"/{name}@" not in query["package"]["purl"]:
                results.append({})
                continue
            page = int(query.get("page_token", "0"))
            more = {"next_page_token": str(page + 1)} if page + 1 < pages else {}
            # The first pages may well be empty.
            results.append(({"vulns": [{"id": f"GHSA-{page}"}]} if page else {}) | more)
        return json.dumps({"results": results}).encode()

    return answer


def test_what_is_known_is_read_to_its_last_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with database(in_pages("starlette", 4)) as (url, asked):
        assert scanned(tmp_path, url) == 1
    assert re.search(r"pkg:pypi/starlette@\S+: GHSA-1, GHSA-2, GHSA-3\n", capsys.readouterr().out)
    assert [len(question["queries"]) for _, question in asked[1:]] == [1, 1, 1]
    assert [question["queries"][0].get("page_token") for _, question in asked[1:]] == [*"123"]


def test_a_database_without_a_last_page_has_not_been_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with database(in_pages("starlette", 10**9)) as (url, asked):
        assert scanned(tmp_path, url) == 0
    assert len(asked) == MOST_PAGES
    told = capsys.readouterr()
    assert told.err.startswith(f"NOT SCANNED: {url} cannot be asked")
    assert "known vulnerabilities" not in told.out


@pytest.mark.parametrize(
    "answer",
    [b"", b"<html>", b"[]", b"{}", b'{"results": []}', b'{"results": 7}', b'{"results": [1]}'],
    ids=repr,
)
def test_a_database_that_makes_no_sense_has_not_been_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: bytes
) -> None:
    with database(answer) as (url, _):
        assert scanned(tmp_path, url) == 0
    told = capsys.readouterr()
    assert told.err.startswith(f"NOT SCANNED: {url} cannot be asked")
    assert "known vulnerabilities" not in told.out


def test_a_database_that_is_away_is_said_and_the_bill_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scanned(tmp_path, away()[1]) == 0
    assert "NOT SCANNED" in capsys.readouterr().err
    assert (tmp_path / "sbom.json").exists()
