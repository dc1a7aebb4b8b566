"""An invoice without what the law asks for is issued with a line in the log, or refused."""

from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.service import Company, refused
from tests.web.invoicing import ROW, act, customer, draft, issued, read

from reskontra.domain.organisation import CompleteInvoices
from reskontra.people.tables import organisations

WHOLE = {
    "address": "Storgatan 1",
    "zip_code": "111 22",
    "city": "Umeå",
    "organisation_number": "556677-8899",
    "vat_number": "SE556677889901",
    "domicile": "Umeå",
}
PLACE = {"Address1": "Lillgatan 2", "ZipCode": "222 33", "City": "Lund", "Email": "a@b.se"}

ISSUING: dict[str, Callable[[Company, Any], Any]] = {
    "bookkeep": lambda company, number: company.api.put(f"/invoices/{number}/bookkeep"),
    "externalprint": lambda company, number: company.api.put(f"/invoices/{number}/externalprint"),
    "print": lambda company, number: company.api.get(f"/invoices/{number}/print"),
    "email": lambda company, number: company.api.get(f"/invoices/{number}/email"),
}


def lines_of(work: Callable[[], Any]) -> list[dict[str, Any]]:
    """What the log says of incomplete invoices meanwhile."""
    with capture_logs() as lines:
        work()
    return [dict(line) for line in lines if line["event"] == "incomplete invoice"]


@pytest.mark.parametrize("action", ISSUING)
def test_operators_are_told_of_all_that_an_issued_invoice_lacks(
    company: Company, action: str
) -> None:
    company.set(**(WHOLE | {"vat_number": ""}))
    payer = customer(company, **(PLACE | {"City": ""}), VATType="SEREVERSEDVAT")
    number = draft(company, CustomerNumber=payer)["DocumentNumber"]
    [line] = lines_of(lambda: ISSUING[action](company, number))
    assert line == {
        "event": "incomplete invoice",
        "log_level": "warning",
        "organisation": company.id,
        "invoice": str(number),
        "missing": "the seller's VAT number (ML 17:24 p. 3): "
        f"reskontra organisation set {company.id} --vat-number; "
        f"the buyer's postal town (ML 17:24 p. 5): PUT /3/customers/{payer} City; "
        "the VAT number of a buyer who owes the tax (ML 17:24 p. 4): "
        f"PUT /3/customers/{payer} VATNumber",
    }
    assert read(company, number)["Booked"] is True
    assert lines_of(lambda: ISSUING[action](company, number)) == [], "once, when it is issued"


def test_nothing_is_said_of_a_complete_invoice_or_of_a_draft(company: Company) -> None:
    incomplete = draft(company)["DocumentNumber"]
    assert lines_of(lambda: company.api.get(f"/invoices/{incomplete}/preview")) == []
    company.set(**WHOLE)
    number = draft(company, CustomerNumber=customer(company, **PLACE))["DocumentNumber"]
    assert lines_of(lambda: act(company, number, "bookkeep")) == []


def test_the_line_hides_a_customer_who_is_numbered_by_their_personal_number(
    company: Company,
) -> None:
    payer = customer(company, CustomerNumber="811228-9874")
    number = draft(company, CustomerNumber=payer)["DocumentNumber"]
    [line] = lines_of(lambda: act(company, number, "bookkeep"))
    assert "PUT /3/customers/811228-**** City" in line["missing"]


@pytest.mark.parametrize("action", ISSUING)
def test_where_it_is_set_an_incomplete_invoice_is_refused_with_everything_it_lacks(
    company: Company, action: str
) -> None:
    company.set(**(WHOLE | {"address": ""}), complete_invoices=CompleteInvoices.REFUSE)
    payer = customer(company, **PLACE, VATType="EUREVERSEDVAT")
    before = draft(company, {**ROW, "VAT": 0, "Description": ""}, CustomerNumber=payer)
    number, letters = before["DocumentNumber"], {*company.service.outbox.iterdir()}
    assert refused(ISSUING[action](company, number), 400) == (
        "Fakturan saknar vad lagen kräver: "
        f"säljarens adress (reskontra organisation set {company.id} --address); "
        f"köparens land (PUT /3/customers/{payer} CountryCode); "
        f"köparens momsregistreringsnummer (PUT /3/customers/{payer} VATNumber); "
        f"benämning på rad 1 (PUT /3/invoices/{number} Description)"
    )
    assert read(company, number) == before
    assert company.get("/vouchers")["Vouchers"] == []
    assert {*company.service.outbox.iterdir()} == letters


@pytest.mark.parametrize("action", ISSUING)
def test_what_the_message_names_mends_it(company: Company, action: str) -> None:
    company.set(complete_invoices=CompleteInvoices.REFUSE)
    payer = customer(company, Email="a@b.se", VATType="EUREVERSEDVAT")
    number = draft(company, {**ROW, "VAT": 0}, CustomerNumber=payer)["DocumentNumber"]
    refused(ISSUING[action](company, number), 400)
    company.set(**WHOLE)
    mended = {**PLACE, "CountryCode": "DE", "VATNumber": "DE265430009"}
    company.put(f"/customers/{payer}", {"Customer": mended})
    assert ISSUING[action](company, number).status_code == 200
    assert read(company, number)["Booked"] is True


def test_rot_work_is_refused_without_its_property_and_its_buyer(company: Company) -> None:
    company.set(**WHOLE, complete_invoices=CompleteInvoices.REFUSE)
    work = {**ROW, "HouseWork": True, "HouseWorkType": "CONSTRUCTION"}
    payer = customer(company, **PLACE)
    number = draft(company, work, CustomerNumber=payer, TaxReductionType="rot")["DocumentNumber"]
    message = refused(ISSUING["bookkeep"](company, number), 400)
    for part in ("F-skatt", "köparens personnummer", "fastighetsbeteckning"):
        assert part in message
    company.set(f_tax=True)
    company.put(f"/customers/{payer}", {"Customer": {"OrganisationNumber": "811228-9874"}})
    company.put(f"/invoices/{number}", {"Invoice": {"PropertyDesignation": "ENEBYBERG 1:24"}})
    assert act(company, number, "bookkeep")["TaxReduction"] == 375


def test_what_was_issued_before_is_printed_mailed_and_credited_still(company: Company) -> None:
    number = issued(company, CustomerNumber=customer(company, Email="a@b.se"))["DocumentNumber"]
    company.set(complete_invoices=CompleteInvoices.REFUSE)
    for action in ISSUING:
        assert ISSUING[action](company, number).status_code == 200
    assert act(company, number, "credit")["Cancelled"] is True


def test_the_state_is_told_before_what_is_missing(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    act(company, number, "credit")
    company.set(complete_invoices=CompleteInvoices.REFUSE)
    refused(ISSUING["bookkeep"](company, number), 409)


def test_an_organisation_from_before_the_setting_is_warned(company: Company) -> None:
    plain = organisations.update().where(organisations.c.id == company.id)
    company.service.write(lambda tx: tx.run(plain.values(details='{"city":"Umeå"}')), company.id)
    number = draft(company)["DocumentNumber"]
    [line] = lines_of(lambda: act(company, number, "bookkeep"))
    assert "--city" not in line["missing"]
