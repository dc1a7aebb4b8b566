"""Reports by the command line: JSON, a spreadsheet's file or a PDF on standard output."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reskontra.__main__ import main
from tests.service import founded, running
from tests.web.test_years import entry, move_to

Command = Callable[..., bytes]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Command:
    """In this process, on books with a sale in March, and another that was registered in May."""
    database = f"sqlite:///{tmp_path / 'books.db'}"
    monkeypatch.setenv("RESKONTRA_DATABASE_URL", database)
    with running(database) as service:
        company = founded(service)
        for today, amount in (("2026-03-02", 1000), ("2026-05-02", 70)):
            move_to(company, today)
            entry(company, "2026-03-01", f"D 1930 {amount}", f"K 3001 {amount}")

    def run(kind: str, *options: str) -> bytes:
        capsysbinary.readouterr()
        assert main(["report", kind, "--organisation", str(company.id), *options]) == 0
        return capsysbinary.readouterr().out

    return run


DAYS = ("--from", "2026-01-01", "--to", "2026-12-31")


def test_reports_by_command(command: Command) -> None:
    for options, result in (((), 1070), (("--known-at", "2026-04-01 12:00"), 1000)):
        told = json.loads(command("income-statement", *DAYS, *options))["IncomeStatement"]
        assert told["Rows"][-1]["Period"] == result
    assert "1930;Företagskonto" in command("trial-balance", *DAYS, "--format", "csv").decode()
    assert command("balance-sheet", *DAYS, "--format", "pdf").startswith(b"%PDF")
    of_one = json.loads(command("account-statement", *DAYS, "--account", "1930"))
    assert of_one["AccountStatement"]["Rows"][-1]["Balance"] == 1070
