"""Claims of tax reductions over HTTP: made, uploaded, decided, paid, and withdrawn."""

from typing import Any

import pytest
from tests.domain.claim_schema import faults
from tests.service import TODAY, Company, refused
from tests.web.claiming import (
    CLEANING,
    MATERIAL,
    PERIOD,
    PERSON,
    PIPES,
    TWELVE,
    WORK,
    acted,
    claim_of,
    claimed,
    claims_at,
    decided,
    decision,
    in_file,
    paid_out,
    paid_work,
)
from tests.web.invoicing import act, customer, issued, lines, pay, read

from reskontra.storage import history
from reskontra.storage.books import Books


def post(company: Company, below: str, name: str, sent: Any) -> Any:
    return company.api.post(claims_at(company, below), json={name: sent})


def refused_claim(company: Company, status: int, **fields: Any) -> str:
    sent = {"Type": "rot", **PERIOD, **fields}
    return refused(post(company, "", "TaxReductionClaim", sent), status)


# The whole life


def test_a_claim_is_made_uploaded_decided_and_paid(company: Company) -> None:
    number = paid_work(company)
    claim = claimed(company)
    assert (claim["Number"], claim["Name"], claim["Status"]) == (1, "ROT 2026-001", "made")
    assert (claim["AskedAmount"], claim["Warnings"], claim["LeftOut"]) == (3750, [], [])
    assert acted(company, 1, "uploaded")["UploadedDate"] == TODAY.isoformat()
    [told] = decided(company, decision(claim, 3750))
    assert (told["Number"], told["Status"], told["ApprovedAmount"]) == (1, "decided", 3750)
    assert paid_out(company, 3750, 1)["PaidClaims"] == [
        {"Number": 1, "Name": "ROT 2026-001", "ApprovedAmount": 3750}
    ]
    assert lines(company, "C", 2) == {1930: 3750, 1513: -3750}
    over = claim_of(company, 1)
    assert (over["Status"], over["PaymentDate"]) == ("paid", "2026-10-15")
    assert over["ReferenceNumber"] == "R1"
    assert read(company, number)["Balance"] == 0


def test_a_case_is_the_worked_example(company: Company) -> None:
    number = paid_work(company)
    assert claimed(company)["TaxReductionCases"] == [
        {
            "DocumentNumber": number,
            "PersonalNumber": TWELVE,
            "Share": 1,
            "PaymentDate": "2026-09-20",
            "PriceOfWork": 12500,
            "PaidAmount": 8750,
            "AskedAmount": 3750,
            "ApprovedAmount": 0,
            "OtherCosts": 0,
            "PropertyDesignation": "SOLNA EXEMPEL 1:23",
            "ResidenceAssociationOrganisationNumber": "",
            "HouseWork": [{"HouseWorkType": "CONSTRUCTION", "Hours": 20, "MaterialCost": 5000}],
        }
    ]


def test_the_file_is_sent_as_it_was_made(company: Company) -> None:
    paid_work(company)
    claimed(company)
    answer = company.api.get(claims_at(company, "/1/file"))
    assert answer.headers["content-type"] == "application/xml"
    assert answer.headers["content-disposition"] == 'attachment; filename="rot-2026-001.xml"'
    assert faults(answer.content, TODAY) == []
    assert TWELVE in answer.text
    acted(company, 1, "withdraw")
    assert company.api.get(claims_at(company, "/1/file")).content == answer.content


def test_claims_are_listed(company: Company) -> None:
    paid_work(company)
    paid_work(company, CLEANING, TaxReductionType="rut")
    claimed(company)
    claimed(company, "rut")
    listed = company.get(claims_at(company))
    assert listed["MetaInformation"]["@TotalResources"] == 2
    assert [row["Name"] for row in listed["TaxReductionClaims"]] == ["ROT 2026-001", "RUT 2026-002"]
    assert listed["TaxReductionClaims"][0]["@url"] == claims_at(company, "/1")
    of_rut = company.get(claims_at(company), type="rut")["TaxReductionClaims"]
    assert [row["Number"] for row in of_rut] == [2]


def test_claims_are_at_the_base_alone(company: Company) -> None:
    for path in ("/taxreductionclaims", "/3/taxreductionclaims", "/api/v1/3/taxreductionclaims"):
        assert company.api.get(f"{company.service.url}{path}").status_code == 404


# The traps, number for number


def test_trap_a_the_file_says_less_than_was_paid(company: Company) -> None:
    """2992.50 with 1497 paid: 1496 + 1497 would be more than 2992."""
    paid_work(company, CLEANING, TaxReductionType="rut")
    [case] = claimed(company, "rut")["TaxReductionCases"]
    amounts = [case[name] for name in ("PriceOfWork", "PaidAmount", "AskedAmount")]
    assert amounts == [2992, 1496, 1496]


