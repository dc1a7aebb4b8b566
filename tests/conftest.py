"""What every test may ask for."""

import functools
import os
import tempfile

import httpx
import pytest
from hypothesis import HealthCheck, settings

from tests.sizes import seed, times

pytest_plugins = ["tests.servers", "tests.service", "tests.example_books", "tests.approving"]

# How long an example takes, to make or to try, tells of the machine and of what else it does.
UNHURRIED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("test", **UNHURRIED)
settings.register_profile("soak", max_examples=times(100), print_blob=True, **UNHURRIED)
settings.load_profile("soak" if times(1) > 1 else "test")

# Every client of its own would read the same 150 certificates anew (50 ms), and none needs one.
httpx._transports.default.create_ssl_context = functools.cache(httpx.create_ssl_context)


def pytest_configure(config: pytest.Config) -> None:
    """What programs keep for the next time is kept for this run, by all of its workers."""
    if not hasattr(config, "workerinput"):
        kept = tempfile.TemporaryDirectory(prefix="reskontra-tests-")
        os.environ["XDG_CACHE_HOME"] = kept.name
        config.add_cleanup(kept.cleanup)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, for while others wait for a server or a process."""
    return (os.cpu_count() or 1) + 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What replays this run: hypothesis tells its own seeds beside a failure."""
    terminalreporter.write_line(f"RESKONTRA_SEED={seed()} RESKONTRA_TIMES={times(1)}")
