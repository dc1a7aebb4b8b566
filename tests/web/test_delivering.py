"""Printing, previewing and mailing through the API."""

import email
import email.policy
import io
from pathlib import Path
from typing import Any

import pypdf
import pytest
from structlog.testing import capture_logs
from tests.servers import free_port
from tests.service import Company, Service, founded, refused, running
from tests.web.invoicing import ROW, act, customer, draft, issued, lines, read

from reskontra.outside.smtp import relay_of
from reskontra.web import delivering


@pytest.fixture
def outbox(service: Service) -> Path:
    """The folder that letters go to, empty."""
    for letter in service.outbox.glob("*"):
        letter.unlink()
    return service.outbox


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def printed(company: Company, number: Any, action: str = "print") -> Any:
    response = company.api.get(f"/invoices/{number}/{action}")
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["cache-control"] == "no-store"
    return response


def test_print_issues_a_draft_and_gives_its_paper(company: Company) -> None:
    number = draft(company)["DocumentNumber"]
    response = printed(company, number)
    assert response.headers["content-disposition"] == f'inline; filename="faktura-{number}.pdf"'
    invoice = read(company, number)
    assert (invoice["Booked"], invoice["Sent"]) == (True, True)
    [page] = pages(response.content)
    assert invoice["OCR"] in page
    assert "UTKAST" not in page
    assert lines(company, "B", 1)[1510] == 1250


def test_preview_has_no_side_effects_and_marks_a_draft(company: Company) -> None:
    made = draft(company)
    response = printed(company, made["DocumentNumber"], "preview")
    name = f"forhandsgranskning-{made['DocumentNumber']}.pdf"
    assert response.headers["content-disposition"] == f'inline; filename="{name}"'
    assert "UTKAST" in pages(response.content)[0]
    assert read(company, made["DocumentNumber"]) == made
    assert company.get("/vouchers")["Vouchers"] == []


