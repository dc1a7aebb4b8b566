"""What the law asks of an invoice: of a complete one nothing is missing, of another exactly that."""

from typing import Any

import pytest
from example_invoices import draft, row

from reskontra.domain.completeness import Gap, Whose, gaps
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.equity import CompanyForm
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import replace
from reskontra.domain.vat import VatType

SELLER = Organisation(
    7,
    "Övning AB",
    address="Storgatan 1",
    zip_code="111 22",
    city="Umeå",
    organisation_number="556677-8899",
    vat_number="SE556677889901",
    domicile="Umeå",
    f_tax=True,
)
BUYER = {
    "customer_name": "Åkes Bygg",
    "address1": "Lillgatan 2",
    "zip_code": "222 33",
    "city": "Lund",
    "organisation_number": "811228-9874",
}
SOLD = replace(row("2", "1000", 25), description="Arbete")
EXEMPT = replace(row("2", "1000", 0), description="Kurs")
WORK = replace(row("2", "1000", 25, "CONSTRUCTION"), description="Snickeri")
TEXT = replace(row("0", "0", 25), description="Enligt offert")


def invoice(*rows: Any, **fields: Any) -> CustomerInvoice:
    return draft(*(rows or [SOLD]), **(BUYER | fields))


def rot(**fields: Any) -> CustomerInvoice:
    return invoice(WORK, reduction="rot", **({"property_designation": "ENEBYBERG 1:24"} | fields))


def missing(seller: Organisation, sold: CustomerInvoice | None = None) -> list[str]:
    return [gap.missing for gap in gaps(seller, sold)]


# fmt: off
SELLERS = [
    # what it has not                      what is missing then
    ({},                                   []),
    ({"name": " "},                        ["säljarens namn"]),
    ({"address": ""},                      ["säljarens adress"]),
    ({"zip_code": ""},                     ["säljarens postnummer"]),
    ({"city": ""},                         ["säljarens postort"]),
    ({"organisation_number": ""},          ["säljarens organisationsnummer"]),
    ({"vat_number": ""},                   ["säljarens momsregistreringsnummer"]),
    ({"domicile": ""},                     ["säljarens säte"]),
    ({"address": "", "city": "", "vat_number": ""},
     ["säljarens adress", "säljarens postort", "säljarens momsregistreringsnummer"]),
    # The seat is a limited company's, which is whoever tells no other form, by a number of that sort.
    ({"domicile": "", "organisation_number": "969712-3405"}, []),
    ({"domicile": "", "organisation_number": "550101-0007", "name": "Åke"}, []),
    ({"domicile": "", "organisation_number": ""}, ["säljarens organisationsnummer", "säljarens säte"]),
    ({"domicile": "", "organisation_number": "", "name": "Abborren"}, ["säljarens organisationsnummer", "säljarens säte"]),
    ({"domicile": "", "organisation_number": "", "company_form": CompanyForm.E}, ["säljarens organisationsnummer"]),
    ({"domicile": "", "organisation_number": "516677-8890", "company_form": CompanyForm.BRF}, []),
    ({"domicile": "", "company_form": CompanyForm.E, "name": "Ek AB"}, []),
    ({"domicile": "", "company_form": CompanyForm.HB}, []),
    ({"f_tax": False, "bankgiro": "", "email": ""}, []),
]
INVOICES = [
    # the invoice                                                what is missing
    (invoice(),                                                  []),
    (rot(),                                                      []),
    (invoice(customer_name=" "),                                 ["köparens namn"]),
    (invoice(address1=""),                                       ["köparens adress"]),
    (invoice(address1="", address2="Box 5"),                     []),
    (invoice(address1=" ", sent_address2="Box 5"),               []),
    (invoice(zip_code=""),                                       ["köparens postnummer"]),
    (invoice(zip_code="", country_code="HK"),                    []),
    (invoice(city=" "),                                          ["köparens postort"]),
    (invoice(vat_type=VatType.SEREVERSEDVAT),                    ["köparens momsregistreringsnummer"]),
    (invoice(vat_type=VatType.SEREVERSEDVAT, vat_number="SE1"),  []),
    (invoice(vat_type=VatType.EUREVERSEDVAT, country_code="DE"), ["köparens momsregistreringsnummer"]),
    (invoice(vat_type=VatType.EUREVERSEDVAT, vat_number="DE1"),  ["köparens land"]),
    (invoice(vat_type=VatType.EUREVERSEDVAT, vat_number="DE1", country="Tyskland"), []),
    (invoice(vat_type=VatType.EXPORT, country_code="NO"),        []),
    (invoice(vat_type=VatType.EXPORT),                           ["köparens land"]),
    (invoice(vat_type=VatType.EUVAT, country_code="DK"),         []),
    (draft(**BUYER),                                             ["vad som säljs"]),
    (invoice(TEXT),                                              ["vad som säljs"]),
    (invoice(TEXT, replace(SOLD, description=" "), SOLD, replace(SOLD, description="")),
                                                                 ["benämning på rad 2", "benämning på rad 4"]),
    (invoice(delivery_date="2026-03-01"),                        []),
    (invoice(delivery_date=""),                                  []),
    (invoice(delivery_date="i mars"),                            ["leveransdatum som kan läsas"]),
    (invoice(delivery_date={"Day": 1}),                          ["leveransdatum som kan läsas"]),
    (rot(property_designation=None),                             ["fastighetsbeteckning eller bostadsrättsföreningens organisationsnummer"]),
    (rot(property_designation=5),                                ["fastighetsbeteckning eller bostadsrättsföreningens organisationsnummer"]),
    (rot(property_designation=" ", residence_association_organisation_number="769712-3404"), []),
    (rot(organisation_number=""),                                ["köparens personnummer"]),
    (rot(organisation_number="556677-8899"),                     ["köparens personnummer"]),
    (rot(organisation_number="19701063-2391"),                   []),
    # Where Skatteverket pays nothing, it asks for nothing.
    (rot(property_designation=None, vat_type=VatType.SEREVERSEDVAT, vat_number="SE1"), []),
    (invoice(reduction="rot", organisation_number=""),           []),
    (invoice(replace(WORK, house_work_type="CLEANING"), reduction="rut"), []),
]
# fmt: on


