"""Nothing changes the books but the door, and nobody else draws numbers."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "reskontra"
ABOVE_STORAGE = [
    path for floor in ("actions", "web", "commands") for path in (SOURCE / floor).rglob("*.py")
]

# What changes a record of the books, and the one file above storage that may do it.
DOOR = {"save", "add", "remove", "post"}
NUMBERS = {"next_number", "number_within", "hold_numbers", "reach_number"}


def calls(text: str) -> Iterator[tuple[str, str]]:
    """Every call of a method: what it is called on, and its name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield ast.unparse(node.func.value), node.func.attr


def changes_books(on: str, method: str) -> bool:
    """A shelf's method, or the books' own: `books.shelf(...).save`, `shelf.add`, `books.post`."""
    return method in DOOR and any(word in on for word in ("shelf", "books"))


@pytest.mark.parametrize("path", ABOVE_STORAGE, ids=lambda path: path.stem)
def test_only_the_door_changes_the_books(path: Path) -> None:
    found = [f"{on}.{name}" for on, name in calls(path.read_text()) if changes_books(on, name)]
    assert bool(found) == (path.name == "door.py"), found


@pytest.mark.parametrize("path", ABOVE_STORAGE, ids=lambda path: path.stem)
def test_numbers_are_drawn_in_one_place(path: Path) -> None:
    """A supplier's number is judged beside the invoices that it may not repeat."""
    found = [name for _, name in calls(path.read_text()) if name in NUMBERS]
    assert bool(found) == (path.name in {"numbers.py", "supplier_drafts.py"}), found


@pytest.mark.parametrize(
    "text",
    [
        "desk.books.shelf(CUSTOMERS).save(customer)",
        "shelf = desk.books.shelf(CUSTOMERS)\nshelf.add(customer)",
        "books.post(voucher)",
        "self.shelf(kind).remove(1)",
    ],
)
def test_the_rule_sees_through_common_ways_to_write_it(text: str) -> None:
    assert any(changes_books(*call) for call in calls(text))
