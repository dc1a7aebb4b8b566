"""Letters stay in the sandbox, unless it is said that they may leave."""

from pathlib import Path

import pytest

from reskontra.outside.smtp import relay_of
from tests.commands import Shell
from tests.faults.mail_server import MailServer
from tests.sandbox.conftest import Running


@pytest.mark.parametrize("leaves", [True, False])
def test_letters_leave_only_where_that_was_asked_for(tmp_path: Path, leaves: bool) -> None:
    server = MailServer()
    relay = relay_of(f"smtp://127.0.0.1:{server.port}") if leaves else None
    try:
        with Running(tmp_path, mail_server=relay) as kit:
            assert kit.api().get("/invoices/2/email").status_code == 200
            assert len(kit.ask("GET", "/mail")["mail"]) == 1
            assert len(server.taken) == leaves
            server.fails["MAIL"] = "451 not now"
            again = kit.api().get("/invoices/2/email")
            assert again.status_code == (502 if leaves else 200)
    finally:
        server.close()


def test_there_must_be_a_server(tmp_path: Path) -> None:
    refused = Shell(tmp_path).refused("sandbox", "--send-mail", "--", "true")
    assert "RESKONTRA_SMTP_URL" in refused
