"""Statements looked at from outside: which tables they touch, and whether they say whose rows."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Column, Delete, Insert, Join, Select, Table, TextClause, Update
from sqlalchemy.sql import operators
from sqlalchemy.sql.elements import BinaryExpression, BindParameter, BooleanClauseList, Grouping
from sqlalchemy.sql.visitors import iterate

from reskontra.engine.schema import is_walled
from reskontra.engine.statements import Compiled, Statements
from tests.tenants import OWNED, OWNER

Rows = Select[Any] | Update | Delete


def ownerless(statement: Any) -> set[str]:
    """The tables of organisations that a statement touches without saying whose rows it means."""
    if isinstance(statement, TextClause):
        return {name for name in OWNED if re.search(rf"\b{name}\b", statement.text)}
    parts = list(iterate(statement))
    missing = set[str]()
    for part in parts:
        if isinstance(part, Select | Update | Delete):
            missing |= _ownerless_rows(part)
        elif isinstance(part, Insert) and part.table.name in OWNED:
            missing |= set() if _inserts_owner(part) else {part.table.name}
    return missing


def _inserts_owner(statement: Insert) -> bool:
    """One that copies rows takes them with their owner."""
    if statement.select is not None:
        return OWNER in statement.select.selected_columns
    return OWNER in statement.compile().params


def _ownerless_rows(statement: Rows) -> set[str]:
    if str(statement.whereclause) == "false":
        return set()  # it means nobody's rows
    tables, clauses = list[Table](), list[Any]()
    froms = statement.get_final_froms() if isinstance(statement, Select) else [statement.table]
    for each in froms:
        _unfold(each, tables, clauses)
    if statement.whereclause is not None:
        clauses += _together(statement.whereclause)
    equal = [pair for clause in clauses if (pair := _equates_owner(clause))]
    said = {left for left, right in equal if right is None}
    for _ in tables:  # one that is joined by its owner to one that says is as good
        said |= {left for left, right in equal if right in said}
        said |= {right for left, right in equal if left in said and right}
    return {table.name for table in tables if table.name in OWNED} - said


def _unfold(source: Any, tables: list[Table], clauses: list[Any]) -> None:
    if isinstance(source, Join):
        _unfold(source.left, tables, clauses)
        _unfold(source.right, tables, clauses)
        clauses += _together(source.onclause)
    elif isinstance(source, Table):
        tables.append(source)


def _together(clause: Any) -> Iterator[Any]:
    """The conditions that must all hold."""
    if isinstance(clause, Grouping):
        yield from _together(clause.element)
    elif isinstance(clause, BooleanClauseList) and clause.operator is operators.and_:
        for each in clause.clauses:
            yield from _together(each)
    else:
        yield clause


def _equates_owner(clause: Any) -> tuple[str, str | None] | None:
    """The table whose owner it says, and the table that it takes it from, if not from the call."""
    if not isinstance(clause, BinaryExpression) or clause.operator is not operators.eq:
        return None
    for one, other in ((clause.left, clause.right), (clause.right, clause.left)):
        if isinstance(one, Column) and one.name == OWNER and isinstance(one.table, Table):
            if isinstance(other, BindParameter):
                return one.table.name, None
            if isinstance(other, Column) and other.name == OWNER and isinstance(other.table, Table):
                return one.table.name, other.table.name
    return None


def crosses_walls(statement: Any) -> bool:
    """May the statement touch a table with a wall? What only the database can read may."""
    if isinstance(statement, TextClause):
        return True
    return any(isinstance(part, Table) and is_walled(part) for part in iterate(statement))


class Recording(Statements):
    """Remembers every statement that was run."""

    def __init__(self, real: Statements) -> None:
        self._real = real
        self.run: dict[int, Any] = {}
        self.inserted: set[tuple[str, tuple[str, ...]]] = set()

    def compiled(self, statement: Any) -> Compiled:
        self.run[id(statement)] = statement
        return self._real.compiled(statement)

    def insert(self, table: Table, columns: tuple[str, ...], count: int) -> Compiled:
        self.inserted.add((table.name, columns))
        return self._real.insert(table, columns, count)


class Forgetful(Statements):
    """Forgets, in every statement about an organisation's rows, whose rows were meant."""

    CONDITION = re.compile(r"\b\w+\.organisation_id = (\$\d+(?:::\w+)?)")

    def __init__(self, real: Statements) -> None:
        self._real = real
        self.forgotten = 0

    def compiled(self, statement: Any) -> Compiled:
        found = self._real.compiled(statement)
        if not crosses_walls(statement):
            return found
        text, times = self.CONDITION.subn(r"(\1 IS NOT NULL)", found.text)
        self.forgotten += times
        return replace(found, text=text)

    def insert(self, table: Table, columns: tuple[str, ...], count: int) -> Compiled:
        return self._real.insert(table, columns, count)
