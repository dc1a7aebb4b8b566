"""One byte of what was posted is changed behind the program's back: the auditor finds it."""

import random
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from psycopg.rows import dict_row

from reskontra.audit.auditor import audited
from tests.example_books import Template
from tests.sizes import seed, times

POSTED = ("vouchers", "postings", "vat_entries")
PAGE = 4096
PAGES = """
    SELECT pageno FROM dbstat WHERE name IN
    (SELECT name FROM sqlite_schema WHERE tbl_name IN ('vouchers', 'postings', 'vat_entries'))"""


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
def test_a_byte_changed_in_the_file_is_found(template: Template) -> None:
    url = template.copied()
    file = Path(url.removeprefix("sqlite:///"))
    sound, before = file.read_bytes(), posted(file)
    with closing(apsw.Connection(str(file))) as connection:
        pages = [(number - 1) * PAGE for (number,) in connection.execute(PAGES)]
    written = [at for page in pages for at in range(page, page + PAGE) if sound[at]]
    chance, found = random.Random(seed()), 0
    for _ in range(times(25)):
        at = chance.choice(written)
        spoilt = bytearray(sound)
        spoilt[at] ^= chance.randint(1, 255)
        file.write_bytes(spoilt)
        if audited(url).violations:
            found += 1
        else:  # a byte that says nothing, such as what is left of something moved
            assert posted(file) == before, f"seed {seed()}: byte {at} became {spoilt[at]}"
    assert found > times(25) / 2


def posted(file: Path) -> list[Any]:
    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in POSTED]


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
def test_a_value_changed_by_the_owner_of_the_server_is_found(template: Template) -> None:
    url = template.copied()
    chance, found = random.Random(seed()), 0
    with psycopg.connect(url, autocommit=True, row_factory=dict_row) as owner:
        owner.execute("SET session_replication_role = replica")
        for _ in range(times(10)):
            table = chance.choice(POSTED)
            row = chance.choice(owner.execute(f"SELECT ctid, * FROM {table}").fetchall())
            column = chance.choice([name for name in row if row[name] is not None][1:])
            changed = altered(row[column], chance)
            asked = f"UPDATE {table} SET {column} = %s WHERE ctid = %s RETURNING ctid"
            try:
                [moved] = owner.execute(asked, [changed, row["ctid"]])
            except psycopg.IntegrityError:
                continue  # even the owner cannot
            told = f"seed {seed()}: {table}.{column} from {row[column]!r} to {changed!r}"
            assert audited(url).violations, told
            found += 1
            owner.execute(asked, [row[column], moved["ctid"]])
    assert audited(url).violations == []
    assert found > times(10) / 2


def altered(value: Any, chance: random.Random) -> Any:
    """The same but for one byte."""
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(20)
    if isinstance(value, date):
        return value + timedelta(days=chance.choice([-1, 1]))
    at = chance.randrange(len(value) + 1)
    return value[:at] + chance.choice("!#%&") + value[at + 1 :]
