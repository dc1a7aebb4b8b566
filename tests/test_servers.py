"""The servers that the tests start are the real ones."""

import psycopg
import redis

from tests.servers import Postgresql


def test_each_database_is_new_and_a_copy_has_what_its_template_has(postgresql: Postgresql) -> None:
    first = postgresql.fresh_database()
    with psycopg.connect(first) as connection:
        connection.execute("CREATE TABLE t (n int)")
    copy = postgresql.fresh_database(template=first.rpartition("/")[2])
    empty = postgresql.fresh_database()
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    for url, count in ((copy, 1), (empty, 0)):
        with psycopg.connect(url) as connection:
            assert connection.execute(tables).fetchone() == (count,)
    for url in (first, copy, empty):
        postgresql.drop_database(url)


def test_valkey_runs_scripts_and_tells_the_time(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert int(client.eval("return redis.call('TIME')[1]", 0)) > 1_700_000_000