@pytest.mark.parametrize(("lost", "expected"), SELLERS)
def test_a_seller_lacks(lost: dict[str, Any], expected: list[str]) -> None:
    seller = replace(SELLER, **lost)
    assert missing(seller) == expected
    assert missing(seller, invoice()) == expected, "of an ordinary invoice the same is asked"


@pytest.mark.parametrize(("sold", "expected"), INVOICES)
def test_an_invoice_lacks(sold: CustomerInvoice, expected: list[str]) -> None:
    assert missing(SELLER, sold) == expected


def test_only_who_sells_what_is_taxed_needs_a_vat_number() -> None:
    unregistered = replace(SELLER, vat_number="")
    assert missing(unregistered, invoice(EXEMPT, TEXT)) == []
    lacking = ["säljarens momsregistreringsnummer"]
    assert missing(unregistered, invoice(EXEMPT, SOLD)) == lacking
    abroad = invoice(EXEMPT, vat_type=VatType.EXPORT, country_code="NO")
    assert missing(unregistered, abroad) == lacking


def test_only_a_tax_reduction_asks_for_approval_for_f_tax() -> None:
    unapproved = replace(SELLER, f_tax=False)
    assert missing(unapproved, invoice()) == []
    assert missing(unapproved, rot()) == ["säljarens godkännande för F-skatt"]


def test_everything_is_told_at_once_with_the_law_and_where_it_is_mended() -> None:
    sold = invoice(replace(SOLD, description=""), vat_type=VatType.SEREVERSEDVAT)
    sold = replace(sold, customer_number="B 12")
    assert gaps(replace(SELLER, vat_number=""), sold) == (
        Gap(
            "säljarens momsregistreringsnummer",
            "the seller's VAT number (ML 17:24 p. 3)",
            Whose.SELLER,
            "7",
            ("vat_number",),
        ),
        Gap(
            "köparens momsregistreringsnummer",
            "the VAT number of a buyer who owes the tax (ML 17:24 p. 4)",
            Whose.BUYER,
            "B 12",
            ("vat_number",),
        ),
        Gap(
            "benämning på rad 1",
            "what row 1 is for (ML 17:24 p. 6)",
            Whose.INVOICE,
            "17",
            ("description",),
        ),
    )
