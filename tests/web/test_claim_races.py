"""Claims at the same instant: an invoice is in one of them, and whatever happens first stands."""

from typing import Any

from tests.service import Company, in_every_form
from tests.web.claiming import PERIOD, claim_of, claimed, claims_at, decided, decision, paid_work
from tests.web.invoicing import read
from tests.web.parallel import Call, at_once, statuses

pytestmark = in_every_form
SENT = {"TaxReductionClaim": {"Type": "rot", **PERIOD}}


def test_two_claims_at_once_share_no_invoice(company: Company) -> None:
    numbers = {paid_work(company) for _ in range(3)}
    answers = at_once(company, [("POST", claims_at(company), SENT)] * 6)
    assert statuses(answers) == {201: 1, 409: 5}
    [made] = [each.json()["TaxReductionClaim"] for each in answers if each.status_code == 201]
    assert {case["DocumentNumber"] for case in made["TaxReductionCases"]} == numbers


def test_an_invoice_is_either_claimed_or_credited(company: Company) -> None:
    for _ in range(3):
        number = paid_work(company)
        calls: list[Call] = [
            ("POST", claims_at(company), SENT),
            ("PUT", f"/invoices/{number}/credit", None),
        ]
        claim, credit = at_once(company, calls)
        assert sorted((claim.status_code, credit.status_code)) in ([200, 409], [201, 409])
        assert read(company, number)["Cancelled"] is (credit.status_code == 200)


def test_a_decision_that_comes_several_times_at_once_is_one(company: Company) -> None:
    number = paid_work(company)
    told = decision(claimed(company), 3000)
    file: dict[str, Any] = {"version": "1", "utforare": "165566778899", "beslut": [told]}
    body = {"TaxReductionDecisionFile": file}
    answers = at_once(company, [("POST", claims_at(company, "/decisions"), body)] * 5)
    assert statuses(answers) == {200: 5}
    assert read(company, number)["Balance"] == 750


def test_a_payout_that_comes_several_times_at_once_is_booked_once(company: Company) -> None:
    paid_work(company)
    decided(company, decision(claimed(company), 3750))
    sent = {"Amount": 3750, "PaidClaims": [{"Number": 1}]}
    body = {"TaxReductionPayout": sent}
    answers = at_once(company, [("POST", claims_at(company, "/payouts"), body)] * 5)
    assert statuses(answers) == {200: 1, 409: 4}
    assert claim_of(company, 1)["Status"] == "paid"
