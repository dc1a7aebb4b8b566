"""An oracle that cannot say no is worth nothing: each broken promise is planted once, and told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.crash.load import Load
from tests.crash.oracle import broken_promises
from tests.journal import Entry, Journal
from tests.service import founded, running
from tests.sizes import seed

Entries = list[Entry]


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Entries, str]:
    """What clerks were told in a while, and where the books are."""
    folder = tmp_path_factory.mktemp("worked")
    url = f"sqlite:///{folder / 'books.db'}"
    journal = Journal(folder / "journal")
    with running(url, rate_limit=None) as service:
        headers = dict(founded(service).api.headers)
        load = Load(journal, {"Authorization": headers["authorization"]}, seed())
        with load.on(f"{service.url}/api/v1"):
            load.until(lambda: all(map(has(journal.entries()), (is_made, is_posted, is_refused))))
    entries = journal.entries()
    journal.close()
    assert broken_promises(entries, entries, url) == []
    return entries, url


def has(entries: Entries) -> Callable[[Callable[[Entry], bool]], bool]:
    return lambda is_it: any(map(is_it, entries))


def changed(entries: Entries, is_it: Callable[[Entry], Any], **changes: Any) -> Entries:
    """The last such entry is another one."""
    last = [entry for entry in entries if is_it(entry)][-1]
    return [replace(entry, **changes) if entry is last else entry for entry in entries]


def is_made(entry: Entry) -> bool:
    """A payment to a supplier: the clerks remove none of those."""
    return entry.path == "/supplierinvoicepayments" and entry.outcome == "acknowledged"


def is_posted(entry: Entry) -> bool:
    return entry.path.endswith("bookkeep") and entry.outcome == "acknowledged"


def is_refused(entry: Entry) -> bool:
    return entry.path == "/invoices" and entry.outcome == "refused"


NEW = {"Invoice": {"DocumentNumber": "4711", "Mark": "mark of nobody"}}
VOUCHER = {"Year": 2, "Series": "B", "Number": 4711}
ELSEWHERE = {f"Voucher{name}": value for name, value in VOUCHER.items()} | {"Vouchers": [VOUCHER]}

# fmt: off
PLANTED = (
    ("lost",                lambda entries: [*entries, Entry(0, "POST", "/invoices", NEW, 201, NEW)], "mark of nobody was acknowledged"),
    ("refused but there",   lambda entries: changed(entries, is_made, status=409),                    "nobody was promised"),
    ("asked by nobody",     lambda entries: [entry for entry in entries if not is_made(entry)],       "nobody was promised"),
    ("another number",      lambda entries: changed(entries, is_refused, status=201, answer=NEW),     "was acknowledged"),
    ("another voucher",     lambda entries: elsewhere(entries),                                       "4711"),
)
# fmt: on


def elsewhere(entries: Entries) -> Entries:
    last = [entry for entry in entries if is_posted(entry)][-1]
    [envelope] = last.answer
    return changed(entries, is_posted, answer={envelope: ELSEWHERE})


@pytest.mark.parametrize(
    ("plant", "told"), [each[1:] for each in PLANTED], ids=[each[0] for each in PLANTED]
)
def test_a_planted_lie_is_told(
    worked: tuple[Entries, str], plant: Callable[[Entries], Entries], told: str
) -> None:
    entries, url = worked
    lied = plant(entries)
    assert any(told in each for each in broken_promises(lied, lied, url)), f"seed {seed()}"
