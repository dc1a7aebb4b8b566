"""The role that the service logs in with on PostgreSQL, with the rights that operators give it."""

from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

OPERATING = Path(__file__).parents[1] / "docs" / "operating.md"
SERVICE = "reskontra_tested_service"
PASSWORD = "secret"


def granted(role: str) -> bytes:
    """The statements of the page for operators, word for word."""
    section = OPERATING.read_text().split("## The database role")[1]
    words = section.split("```sql")[1].split("```")[0]
    return words.replace("reskontra_service", role).encode()


def as_service(owners: str, role: str = SERVICE) -> str:
    """The address of a migrated database as the service's role reaches it.

    The tests' own user is a superuser, whom no wall stops; the service is not.
    """
    with psycopg.connect(owners, autocommit=True) as connection:
        # Roles belong to the server, which several test processes may share.
        with suppress(psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
            connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'".encode())
        has_rights = "SELECT has_table_privilege(%s, 'alembic_version', 'SELECT')"
        if connection.execute(has_rights, [role]).fetchone() != (True,):
            connection.execute(granted(role))
    return reached_by(role, owners)


def standing(owners: str, organisation: int | None, **how: Any) -> "psycopg.Connection[Any]":
    """A bare connection of the service's role that stands for an organisation, or for none."""
    connection = psycopg.connect(reached_by(SERVICE, owners), **how)
    digits = "" if organisation is None else str(organisation)
    connection.execute("SELECT set_config('reskontra.organisation', %s, false)", [digits])
    return connection


def reached_by(role: str, owners: str) -> str:
    address = urlsplit(owners)
    place = address.netloc.rpartition("@")[2]
    return urlunsplit(address._replace(netloc=f"{role}:{PASSWORD}@{place}"))
