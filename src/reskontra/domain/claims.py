"""Claims of tax reductions: what is asked of Skatteverket, case by case, and what comes of it."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from reskontra.domain.money import ZERO
from reskontra.domain.records import ClientValue, Record, field
from reskontra.domain.tax_reduction import ROT, RUT, TaxReductionType

MOST_CASES = 100  # in a file, by Skatteverket's rule
LONGEST_NAME = 16
FIRST_DAY = date(2009, 7, 1)  # no payment before it gives a reduction of this sort


class ClaimStatus(StrEnum):
    MADE = "made"
    UPLOADED = "uploaded"
    DECIDED = "decided"
    PAID = "paid"
    WITHDRAWN = "withdrawn"


UNDECIDED = (ClaimStatus.MADE, ClaimStatus.UPLOADED)
UNPAID = (*UNDECIDED, ClaimStatus.DECIDED)


class Kind(NamedTuple):
    """A kind of work, as the file calls it."""

    element: str
    name: str  # as people call it
    in_hours: bool = True  # else it is told that it was done, and no more


# In the order of the file.
KINDS: dict[TaxReductionType, dict[str, Kind]] = {
    ROT: {
        "CONSTRUCTION": Kind("Bygg", "bygg"),
        "ELECTRICITY": Kind("El", "el"),
        "GLASSMETALWORK": Kind("GlasPlatarbete", "glas- och plåtarbete"),
        "GROUNDDRAINAGEWORK": Kind("MarkDraneringarbete", "mark- och dräneringsarbete"),
        "MASONRY": Kind("Murning", "murning"),
        "PAINTINGWALLPAPERING": Kind("MalningTapetsering", "målning och tapetsering"),
        "HVAC": Kind("Vvs", "vvs"),
    },
    RUT: {
        "CLEANING": Kind("Stadning", "städning"),
        "TEXTILECLOTHING": Kind("KladOchTextilvard", "kläd- och textilvård"),
        "SNOWPLOWING": Kind("Snoskottning", "snöskottning"),
        "GARDENING": Kind("Tradgardsarbete", "trädgårdsarbete"),
        "BABYSITTING": Kind("Barnpassning", "barnpassning"),
        "OTHERCARE": Kind("Personligomsorg", "personlig omsorg"),
        "MOVINGSERVICES": Kind("Flyttjanster", "flyttjänster"),
        "ITSERVICES": Kind("ItTjanster", "it-tjänster"),
        "MAJORAPPLIANCEREPAIR": Kind("ReparationAvVitvaror", "reparation av vitvaror"),
        "FURNISHING": Kind("Moblering", "möblering"),
        "HOMEMAINTENANCE": Kind("TillsynAvBostad", "tillsyn av bostad"),
        "TRANSPORTATIONSERVICES": Kind(
            "TransportTillForsaljning", "transport till försäljning", in_hours=False
        ),
        "WASHINGANDCAREOFCLOTHING": Kind(
            "TvattVidTvattinrattning", "tvätt vid tvättinrättning", in_hours=False
        ),
    },
}


class Work(Record):
    """Work of one kind."""

    house_work_type: str
    hours: int = 0
    material_cost: int = 0


class Case(Record):
    """What one buyer paid for the work on one invoice, and what is asked for it; whole kronor."""

    document_number: int
    personal_number: str = ""
    share: int = 1  # of the work, beside the other buyers'
    payment_date: date | None = None
    price_of_work: int = 0
    paid_amount: int = 0
    asked_amount: int = 0
    approved_amount: int = 0
    other_costs: int = 0
    property_designation: str = ""  # in a housing association the number of the flat
    residence_association_organisation_number: str = ""
    house_work: tuple[Work, ...] = ()
    carried: Mapping[str, Any] = field(default_factory=dict)


class TaxReductionClaim(Record):
    number: int
    type: TaxReductionType
    from_date: date  # of payments, all in one calendar year
    to_date: date
    name: str = ""
    status: ClaimStatus = ClaimStatus.MADE
    asked_amount: Decimal = ZERO
    approved_amount: Decimal = ZERO
    reference_number: str = ""
    created_date: date | None = None
    uploaded_date: date | None = None
    decision_date: date | None = None
    payment_date: date | None = None
    cases: tuple[Case, ...] = ()
    approvals: tuple[int, ...] = ()  # of each case, once it is decided
    file: str = ""
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def year(self) -> int:
        """The calendar year of its payments."""
        return self.from_date.year

    @property
    def documents(self) -> tuple[int, ...]:
        """The invoices, each once."""
        return tuple(dict.fromkeys(case.document_number for case in self.cases))

    def approved_of(self, document: int) -> Decimal:
        pairs = zip(self.cases, self.approvals, strict=True)
        return Decimal(sum(amount for case, amount in pairs if case.document_number == document))

    def asked_of(self, document: int) -> Decimal:
        return Decimal(
            sum(case.asked_amount for case in self.cases if case.document_number == document)
        )


class DecidedClaim(Record):
    """What a decision comes to."""

    number: int
    name: str
    reference_number: str
    status: ClaimStatus
    asked_amount: Decimal
    approved_amount: Decimal
    cases: tuple[Case, ...] = ()


class DecisionFile(Record):
    """Skatteverket's file, and what it came to."""

    version: ClientValue = None
    utforare: ClientValue = None
    beslut: ClientValue = None
    claims: tuple[DecidedClaim, ...] = ()


class PaidClaim(Record):
    number: int
    name: str = ""
    approved_amount: Decimal = ZERO


class Payout(Record):
    """Money from Skatteverket for one claim or several."""

    payment_date: date | None
    amount: Decimal
    claims: tuple[PaidClaim, ...] = ()


def name_of(kind: TaxReductionType, year: int, number: int) -> str:
    """Ours alone: the decision names it.

    >>> name_of(ROT, 2026, 7)
    'ROT 2026-007'
    """
    return f"{kind.upper()} {year}-{number:03}"


# A person's ceilings


class Asked(NamedTuple):
    """What some earlier claim asks for a person, or what was approved of it."""

    personal_number: str
    kind: TaxReductionType
    amount: int


CEILING = 75_000  # rot and rut together, of a person in a year
CEILING_OF_ROT = 50_000


def over_ceilings(
    kind: TaxReductionType, cases: tuple[Case, ...], earlier: list[Asked]
) -> list[int]:
    """The invoices whose buyers come over a ceiling by what this seller alone asks."""
    asked = [*earlier, *(Asked(each.personal_number, kind, each.asked_amount) for each in cases)]
    over = {
        person for person in {each.personal_number for each in cases} if _is_over(person, asked)
    }
    return [each.document_number for each in cases if each.personal_number in over]


def _is_over(person: str, asked: list[Asked]) -> bool:
    own = [each for each in asked if each.personal_number == person]
    of_rot = sum(each.amount for each in own if each.kind is ROT)
    return of_rot > CEILING_OF_ROT or sum(each.amount for each in own) > CEILING
