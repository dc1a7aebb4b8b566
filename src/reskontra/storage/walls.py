"""Row security on PostgreSQL: a second wall between organisations, behind the statements' own.

A connection stands for one organisation at a time, or for none. It sees and writes that one's rows
and no others, also where a statement has forgotten to say whose rows it means. The walls are laid
anew whenever they are not these, as the triggers are.
"""

from typing import Any

from reskontra.engine.schema import OWNER, STANDING, every_table, is_read_by_all, is_walled

POLICY = "own_organisation"
OPEN = "everyone_reads"  # beside it, where rows are written by their organisation and read by all

# One equation, so that the planner joins it with the statement's own and reads the same index; with
# nothing set it is NULL, and no row is anyone's. `true`: an unset name is no error.
CONDITION = f"{OWNER} = nullif(current_setting('{STANDING}', true), '')::bigint"
# The same as the server tells it.
TOLD = f"({OWNER} = (NULLIF(current_setting('{STANDING}'::text, true), ''::text))::bigint)"

# Each table that has row security or a policy of any kind, as it is.
FOUND = """
    SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, p.polname, p.polpermissive,
        p.polcmd::text, p.polroles = '{0}', pg_get_expr(p.polqual, c.oid),
        pg_get_expr(p.polwithcheck, c.oid)
    FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace
    AND (c.relrowsecurity OR c.relforcerowsecurity OR p.oid IS NOT NULL)"""


def walled() -> tuple[str, ...]:
    """Asked when it is needed: by then every wing of the house has declared its tables."""
    return tuple(name for name, table in every_table().items() if is_walled(table))


def opened() -> tuple[str, ...]:
    return tuple(name for name in walled() if is_read_by_all(every_table()[name]))


def expected() -> set[tuple[Any, ...]]:
    """A wall binds the tables' owner too, and there is no policy beside these."""
    walls = {(name, True, True, POLICY, True, "*", True, TOLD, None) for name in walled()}
    return walls | {(name, True, True, OPEN, True, "r", True, "true", None) for name in opened()}


def lower(walls: list[tuple[Any, ...]]) -> list[str]:
    """Takes down what there is, all of it."""
    none = "DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY"
    down = [f"ALTER TABLE {name} {none}" for name in {row[0] for row in walls}]
    return down + [f"DROP POLICY {row[3]} ON {row[0]}" for row in walls if row[3]]


def lay() -> list[str]:
    return [f"CREATE POLICY {OPEN} ON {name} FOR SELECT USING (true)" for name in opened()] + [
        words
        for name in walled()
        for words in (
            f"CREATE POLICY {POLICY} ON {name} USING ({CONDITION})",
            f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
        )
    ]
