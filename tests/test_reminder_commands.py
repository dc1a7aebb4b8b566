"""Reminders and reference rates by the command line, beside a running service."""

from decimal import Decimal
from pathlib import Path

import pytest

from tests.commands import Shell
from tests.service import running
from tests.web.reminding import company_on, late, letters, pages


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    return Shell(tmp_path, {"DATABASE_URL": database, "OUTBOX": str(tmp_path / "outbox")})


def test_rates_are_added_once_and_put_right_on_purpose(shell: Shell) -> None:
    known = shell.here("rates", "list")["rates"]
    assert (known["2026-01-01"], known["2016-07-01"]) == ("2.00", "-0.50")
    assert "2026-07-01" not in known
    add = ("rates", "add", "2026-07-01")
    for _ in range(2):
        assert shell.here(*add, "2.50") == {"from": "2026-07-01", "percent": "2.50"}
    assert "is 2.50 already" in shell.refused(*add, "2.00")
    shell.here(*add, "2.00", "--correct")
    shell.here("rates", "add", "2027-01-01", "-0.50")
    known = shell.here("rates", "list")["rates"]
    assert (known["2026-07-01"], known["2027-01-01"]) == ("2.00", "-0.50")
    assert "in half points" in shell.refused("rates", "add", "2027-07-01", "2.25")


def test_from_candidate_to_interest_invoice(shell: Shell, tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'books.db'}") as service, company_on(service) as company:
        number = late(company)
        own = ("--organisation", str(company.id))
        rate = ("--agreed-rate", "10")  # whatever day it is where the test is run
        settings = shell.here("reminders", "settings", *own, "--charge", "fee", *rate)
        assert (settings["charge"], settings["first_after"]) == ("fee", "5")
        [candidate] = shell.here("reminders", "candidates", *own)["candidates"]
        assert (candidate["invoice"], candidate["fee"], candidate["level"]) == (number, "60.00", 1)
        [made] = shell.here("reminders", "run", *own)["reminders"]
        one = (*own, "--number", str(made["number"]))
        paper = (tmp_path / shell.here("reminders", "print", *one)["file"]).read_bytes()
        assert "Dröjsmålsränta" in pages(paper)[0]
        sent = shell.here("reminders", "send", *one)
        assert (sent["status"], sent["to"]) == ("sent", ["kund@exempel.se"])
        shell.refused("reminders", "send", *one)
        shell.refused("reminders", "mark", *one, "--as", "withdraw")
        assert len(letters(tmp_path / "outbox")) == 1
        [listed] = shell.here("reminders", "list", *own)["reminders"]
        assert listed["status"] == "sent"
        assert shell.here("reminders", "invoice", *one)["invoice"] == number + 1


def test_who_is_left_alone_and_what_is_paid(shell: Shell, tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'books.db'}") as service, company_on(service) as company:
        number = late(company)
        own = ("--organisation", str(company.id))
        shell.here("reminders", "settings", *own, "--charge", "fee", "--agreed-rate", "10")
        nobody = {"customers": [], "invoices": []}
        for named, key in (("--customer", "1"), ("--invoice", number)):
            chosen = (*own, named, str(key))
            done = shell.here("reminders", "except", *chosen, "--reason", "Väntar")
            assert done == {named[2:]: key, "reminded": False}
            there = shell.here("reminders", "exceptions", *own)
            assert [{named[2:]: key, "reason": "Väntar"}] in there.values()
            assert shell.here("reminders", "candidates", *own)["candidates"] == []
            shell.refused("reminders", "except", *chosen)
            assert shell.here("reminders", "include", *chosen)["reminded"] is True
            assert shell.here("reminders", "exceptions", *own) == nobody
            shell.refused("reminders", "include", *chosen)
        [made] = shell.here("reminders", "run", *own)["reminders"]
        one = (*own, "--number", str(made["number"]))
        shell.refused("reminders", "payment", *one)
        shell.here("reminders", "mark", *one, "--as", "externalprint")
        paid = (*one, "--amount", "1300", "--day", "2026-03-01")
        told = shell.here("reminders", "payment", *paid, "--preview")
        assert shell.here("reminders", "payment", *paid) == told
        assert (told["amount"], told["date"]) == ("1300.00", "2026-03-01")
        rest = shell.here("reminders", "payment", *one)
        total = sum(Decimal(each[part]) for each in (told, rest) for part in ("interest", "fee"))
        assert Decimal(told["interest"]) + Decimal(told["fee"]) == 50
        assert Decimal(rest["amount"]) == total - 50
        assert rest["fee"] == "60.00"
        shell.refused("reminders", "payment", *one)
