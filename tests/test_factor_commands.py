"""What operators do about second factors."""

import sqlite3
from contextlib import closing
from pathlib import Path

from reskontra.actions import entry
from reskontra.actions.trail import Actor
from tests.approving import Flow
from tests.commands import Shell
from tests.web.entering import Visitor, elsewhere, told


def test_an_organisation_asks_for_them_and_its_history_says_so(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///books.db"})
    number = str(shell.here("organisation", "create", "--name", "Övning AB")["organisation_id"])
    [before] = shell.here("organisation", "list")["organisations"]
    assert before["second_factor"] == "optional"
    answer = shell.here("organisation", "set", number, "--second-factor", "required")
    assert answer["second_factor"] == "required"
    kept = shell.here("organisation", "set", number, "--city", "Umeå")
    assert (kept["second_factor"], kept["city"]) == ("required", "Umeå")
    with closing(sqlite3.connect(tmp_path / "books.db")) as books:
        lines = books.execute("SELECT what, detail FROM history").fetchall()
    assert [detail for what, detail in lines if what == "access settings changed"] == [
        '{"address":"","second_factor":"required"}'
    ]


def test_who_has_lost_them_all_logs_in_by_password_again(flow: Flow) -> None:
    home = Visitor(flow, flow.http)
    home.log_in()
    home.with_app()
    actor = Actor("command line", "", flow.service.clock())
    gone = flow.service.write(lambda tx: entry.remove_factors(tx, flow.person.id, actor))
    assert (gone, home.is_in()) == (1, False)
    assert "Översikt" in elsewhere(flow).log_in().text
    [line] = told(flow, "second factor removed")
    assert (line["by"], line["factor"]) == ("command line", "Telefonen")


def test_the_command_tells_how_many(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///books.db"})
    shell.here("organisation", "create", "--name", "Övning AB")
    person = ("--email", "anna@example.se", "--password", "some words in a row")
    shell.here("user", "create", *person, "--organisation", "1")
    removed = shell.here("user", "remove-factors", "--email", "anna@example.se")
    assert removed == {"user_id": 1, "removed": 0}
