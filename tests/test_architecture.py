"""The floors of the house: a file imports from its own folder or below, and never in a circle."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "reskontra"

# Each folder, and what it may import besides itself.
GROUND = {"domain", "codec", "reports", "chance"}
MIDDLE = GROUND | {"sie", "engine", "contract", "storage", "people", "outside"}
BELOW = {
    "testing": set(),  # for others' tests: it speaks to a sandbox over HTTP
    "pytest_plugin": {"testing"},
    "chance": set(),
    "codec": set(),
    "settings": {"domain"},
    "audit": set(),
    "domain": set(),
    "reports": {"domain"},
    "sie": GROUND - {"reports"},
    "engine": GROUND - {"reports"},  # of the domain, errors and records alone
    "contract": GROUND,
    "outside": GROUND,
    "storage": GROUND | {"engine"},
    "people": GROUND | {"engine"},
    "actions": MIDDLE,
    "web": MIDDLE - {"storage"} | {"actions", "settings"},  # the books through actions alone
    "sandbox": MIDDLE | {"actions", "settings", "web"},
    "commands": MIDDLE | {"actions", "settings", "web", "audit", "sandbox"},
}
FILES = sorted(SOURCE.rglob("*.py"))
NAMED = re.compile(r"\breskontra\.\w+(?:\.\w+)*")  # in a text, or in a part of one


def imported(path: Path) -> set[str]:
    """The modules of ours that a file names: when it runs, for its types, and in its texts."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reskontra"):
            assert node.level == 0
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import hides where it leads"
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names if alias.name.startswith("reskontra")}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names |= {name for name in NAMED.findall(node.value) if name.split(".")[1] in BELOW}
    return names


def packages(path: Path) -> set[str]:
    """What a file imports, by the first part of each name."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def floor_of(path: Path) -> str:
    """Its folder; a file that lies in none is one by itself."""
    return path.relative_to(SOURCE).with_suffix("").parts[0]


ROOMS = [path for path in FILES if floor_of(path) not in {"__init__", "__main__"}]


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.stem)
def test_a_file_imports_from_its_own_folder_or_from_below(path: Path) -> None:
    floor = floor_of(path)
    reached = {name.split(".")[1] for name in imported(path)}
    assert reached - {floor} <= BELOW[floor]


@pytest.mark.parametrize("path", [*(SOURCE / "engine").glob("*.py")], ids=lambda path: path.stem)
def test_the_engine_knows_nothing_of_bookkeeping(path: Path) -> None:
    domain = {name for name in imported(path) if name.startswith("reskontra.domain")}
    assert {name.split(".")[2] for name in domain} <= {"errors", "records"}


def test_no_file_imports_itself_through_others() -> None:
    modules = {
        ".".join(("reskontra", *path.relative_to(SOURCE).with_suffix("").parts)): path
        for path in FILES
    }
    arrows = {
        module: {
            known
            for name in imported(path)
            for known in (name, name.rpartition(".")[0], f"{name}.__init__")
            if known in modules and known != module
        }
        for module, path in modules.items()
    }
    assert list(TopologicalSorter(arrows).static_order())


def test_one_module_knows_the_json_of_its_library_and_one_its_records() -> None:
    users = [path.stem for path in FILES if re.search(r"(import|from) msgspec", path.read_text())]
    assert sorted(users) == ["codec", "records"]


# What a statement is made of: a driver, SQLAlchemy, and the tables.
DRIVERS = {"apsw", "sqlite3", "psycopg", "asyncpg", "sqlalchemy", "alembic"}
TABLES = {"reskontra.storage.tables", "reskontra.people.tables"}
WRITE_STATEMENTS = {"engine", "storage", "people", "audit"}
WINGS = SOURCE / "commands" / "wings.py"  # has the tables of both wings declared, and that is all


@pytest.mark.parametrize(
    "path", [p for p in FILES if floor_of(p) not in WRITE_STATEMENTS], ids=lambda p: p.stem
)
def test_no_statement_is_written_above_storage_and_people(path: Path) -> None:
    reached = {name for each in imported(path) for name in (each, each.rpartition(".")[0])}
    assert not DRIVERS & packages(path)
    assert not TABLES & reached or path == WINGS


SECRET = re.compile(r"hashed\(|shown\.secret|form_token|challenge|verifier")


def test_secrets_are_compared_in_constant_time() -> None:
    """`==` gives up at the first difference, and so tells how much of a guess was right."""
    compared = [
        f"{path.name}:{node.lineno} {ast.unparse(node)}"
        for floor in ("web", "actions", "people", "outside")
        for path in (SOURCE / floor).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare)
        and any(isinstance(sign, ast.Eq | ast.NotEq) for sign in node.ops)
        and SECRET.search(ast.unparse(node))
    ]
    assert compared == []
