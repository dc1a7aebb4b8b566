"""Large companies taken and put back, and companies that are not built twice."""

from pathlib import Path

import pytest

from reskontra.engine.copies import SMALL
from reskontra.sandbox import cache
from reskontra.sandbox.clock import Mode, Setting, moment
from reskontra.sandbox.company import Beginning, Company, Surroundings
from tests.sandbox.conftest import BEGINNING, Kit

HEAD = 100  # bytes


def test_a_large_company_is_put_back_whole_and_goes_on(kit: Kit) -> None:
    api, company = kit.company("large", scenario="empty"), kit.app.box.companies["large"]
    kit.ask("PUT", "/snapshots/small?company=large", 201)
    for number in range(SMALL // 60_000 + 10):
        sent = {"Name": f"Kund {number}", "Anteckning": "x" * 60_000}
        assert api.post("/customers", json={"Customer": sent}).status_code == 201
    kit.ask("PUT", "/snapshots/large?company=large", 201)
    assert not company.copies.is_small
    before = api.get("/customers?limit=500").content
    for snapshot, body in (("large", before), ("small", None), ("large", before)):
        api.post("/customers", json={"Customer": {"Name": "En till"}})
        kit.ask("POST", f"/snapshots/{snapshot}/restore?company=large")
        listed = api.get("/customers?limit=500")
        assert listed.content == body if body else listed.json()["Customers"] == []
    made = api.post("/customers", json={"Customer": {"Name": "Sist"}})
    assert made.status_code == 201
    assert api.get(made.json()["Customer"]["@url"]).json() == made.json()
    kit.ask("DELETE", "/companies/large")


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Surroundings(tmp_path, lambda *_: None, None)


def opened(around: Surroundings, beginning: Beginning = BEGINNING) -> tuple[bytes, dict[str, int]]:
    """A company as it begins: its pages, but for the head, which counts how often it was opened."""
    company = Company("main", beginning, around)
    state = company.initial
    company.remove()
    return bytes(state.content)[HEAD:], dict(state.counts)


def test_a_scenario_is_built_once_and_begins_alike_ever_after(around: Surroundings) -> None:
    first = opened(around)
    [kept] = cache.folder().iterdir()
    written = kept.stat().st_mtime_ns
    assert opened(around) == first
    assert [*cache.folder().iterdir()] == [kept]
    assert kept.stat().st_mtime_ns == written
    assert kept.stat().st_mode & 0o077 == 0


def test_what_is_damaged_is_built_anew(around: Surroundings) -> None:
    first = opened(around)
    [kept] = cache.folder().iterdir()
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    assert opened(around) == first
    kept.write_bytes(b"")
    assert opened(around) == first


def test_another_seed_day_or_scenario_is_another(around: Surroundings) -> None:
    later = Setting(Mode.FROZEN, moment("2026-03-03"))
    for beginning in (
        BEGINNING,
        Beginning("empty", 1, BEGINNING.clock),
        Beginning("accrual", 2, BEGINNING.clock),
        Beginning("accrual", 1, later),
    ):
        opened(around, beginning)
    assert len([*cache.folder().iterdir()]) == 4


def test_of_a_clock_that_runs_nothing_is_kept(around: Surroundings) -> None:
    opened(around, Beginning("empty", 1, Setting(Mode.RUNNING, moment("2026-03-02"))))
    assert not cache.folder().exists()
