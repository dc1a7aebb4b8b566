"""Records are frozen, whole and typed; a misspelled change is found without running it."""

import ast
from pathlib import Path
from typing import Any

import pytest

from reskontra.domain.records import Record, field, replace

SOURCE = Path(__file__).parents[2] / "src" / "reskontra"


class Thing(Record):
    name: str
    size: int = 3
    carried: dict[str, int] = field(default_factory=dict)


def test_a_record_is_not_altered() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Thing("a").name = "b"  # type: ignore[misc]


def test_what_is_made_anew_is_nobody_else_s() -> None:
    assert Thing("a").carried is not Thing("a").carried


@pytest.mark.parametrize("values", [{}, {"name": "a", "colour": 1}, {"colour": 1}], ids=str)
def test_a_record_that_lacks_a_value_or_has_another_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Thing(**values)


def test_a_change_of_what_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError):
        replace(Thing("a"), colour=1)


def every_record(record: type[Record] = Record) -> list[type[Record]]:
    return [each for sub in record.__subclasses__() for each in (sub, *every_record(sub))]


def changed_names(path: Path) -> set[str]:
    """The names that calls of `replace` write out, in a file that has it from the records."""
    text = path.read_text()
    if "reskontra.domain.records import" not in text:
        return set()
    return {
        keyword.arg
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "replace"
        for keyword in node.keywords
        if keyword.arg
    }


def test_every_change_that_is_written_out_names_a_field() -> None:
    """The type checker sees this of constructors, but not of `replace`."""
    known = {name for record in every_record() for name in record.__struct_fields__}
    assert {name for path in SOURCE.rglob("*.py") for name in changed_names(path)} <= known