def test_trap_b_is_claimed_a_krona_lower_and_the_krona_is_rounding(company: Company) -> None:
    number = paid_work(company, PIPES)
    claim = claimed(company)
    [case] = claim["TaxReductionCases"]
    amounts = [case[name] for name in ("PriceOfWork", "PaidAmount", "AskedAmount")]
    assert amounts == [1003, 703, 300]
    assert claim["Warnings"] == [f"faktura {number}: 300.00 begärs av 301.00"]
    decided(company, decision(claim, 300))
    assert lines(company, "C", 2) == {3740: 1, 1513: -1}
    paid_out(company, 300, 1)
    assert lines(company, "C", 3) == {1930: 300, 1513: -300}
    assert (read(company, number)["Balance"], read(company, number)["FinalPayDate"]) == (
        0,
        "2026-09-20",
    )


def test_the_share_is_that_of_the_day_of_payment(company: Company) -> None:
    number = paid_work(company, day="2026-01-05", InvoiceDate="2025-12-20")
    claim = claimed(company, FromDate="2026-01-01", ToDate="2026-01-31")
    assert claim["AskedAmount"] == 3750
    assert claim["Warnings"] == [f"faktura {number}: 3750.00 begärs av 6250.00"]
    decided(company, decision(claim, 3750))
    assert read(company, number)["Balance"] == 2500


# Which invoices


def test_only_what_can_be_claimed_is_in_it_and_the_rest_is_told(company: Company) -> None:
    good = paid_work(company)
    no_hours = paid_work(company, {**WORK, "Unit": "st"})
    buyer = customer(company)
    no_person = paid_work(company, CustomerNumber=buyer)
    paid_work(company, day="2026-10-01")
    paid_work(company, CLEANING, TaxReductionType="rut")
    issued(company, WORK, TaxReductionType="rot", InvoiceDate="2026-09-01")
    claim = claimed(company)
    assert [case["DocumentNumber"] for case in claim["TaxReductionCases"]] == [good]
    assert claim["LeftOut"] == [
        f"faktura {no_hours}: timmar av CONSTRUCTION, 0 till 999 saknas"
        " (POST /taxreductionclaims TaxReductionCases HouseWork)",
        f"faktura {no_person}: köparens personnummer saknas"
        f" (PUT /3/customers/{buyer} OrganisationNumber)",
    ]


def test_what_is_missing_is_mended_as_it_says(company: Company) -> None:
    number = paid_work(company, {**WORK, "Unit": "st"}, CustomerNumber=(buyer := customer(company)))
    why = refused_claim(company, 409)
    assert "timmar" in why
    assert "personnummer" in why
    company.put(f"/customers/{buyer}", {"Customer": {"OrganisationNumber": PERSON}})
    hours = [{"HouseWorkType": "CONSTRUCTION", "Hours": 19}]
    rows = [{"DocumentNumber": number, "HouseWork": hours}]
    [case] = claimed(company, TaxReductionCases=rows)["TaxReductionCases"]
    assert (case["PersonalNumber"], case["HouseWork"][0]["Hours"]) == (TWELVE, 19)


def test_hours_are_told_on_the_row_too(company: Company) -> None:
    paid_work(company, {**WORK, "Unit": "st", "HouseWorkHoursToReport": 17})
    [case] = claimed(company)["TaxReductionCases"]
    assert case["HouseWork"][0]["Hours"] == 17


def test_several_buyers_have_a_case_each(company: Company) -> None:
    number = paid_work(company)
    rows = [
        {"DocumentNumber": number, "PersonalNumber": PERSON},
        {"DocumentNumber": number, "PersonalNumber": "701063-2391"},
    ]
    claim = claimed(company, TaxReductionCases=rows)
    cases = claim["TaxReductionCases"]
    assert [case["AskedAmount"] for case in cases] == [1875, 1875]
    decided(company, decision(claim, 1875, 1000))
    assert lines(company, "C", 2) == {1510: 875, 1513: -875}
    paid_out(company, 2875, 1)
    assert lines(company, "C", 3) == {1930: 2875, 1513: -2875}


def test_a_flat_in_a_housing_association_is_told_by_its_number(company: Company) -> None:
    paid_work(
        company,
        PropertyDesignation="1101",
        ResidenceAssociationOrganisationNumber="716400-1237",
    )
    claimed(company)
    file = company.api.get(claims_at(company, "/1/file"))
    assert faults(file.content, TODAY) == []
    assert "LagenhetsNr>1101<" in file.text
    assert "BrfOrgNr>716400-1237<" in file.text


