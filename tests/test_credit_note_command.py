"""Credit notes by the command line, beside a running service."""

import email
import email.policy
import io
from pathlib import Path

import pypdf
import pytest
from sqlalchemy import insert

from reskontra.storage.tables import printed_documents
from tests.commands import Shell
from tests.service import Service, founded, running
from tests.web.invoicing import act, customer, draft, issued


def text_of(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def test_a_credit_note_is_printed_and_mailed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    with running(database) as service:
        number, organisation = credited(service)
        shell = Shell(tmp_path, {"DATABASE_URL": database, "OUTBOX": str(tmp_path / "outbox")})
        asked = ("--organisation", organisation, "--invoice", number)
        printed = shell.here("credit-note", "print", *asked)
        assert printed["credit_number"] == "K1"
        paper = (tmp_path / printed["file"]).read_bytes()
        assert f"Kreditfaktura avseende faktura {number}" in text_of(paper)
        mailed = shell.here("credit-note", "mail", *asked)
        assert mailed == {"credit_number": "K1", "to": ["kund@exempel.se"]}
    [file] = (tmp_path / "outbox").glob("*.eml")
    letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert letter["Subject"] == "Kreditfaktura K1 från Övning AB"
    [attachment] = letter.iter_attachments()
    assert attachment.get_content() == paper


def test_a_credit_note_that_is_printed_differently_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    with running(database) as service:
        number, organisation = credited(service)
        shell = Shell(tmp_path, {"DATABASE_URL": database})
        asked = ("--organisation", organisation, "--invoice", number)
        before = insert(printed_documents).values(
            organisation_id=int(organisation), document="credit note K1", mark="",
            digest="0" * 64, at="2026-11-15",
        )  # fmt: skip
        service.write(lambda tx: tx.run(before), int(organisation))
        assert shell.here("credit-note", "print", *asked)["credit_number"] == "K1"
        assert capsys.readouterr().err == "Credit note K1 is printed differently.\n"


def credited(service: Service) -> tuple[str, str]:
    company = founded(service)
    payer = customer(company, Email="kund@exempel.se")
    number = issued(company, CustomerNumber=payer)["DocumentNumber"]
    act(company, number, "credit")
    return number, str(company.id)


def test_an_invoice_that_is_not_credited_has_no_credit_note(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    with running(database) as service:
        company = founded(service)
        number = draft(company)["DocumentNumber"]
        shell = Shell(tmp_path, {"DATABASE_URL": database})
        asked = ("--organisation", str(company.id), "--invoice", number)
        process = shell.start("credit-note", "print", *asked)
        answer, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert answer == ""
    assert "Fakturan är inte krediterad" in told
