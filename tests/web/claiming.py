"""Short ways to say common things about claims of tax reductions."""

from typing import Any

from tests.service import Company
from tests.web.invoicing import customer, issued, pay

PERSON = "19811228-9874"
TWELVE = "198112289874"
PAID = "2026-09-20"
WORK = {
    "Description": "Arbete", "Price": 500, "DeliveredQuantity": "20", "VAT": 25, "Unit": "h",
    "HouseWork": True, "HouseWorkType": "CONSTRUCTION",
}  # fmt: skip
MATERIAL = {"Description": "Virke", "Price": 4000, "DeliveredQuantity": "1", "VAT": 25}
ROT = {
    "TaxReductionType": "rot", "InvoiceDate": "2026-09-01",
    "PropertyDesignation": "SOLNA EXEMPEL 1:23",
}  # fmt: skip
CLEANING = {**WORK, "Price": 399, "DeliveredQuantity": "6", "HouseWorkType": "CLEANING"}
PIPES = {**WORK, "Price": 802.69, "DeliveredQuantity": "1", "HouseWorkType": "HVAC"}
PERIOD = {"FromDate": "2026-09-01", "ToDate": "2026-09-30"}


def claims_at(company: Company, below: str = "") -> str:
    """They are at the base itself, and nowhere below /3."""
    return f"{company.service.url}/api/v1/taxreductionclaims{below}"


def paid_work(company: Company, *rows: dict[str, Any], day: str = PAID, **fields: Any) -> str:
    """The number of an invoice for house work of which the customer has paid their share."""
    own = {"CustomerNumber": customer(company, OrganisationNumber=PERSON), **ROT, **fields}
    invoice = issued(company, *(rows or (WORK, MATERIAL)), **own)
    pay(company, invoice["DocumentNumber"], invoice["Balance"], PaymentDate=day)
    return str(invoice["DocumentNumber"])


def claimed(company: Company, kind: str = "rot", **fields: Any) -> dict[str, Any]:
    sent = {"Type": kind, **PERIOD, **fields}
    made = company.post(claims_at(company), {"TaxReductionClaim": sent})
    claim: dict[str, Any] = made["TaxReductionClaim"]
    return claim


def claim_of(company: Company, number: Any) -> dict[str, Any]:
    claim: dict[str, Any] = company.get(claims_at(company, f"/{number}"))["TaxReductionClaim"]
    return claim


def acted(company: Company, number: Any, action: str) -> dict[str, Any]:
    done = company.put(claims_at(company, f"/{number}/{action}"))
    claim: dict[str, Any] = done["TaxReductionClaim"]
    return claim


def decision(claim: dict[str, Any], *amounts: int, reference: str = "R1") -> dict[str, Any]:
    """What Skatteverket says of a claim, in its file."""
    cases = zip(claim["TaxReductionCases"], amounts, strict=True)
    return {
        "namn": claim["Name"],
        "referensnummer": reference,
        "arenden": [
            {
                "personnummer": case["PersonalNumber"],
                "fakturanummer": case["DocumentNumber"],
                "godkantBelopp": amount,
            }
            for case, amount in cases
        ],
    }


def in_file(*decisions: dict[str, Any], performer: str = "165566778899") -> dict[str, Any]:
    file = {"version": "1", "utforare": performer, "beslut": [*decisions]}
    return {"TaxReductionDecisionFile": file}


def decided(company: Company, *decisions: dict[str, Any]) -> list[dict[str, Any]]:
    path = claims_at(company, "/decisions")
    answer = company.post(path, in_file(*decisions), status=200)["TaxReductionDecisionFile"]
    claims: list[dict[str, Any]] = answer["DecidedClaims"]
    return claims


def paid_out(company: Company, amount: int, *numbers: int, **fields: Any) -> dict[str, Any]:
    rows = [{"Number": number} for number in numbers]
    sent = {"Amount": amount, "PaymentDate": "2026-10-15", "PaidClaims": rows, **fields}
    path = claims_at(company, "/payouts")
    answer = company.post(path, {"TaxReductionPayout": sent}, status=200)
    payout: dict[str, Any] = answer["TaxReductionPayout"]
    return payout