@pytest.mark.parametrize(
    ("fields", "status", "why"),
    [
        ({"FromDate": "2025-12-01"}, 400, "ett och samma kalenderår"),
        ({"FromDate": "2026-10-01"}, 400, "FromDate ligger efter ToDate"),
        ({"Type": "green"}, 400, "Ogiltigt värde för Type"),
        ({"Type": None}, 400, "Type saknas"),
        ({"ToDate": "2026-13-01"}, 400, "Ogiltigt värde för ToDate"),
        ({"FromDate": "2026-08-01", "ToDate": "2026-08-31"}, 409, "inga betalda fakturor"),
        ({"TaxReductionCases": [{"DocumentNumber": 99}]}, 400, "Faktura 99 hör inte till dem"),
        ({"TaxReductionCases": [{"DocumentNumber": 1, "Share": 0}]}, 400, "Share"),
    ],
)
def test_a_claim_that_cannot_be_is_refused(
    company: Company, fields: dict[str, Any], status: int, why: str
) -> None:
    paid_work(company)
    assert why in refused_claim(company, status, **fields)
    assert company.get(claims_at(company))["TaxReductionClaims"] == []


def test_a_late_claim_and_a_person_over_the_ceiling_are_warned_of(company: Company) -> None:
    number = paid_work(company, {**WORK, "Price": 6600})
    company.service.clock.today = TODAY.replace(year=2027, month=2, day=1)
    company.api.headers["Authorization"] = f"Bearer {company.token()}"
    assert claimed(company)["Warnings"] == [
        "begäran skulle ha kommit in till Skatteverket senast 2027-01-31",
    ]
    acted(company, 1, "withdraw")
    more = paid_work(company, WORK)
    assert claimed(company)["Warnings"][1:] == [
        f"faktura {each}: köparen kommer över årets tak för skattereduktion"
        for each in (number, more)
    ]


def test_an_invoice_is_in_one_claim_until_that_is_withdrawn(company: Company) -> None:
    number = paid_work(company)
    claimed(company)
    assert "inga betalda fakturor" in refused_claim(company, 409)
    assert acted(company, 1, "withdraw")["Status"] == "withdrawn"
    again = claimed(company)
    assert [case["DocumentNumber"] for case in again["TaxReductionCases"]] == [number]
    assert again["Number"] == 2


# Decisions


def test_what_is_refused_is_the_customers_to_pay(company: Company) -> None:
    number = paid_work(company)
    claim = claimed(company)
    [told] = decided(company, decision(claim, 3000))
    assert (told["AskedAmount"], told["ApprovedAmount"]) == (3750, 3000)
    assert lines(company, "C", 2) == {1510: 750, 1513: -750}
    assert read(company, number)["Balance"] == 750
    paid_out(company, 3000, 1)
    pay(company, number, 750)
    assert read(company, number)["Balance"] == 0
    [case] = claim_of(company, 1)["TaxReductionCases"]
    assert case["ApprovedAmount"] == 3000


def test_where_nothing_is_approved_there_is_nothing_to_wait_for(company: Company) -> None:
    number = paid_work(company)
    decided(company, decision(claimed(company), 0))
    assert claim_of(company, 1)["Status"] == "paid"
    assert read(company, number)["Balance"] == 3750
    assert act(company, number, "credit")["Cancelled"] is True
    assert "ingen utbetalning" in refused(company.api.put(claims_at(company, "/1/undopayout")), 409)


def test_the_same_decision_twice_is_one(company: Company) -> None:
    paid_work(company)
    told = decision(claimed(company), 3000)
    assert decided(company, told) == decided(company, told)
    other = {**told, "referensnummer": "R2"}
    answer = company.api.post(claims_at(company, "/decisions"), json=in_file(other))
    assert "har beslutat" in refused(answer, 409)


def test_a_reference_is_of_one_decision(company: Company) -> None:
    paid_work(company)
    first = claimed(company)
    paid_work(company)
    second = claimed(company)
    decided(company, decision(first, 3750))
    answer = company.api.post(claims_at(company, "/decisions"), json=in_file(decision(second, 1)))
    assert "referensnummer R1" in refused(answer, 409)


