"""Claims of tax reductions by the command line, beside a running service."""

import json
from pathlib import Path

from tests.commands import Shell
from tests.domain.claim_schema import faults
from tests.service import TODAY, founded, running
from tests.web.claiming import TWELVE, claim_of, decision, in_file, paid_work
from tests.web.invoicing import read

PERIOD = ("--type", "rot", "--from", "2026-09-01", "--to", "2026-09-30")


def test_a_claim_lives_its_life_by_commands(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    with running(database) as service:
        company = founded(service)
        number = paid_work(company)
        shell = Shell(tmp_path, {"DATABASE_URL": database})
        own = ("--organisation", str(company.id))
        of_it = (*own, "--claim", "1")
        seen = shell.here("claims", "make", *own, *PERIOD, "--preview")
        assert (seen["name"], seen["asked"], seen["cases"]) == ("ROT 2026-001", "3750", 1)
        assert shell.here("claims", "list", *own) == {"claims": [], "total": 0}
        assert shell.here("claims", "make", *own, *PERIOD) == seen
        written = shell.here("claims", "file", *of_it)
        file = tmp_path / written["file"]
        assert (file.name, file.stat().st_mode & 0o777) == ("rot-2026-001.xml", 0o600)
        assert faults(file.read_bytes(), TODAY) == []
        sent = shell.here("claims", "uploaded", *of_it)
        assert (sent["status"], sent["asked"], sent["approved"]) == ("uploaded", "3750", "0")
        told = in_file(decision(claim_of(company, 1), 3000))["TaxReductionDecisionFile"]
        (tmp_path / "beslut.json").write_text(json.dumps(told))
        answer = shell.here("claims", "decision", *own, str(tmp_path / "beslut.json"))
        assert [each["approved"] for each in answer["claims"]] == ["3000"]
        assert TWELVE not in json.dumps(answer)
        assert read(company, number)["Balance"] == 750
        paid = shell.here("claims", "payout", *of_it, "--amount", "3000", "--day", "2026-10-15")
        assert paid == {"claims": ["ROT 2026-001"], "day": "2026-10-15"}
        assert shell.here("claims", "undo-payout", *of_it)["status"] == "decided"


def test_a_claim_is_withdrawn_by_command(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    with running(database) as service:
        company = founded(service)
        paid_work(company)
        shell = Shell(tmp_path, {"DATABASE_URL": database})
        own = ("--organisation", str(company.id))
        shell.here("claims", "make", *own, *PERIOD)
        withdrawn = shell.here("claims", "withdraw", *own, "--claim", "1")
        assert withdrawn["status"] == "withdrawn"
        assert shell.here("claims", "make", *own, *PERIOD)["claim"] == 2
