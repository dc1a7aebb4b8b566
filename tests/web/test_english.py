"""An invoice in English is English: countries, units, the law that its notes name, how to pay."""

import email
import email.policy
import io
from typing import Any

import pypdf
import pytest
from tests.service import Company
from tests.web.invoicing import ROW, act, customer, draft, issued

from reskontra.actions.credit_notes import credit_note
from reskontra.actions.desk import desk_for
from reskontra.outside.pdf import rendered

PLACES = {
    "SE": {"Address1": "Storgatan 12", "ZipCode": "411 24", "City": "Göteborg"},
    "DE": {"Address1": "Lindenstraße 14", "ZipCode": "80331", "City": "München"},
}


def paper(company: Company, number: Any, action: str = "print") -> str:
    return text_of(company.api.get(f"/invoices/{number}/{action}").content)


def text_of(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def to(company: Company, code: str, **fields: Any) -> str:
    return customer(company, **PLACES.get(code, {}), CountryCode=code, **fields)


# fmt: off
COUNTRIES = [
    # code  sent         language  printed         not printed
    ("DE",  None,        "SV",     "Tyskland",     "Germany"),
    ("DE",  None,        "EN",     "Germany",      "Tyskland"),
    ("de",  None,        "EN",     "Germany",      "Tyskland"),
    ("DE",  "Sverige",   "EN",     "Germany",      "Sverige"),  # as it reads when unsent
    ("",    "Tyskland",  "EN",     "Germany",      "Tyskland"),
    ("",    "Germany",   "SV",     "Tyskland",     "Germany"),
    ("GB",  "Scotland",  "EN",     "Scotland",     "United Kingdom"),
    ("SE",  None,        "SV",     "411 24",       "Sverige"),
    ("SE",  "Sweden",    "SV",     "411 24",       "Sverige"),
]
# fmt: on


@pytest.mark.parametrize(("code", "sent", "language", "shown", "hidden"), COUNTRIES)
def test_the_buyers_country_is_named_in_the_invoices_language(
    company: Company, code: str, sent: str | None, language: str, shown: str, hidden: str
) -> None:
    fields = {"Language": language} | ({"Country": sent} if sent else {})
    made = draft(company, CustomerNumber=to(company, code), **fields)
    text = paper(company, made["DocumentNumber"], "preview")
    assert shown in text
    assert hidden not in text


@pytest.mark.parametrize(
    ("own", "code", "language", "shown"),
    [
        ("SE", "SE", "SV", ""),
        ("SE", "SE", "EN", "Sweden"),
        ("SE", "DE", "EN", "Sweden"),
        ("SE", "DE", "SV", "Sverige"),
        ("FI", "SE", "SV", "Finland"),
        ("NO", "SE", "EN", "Norway"),
    ],
)
def test_the_sellers_country_is_said_to_whoever_may_not_know_it(
    company: Company, own: str, code: str, language: str, shown: str
) -> None:
    company.set(country_code=own, city="Umeå")
    made = draft(company, CustomerNumber=to(company, code), Language=language)
    text = paper(company, made["DocumentNumber"], "preview")
    countries = ("Sverige", "Sweden", "Finland", "Norge", "Norway")
    assert [each for each in countries if each in text] == [*filter(None, [shown])]


# fmt: off
UNITS = [
    # sent     Swedish  English
    ("st",     "st",    "pcs"),     # of the register
    ("tim",    "tim",   "h"),       # not there, but everyone's
    ("Tim.",   "Tim.",  "h"),
    ("mån",    "mån",   "mo"),      # of one or of many
    ("år",     "år",    "yr"),
    ("burk",   "burk",  "tin"),     # registered below
    ("säck",   "säck",  "säck"),    # registered without English
    ("kg",     "kg",    "kg"),
    ("skopor", "skopor", "skopor"),  # nobody knows it
]
# fmt: on


def with_unit(unit: str) -> dict[str, Any]:
    return {**ROW, "DeliveredQuantity": "3", "Unit": unit}


@pytest.mark.parametrize(("unit", "swedish", "english"), UNITS)
def test_units_are_english_too(company: Company, unit: str, swedish: str, english: str) -> None:
    for own in ({"Code": "burk", "CodeEnglish": "tin"}, {"Code": "säck"}):
        company.post("/units", {"Unit": {"Description": "Enhet", **own}})
    for language, shown in (("SV", swedish), ("EN", english), ("en", english)):
        made = draft(company, with_unit(unit), Language=language)
        for action in ("preview", "print"):
            words = paper(company, made["DocumentNumber"], action).split()
            assert words[words.index("Arbete") + 1 :][:2] == ["3", shown]


def test_what_was_issued_keeps_its_units_whatever_the_register_becomes(company: Company) -> None:
    number = issued(company, with_unit("st"), Language="EN")["DocumentNumber"]
    first = company.api.get(f"/invoices/{number}/print").content
    company.put("/units/st", {"Unit": {"CodeEnglish": "items"}})
    assert company.api.get(f"/invoices/{number}/print").content == first
    later = draft(company, with_unit("st"), Language="EN")["DocumentNumber"]
    assert "items" in paper(company, later, "preview")


# fmt: off
NOTES = [
    # VAT type         row                   in English, before the directive
    ("SEREVERSEDVAT",  {},                   "(Reverse charge), articles 198 to 199b"),
    ("EUREVERSEDVAT",  {"VATCode": "FTEU"},  "Reverse charge, article 196"),
    ("EUREVERSEDVAT",  {"VATCode": "VTEU"},  "exempt from VAT, article 138"),
    ("EXPORT",         {"VATCode": "E"},     "Export, exempt from VAT, article 146"),
    ("EXPORT",         {"VATCode": "OTTU"},  "Service supplied outside Sweden, article 44"),
    ("SEVAT",          {"VAT": 0},           "chapter 10 of the Swedish VAT Act; title IX"),
]
# fmt: on


@pytest.mark.parametrize(("vat_type", "row", "note"), NOTES)
def test_the_notes_name_the_directive(
    company: Company, vat_type: str, row: dict[str, Any], note: str
) -> None:
    sold = {name: value for name, value in ROW.items() if name != "VAT"} | row
    payer = customer(company, VATType=vat_type, VATNumber="DE265430009")
    made = issued(company, sold, CustomerNumber=payer, Language="EN")
    text = paper(company, made["DocumentNumber"]).replace("\n", " ")
    assert f"{note}, directive 2006/112/EC" in text


@pytest.mark.parametrize(
    ("fields", "offered"),
    [
        ({"CountryCode": "SE"}, True),
        ({}, True),
        ({"CountryCode": "DE"}, False),
        ({"VATType": "EUREVERSEDVAT", "VATNumber": "DE265430009"}, False),
        ({"VATType": "EUVAT"}, False),
        ({"VATType": "EXPORT"}, False),
        ({"VATType": "EXPORT", "CountryCode": "SE"}, True),
    ],
)
@pytest.mark.parametrize("language", ["SV", "EN"])
def test_a_buyer_abroad_is_not_asked_to_pay_by_swish(
    company: Company, fields: dict[str, str], offered: bool, language: str
) -> None:
    company.set(swish="1234567890", iban="SE45 5000 0000 0583 9825 7466", bic="ESSESESS")
    sold = {name: value for name, value in ROW.items() if name != "VAT"}
    payer = customer(company, **fields)
    made = issued(company, sold, CustomerNumber=payer, Language=language)
    text = paper(company, made["DocumentNumber"])
    assert ("Swish" in text) is offered
    assert "ESSESESS" in text


def test_its_credit_note_is_english_too(company: Company) -> None:
    payer = to(company, "DE", VATType="EUREVERSEDVAT", VATNumber="DE265430009")
    sold = {"Description": "Desk", "Price": 8900, "DeliveredQuantity": "3", "Unit": "st"}
    number = issued(company, sold, CustomerNumber=payer, Language="EN")["DocumentNumber"]
    act(company, number, "credit")

    def unit(tx: Any) -> bytes:
        desk = desk_for(tx, company.id, company.service.clock(), "tests")
        return rendered(credit_note(desk, number).document)

    text = text_of(company.service.read(unit, company.id))
    for part in ("Credit note", "Germany", "Sweden", "−3", "pcs", "article 196, directive"):
        assert part in text


def test_its_mail_is_english_too(company: Company) -> None:
    company.set(iban="SE45 5000 0000 0583 9825 7466", bic="ESSESESS")
    payer = to(company, "DE", Email="kunde@example.com")
    number = draft(company, CustomerNumber=payer, Language="EN")["DocumentNumber"]
    for letter in company.service.outbox.glob("*"):
        letter.unlink()
    company.get(f"/invoices/{number}/email")
    [file] = company.service.outbox.glob("*.eml")
    letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert letter["Subject"] == f"Invoice {number} from Övning AB"
    [attachment] = letter.iter_attachments()
    assert attachment.get_filename() == f"invoice-{number}.pdf"
    body = letter.get_body(("plain",))
    assert body is not None
    assert "IBAN: SE45 5000 0000 0583 9825 7466" in body.get_content()
