"""Every planted fault can still be planted, and the tests that must catch it are there.

`make planted` plants them one at a time and runs those tests, which takes some minutes.
"""

import re
from pathlib import Path

import pytest
from planted.fault import Fault
from planted.faults import FAULTS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_its_place_and_its_tests_are_there(fault: Fault) -> None:
    text = (ROOT / "src" / "reskontra" / fault.file).read_text()
    assert text.count(fault.before) == 1
    assert fault.after != fault.before
    for test in fault.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).exists()
        assert not name or re.search(rf"def {name}\(", (ROOT / file).read_text()), test


def test_no_two_are_called_the_same() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 30
