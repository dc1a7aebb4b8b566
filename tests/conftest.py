"""What every test may ask for."""

import pytest
from hypothesis import settings

from tests.sizes import seed, times

pytest_plugins = ["tests.servers", "tests.service", "tests.example_books", "tests.approving"]

if times(1) > 1:
    settings.register_profile("soak", max_examples=times(100), deadline=None, print_blob=True)
    settings.load_profile("soak")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What replays this run: hypothesis tells its own seeds beside a failure."""
    terminalreporter.write_line(f"RESKONTRA_SEED={seed()} RESKONTRA_TIMES={times(1)}")