def test_a_credited_invoice_is_marked(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    assert "KREDITERAD" not in pages(printed(company, number, "preview").content)[0]
    act(company, number, "credit")
    for action in ("print", "preview"):
        assert "KREDITERAD" in pages(printed(company, number, action).content)[0]


@pytest.mark.parametrize("action", ["print", "preview", "email"])
def test_an_invoice_without_rows_is_neither_printed_nor_mailed(
    company: Company, action: str
) -> None:
    sent = {"CustomerNumber": customer(company, Email="kund@exempel.se")}
    number = company.post("/invoices", {"Invoice": sent})["Invoice"]["DocumentNumber"]
    refused(company.api.get(f"/invoices/{number}/{action}"), 400)
    assert read(company, number)["Booked"] is False


def test_an_issued_invoice_is_printed_as_it_was_issued(company: Company) -> None:
    company.set(address="Storgatan 1", city="Umeå")
    number = draft(company)["DocumentNumber"]
    first = printed(company, number).content
    company.set(address="Lillgatan 2", name="Nya Namnet AB")
    company.put("/customers/1", {"Customer": {"Name": "Annat AB"}})
    assert printed(company, number).content == first
    assert printed(company, number, "preview").content == first
    assert "Storgatan 1" in pages(first)[0]


@pytest.mark.parametrize(("kept", "told"), [(None, []), ("0" * 64, ["1"])])
def test_operators_are_told_of_an_invoice_that_is_printed_differently(
    company: Company, kept: str | None, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = issued(company)["DocumentNumber"]
    if kept:
        monkeypatch.setattr(delivering, "digest_of", lambda pdf: kept)
        printed(company, number)
        monkeypatch.undo()
    with capture_logs() as lines:
        papers = {printed(company, number).content for _ in range(2)}
    assert len(papers) == 1
    different = [line for line in lines if line["event"] == "printed differently"]
    assert [line["document"] for line in different] == told * 2
    assert {line["organisation"] for line in different} <= {company.id}


@pytest.mark.parametrize("action", ["print", "email"])
def test_head_and_prefetch_never_act(company: Company, action: str) -> None:
    number = draft(company, CustomerNumber=customer(company, Email="a@b.se"))["DocumentNumber"]
    path = f"/invoices/{number}/{action}"
    assert company.api.head(path).status_code == 405
    refused(company.api.get(path, headers={"Sec-Purpose": "prefetch;prerender"}), 400)
    assert read(company, number)["Booked"] is False


def test_personal_numbers_are_masked_but_references_are_not(company: Company) -> None:
    number = customer(company, Name="Karin 811228-9874", OrganisationNumber="8112289874")
    row = {**ROW, "Description": "Åt 19811228-9874 och 811228+9874"}
    sent = draft(company, row, CustomerNumber=number, Comments="Se 198112289874")
    pdf = printed(company, sent["DocumentNumber"]).content
    text = " ".join(pages(pdf))
    assert "9874" not in text
    assert b"9874" not in pdf
    assert read(company, sent["DocumentNumber"])["OCR"] in text


EXEMPT = "Undantag från skatteplikt"


def test_a_line_of_text_says_nothing_about_tax(company: Company) -> None:
    line = {"Description": "Enligt offert", "VAT": 0}
    [page] = pages(printed(company, draft(company, ROW, line)["DocumentNumber"]).content)
    assert "Enligt offert" in page
    assert EXEMPT not in page
    assert "0 %" not in page
    exempt = {**ROW, "VAT": 0}
    [page] = pages(printed(company, draft(company, ROW, exempt)["DocumentNumber"]).content)
    assert EXEMPT in page
    assert "0 %" in page


@pytest.mark.parametrize("language", ["SV", "EN"])
def test_the_words_that_the_law_wants_are_swedish_in_every_language(
    company: Company, language: str
) -> None:
    payer = customer(company, VATType="SEREVERSEDVAT", VATNumber="SE556677889901")
    made = draft(company, CustomerNumber=payer, Language=language)
    [page] = pages(printed(company, made["DocumentNumber"], "preview").content)
    assert "Omvänd betalningsskyldighet" in page
    assert ("(Reverse charge)" in page) is (language == "EN")


# Mail


def test_email_issues_and_mails_the_pdf(company: Company, outbox: Path) -> None:
    company.set(email="ekonomi@ovning.se")
    payer = customer(company, Email="kund@exempel.se", EmailInvoice="faktura@exempel.se")
    number = draft(company, CustomerNumber=payer)["DocumentNumber"]
    answer = company.get(f"/invoices/{number}/email")["Invoice"]
    assert answer == read(company, number)
    assert answer["Sent"] is True
    [file] = outbox.glob("*.eml")
    letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert letter["To"] == "faktura@exempel.se"
    assert letter["Subject"] == f"Faktura {number} från Övning AB"
    assert "ekonomi@ovning.se" in letter["From"]
    [attachment] = letter.iter_attachments()
    assert attachment.get_content() == printed(company, number).content


def test_a_letter_is_from_the_address_of_today(company: Company, outbox: Path) -> None:
    company.set(email="gammal@ovning.se")
    payer = customer(company, Email="kund@exempel.se")
    number = issued(company, CustomerNumber=payer)["DocumentNumber"]
    for today, sender in (("ny@ovning.se", "ny@ovning.se"), ("", "faktura@localhost")):
        company.set(email=today)
        company.get(f"/invoices/{number}/email")
        [file] = outbox.glob("*.eml")
        letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        assert sender in letter["From"]
        file.unlink()


def test_mailing_again_posts_nothing_new(company: Company, outbox: Path) -> None:
    payer = customer(company, Email="kund@exempel.se")
    number = draft(company, CustomerNumber=payer)["DocumentNumber"]
    first = company.get(f"/invoices/{number}/email")
    assert company.get(f"/invoices/{number}/email") == first
    assert len(list(outbox.glob("*.eml"))) == 2
    assert len(company.get("/vouchers")["Vouchers"]) == 1


def test_a_customer_without_an_address_gets_no_mail(company: Company) -> None:
    number = draft(company)["DocumentNumber"]
    refused(company.api.get(f"/invoices/{number}/email"), 400)
    assert read(company, number)["Booked"] is False


def mailed(company: Company, number: Any, outbox: Path) -> Any:
    """The letter that `/email` sends."""
    company.get(f"/invoices/{number}/email")
    [file] = outbox.glob("*.eml")
    letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    file.unlink()
    return letter


def test_an_issued_invoice_is_mailed_though_it_has_no_rows(company: Company, outbox: Path) -> None:
    sent = {"CustomerNumber": customer(company)}
    number = company.post("/invoices", {"Invoice": sent})["Invoice"]["DocumentNumber"]
    act(company, number, "bookkeep")
    refused(company.api.get(f"/invoices/{number}/email"), 400)
    company.put("/customers/1", {"Customer": {"Email": "kund@exempel.se"}})
    assert mailed(company, number, outbox)["To"] == "kund@exempel.se"
    for action in ("print", "preview"):
        refused(company.api.get(f"/invoices/{number}/{action}"), 400)
    act(company, number, "credit")
    refused(company.api.get(f"/invoices/{number}/email"), 409)


OWN = {"Email": "kund@exempel.se", "EmailInvoiceCC": "kopia@exempel.se",
       "EmailInvoiceBCC": "dold@exempel.se"}  # fmt: skip
ASKED = {
    "EmailAddressTo": "faktura@annan.se; andra@annan.se",
    "EmailAddressCC": "chef@annan.se",
    "EmailAddressBCC": "arkiv@annan.se,logg@annan.se",
    "EmailSubject": "Order {no}\r\nBcc: x@y.se",
    "EmailBody": "Hej <Åke>!\n\nHär är {no}. Pnr 811228-9874.",
    "EmailAddressFrom": "nagon@annan.se",
}


def test_a_letter_goes_where_the_invoice_says_and_says_what_it_says(
    company: Company, outbox: Path
) -> None:
    made = draft(company, CustomerNumber=customer(company, **OWN), EmailInformation=ASKED)
    assert made["EmailInformation"] == ASKED
    letter = mailed(company, made["DocumentNumber"], outbox)
    assert letter["To"] == "faktura@annan.se, andra@annan.se"
    assert letter["Cc"] == "chef@annan.se"
    assert letter["X-Envelope-To"].endswith("chef@annan.se, arkiv@annan.se, logg@annan.se")
    assert letter["Subject"] == "Order 1 Bcc: x@y.se"
    assert "nagon" not in letter["From"]
    plain, page = (letter.get_body([kind]).get_content() for kind in ("plain", "html"))
    assert plain.splitlines() == ["Hej <Åke>!", "", "Här är 1. Pnr 811228-****."]
    assert "Hej &lt;Åke&gt;!\n\nHär är 1. Pnr 811228-****." in "\n".join(page.splitlines())
    assert read(company, 1)["EmailInformation"] == ASKED
    [attachment] = letter.iter_attachments()
    assert attachment.get_content() == printed(company, 1).content


@pytest.mark.parametrize(
    "sent",
    [
        None, "text", [1], {}, {"EmailAddressTo": ""}, {"EmailAddressTo": "API_BLANK"},
        {"EmailAddressTo": 7, "EmailAddressCC": {"a": 1}, "EmailSubject": 5, "EmailBody": True},
        {"EmailAddressTo": "ingen", "EmailAddressCC": "a@b.se, och Bo", "EmailAddressBCC": ";"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_address_and_no_text_is_passed_over(
    company: Company, outbox: Path, sent: Any
) -> None:
    payer = customer(company, **OWN)
    letter = mailed(
        company,
        issued(company, CustomerNumber=payer, EmailInformation=sent)["DocumentNumber"],
        outbox,
    )
    assert (letter["To"], letter["Cc"]) == ("kund@exempel.se", "kopia@exempel.se")
    assert "dold@exempel.se" in letter["X-Envelope-To"]
    assert letter["Subject"] == "Faktura 1 från Övning AB"


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        ("Kalle Ek <kalle@annan.se>", "kalle@annan.se"),
        ('"Ek, Kalle" <kalle@annan.se>; eva@annan.se', "kalle@annan.se, eva@annan.se"),
        ("<kalle@annan.se>,eva@annan.se", "kalle@annan.se, eva@annan.se"),
        (" kalle@annan.se\n", "kalle@annan.se"),
    ],
)
def test_an_address_is_read_out_of_what_stands_around_it(
    company: Company, outbox: Path, sent: str, read_as: str
) -> None:
    payer = customer(company, **OWN)
    made = draft(company, CustomerNumber=payer, EmailInformation={"EmailAddressTo": sent})
    assert made["EmailInformation"] == {"EmailAddressTo": sent}
    assert mailed(company, made["DocumentNumber"], outbox)["To"] == read_as


@pytest.mark.parametrize("name", ["EmailAddressTo", "EmailAddressCC", "EmailAddressBCC"])
@pytest.mark.parametrize(
    "value", ["Kalle Ek", "a@b.se, och Bo", "<a@b.se", "Kalle <>", ";", 7, ["a@b.se"]]
)
def test_a_draft_is_not_mailed_elsewhere_than_it_says(
    company: Company, outbox: Path, name: str, value: Any
) -> None:
    payer = customer(company, **OWN)
    number = draft(company, CustomerNumber=payer, EmailInformation={name: value})["DocumentNumber"]
    assert name in refused(company.api.get(f"/invoices/{number}/email"), 400)
    assert read(company, number)["Booked"] is False
    company.put(f"/invoices/{number}", {"Invoice": {"EmailInformation": {name: "API_BLANK"}}})
    assert mailed(company, number, outbox)["To"] == "kund@exempel.se"


def test_a_blank_subject_or_text_is_none(company: Company, outbox: Path) -> None:
    payer = customer(company, **OWN)
    blank = {"EmailAddressTo": " ", "EmailSubject": " \n", "EmailBody": " "}
    number = draft(company, CustomerNumber=payer, EmailInformation=blank)["DocumentNumber"]
    letter = mailed(company, number, outbox)
    assert (letter["To"], letter["Subject"]) == ("kund@exempel.se", "Faktura 1 från Övning AB")
    assert "Här kommer faktura 1" in letter.get_body(["plain"]).get_content()


def test_an_address_on_the_invoice_is_enough(company: Company, outbox: Path) -> None:
    made = draft(company, EmailInformation={"EmailAddressTo": "faktura@annan.se"})
    assert mailed(company, made["DocumentNumber"], outbox)["To"] == "faktura@annan.se"


def test_a_mail_that_fails_leaves_the_invoice_issued(tmp_path: Path) -> None:
    relay = relay_of(f"smtp://127.0.0.1:{free_port()}")
    with running(f"sqlite:///{tmp_path / 'books.db'}", transport=relay) as service:
        company = founded(service)
        payer = customer(company, Email="kund@exempel.se")
        number = draft(company, CustomerNumber=payer)["DocumentNumber"]
        for _ in range(2):
            refused(company.api.get(f"/invoices/{number}/email"), 502, 9000500)
        assert read(company, number)["Booked"] is True
        assert len(company.get("/vouchers")["Vouchers"]) == 1
