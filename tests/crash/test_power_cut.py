"""The power is cut at every file operation of every transition: nothing acknowledged is lost."""

from pathlib import Path

import pytest

from reskontra.engine import sqlite
from tests.crash.cuts import Cutter, lived
from tests.crash.history import STEPS
from tests.sizes import seed, times

NORMAL = 1


@pytest.fixture
def cutter(tmp_path: Path) -> Cutter:
    folder = tmp_path / "after the cut"
    folder.mkdir()
    return Cutter(folder, seed())


def test_a_power_cut_at_any_file_operation_leaves_the_old_books_or_the_new(
    tmp_path: Path, cutter: Cutter
) -> None:
    history = lived(tmp_path, STEPS)
    cutter.cut_everywhere(history, tries=times(1))
    print(f"{len(history.record)} operations, {cutter.cuts} cuts, {cutter.images} sets of files")
    assert cutter.faults == []


def test_without_full_syncs_the_same_cuts_lose_what_was_acknowledged(
    tmp_path: Path, cutter: Cutter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sqlite.WRITING, "synchronous", NORMAL)
    cutter.cut_everywhere(lived(tmp_path, STEPS[:7]), tries=1)
    assert any("'invoice 1 bookkept'" in fault for fault in cutter.faults)
