"""The tests themselves: a case is a case only where something is asserted in it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache  # by the worker that runs these tests: every other one only collects them
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text()) for path in sorted(HERE.rglob("*.py"))}


@cache
def every_test() -> dict[str, Function]:
    return {
        f"{path.relative_to(HERE)}::{node.name}": node
        for path, tree in trees().items()
        if path.name.startswith("test_")
        for node in ast.walk(tree)
        if isinstance(node, Function) and node.name.startswith("test_")
    }


def own(node: ast.AST) -> Iterator[ast.AST]:
    """All that is in it, but for the insides of functions that it defines."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, Function | ast.Lambda):
            yield from own(child)


def asserts(node: ast.AST) -> bool:
    if isinstance(node, ast.With):
        return any("raises(" in ast.unparse(item.context_expr) for item in node.items)
    return isinstance(node, ast.Assert)


def in_doubt(test: ast.AST) -> set[int]:
    """What stands under an `if` that has no `else`."""
    doubts = [node for node in ast.walk(test) if isinstance(node, ast.If) and not node.orelse]
    return {id(inner) for doubt in doubts for inner in ast.walk(doubt)}


def test_there_are_tests() -> None:
    assert len(every_test()) > 500


def test_no_test_returns() -> None:
    """It would be a case that passes by asserting less: choose the cases in its table instead."""
    left = [
        f"{name}, line {node.lineno}"
        for name, test in every_test().items()
        for node in own(test)
        if isinstance(node, ast.Return)
    ]
    assert left == []


def test_no_test_asserts_only_if() -> None:
    """The same in other words; `assume` what a random case must be like."""
    doubtful = []
    for name, test in every_test().items():
        assertions = [node for node in ast.walk(test) if asserts(node)]
        if assertions and in_doubt(test).issuperset(map(id, assertions)):
            doubtful.append(name)
    assert doubtful == []


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield f"{path.relative_to(HERE)}, line {node.lineno}", node


CALLERS = {f"httpx.{each}" for each in ("get", "post", "put", "Client", "AsyncClient")}


def limits(call: ast.Call) -> list[float]:
    """The seconds that it waits at most, where they are written there; those of httpx are five."""
    name = ast.unparse(call.func)
    given = {each.arg: each.value for each in call.keywords}
    if name in CALLERS and not {"timeout", "transport"} & given.keys():
        return [5]
    waits = call.args if name.rpartition(".")[2] in ("wait", "join", "wait_for", "timeout") else []
    said = [*waits, *(value for word, value in given.items() if word and "timeout" in word)]
    constants = [each.value for each in said if isinstance(each, ast.Constant)]
    return [value for value in constants if isinstance(value, int | float)]


def test_nobody_is_given_up_within_a_minute() -> None:
    """A time limit keeps a test from hanging for ever, and says nothing of how fast a thing is."""
    assert [where for where, call in calls() if min(limits(call), default=60) < 60] == []