def test_a_file_is_taken_in_as_a_whole_or_not_at_all(company: Company) -> None:
    paid_work(company)
    first = claimed(company)
    paid_work(company)
    second = claimed(company)
    wrong = decision(second, 3751, reference="R2")
    answer = company.api.post(
        claims_at(company, "/decisions"), json=in_file(decision(first, 3750), wrong)
    )
    assert "mer än det begärda" in refused(answer, 400)
    assert [claim_of(company, each)["Status"] for each in (1, 2)] == ["made", "made"]
    both = decided(company, decision(first, 3750), decision(second, 3000, reference="R2"))
    assert [each["ApprovedAmount"] for each in both] == [3750, 3000]


def test_a_file_for_another_company_or_claim_is_refused(company: Company) -> None:
    company.set(organisation_number="556677-8899")
    paid_work(company)
    told, path = decision(claimed(company), 3750), claims_at(company, "/decisions")
    other = company.api.post(path, json=in_file(told, performer="165560360793"))
    assert "ett annat företag" in refused(other, 400)
    unknown = company.api.post(path, json=in_file({**told, "namn": "ROT 2026-002"}))
    assert "inte är gjord här" in refused(unknown, 400)


def test_a_decision_can_be_told_by_hand(company: Company) -> None:
    number = paid_work(company)
    claimed(company)
    rows = [{"DocumentNumber": number, "ApprovedAmount": 3000}]
    sent = {"ReferenceNumber": "R1", "TaxReductionApprovals": rows}
    path = claims_at(company, "/1/decision")
    told = company.put(path, {"TaxReductionDecision": sent})["TaxReductionDecision"]
    assert (told["Name"], told["ApprovedAmount"]) == ("ROT 2026-001", 3000)
    assert read(company, number)["Balance"] == 750


# Payouts


def test_one_payout_pays_several_claims(company: Company) -> None:
    paid_work(company)
    paid_work(company, CLEANING, TaxReductionType="rut")
    rot, rut = claimed(company), claimed(company, "rut")
    decided(company, decision(rot, 3750), decision(rut, 1496, reference="R2"))
    short = {"Amount": 5245, "PaidClaims": [{"Number": 1}, {"Number": 2}]}
    answer = post(company, "/payouts", "TaxReductionPayout", short)
    assert "det godkända är 5246" in refused(answer, 400)
    paid_out(company, 5246, 1, 2)
    assert [lines(company, "C", each) for each in (3, 4)] == [
        {1930: 3750, 1513: -3750},
        {1930: 1496, 1513: -1496},
    ]
    again = post(company, "/payouts", "TaxReductionPayout", {**short, "Amount": 5246})
    assert "redan utbetald" in refused(again, 409)


def test_a_payout_takes_the_scope_of_payments(company: Company) -> None:
    sent = {"TaxReductionPayout": {"Amount": 1, "PaidClaims": [{"Number": 1}]}}
    for scope, status in (("invoice", 403), ("payment", 404)):
        bearer = {"Authorization": f"Bearer {company.token(scope)}"}
        answer = company.api.post(claims_at(company, "/payouts"), json=sent, headers=bearer)
        refused(answer, status)


def test_a_payout_waits_for_the_decision(company: Company) -> None:
    paid_work(company)
    claimed(company)
    sent = {"Amount": 3750, "PaidClaims": [{"Number": 1}]}
    answer = post(company, "/payouts", "TaxReductionPayout", sent)
    assert "inte beslutat" in refused(answer, 409)
    none = post(company, "/payouts", "TaxReductionPayout", {"Amount": 0})
    assert "PaidClaims saknas" in refused(none, 400)


def test_a_payout_is_undone_as_a_whole_and_booked_again(company: Company) -> None:
    number = paid_work(company)
    decided(company, decision(claimed(company), 3750))
    paid_out(company, 3750, 1)
    assert "begäran 1" in refused(company.api.put("/invoicepayments/2/cancel"), 409)
    undone = acted(company, 1, "undopayout")
    assert (undone["Status"], "PaymentDate" in undone) == ("decided", False)
    assert lines(company, "M", 1) == {1930: -3750, 1513: 3750}
    paid_out(company, 3750, 1, PaymentDate="2026-10-16")
    assert claim_of(company, 1)["PaymentDate"] == "2026-10-16"
    assert read(company, number)["Balance"] == 0


def test_by_the_cash_method_the_payout_releases_its_part_of_the_vat(company: Company) -> None:
    company.set(accounting_method="CASH")
    number = paid_work(company)
    decided(company, decision(claimed(company), 3000))
    paid_out(company, 3000, 1)
    pay(company, number, 750)
    assert lines(company, "C", 3)[2611] == -600
    assert lines(company, "C", 4)[2611] == -150


# What an invoice may not do meanwhile


