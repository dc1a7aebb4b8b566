"""On PostgreSQL nobody but the owner may do more than docs/operating.md says: else it is told."""

import os
import re
from collections.abc import Iterator

import psycopg
import pytest
from tests.example_books import Template
from tests.roles import PASSWORD, as_service, reached_by
from tests.storage.test_guards import run

from reskontra.storage.guards import weaknesses
from reskontra.storage.migrate import NotMigrated, refuse_unmigrated

pytestmark = pytest.mark.parametrize("template", ["postgresql"], indirect=True)


@pytest.fixture
def role(template: Template) -> Iterator[tuple[str, str]]:
    """The owner's address of a copy, and a role with the rights of the page for operators."""
    owners, name = template.copied(), f"guarded_{os.getpid()}"
    as_service(owners, name)
    yield owners, name
    with psycopg.connect(owners, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {name}".encode())
        connection.execute(f"DROP ROLE {name}".encode())


GRANTS = {
    "UPDATE ON vouchers": "may UPDATE vouchers",
    "DELETE ON history": "may DELETE history",
    "TRUNCATE ON postings": "may TRUNCATE postings",
    "TRIGGER ON customers": "may TRIGGER customers",
    "UPDATE (hash) ON ledgers": "may UPDATE ledgers (hash)",
    "UPDATE ON tallies": "may UPDATE tallies",
    "UPDATE ON alembic_version": "may UPDATE alembic_version",
}


@pytest.mark.parametrize("grant", GRANTS)
def test_a_right_too_wide_is_a_violation(role: tuple[str, str], grant: str) -> None:
    owners, name = role
    assert weaknesses(owners) == []
    run(owners, f"GRANT {grant} TO {name}")
    assert weaknesses(owners) == [f"{name} {GRANTS[grant]}"]
    with pytest.raises(NotMigrated, match=name):
        refuse_unmigrated(owners)


# What is given beside the rights on tables, and what is told of it
STRONGER = {
    "ALTER ROLE {role} BYPASSRLS": ["{role} passes the walls between organisations"],
    "ALTER ROLE {role} SUPERUSER": ["{role} is a superuser"],
    "GRANT {owner} TO {role}": ["{role} may act as {owner}"],
    "GRANT pg_write_all_data TO {role}": ["{role} may act as pg_write_all_data"],
    "GRANT pg_execute_server_program TO {role}": ["{role} may act as pg_execute_server_program"],
    "ALTER ROLE {role} SET session_replication_role = replica": [
        "{role} begins with session_replication_role = replica"
    ],
    "ALTER ROLE {role} IN DATABASE {database} SET row_security = off": [
        "{role} begins with row_security = off"
    ],
    "ALTER ROLE {role} SET reskontra.organisation = 2": [
        "{role} begins with reskontra.organisation = 2"
    ],
    "ALTER DATABASE {database} SET session_replication_role = replica": [
        "everyone begins with session_replication_role = replica"
    ],
    "GRANT SELECT, UPDATE, DELETE ON users, customers TO PUBLIC": [
        f"everyone may {right} {table}"
        for table in ("customers", "users")
        for right in ("DELETE", "SELECT", "UPDATE")
    ],
    "GRANT UPDATE (name) ON users TO PUBLIC": ["everyone may UPDATE users (name)"],
    "GRANT SELECT ON users TO {role} WITH GRANT OPTION": ["{role} may let others SELECT users"],
    "ALTER TABLE units OWNER TO {role}": ["units belongs to {role}, alembic_version to {owner}"],
}


@pytest.mark.parametrize("statement", STRONGER)
def test_what_makes_a_role_stronger_is_a_violation(role: tuple[str, str], statement: str) -> None:
    owners, name = role
    words = {"role": name, "owner": owner_of(owners), "database": owners.rpartition("/")[2]}
    run(owners, statement.format_map(words))
    told = [each.format_map(words) for each in STRONGER[statement]]
    assert weaknesses(owners) == weaknesses(reached_by(name, owners)) == told
    with pytest.raises(NotMigrated, match=re.escape(told[0])):
        refuse_unmigrated(reached_by(name, owners))


def owner_of(url: str) -> str:
    with psycopg.connect(url) as server:
        found = server.execute("SELECT current_user").fetchone()
    assert found
    return str(found[0])


def test_a_server_that_begins_without_triggers_is_a_violation(template: Template) -> None:
    url = f"{template.copied()}?options=-c%20session_replication_role%3Dreplica"
    assert weaknesses(url) == ["everyone begins with session_replication_role = replica"]


def test_a_role_that_only_reads_may_pass_the_walls(role: tuple[str, str]) -> None:
    """It makes the backups; one that has its rights from the service's role writes."""
    owners, name = role
    keeper, kin = f"{name}_keeper", f"{name}_kin"
    run(
        owners,
        f"CREATE ROLE {keeper} LOGIN BYPASSRLS PASSWORD '{PASSWORD}'",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {keeper}",
        f"CREATE ROLE {kin} LOGIN BYPASSRLS PASSWORD '{PASSWORD}' IN ROLE {name}",
    )
    try:
        assert weaknesses(owners) == weaknesses(reached_by(keeper, owners)) == []
        told = [f"{kin} passes the walls between organisations"]
        assert weaknesses(reached_by(kin, owners)) == told
    finally:
        run(owners, f"DROP OWNED BY {keeper}", f"DROP ROLE {keeper}, {kin}")
