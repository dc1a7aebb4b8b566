"""Heads that are kept elsewhere tell of books written anew; exported books tell by themselves."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reskontra.audit.chain import FIRST, digest_of, entries, posted
from reskontra.audit.heads import ANEW, UNSIGNED, is_signed
from reskontra.audit.snapshot import opened
from reskontra.outside.signing import new_key
from tests.commands import Shell
from tests.example_books import Template
from tests.planted_faults import HURT, MINE
from tests.test_auditor import names, spoil

OTHERS_KEY = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqo="


@pytest.fixture
def shell(template: Template, tmp_path: Path) -> Shell:
    """Someone at work with a copy of the books."""
    key = tmp_path / "key.pem"
    key.touch(0o600)
    key.write_bytes(new_key())
    return Shell(tmp_path, {"DATABASE_URL": template.copied(), "HEAD_KEY": str(key)})


def url_of(shell: Shell) -> str:
    return shell.settings["DATABASE_URL"]


def signed(shell: Shell) -> dict[str, Any]:
    answer = shell.here("head")
    (shell.folder / "heads.json").write_text(json.dumps(answer))
    return answer


def found(shell: Shell, *more: str) -> set[str]:
    code, answer = shell.told("check-books", "--expect-head", "heads.json", *more)
    assert code == (1 if answer["violations"] else 0)
    # The copy has lost its triggers to whoever spoiled it, which is named as well.
    return {each["name"] for each in answer["violations"]} - {"guard changed"}


def written_anew(url: str) -> None:
    """By someone who owns the database and knows the form of the chain: all of it is in order."""
    spoil(url, f"UPDATE vouchers SET description = 'Annat' WHERE {MINE} AND sequence = 1")
    with opened(url, HURT) as books:
        part = next(books.parts())
        vouchers = [(header[0], content) for header, content in posted(part, HURT)]
    previous, statements = FIRST, []
    for sequence, content in vouchers:
        previous = digest_of([previous, *content])
        statements += [
            f"UPDATE vouchers SET hash = '{previous}' WHERE {MINE} AND sequence = {sequence}"
        ]
    spoil(url, *statements, f"UPDATE ledgers SET hash = '{previous}' WHERE {MINE}")


def history_anew(url: str) -> None:
    """The same with what was done: an entry now names someone else."""
    spoil(url, f"UPDATE history SET by = 'Någon annan' WHERE {MINE} AND number = 1")
    with opened(url, HURT) as books:
        told = [*entries(next(books.parts()), HURT)]
    previous, statements = FIRST, []
    for number, _, *said in told:
        previous = digest_of([previous, [HURT, number], *said])
        statements += [f"UPDATE history SET hash = '{previous}' WHERE {MINE} AND number = {number}"]
    spoil(url, *statements)


def cut_short(url: str) -> None:
    """The newest entry of the history vanishes: what is left is a chain."""
    newest = f"SELECT max(number) FROM history WHERE {MINE}"
    spoil(url, f"DELETE FROM history WHERE {MINE} AND number = ({newest})")


def test_every_organisation_has_a_head_signed_by_the_key(shell: Shell) -> None:
    answer = signed(shell)
    assert [head["organisation"] for head in answer["heads"]] == [1, 2, 3, 4]
    assert all(is_signed(head, answer["key"]) for head in answer["heads"])
    assert [head["vouchers"] for head in answer["heads"]] == [24, 24, 24, 0]
    assert found(shell) == set()


@pytest.mark.parametrize("attack", [written_anew, history_anew])
def test_a_chain_written_anew_is_sound_by_itself_and_found_by_its_head(
    shell: Shell, attack: Callable[[str], None]
) -> None:
    signed(shell)
    attack(url_of(shell))
    assert names(url_of(shell)) == set()
    assert found(shell) == {ANEW}


def test_a_history_cut_short_is_found_by_its_head(shell: Shell) -> None:
    signed(shell)
    cut_short(url_of(shell))
    assert ANEW in found(shell)


def test_a_chain_that_goes_on_is_still_the_one_that_was_signed(shell: Shell) -> None:
    signed(shell)
    shell.here("organisation", "set", str(HURT), "--city", "Ludvika")
    assert found(shell) == set()


@pytest.mark.parametrize("name", ["at", "vouchers", "hash", "entries", "history_hash", "signature"])
def test_a_head_that_was_altered_is_not_signed(shell: Shell, name: str) -> None:
    answer = signed(shell)
    head = answer["heads"][0]
    other = head[name] - 1 if isinstance(head[name], int) else f"A{head[name][1:]}"
    head[name] = other if other != head[name] else f"B{head[name][1:]}"
    (shell.folder / "heads.json").write_text(json.dumps(head))
    assert UNSIGNED in found(shell)


def test_a_head_of_someone_else_is_not_signed(shell: Shell) -> None:
    signed(shell)
    assert found(shell, "--key", OTHERS_KEY) == {UNSIGNED}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"heads": [{}]}', '{"heads": 7}', "null"])
def test_what_is_no_head_is_told_in_one_line(shell: Shell, text: str) -> None:
    (shell.folder / "heads.json").write_text(text)
    complaint = shell.refused("check-books", "--expect-head", "heads.json")
    assert complaint == "reskontra: heads.json: no signed head"


# Exported books


def exported(shell: Shell) -> tuple[Path, str]:
    answer = shell.here("export", "--organisation", str(HURT), "books.jsonl")
    return shell.folder / "books.jsonl", answer["key"]


def verified(file: Path, key: str, shell: Shell) -> list[str]:
    code, answer = shell.told("verify", file.name, "--key", key)
    assert code == (1 if answer["violations"] else 0)
    violations: list[str] = answer["violations"]
    return violations


def test_exported_books_are_verified_with_nothing_but_the_file(
    shell: Shell, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file, key = exported(shell)
    assert file.stat().st_mode & 0o777 == 0o600
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "books").write_bytes(file.read_bytes())
    command = [sys.executable, "-m", "reskontra", "verify", "books", "--key", key]
    environment = {"PYTHONPATH": Shell(elsewhere).environment["PYTHONPATH"]}
    run = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    summary = json.loads(run.stdout)["summary"]
    assert (summary["organisation"], summary["voucher"]) == (HURT, 24)
    assert [each.name for each in elsewhere.iterdir()] == ["books"]


def test_the_history_tells_of_the_export(shell: Shell) -> None:
    exported(shell)
    told = shell.here("history", "--organisation", str(HURT))["history"]
    assert (told[-1]["what"], told[-1]["by"]) == ("books exported", "command line")
    assert told[-1]["detail"]["file"] == "books.jsonl"


def test_a_file_that_is_there_is_not_written_over(shell: Shell) -> None:
    exported(shell)
    complaint = shell.refused("export", "--organisation", str(HURT), "books.jsonl")
    assert complaint == "reskontra: there is a file books.jsonl already"


def line_with(lines: list[str], kind: str) -> int:
    return next(place for place, line in enumerate(lines) if line.startswith(f'["{kind}"'))


def changed(kind: str, old: str, new: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        place = line_with(lines, kind)
        assert old in lines[place]
        lines[place] = lines[place].replace(old, new, 1)

    return change


def without(kind: str) -> Callable[[list[str]], None]:
    return lambda lines: lines.pop(line_with(lines, kind))  # type: ignore[return-value]


HASH, SEAL = "is not what its hash says", "is not what its voucher seals"
# What is done to the file, and what is said of it.
ALTERED: dict[str, tuple[Callable[[list[str]], Any], str]] = {
    "a voucher's text":     (changed("voucher", "mappar", "annat"), HASH),
    "an entry":             (changed("entry", "year opened", "year closed"), HASH),
    "an invoice":           (changed("document", "Ängens", "Någon annans"), SEAL),
    "a letterhead":         (changed("letterhead", "Övning", "Annat"), "what the history seals"),
    "the signed head":      (changed("reskontra books 1", ":24,", ":23,"), "not signed by"),
    "a voucher is gone":    (without("voucher"), "follows 0"),
    "an entry is gone":     (without("entry"), "follows 0"),
    "an invoice is gone":   (without("document"), "is sealed, and missing"),
    "the end is gone":      (without("end"), "the file is cut off"),
    "the second half":      (lambda lines: lines.__delitem__(slice(9, None)), "ends before"),
    "a line of nothing":    (lambda lines: lines.insert(3, "{"), "cannot be read"),
    "a line of a new kind": (lambda lines: lines.insert(3, '["gift"]'), "cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_file_is_found(shell: Shell, what: str) -> None:
    file, key = exported(shell)
    lines = file.read_text().splitlines()
    alter, why = ALTERED[what]
    alter(lines)
    file.write_text("\n".join(lines) + "\n")
    assert any(why in each for each in verified(file, key, shell))


def test_books_exported_by_someone_else_are_not_signed(shell: Shell) -> None:
    file, _ = exported(shell)
    assert verified(file, OTHERS_KEY, shell) == ["the head is not signed by that key"]


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
def test_without_a_key_a_server_signs_nothing(shell: Shell) -> None:
    complaint = Shell(shell.folder, {"DATABASE_URL": url_of(shell)}).refused("head")
    assert "RESKONTRA_HEAD_KEY is required" in complaint


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
def test_an_embedded_database_has_a_key_of_its_own(shell: Shell) -> None:
    own = Shell(shell.folder, {"DATABASE_URL": url_of(shell)})
    key = own.here("head")["key"]
    assert own.here("head")["key"] == key
    file = Path(f"{url_of(shell).removeprefix('sqlite:///')}.head-key.pem")
    assert file.stat().st_mode & 0o777 == 0o600
