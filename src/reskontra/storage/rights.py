"""Who but the owner may do what on PostgreSQL, and the most that docs/operating.md gives them."""

from collections.abc import Iterator
from typing import Any

import psycopg

from reskontra.engine.schema import STANDING, every_table
from reskontra.storage import seal

VERSION = "alembic_version"
READ, ADD, CHANGE, REMOVE = "SELECT", "INSERT", "UPDATE", "DELETE"
# The most that a role which does not own the tables may do.
MOST = frozenset({READ, ADD, CHANGE, REMOVE})
RIGHTS = dict.fromkeys(seal.SEALED, frozenset({READ, ADD})) | {
    "organisations": MOST - {REMOVE},
    "financial_years": MOST - {REMOVE},
    "number_series": MOST - {REMOVE},
    "vat_returns": MOST - {REMOVE},
    "reminders": MOST - {REMOVE},
    "ledgers": frozenset({READ, ADD}),
    "events": MOST - {CHANGE},
    "event_heads": frozenset({READ, ADD}),
    "tallies": frozenset({READ}),
    "monthly_balances": frozenset({READ}),
    VERSION: frozenset({READ}),
}
COLUMNS = {
    ("ledgers", "locked_through", CHANGE),
    ("event_heads", "earliest", CHANGE),
    ("event_heads", "kept_since", CHANGE),
}

TABLES = """
    SELECT oid, relname, relowner, pg_get_userbyid(relowner) FROM pg_class
    WHERE relname = ANY(%s) AND relnamespace = current_schema()::regnamespace ORDER BY 2"""
# What anyone but the owner may do, on a whole table or on a column of it; PUBLIC has no name.
GIVEN = """
    SELECT coalesce(r.rolname, ''), c.relname, c.attname, c.privilege_type, c.is_grantable FROM (
        SELECT t.relname, '' AS attname, t.relowner, a.* FROM pg_class t, aclexplode(t.relacl) a
        WHERE t.oid = ANY(%(tables)s)
        UNION ALL SELECT t.relname, n.attname, t.relowner, a.*
        FROM pg_class t JOIN pg_attribute n ON n.attrelid = t.oid, aclexplode(n.attacl) a
        WHERE t.oid = ANY(%(tables)s)) c
    LEFT JOIN pg_roles r ON r.oid = c.grantee
    WHERE c.grantee <> c.relowner ORDER BY 2, 1, 4, 3"""
# Roles of the server's own that write whatever a table says, or anywhere on its disk.
STRONG = ["pg_write_all_data", "pg_execute_server_program", "pg_write_server_files"]
# Those who have rights of their own, and who asks, unless it is as the owner or as a superuser. A
# role that only reads may pass the walls: such a one makes the backups.
ROLES = """
    SELECT rolname, rolsuper, array(SELECT s.rolname::text FROM pg_roles s
            WHERE (s.oid = %(owner)s OR s.rolname = ANY(%(strong)s))
            AND pg_has_role(r.oid, s.oid, 'MEMBER') ORDER BY 1),
        rolbypassrls AND EXISTS (SELECT FROM unnest(%(tables)s::oid[]) t
            WHERE has_table_privilege(r.oid, t, 'DELETE')
            OR has_any_column_privilege(r.oid, t, 'INSERT, UPDATE'))
    FROM pg_roles r WHERE r.oid <> %(owner)s AND (rolname = ANY(%(roles)s) OR (
        rolname = session_user AND NOT pg_has_role(r.oid, %(owner)s::oid, 'MEMBER'))) ORDER BY 1"""
# What a connection of theirs begins with: by the role, the database, or the server.
SETTINGS = """
    SELECT coalesce(rolname, 'everyone'), lower(split_part(word, '=', 1)), split_part(word, '=', 2)
    FROM pg_db_role_setting LEFT JOIN pg_roles r ON r.oid = setrole, unnest(setconfig) word
    WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND (setrole IN (0, %(owner)s) OR rolname = session_user OR rolname = ANY(%(roles)s))
    UNION ALL SELECT 'everyone', name, setting FROM pg_settings
    WHERE source NOT IN ('default', 'database', 'user', 'database user', 'session') ORDER BY 1, 2"""
# Triggers and walls are in force with these alone; and nobody stands for anyone from the start.
HARMLESS = {
    "session_replication_role": {"origin", "local"},
    "row_security": {"on", "true", "yes", "1"},
    STANDING: {""},
}


def too_wide(connection: "psycopg.Connection[Any]") -> Iterator[str]:
    tables = connection.execute(TABLES, [[VERSION, *every_table()]]).fetchall()
    [(owner, called)] = [row[2:] for row in tables if row[1] == VERSION] or [(0, "")]
    for _, table, other, name in tables:
        if other != owner:
            yield f"{table} belongs to {name}, {VERSION} to {called}"
    asked: dict[str, Any] = {"tables": [row[0] for row in tables], "owner": owner}
    given = connection.execute(GIVEN, asked).fetchall()
    yield from _wide_rights(given)
    asked |= {"roles": sorted({row[0] for row in given}), "strong": STRONG}
    yield from _strong_roles(connection.execute(ROLES, asked).fetchall())
    yield from _harmful(connection.execute(SETTINGS, asked).fetchall())


def _wide_rights(given: list[tuple[Any, ...]]) -> Iterator[str]:
    for role, table, column, right, may_give in given:
        where = f"{table} ({column})" if column else table
        if not role:
            yield f"everyone may {right} {where}"
        elif right not in RIGHTS.get(table, MOST) and (table, column, right) not in COLUMNS:
            yield f"{role} may {right} {where}"
        elif may_give:
            yield f"{role} may let others {right} {where}"


def _strong_roles(roles: list[tuple[Any, ...]]) -> Iterator[str]:
    for role, is_superuser, others, passes_walls in roles:
        if is_superuser:  # and so everyone
            yield f"{role} is a superuser"
            continue
        for other in others:
            yield f"{role} may act as {other}"
        if passes_walls:
            yield f"{role} passes the walls between organisations"


def _harmful(settings: list[tuple[Any, ...]]) -> Iterator[str]:
    for role, name, value in settings:
        if value.lower() not in HARMLESS.get(name, {value.lower()}):
            yield f"{role} begins with {name} = {value}"
