"""The recipes of docs/architecture.md, each carried out to the letter on a copy of the tree."""

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.recipes.reading import Block, recipes, run
from tests.servers import GIVEN_POSTGRESQL, Postgresql

ROOT = Path(__file__).parents[1]
PARTS = ("src", "tests", "docs", "Makefile", "pyproject.toml")
BLOCKS = recipes((ROOT / "docs" / "architecture.md").read_text())

FLOORS = "tests/test_architecture.py"
PAGE = "tests/test_contract_document.py"
TABLES = "tests/contract/test_tables.py"
SCHEMA = "tests/storage/test_migrations.py::test_the_history_says_all_that_the_tables_say"
LIVES = ("tests/test_lives.py", "tests/actions")
EXAMPLES = (
    "tests/web/test_openapi.py::test_every_example_is_taken_and_every_link_leads_to_the_record"
)
TOUR = "tests/web/test_statements.py::test_every_statement_of_every_call_says_it_too"
RULES = "tests/test_auditor.py::test_every_rule_has_its_planted_fault"
PLANTED = "tests/test_auditor.py::test_a_planted_fault_is_named"
TEMPLATES = (
    "tests/web/test_books.py"
    "::test_templates_have_nothing_inline_and_no_words_that_the_trade_does_not_use"
)
NEW = (FLOORS, PAGE, TABLES, SCHEMA, *LIVES, EXAMPLES, TOUR)  # what a new register has to pass
CONVENTIONS = "tests/web/test_conventions.py"
# Of those, what says the same of all that was there before, and takes its time for it.
ELSEWHERE = (
    f"{TABLES}::test_a_field_takes_a_value_or_refuses_it_and_what_it_takes_can_be_kept",
    f"{TABLES}::test_what_is_shown_is_taken_back_as_it_was",
)


class Recipe(NamedTuple):
    title: str
    upon: tuple[str, ...]  # the recipes that it goes on from
    holds: tuple[str, ...]  # the project's own tests that it must have thought of
    chosen: str = ""  # of those, where they are many

    @property
    def blocks(self) -> list[Block]:
        return BLOCKS[self.title]

    @property
    def behaviour(self) -> str:
        return f"tests/recipes/{self.title.lower().replace(' ', '_')}.py"


DOCUMENT = "A document with a life"
OWN = "not test_conventions or vehicles or left_out"
OF_EXPENSES = "not test_a_planted_fault or expense"
# fmt: off
RECIPES = (
    Recipe("A field",        (),          (FLOORS, PAGE, TABLES)),
    Recipe("A register",     (),          (*NEW, CONVENTIONS), OWN),
    Recipe(DOCUMENT,         (),          (*NEW, RULES, PLANTED), OF_EXPENSES),
    Recipe("A posting rule", (DOCUMENT,), (FLOORS, PAGE, *LIVES, TOUR)),
    Recipe("A filter",       (DOCUMENT,), (PAGE, TABLES, SCHEMA, RULES, PLANTED), OF_EXPENSES),
    Recipe("A setting",      (),          (FLOORS, "tests/test_settings.py")),
    Recipe("A place in the books", (),    (FLOORS, TEMPLATES)),
)
# fmt: on


def test_every_recipe_with_lines_to_write_is_carried_out() -> None:
    assert [title for title, blocks in BLOCKS.items() if blocks] == [it.title for it in RECIPES]


def test_the_recipes_give_what_they_say(tmp_path: Path, postgresql: Postgresql) -> None:
    """One after the other in the same tree, and then all that each must have thought of."""
    holds = tuple(dict.fromkeys(test for recipe in RECIPES for test in recipe.holds))
    chosen = " and ".join(dict.fromkeys(f"({it.chosen})" for it in RECIPES if it.chosen))
    blocks = [block for recipe in RECIPES for block in recipe.blocks]
    behaviour = tuple(recipe.behaviour for recipe in RECIPES)
    carried_out(blocks, (*holds, *behaviour), chosen, tmp_path, postgresql)


@pytest.mark.soak  # as what is said of each, together they have shown it
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.title)
def test_a_recipe_alone_gives_what_it_says(
    recipe: Recipe, tmp_path: Path, postgresql: Postgresql
) -> None:
    alone(recipe, recipe.blocks, tmp_path, postgresql)


LESS = {
    f"{recipe.title}, without: {block.heading}": (recipe, block)
    for recipe in RECIPES
    for block in recipe.blocks
}


@pytest.mark.soak  # each takes as long as the recipe
@pytest.mark.parametrize("case", LESS)
def test_no_part_of_a_recipe_can_be_left_out(
    case: str, tmp_path: Path, postgresql: Postgresql
) -> None:
    recipe, without = LESS[case]
    rest = [block for block in recipe.blocks if block != without]
    with pytest.raises(AssertionError):
        alone(recipe, rest, tmp_path, postgresql)


def alone(recipe: Recipe, blocks: Iterable[Block], folder: Path, postgresql: Postgresql) -> None:
    before = (block for title in recipe.upon for block in BLOCKS[title])
    tests = (*recipe.holds, recipe.behaviour)
    carried_out([*before, *blocks], tests, recipe.chosen, folder, postgresql)


def carried_out(
    blocks: Iterable[Block],
    tests: tuple[str, ...],
    chosen: str,
    folder: Path,
    postgresql: Postgresql,
) -> None:
    tree = copied(folder / "tree")
    for block in blocks:
        block.carry_out(tree)
    python = (sys.executable, "-m")
    run(tree, *python, "ruff", "format", "--check", ".")
    run(tree, *python, "ruff", "check", ".")
    plain = ("-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:xdist", "-x")
    left_out = [word for test in ELSEWHERE for word in ("--deselect", test)]
    which = ["-k", chosen] if chosen else []
    given = {GIVEN_POSTGRESQL: postgresql.url}
    run(tree, *python, "pytest", *plain, *left_out, *which, *tests, **given)


def copied(tree: Path) -> Path:
    """With its bytecode, which need not be made anew."""
    tree.mkdir()
    for name in PARTS:
        part = ROOT / name
        if part.is_dir():
            shutil.copytree(part, tree / name)
        else:
            shutil.copy2(part, tree / name)
    return tree
