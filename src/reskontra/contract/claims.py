"""Claims of tax reductions, decisions on them and payouts of them, as clients see them."""

from typing import Any

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    REQUIRED_AT_CREATION,
    Field,
    Type,
    amount,
    as_sent,
    choice,
    day,
    sentences,
    table,
    text,
    url,
    whole,
    whole_text,
)
from reskontra.contract.listing import (
    Listing,
    exact,
    exact_number,
    from_day,
    lastmodified,
    parameters,
    to_day,
)
from reskontra.contract.nested import accepted
from reskontra.contract.resource import Resource
from reskontra.contract.rules import within
from reskontra.domain.claims import (
    Case,
    ClaimStatus,
    DecidedClaim,
    DecisionFile,
    PaidClaim,
    Payout,
    TaxReductionClaim,
    Work,
)
from reskontra.domain.tax_reduction import ROT, RUT

PATH = "taxreductionclaims"
MOST_KINDS = 20
NUMBERS = within(1, 10**15)

WORK_FIELDS = table(
    text("HouseWorkType", upto=50),
    whole("Hours", rule=within(0, 999)),
    whole("MaterialCost", READ_ONLY),
)


def works(name: str, *access: Any) -> list[Field]:
    """What was done, by its kind: the hours may be stated, the material follows from the rows."""

    def read(value: Any) -> tuple[Work, ...]:
        if not isinstance(value, list) or len(value) > MOST_KINDS:
            raise ValueError
        stated = (accepted(WORK_FIELDS, each) for each in value)
        return tuple(Work(each["HouseWorkType"], each["Hours"]) for each in stated)

    def show(value: tuple[Work, ...]) -> list[dict[str, Any]]:
        shown = ((each.house_work_type, each.hours, each.material_cost) for each in value)
        return [dict(zip(WORK_FIELDS, each, strict=True)) for each in shown]

    properties = {each.name: each.type.schema for each in WORK_FIELDS.values()}
    items = {"type": "object", "properties": properties}
    return [Field(name, Type(read, show, (), {"type": "array", "items": items}), *access)]


CASE_FIELDS = table(
    whole_text("DocumentNumber", REQUIRED_AT_CREATION, rule=NUMBERS),
    text("PersonalNumber", AT_CREATION, upto=20),
    whole("Share", AT_CREATION, default=1, rule=within(1, 1_000)),
    day("PaymentDate", READ_ONLY, unless_empty=True),
    whole("PriceOfWork", "PaidAmount", "AskedAmount", "ApprovedAmount", "OtherCosts", READ_ONLY),
    text("PropertyDesignation", AT_CREATION, upto=40),
    text("ResidenceAssociationOrganisationNumber", AT_CREATION, upto=12),
    works("HouseWork", AT_CREATION),
)
CASES = Resource(
    "TaxReductionCase", "TaxReductionCases", "", "DocumentNumber", "invoice", Case, CASE_FIELDS
)

FIELDS = table(
    url(),
    whole("Number", READ_ONLY),
    text("Name", READ_ONLY),
    choice("Type", REQUIRED_AT_CREATION, values=(ROT, RUT)),
    day("FromDate", "ToDate", REQUIRED_AT_CREATION),
    choice("Status", READ_ONLY, values=ClaimStatus, default="made"),
    amount("AskedAmount", "ApprovedAmount", READ_ONLY),
    text("ReferenceNumber", READ_ONLY),
    day("CreatedDate", "UploadedDate", "DecisionDate", "PaymentDate", READ_ONLY, unless_empty=True),
    sentences("Warnings", "LeftOut"),
)
LIST_FIELDS = table(
    url(),
    whole("Number"),
    text("Name"),
    choice("Type", values=(ROT, RUT)),
    day("FromDate", "ToDate"),
    choice("Status", values=ClaimStatus, default="made"),
    amount("AskedAmount", "ApprovedAmount"),
    text("ReferenceNumber"),
)
LISTING = Listing(
    parameters(
        exact("type"),
        exact("status"),
        exact("name"),
        exact_number("number"),
        from_day("fromdate", of="from_date"),
        to_day("todate", of="to_date"),
        lastmodified(),
    ),
    sort={"number": "number", "fromdate": "from_date"},
)
CLAIMS = Resource(
    "TaxReductionClaim", "TaxReductionClaims", PATH, "Number", "invoice", TaxReductionClaim,
    FIELDS, LIST_FIELDS, CASES, rows_in="cases", own=True,
)  # fmt: skip

APPROVALS = Resource(
    "TaxReductionApproval", "TaxReductionApprovals", "", "DocumentNumber", "invoice", Case,
    table(
        whole_text("DocumentNumber", REQUIRED, rule=NUMBERS),
        text("PersonalNumber", upto=20),
        whole("ApprovedAmount", REQUIRED, rule=within(0, 10**9)),
    ),
)  # fmt: skip
DECIDED_FIELDS = table(
    whole("Number", READ_ONLY),
    text("Name", READ_ONLY),
    text("ReferenceNumber", REQUIRED, upto=50),
    choice("Status", READ_ONLY, values=ClaimStatus, default="made"),
    amount("AskedAmount", "ApprovedAmount", READ_ONLY),
)
DECISION = Resource(
    "TaxReductionDecision", "", PATH, "", "invoice", DecidedClaim, DECIDED_FIELDS,
    rows=APPROVALS, rows_in="cases", own=True,
)  # fmt: skip
DECISION_FILE = Resource(
    "TaxReductionDecisionFile", "", PATH, "", "invoice", DecisionFile,
    table(
        as_sent("version", "utforare"),
        as_sent("beslut", form={"type": "array", "items": {"type": "object"}}),
    ),
    rows=Resource(
        "DecidedClaim", "DecidedClaims", "", "Number", "invoice", DecidedClaim, DECIDED_FIELDS
    ),
    rows_in="claims", own=True,
)  # fmt: skip
PAYOUT = Resource(
    "TaxReductionPayout", "", PATH, "", "payment", Payout,
    table(day("PaymentDate"), amount("Amount", REQUIRED)),
    rows=Resource(
        "PaidClaim", "PaidClaims", "", "Number", "payment", PaidClaim,
        table(
            whole("Number", REQUIRED, rule=NUMBERS),
            text("Name", READ_ONLY),
            amount("ApprovedAmount", READ_ONLY),
        ),
    ),
    rows_in="claims", own=True,
)  # fmt: skip
