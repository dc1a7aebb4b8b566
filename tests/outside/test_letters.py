"""The mail that carries an invoice says the right things in the right language."""

from dataclasses import replace

import pytest
from paper import CREDIT_NOTE, ENGLISH, INVOICE, REFUND, SENDER

from reskontra.outside.document import Document, Language
from reskontra.outside.letters import letter_for
from reskontra.outside.mail import Letter

CREDIT_ENGLISH = replace(CREDIT_NOTE, language=Language.ENGLISH)


def letter(document: Document) -> Letter:
    return letter_for(document, b"%PDF", sender="faktura@localhost", to=("kund@exempel.se",))


@pytest.mark.parametrize(
    ("document", "subject", "file"),
    [
        (INVOICE, "Faktura 1001 från Övning & Söner AB", "faktura-1001.pdf"),
        (ENGLISH, "Invoice 1001 from Övning & Söner AB", "invoice-1001.pdf"),
        (CREDIT_NOTE, "Kreditfaktura 1002 från Övning & Söner AB", "kreditfaktura-1002.pdf"),
        (CREDIT_ENGLISH, "Credit note 1002 from Övning & Söner AB", "credit-note-1002.pdf"),
    ],
)
def test_the_subject_names_the_document(document: Document, subject: str, file: str) -> None:
    written = letter(document)
    assert written.subject == subject
    assert [each.name for each in written.attachments] == [file]


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (INVOICE, "Att betala: 25 455,00 SEK\nFörfallodatum: 2026-12-15\nBankgiro: 5050-1055\n"),
        (INVOICE, "Här kommer faktura 1001 från Övning & Söner AB."),
        (ENGLISH, "Amount to pay: 25,455.00 SEK\nDue date: 2026-12-15\n"),
        (CREDIT_NOTE, "Avser faktura: 1001\nAtt kreditera: −25 455,00 SEK\n"),
        (CREDIT_ENGLISH, "Refers to invoice: 1001\n"),
        (REFUND, "Att få tillbaka: 25 455,00 SEK\n"),
    ],
)
def test_the_text_says_what_to_pay_and_when(document: Document, text: str) -> None:
    assert text in letter(document).text


def test_a_payer_abroad_is_told_the_account_that_they_can_pay_to() -> None:
    sender = replace(SENDER, iban="SE45 5000 0000 0583 9825 7466", bic="ESSESESS")
    told = "IBAN: SE45 5000 0000 0583 9825 7466\nBIC: ESSESESS\n"
    abroad = replace(ENGLISH, sender=sender, receiver=replace(INVOICE.receiver, is_abroad=True))
    assert told in letter(abroad).text
    assert told not in letter(replace(ENGLISH, sender=sender)).text


def test_a_refund_is_mailed_without_a_word_of_how_to_pay() -> None:
    for text in ("5050-1055", "100164", "2026-12-15", "Att betala"):
        assert text not in letter(REFUND).text


def test_the_page_escapes_what_the_text_shows_plainly() -> None:
    sender = replace(SENDER, name="A & B <script>alert(1)</script> {{ 7*7 }} {number}")
    written = letter(replace(INVOICE, sender=sender))
    assert "A & B <script>alert(1)</script> {{ 7*7 }} {number}" in written.text
    assert "<script>" not in written.html
    assert "A &amp; B &lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }} {number}" in written.html
    assert 'lang="sv"' in written.html
    assert 'lang="en"' in letter(ENGLISH).html
