"""The soak: whatever can be made larger is part of it, and its outcome is told part by part."""

from pathlib import Path

import pytest
from soak.__main__ import Outcome, counted, table
from soak.parts import PARTS, ROOT, paths_of

from tests.sizes import seed, times

OWN = {"tests/conftest.py", "tests/sizes.py", "tests/test_soak.py"}


def test_every_test_that_can_be_made_larger_is_part_of_the_soak() -> None:
    soaked = [ROOT / path for part in PARTS for path in paths_of(part)]
    sized = [
        path for path in ROOT.glob("tests/**/*.py") if "tests.sizes import" in path.read_text()
    ]
    left = {
        str(path.relative_to(ROOT))
        for path in sized
        if not any(path == each or each in path.parents for each in soaked)
    }
    assert left - OWN == set()


def test_counts_and_seed_are_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RESKONTRA_TIMES", "10")
    monkeypatch.setenv("RESKONTRA_SEED", "7")
    assert (times(3), seed()) == (30, 7)


def test_the_outcome_is_told_part_by_part() -> None:
    runs = [Outcome("races", 5, 30, 0, 60), Outcome("races", 6, 30, 2, 60)]
    [_, races, crash] = table([*runs, Outcome("crash", 5, 4, 0, 30)]).splitlines()
    assert races.split() == ["races", "2", "60", "2", "2.0", "6"]
    assert crash.split() == ["crash", "1", "4", "0", "0.5", "none"]


def test_a_report_counts_what_ran_and_what_failed(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    assert counted(report) == (0, 0)
    suite = '<testsuite tests="9" failures="1" errors="1" skipped="2"/>'
    report.write_text(f"<testsuites>{suite}</testsuites>")
    assert counted(report) == (7, 2)
