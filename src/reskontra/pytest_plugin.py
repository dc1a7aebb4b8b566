"""Fixtures for whoever tests a client: a sandbox for the run, and in it a company for each test."""

import fcntl
import json
import os
import signal
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from reskontra.testing import Company

INI = {
    "reskontra_scenario": "what companies begin with",
    "reskontra_today": "the day that they begin on",
    "reskontra_answers": "contract or mirrored: how they answer",
}
TEST_DAY = "2026-03-02"


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, what in INI.items():
        parser.addini(name, what, default="")
    group = parser.getgroup("reskontra")
    group.addoption("--reskontra-url", default="", help="use a sandbox that runs, at this address")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "reskontra(scenario, today, seed, answers): how the test's company begins"
    )


@pytest.fixture(scope="session")
def reskontra_sandbox(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where the run's sandbox is: one, also where several workers run the tests."""
    config = request.config
    if url := config.getoption("--reskontra-url"):
        yield str(url).rstrip("/")
        return
    run = getattr(config, "workerinput", {}).get("testrunuid", f"{os.getpid()}")
    with _shared(run) as url:
        yield url


@contextmanager
def _shared(run: str) -> Iterator[str]:
    """The first who comes starts it, the last who leaves stops it."""
    folder = Path(tempfile.gettempdir()) / f"reskontra-pytest-{os.getuid()}"
    folder.mkdir(0o700, exist_ok=True)
    path = folder / f"{run}.json"
    with _changing(path) as state:
        if not state:
            from reskontra.testing import start  # it is not needed before

            process, url = start("--today", TEST_DAY)
            state.update(url=url, pid=process.pid, users=0)
        state["users"] += 1
        url = str(state["url"])
    try:
        yield url
    finally:
        with _changing(path) as state:
            state["users"] -= 1
            if not state["users"]:
                os.kill(state["pid"], signal.SIGTERM)
                path.unlink()


@contextmanager
def _changing(path: Path) -> Iterator[dict[str, Any]]:
    """What is kept in the file, nobody else's meanwhile."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        state: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        before = dict(state)
        yield state
        if not before or path.exists():
            path.write_text(json.dumps(state))


@pytest.fixture
def reskontra(request: pytest.FixtureRequest, reskontra_sandbox: str) -> Iterator["Company"]:
    """The worker's own company, as new."""
    from reskontra.testing import Company  # it is not needed before

    config = request.config
    marker = request.node.get_closest_marker("reskontra")
    how = {"scenario": config.getini("reskontra_scenario") or "accrual",
           "today": config.getini("reskontra_today") or TEST_DAY,
           "answers": config.getini("reskontra_answers") or "contract"}  # fmt: skip
    name = getattr(config, "workerinput", {}).get("workerid", "main")
    company = Company(reskontra_sandbox, name, **how | (marker.kwargs if marker else {}))
    company.control.ask("DELETE", "/requests")
    company.control.ask("DELETE", "/mail")
    yield company
    company.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed tells which calls it had made."""
    report = yield
    company = getattr(item, "funcargs", {}).get("reskontra")
    if company is not None and report.when == "call" and report.failed:
        calls = [f"{each.method} {each.path} {each.status or 'cut'}" for each in company.requests()]
        report.sections.append(("calls to reskontra, newest first", "\n".join(calls) or "none"))
    return report
