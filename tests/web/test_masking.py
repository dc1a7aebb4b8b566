"""Personal identity numbers in what is printed: masked wherever they stand."""

import io
import random

import pypdf
import pytest
from stdnum import luhn
from tests.service import Company
from tests.web.invoicing import ROW, customer, draft

from reskontra.domain.identity import masked_text


def printed(company: Company, number: str) -> str:
    pdf = company.api.get(f"/invoices/{number}/preview").content
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    about = " ".join(str(value) for value in (reader.metadata or {}).values())
    return about + " ".join(page.extract_text() for page in reader.pages)


@pytest.mark.parametrize(
    ("customers", "invoice"),
    [
        ({"VATNumber": "SE811228987401"}, {}),
        ({"OrganisationNumber": "pnr 811228-9874"}, {}),
        ({"OrganisationNumber": "8112289875"}, {}),
        ({"Name": "Karin 19811228-9874"}, {}),
        ({}, {"Comments": "SE8112289874 och 811228\u22129874"}),
        ({}, {"YourReference": "811228+9874"}),
        ({}, {"YourReference": "8112\u200b28\u00ad98\u206074"}),
        ({"Name": "Karin 811228\t9874"}, {}),
        ({"ZipCode": "8112289874"}, {}),
        ({"Name": "Karin 1981-12-28-9874"}, {"Comments": "81-12-28 9874"}),
        ({"Name": "Karin 19811228 - 9874"}, {"Comments": "811228\n9874 och 811228/9874"}),
        ({"OrganisationNumber": "198112 28 9874"}, {"YourReference": "811228_9874"}),
        ({}, {"TaxReductionType": "rot",
              "ResidenceAssociationOrganisationNumber": "811228-9874"}),
    ],
    ids=str,
)  # fmt: skip
def test_no_identity_number_is_printed(
    company: Company, customers: dict[str, str], invoice: dict[str, str]
) -> None:
    number = draft(company, CustomerNumber=customer(company, **customers), **invoice)
    text = printed(company, number["DocumentNumber"])
    assert "9874" not in text
    assert "9875" not in text


def test_a_sole_trader_shows_the_vat_number_that_the_law_wants_and_no_more(
    company: Company,
) -> None:
    company.set(
        name="Olle 811228-9874", organisation_number="811228-9874", vat_number="SE811228987401"
    )
    text = printed(company, draft(company)["DocumentNumber"])
    assert text.count("9874") == 1
    assert "SE811228987401" in text


def test_nor_is_it_shown_in_the_senders_address(company: Company) -> None:
    company.set(zip_code="8112289874", phone="811228-9874", www="ek.se/8112289874")
    assert "9874" not in printed(company, draft(company)["DocumentNumber"])


def test_the_senders_telephone_and_address_are_printed_whole(company: Company) -> None:
    shown = {"zip_code": "211 34", "phone": "0701234569", "www": "https://ovning.se/2026"}
    company.set(**shown)
    text = printed(company, draft(company)["DocumentNumber"])
    for part in shown.values():
        assert part in text


def test_the_buyers_whole_address_is_printed(company: Company) -> None:
    payer = customer(
        company, Address1="Hauptstraße 5", Address2="c/o Olle", ZipCode="80331", City="München",
        CountryCode="DE", VATType="EUREVERSEDVAT", VATNumber="DE123456789",
    )  # fmt: skip
    text = printed(company, draft(company, ROW, CustomerNumber=payer)["DocumentNumber"])
    for part in ("Hauptstraße 5", "c/o Olle", "80331 München", "Tyskland", "DE123456789"):
        assert part in text


def test_ten_thousand_numbers_in_every_writing_are_masked() -> None:
    chance = random.Random(20261115)
    for _ in range(10_000):
        day = chance.randint(1, 28) + chance.choice([0, 60])
        birth = f"{chance.randint(0, 99):02}{chance.randint(1, 12):02}{day:02}"
        body = birth + f"{chance.randint(0, 999):03}"
        last = body[6:] + luhn.calc_check_digit(body)
        century = chance.choice(["", "18", "19", "20"])
        number = century + birth + chance.choice(["", "-", "+"]) + last
        masked = masked_text(f"Avser {number}, tack")
        assert last not in masked.removeprefix(f"Avser {century}{birth}")
