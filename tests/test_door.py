"""Nothing changes the books but the door, and nobody else draws numbers."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy.sql.dml import UpdateBase

BOOKS = "reskontra.storage"
SOURCE = Path(__file__).parents[1] / "src" / "reskontra"
ABOVE_STORAGE = [
    path for floor in ("actions", "web", "commands") for path in (SOURCE / floor).rglob("*.py")
]

# Whatever is called so above storage, on whatever it is called, is taken for a change of the books.
CHANGES = {
    "save", "add", "add_all", "remove", "post", "put", "run", "insert_many", "insert_rows",
    "furnish", "carry_balances", "record_history", "begin",
}  # fmt: skip
NUMBERS = {"next_number", "number_within", "hold_numbers", "reach_number"}

# What is called so and is none, or is done elsewhere; and why.
ELSEWHERE = {
    # New books are filled before anybody can call.
    "founding.py": "*",
    # The organisation itself is no record of its books.
    "organisations.py": "organisations.save books.record_history",
    # What the books themselves do once a year is opened or closed.
    "years.py": "desk.books.furnish balances.carry_balances",
    # What the books themselves do once a claim is made: its digest is in their history.
    "claims.py": "desk.books.record_history",
    # The digest of a paper, after it was printed.
    "printing.py": "printings.add books.record_history",
    # What a call was answered is no record of the books.
    "repeating.py": "replies.begin",
    # Access and what was signed are no records of the books, and are told in their history.
    "trail.py": "books.record_history",
    "heads.py": "heads.add",
    # People and how they come in are no record of any books.
    "access.py": "memberships.add memberships.remove users.add invitations.add integrations.remove",
    "sandbox.py": "box.add box.company(MAIN).faults.add",
    "entry.py": "factors.remove failures.add failures.remove sessions.begin",
    "login.py": "failures.add",
    # Sets, event loops and servers.
    "listening.py": "self.waiting.add",
    "credit_notes.py": "uvloop.run",
    "reminders.py": "uvloop.run",
    "serving.py": "server.run workers.run",
    "around.py": "server.run",
    "transparent.py": "disguise.furnish",
    "differences.py": "seen.add",
}


def methods(text: str) -> Iterator[tuple[str, str]]:
    """Every method that is named, called or not: what it is of, and its name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node.value), node.attr
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
            yield ast.unparse(node.args[0]), ast.unparse(node.args[1]).strip("'")


def imported(text: str) -> Iterator[tuple[str, str]]:
    """Every name that is taken from a module of the books, and the module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(BOOKS):
            yield from ((str(node.module), alias.name) for alias in node.names)


def changes(text: str) -> set[str]:
    every = {*methods(text), *imported(text)}
    return {f"{of}.{name}" for of, name in every if name in CHANGES or writes(of, name)}


def writes(module: str, name: str) -> bool:
    """Is it a statement that changes something?"""
    if not module.startswith(BOOKS):
        return False
    return isinstance(getattr(import_module(module), name, None), UpdateBase)


@pytest.mark.parametrize("path", ABOVE_STORAGE, ids=lambda path: path.stem)
def test_only_the_door_changes_the_books(path: Path) -> None:
    excused = ELSEWHERE.get(path.name, "")
    found = changes(path.read_text()) - {*excused.split()}
    assert bool(found) == (path.name == "door.py" or excused == "*"), found


def test_every_excuse_is_needed() -> None:
    written = defaultdict[str, set[str]](set)  # several floors have a file of the same name
    for path in ABOVE_STORAGE:
        written[path.name] |= changes(path.read_text())
    needless = {
        name: sorted({*excused.split()} - {"*"} - written[name])
        for name, excused in ELSEWHERE.items()
    }
    assert {name: each for name, each in needless.items() if each} == {}


@pytest.mark.parametrize("path", ABOVE_STORAGE, ids=lambda path: path.stem)
def test_no_table_is_reached_through_a_layout(path: Path) -> None:
    """Else a statement could be made of it."""
    reached = [node for node in ast.walk(ast.parse(path.read_text())) if is_table(node)]
    assert not reached


def is_table(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "table"


@pytest.mark.parametrize("path", ABOVE_STORAGE, ids=lambda path: path.stem)
def test_numbers_are_drawn_in_one_place(path: Path) -> None:
    """A supplier's number is judged beside the invoices that it may not repeat."""
    found = [name for _, name in methods(path.read_text()) if name in NUMBERS]
    assert bool(found) == (path.name in {"numbers.py", "supplier_drafts.py"}), found


@pytest.mark.parametrize(
    "text",
    [
        "desk.books.shelf(CUSTOMERS).save(before, after)",
        "notes = desk.books.shelf(CUSTOMERS)\nnotes.add(customer)",
        "of(desk).add_all([customer])",
        "books.post(voucher)",
        "desk.books.run(statement)",
        "voided.add(books, series, 1, why)",
        "self.shelf(layout).remove(1)",
        "keep = shelf.save\nkeep(before, after)",
        "map(desk.books.post, vouchers)",
        "getattr(shelf, 'save')(before, after)",
        "from reskontra.storage.ledger import carry_balances",
        "from reskontra.storage.voided import add as void",
        "from reskontra.storage.books import TAKE_NUMBER",
    ],
)
def test_the_rule_sees_through_common_ways_to_write_it(text: str) -> None:
    assert changes(text)
