"""A migration as a draft: what the tables say and the schema's history does not say yet."""

import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.autogenerate import produce_migrations, render_python_code
from alembic.operations.ops import CreateTableOp
from alembic.runtime.migration import MigrationContext

from reskontra.engine import columns
from reskontra.engine.schema import every_table, metadata
from reskontra.storage.embedded import EMBEDDED, opened
from reskontra.storage.migrate import take_steps
from reskontra.storage.steps import script

WORDS = {
    repr(columns.WHOLE): "WHOLE",
    repr(columns.TEXT): "TEXT",
    repr(columns.DAY): "DAY",
    repr(columns.BOOLEAN): "BOOLEAN",
}
HEADING = '''"""{message}."""

import sqlalchemy as sa
from alembic import op

revision = {revision!r}
down_revision = {down_revision!r}

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")
BOOLEAN = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    {body}
'''


def rendered(kind: str, item: Any, context: Any) -> Any:
    return WORDS.get(repr(item), False) if kind == "type" else False


def differences() -> Any:
    """Without the triggers: those of a table that is still to come have nowhere to be laid."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.db"
        if script().get_current_head():
            with closing(opened(path)) as file:
                take_steps(file, None)
        engine = sa.create_engine(f"{EMBEDDED}{path}")
        with engine.connect() as connection:
            options = {
                "target_metadata": metadata,
                "render_item": rendered,
                "compare_type": False,
                "compare_server_default": False,
            }
            changes = produce_migrations(
                MigrationContext.configure(connection, opts=options), metadata
            ).upgrade_ops
        engine.dispose()
        return changes


def added_later(changes: Any) -> str:
    """References in a circle: SQLite has them in the table, PostgreSQL takes them afterwards."""
    lines = []
    for made in (each for each in changes.ops if isinstance(each, CreateTableOp)):
        for key in every_table()[made.table_name].foreign_key_constraints:
            if key.use_alter:
                theirs = [element.column.name for element in key.elements]
                lines.append(
                    f"        op.create_foreign_key({key.name!r}, {made.table_name!r},"
                    f" {key.referred_table.name!r}, {key.column_keys!r}, {theirs!r},"
                    f" deferrable=True, initially='DEFERRED')"
                )
    if not lines:
        return ""
    return "\n    if op.get_context().dialect.name == 'postgresql':\n" + "\n".join(lines)


def drafted(message: str) -> Path:
    """The file of the next step; every wing has declared its tables by being imported."""
    changes = differences()
    history = list(script().walk_revisions())
    revision = f"{len(history) + 1:04}"
    body = render_python_code(changes, render_item=rendered) + added_later(changes)
    text = HEADING.format(
        message=message,
        revision=revision,
        down_revision=history[0].revision if history else None,
        body="\n".join(line for line in body.splitlines() if "# ###" not in line).strip(),
    )
    name = "_".join(message.lower().split())
    path = Path(script().versions) / f"{revision}_{name}.py"
    path.write_text(text)
    return path