def held(company: Company, number: str) -> dict[str, Any]:
    """Each way to change what the claim rests upon, as the answer's status."""
    credit = company.api.put(f"/invoices/{number}/credit")
    unpaid = company.api.put("/invoicepayments/1/cancel")
    return {"credit": credit.status_code, "unpaid": unpaid.status_code}


def test_a_claimed_invoice_is_not_credited_and_not_unpaid(company: Company) -> None:
    number = paid_work(company)
    claimed(company)
    assert held(company, number) == {"credit": 409, "unpaid": 409}
    acted(company, 1, "uploaded")
    assert held(company, number) == {"credit": 409, "unpaid": 409}
    acted(company, 1, "withdraw")
    assert act(company, number, "credit")["Cancelled"] is True


def test_a_decided_invoice_is_credited_once_it_is_paid(company: Company) -> None:
    number = paid_work(company)
    decided(company, decision(claimed(company), 3750))
    assert "begäran 1" in refused(company.api.put(f"/invoices/{number}/credit"), 409)
    paid_out(company, 3750, 1)
    act(company, number, "credit")
    assert lines(company, "K", 1)[1513] == -3750  # a debt back to Skatteverket


def test_a_demand_is_not_written_off_before_the_payout(company: Company) -> None:
    number = paid_work(company)
    decided(company, decision(claimed(company), 3000))
    loss = {"InvoiceNumber": number, "WriteOffs": [{"Amount": 750, "AccountNumber": 6351}]}
    made = company.post("/invoicepayments", {"InvoicePayment": loss})["InvoicePayment"]
    path = f"/invoicepayments/{made['Number']}/bookkeep"
    assert "begäran 1" in refused(company.api.put(path), 409)
    paid_out(company, 3000, 1)
    company.put(path)
    assert read(company, number)["Balance"] == 0


def test_what_is_claimed_is_paid_by_its_payout_alone(company: Company) -> None:
    number = paid_work(company)
    claimed(company)
    sent = {"InvoiceNumber": number, "ModeOfPayment": "SKV"}
    made = company.post("/invoicepayments", {"InvoicePayment": sent})["InvoicePayment"]
    path = f"/invoicepayments/{made['Number']}/bookkeep"
    assert "begäran 1" in refused(company.api.put(path), 409)
    acted(company, 1, "withdraw")
    company.put(path)
    assert "inga betalda fakturor" in refused_claim(company, 409)


@pytest.mark.parametrize(
    ("steps", "action", "why"),
    [
        (("withdraw",), "uploaded", "återkallad"),
        (("decide",), "withdraw", "har beslutat"),
        (("decide",), "uploaded", "har beslutat"),
        ((), "undopayout", "inte utbetald"),
    ],
)
def test_a_claim_goes_one_way(
    company: Company, steps: tuple[str, ...], action: str, why: str
) -> None:
    paid_work(company)
    claim = claimed(company)
    for step in steps:
        if step == "decide":
            decided(company, decision(claim, 3750))
        else:
            acted(company, 1, step)
    assert why in refused(company.api.put(claims_at(company, f"/1/{action}")), 409)


def test_the_history_tells_of_claims_and_of_no_person(company: Company) -> None:
    paid_work(company)
    decided(company, decision(claimed(company), 3000))
    paid_out(company, 3000, 1)
    acted(company, 1, "undopayout")

    def look(tx: Any) -> list[dict[str, Any]]:
        books = Books(tx, company.id, company.service.clock(), "tests")
        return history.entries(books, 0, 1_000)

    told = [each for each in company.service.read(look, company.id) if "claim" in each["what"]]
    assert [each["what"] for each in told] == [
        "claim made",
        "claim decided",
        "claim paid",
        "claim payout undone",
    ]
    assert TWELVE not in str(told)
    assert TWELVE[2:] not in str(told)


def test_a_file_holds_a_hundred_cases(company: Company) -> None:
    buyer = customer(company, OrganisationNumber=PERSON)
    for _ in range(101):
        paid_work(company, {**WORK, "DeliveredQuantity": "1"}, CustomerNumber=buyer)
    first = claimed(company)
    assert len(first["TaxReductionCases"]) == 100
    [told] = first["LeftOut"]
    assert "filen rymmer 100 ärenden" in told
    assert len(claimed(company)["TaxReductionCases"]) == 1


def test_material_is_told_beside_the_work(company: Company) -> None:
    paid_work(company, WORK, {**MATERIAL, "HouseWorkType": "OTHERCOSTS"})
    [case] = claimed(company)["TaxReductionCases"]
    assert (case["OtherCosts"], case["HouseWork"][0]["MaterialCost"]) == (5000, 0)
