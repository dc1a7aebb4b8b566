"""The steps of the schema as alembic knows them: their order, and their SQL."""

from io import StringIO
from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory

from reskontra.engine.schema import metadata


def script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def written(engine: str, current: str | None) -> str:
    """The SQL from the current revision to the newest."""
    scripts, words = script(), StringIO()
    with EnvironmentContext(
        Config(),
        scripts,
        fn=lambda revision, _: scripts._upgrade_revs("head", revision),
        as_sql=True,
        starting_rev=current,
        destination_rev="head",
    ) as environment:
        environment.configure(
            dialect_name=engine,
            output_buffer=words,
            target_metadata=metadata,
            transactional_ddl=False,
        )
        environment.run_migrations()
    return words.getvalue()
