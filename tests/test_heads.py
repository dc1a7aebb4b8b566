"""Heads that are kept elsewhere tell of books written anew; exported books tell by themselves."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from reskontra.actions import heads
from reskontra.actions.desk import desk_for
from reskontra.actions.printing import invoice_document, keep_printed
from reskontra.audit import export
from reskontra.audit.auditor import audited
from reskontra.audit.chain import FIRST, digest_of, entries, posted
from reskontra.audit.heads import ANEW, ANOTHERS, GONE, NO_HEAD, UNSIGNED, is_signed
from reskontra.audit.snapshot import opened
from reskontra.engine.database import Transaction, connect
from reskontra.engine.schema import OWNER, every_table
from reskontra.outside.signing import new_key, signer_of
from reskontra.storage import shelves
from reskontra.storage.migrate import migrate
from tests.commands import Shell
from tests.example_books import NOW, Template
from tests.older_books import unsealed
from tests.planted_faults import HURT, MINE
from tests.roles import as_service
from tests.test_alterations import append
from tests.test_auditor import names, spoil
from tests.waiting import PATIENCE, until_postgresql_shows

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
    assert names(url_of(shell)) == {ANEW}  # by the head that is kept beside it
    spoil(url_of(shell), "DELETE FROM heads")
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


def test_a_kept_head_is_signed_by_a_key_that_is_known(shell: Shell) -> None:
    former = signed(shell)["key"]
    (shell.folder / "key.pem").write_bytes(new_key())
    own = signer_of(shell.folder / "key.pem").public
    signed(shell)
    assert names(url_of(shell)) == set()
    assert found(shell) == {ANOTHERS}
    assert found(shell, "--key", former, "--key", own) == set()


# Whoever reaches the database as the service does is shown one organisation at a time.
@pytest.mark.parametrize(
    ("template", "reached"),
    [("sqlite", str), ("postgresql", str), ("postgresql", as_service)],
    indirect=["template"],
)
def test_an_organisation_that_is_gone_is_missed(
    shell: Shell, reached: Callable[[str], str]
) -> None:
    signed(shell)
    owned = [name for name, table in every_table().items() if OWNER in table.c]
    remove = [f"DELETE FROM {name} WHERE {MINE}" for name in owned]
    spoil(url_of(shell), *remove, f"DELETE FROM organisations WHERE id = {HURT}")
    assert names(reached(url_of(shell))) == set()
    assert found(
        Shell(shell.folder, shell.settings | {"DATABASE_URL": reached(url_of(shell))})
    ) == {GONE}


def test_of_one_organisation_its_own_head_is_asked_for(shell: Shell) -> None:
    answer = signed(shell)
    every, keys = tuple(answer["heads"]), (answer["key"],)
    only = tuple(head for head in every if head["organisation"] == HURT)
    assert audited(url_of(shell), HURT, only, keys).violations == []
    assert audited(url_of(shell), HURT + 1, every, keys).violations == []
    [violation] = audited(url_of(shell), HURT + 1, only, keys).violations
    assert (violation.name, violation.organisation) == (NO_HEAD, HURT + 1)


HALF_A_LETTER = (
    '{"organisation": 2, "at": "\\ud800", "vouchers": 1, "hash": "", "entries": 1,'
    ' "history_hash": "", "signature": ""}'
)
NO_HEADS = (
    *("", "[]", "{}", '{"heads": [{}]}', '{"heads": 7}', '{"heads": []}', "null", "[" * 100_000),
    '{"organisation": "2", "at": "", "vouchers": 1, "hash": "", "entries": 1, "history_hash": "",'
    ' "signature": ""}',
    HALF_A_LETTER,
)


@pytest.mark.parametrize("text", NO_HEADS, ids=range(len(NO_HEADS)))
def test_what_is_no_head_is_told_in_one_line(shell: Shell, text: str) -> None:
    (shell.folder / "heads.json").write_text(text)
    complaint = shell.refused("check-books", "--expect-head", "heads.json")
    assert complaint == "reskontra: heads.json: no signed head"


# Exported books


def exported(shell: Shell) -> tuple[Path, str]:
    """With one document that was printed."""
    in_books(url_of(shell), print_first)
    answer = shell.here("export", "--organisation", str(HURT), "books.jsonl")
    return shell.folder / "books.jsonl", answer["key"]


def in_books(url: str, work: Callable[[Transaction], Any]) -> Any:
    database = connect(url, threads=1)
    try:
        return database.write_now(work, HURT)
    finally:
        database.close()


def print_first(tx: Transaction) -> None:
    desk = desk_for(tx, HURT, NOW, "tests")
    invoice = desk.books.shelf(shelves.CUSTOMER_INVOICES).get(1)
    keep_printed(desk.books, invoice_document(desk, invoice), "d" * 64)


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


def every_but(kind: str) -> Callable[[list[str]], None]:
    def remove(lines: list[str]) -> None:
        lines[:] = [line for line in lines if not line.startswith(f'["{kind}"')]

    return remove


def longer(kind: str) -> Callable[[list[str]], None]:
    """One more link of a chain, as whoever knows its form can forge it."""

    def forge(lines: list[str]) -> None:
        place = max(n for n, line in enumerate(lines) if line.startswith(f'["{kind}"'))
        _, number, previous, *said = json.loads(lines[place])
        content = said[0] if kind == "voucher" else [[HURT, number + 1], *said]
        if kind == "voucher":
            content = [[*content[0][:4], number + 1, content[0][5]], *content[1:7]]
            content[2] = ["", "", ""]
            said = [content]
        digest = digest_of([previous, *content])
        lines.insert(place + 1, json.dumps([kind, number + 1, digest, *said]))

    return forge


def beside(kind: str, old: str, new: str) -> Callable[[list[str]], None]:
    """The true line, and a forged one after it."""

    def forge(lines: list[str]) -> None:
        place = line_with(lines, kind)
        assert old in lines[place]
        lines.insert(place + 1, lines[place].replace(old, new))

    return forge


def detail_of_another_kind(lines: list[str]) -> None:
    place = line_with(lines, "entry")
    lines[place] = json.dumps([*json.loads(lines[place])[:-1], "[]"])


def ending_early(lines: list[str]) -> None:
    lines.insert(-2, lines.pop())


HASH, SEAL = "is not what its hash says", "is not what its voucher seals"
MISSING, TWICE = "is sealed, and missing", "is told twice, or no voucher names it"
OLDER_DOCUMENTS, OLDER_PRINTINGS = f"documents {export.OLDER}", f"printings {export.OLDER}"
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


# By someone who corrects the counts at the end, too.
FORGED: dict[str, tuple[Callable[[list[str]], Any], str]] = {
    "a voucher more":          (longer("voucher"), "goes on after voucher 24"),
    "an entry more":           (longer("entry"), "goes on after entry"),
    "the same invoice twice":  (beside("document", "Ängens", "Någon annans"), TWICE),
    "an invented invoice":     (beside("document", "invoice 1", "invoice 999"), TWICE),
    "no printing at all":      (every_but("printing"), f"printing of invoice 1 {MISSING}"),
    "an invented printing":    (beside("printing", "invoice 1", "invoice 9"), OLDER_PRINTINGS),
    "a printing twice":        (beside("printing", "", ""), "what the history seals"),
    "no letterhead":           (every_but("letterhead"), f"letterhead 0 {MISSING}"),
    "a letterhead twice":      (beside("letterhead", "Övning", "Annat"), "what the history seals"),
    "no document at all":      (every_but("document"), f"customer invoice 1 {MISSING}"),
    "a line after the end":    (ending_early, "comes after the end"),
    "a detail that is a list": (detail_of_another_kind, "cannot be read"),
    "a line without bottom":   (lambda lines: lines.insert(3, "[" * 100_000), "cannot be read"),
}  # fmt: skip
# The same in books whose documents and printings were sealed all at once, by a migration.
FORGED_OLDER: dict[str, tuple[Callable[[list[str]], Any], str]] = {
    "an older invoice":        (changed("document", "Ängens", "Någon annans"), OLDER_DOCUMENTS),
    "a label":                 (changed("document", "invoice 1", "invoice 3"), SEAL),
    "no document at all":      (every_but("document"), OLDER_DOCUMENTS),
    "an invented invoice":     (beside("document", "invoice 1", "invoice 999"), TWICE),
    "an older printing":       (changed("printing", "ddd", "eee"), OLDER_PRINTINGS),
    "no printing at all":      (every_but("printing"), OLDER_PRINTINGS),
    "no letterhead":           (every_but("letterhead"), f"letterhead 0 {MISSING}"),
    "a voucher more":          (longer("voucher"), "goes on after voucher 24"),
}  # fmt: skip


def written_again(file: Path, lines: list[str]) -> None:
    file.write_text("\n".join(lines) + "\n")


def counted_again(lines: list[str]) -> None:
    """The end is not signed: whoever alters the file can write it anew."""
    kinds = [line[2 : line.index('"', 2)] for line in lines[1:] if line.startswith('["')]
    counts = {kind: kinds.count(kind) for kind in kinds if kind != "end"}
    lines[line_with(lines, "end")] = json.dumps(["end", counts])


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_file_is_found(shell: Shell, what: str) -> None:
    file, key = exported(shell)
    lines = file.read_text().splitlines()
    alter, why = ALTERED[what]
    alter(lines)
    written_again(file, lines)
    assert any(why in each for each in verified(file, key, shell))


def test_a_forged_file_is_found_though_its_counts_are_right(shell: Shell) -> None:
    forgeries_are_found(shell, FORGED)


def test_what_was_there_before_seals_is_verified_too(shell: Shell) -> None:
    in_books(url_of(shell), print_first)
    unsealed(url_of(shell))
    migrate(url_of(shell))
    forgeries_are_found(shell, FORGED_OLDER)


def forgeries_are_found(
    shell: Shell, forgeries: dict[str, tuple[Callable[[list[str]], Any], str]]
) -> None:
    file, key = exported(shell)
    assert verified(file, key, shell) == []
    true = file.read_text().splitlines()
    unseen = []
    for what, (forge, why) in forgeries.items():
        lines = [*true]
        forge(lines)
        counted_again(lines)
        written_again(file, lines)
        said = verified(file, key, shell)
        if not any(why in each for each in said):
            unseen.append((what, said))
    assert unseen == []


def test_a_history_that_contradicts_itself_is_told_by_its_export(shell: Shell) -> None:
    append(url_of(shell), "organisation set", {"letterheads": {"0": "f" * 64}})
    migrate(url_of(shell))  # its guards stand again
    [wrong] = verified(*exported(shell), shell)
    assert wrong.endswith("contradicts an earlier one: letterhead 0")


NO_EXPORTS = ("", "[]", "7", "{}", "[" * 100_000, '["reskontra books 1",2,{}]')


@pytest.mark.parametrize("line", [*NO_EXPORTS, f'["reskontra books 1",2,{HALF_A_LETTER}]'])
def test_what_is_no_export_is_told_in_one_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "books.jsonl").write_text(f"{line}\n")
    complaint = Shell(tmp_path).refused("verify", "books.jsonl", "--key", OTHERS_KEY)
    assert complaint == "reskontra: books.jsonl: its first line is not that of exported books"


def test_what_is_written_while_books_are_exported_is_left_for_the_next_time(shell: Shell) -> None:
    pen = signer_of(shell.folder / "key.pem")
    file = shell.folder / "books.jsonl"
    with export.books_of(url_of(shell), HURT) as books, file.open("x") as opened_file:
        place = export.head_of(books)
        shell.here("organisation", "set", str(HURT), "--city", "Ludvika")
        in_books(url_of(shell), print_first)
        head = in_books(
            url_of(shell),
            lambda tx: heads.sign_past(desk_for(tx, HURT, NOW, "tests"), pen, *place),
        )
        export.write(books, HURT, head.shown(), opened_file)
    assert verified(file, pen.public, shell) == []


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


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
@pytest.mark.parametrize("more", [(), ("--expect-head", "heads.json")])
def test_an_audit_makes_no_key(shell: Shell, more: tuple[str, ...]) -> None:
    key = signed(shell)["key"]
    own = Shell(shell.folder, {"DATABASE_URL": url_of(shell)})
    if more:
        complaint = own.refused("check-books", *more)
        assert complaint.startswith("reskontra: there is no key here to verify heads with")
    assert own.told("check-books", *more, "--key", key)[1]["violations"] == []
    assert not Path(f"{url_of(shell).removeprefix('sqlite:///')}.head-key.pem").exists()


def test_of_several_that_sign_the_days_head_at_once_one_does(shell: Shell) -> None:
    """The second waits for the first one's ledger, and finds the head there."""
    pen, signing, go_on = signer_of(shell.folder / "key.pem"), Event(), Event()
    outcomes: list[Any] = []

    def first(tx: Transaction) -> None:
        outcomes.append(heads.sign_of_the_day(desk_for(tx, HURT, NOW, "tests"), pen))
        signing.set()
        assert go_on.wait(PATIENCE)

    def second(tx: Transaction) -> None:
        outcomes.append(heads.sign_of_the_day(desk_for(tx, HURT, NOW, "tests"), pen))

    threads = [Thread(target=in_books, args=[url_of(shell), work]) for work in (first, second)]
    threads[0].start()
    assert signing.wait(PATIENCE)
    threads[1].start()
    if url_of(shell).startswith("postgresql"):  # SQLite has one writer anyway
        until_postgresql_shows(url_of(shell), "wait_event_type = 'Lock'")
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert [outcome is None for outcome in outcomes] == [False, True]
