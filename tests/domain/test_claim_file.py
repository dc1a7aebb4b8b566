"""The claim file, held against the published rules, and the decision file that answers it."""

from datetime import date
from typing import Any
from xml.etree.ElementTree import canonicalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.claim_cases import BUYER, TODAY, beside, judge, paid, work
from tests.domain.claim_cases import ROT as ROT_ROWS
from tests.domain.claim_schema import faults

from reskontra.contract.decision_file import decisions_in
from reskontra.domain.claim_decision import Approval, Decision, approved
from reskontra.domain.claim_file import claim_file
from reskontra.domain.claims import KINDS, LONGEST_NAME, Case, TaxReductionClaim, name_of
from reskontra.domain.errors import Invalid
from reskontra.domain.tax_reduction import ROT, RUT, TaxReductionType

EXAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<ns1:Begaran xmlns:ns1="http://xmls.skatteverket.se/se/skatteverket/ht/begaran/6.0"
             xmlns:ns2="http://xmls.skatteverket.se/se/skatteverket/ht/komponent/begaran/6.0">
  <ns2:NamnPaBegaran>ROT 2026-09-21</ns2:NamnPaBegaran>
  <ns2:RotBegaran>
    <ns2:Arenden>
      <ns2:Kopare>198112289874</ns2:Kopare>
      <ns2:BetalningsDatum>2026-09-20</ns2:BetalningsDatum>
      <ns2:PrisForArbete>12500</ns2:PrisForArbete>
      <ns2:BetaltBelopp>8750</ns2:BetaltBelopp>
      <ns2:BegartBelopp>3750</ns2:BegartBelopp>
      <ns2:FakturaNr>4</ns2:FakturaNr>
      <ns2:Ovrigkostnad>0</ns2:Ovrigkostnad>
      <ns2:Fastighetsbeteckning>SOLNA EXEMPEL 1:23</ns2:Fastighetsbeteckning>
      <ns2:UtfortArbete>
        <ns2:Bygg>
          <ns2:AntalTimmar>20</ns2:AntalTimmar>
          <ns2:Materialkostnad>5000</ns2:Materialkostnad>
        </ns2:Bygg>
      </ns2:UtfortArbete>
    </ns2:Arenden>
  </ns2:RotBegaran>
</ns1:Begaran>
"""


def alike(xml: str) -> str:
    """The same of any two texts that mean the same; prefixes are their writer's own."""
    return canonicalize(xml, strip_text=True, rewrite_prefixes=True)


def test_the_file_is_the_worked_example() -> None:
    file = claim_file("ROT 2026-09-21", ROT, judge(paid(*ROT_ROWS)).cases)
    assert alike(file) == alike(EXAMPLE)


def test_the_worked_example_keeps_the_rules() -> None:
    assert faults(EXAMPLE.encode(), TODAY) == []


# fmt: off
DAMAGES = (
    ("198112289874", "8112289874"), ("2026-09-20", "2026-09-22"), ("2026-09-20", "2009-06-30"),
    ("<ns2:BegartBelopp>3750", "<ns2:BegartBelopp>3751"), ("<ns2:BetaltBelopp>8750", "<ns2:BetaltBelopp>8749"),
    ("<ns2:Ovrigkostnad>0</ns2:Ovrigkostnad>", ""), ("ROT 2026-09-21", "ROT 2026-09-21 xyz"), (">0<", ">-1<"),
    ("Bygg", "Byggen"), ("Bygg", "Stadning"), (">20<", ">20.5<"), (">20<", ">1000<"), (">5000<", ">10000000<"),
    ("SOLNA EXEMPEL 1:23", ""), ("RotBegaran", "HushallBegaran"), ("begaran/6.0", "begaran/5.0"),
)
# fmt: on


@pytest.mark.parametrize(("before", "after"), DAMAGES)
def test_the_rules_see_what_is_wrong(before: str, after: str) -> None:
    damaged = EXAMPLE.replace(before, after)
    assert damaged != EXAMPLE
    assert faults(damaged.encode(), TODAY)


def test_markup_in_a_text_stays_text() -> None:
    case = judge(paid(*ROT_ROWS, property_designation='Å & Ö <1:2> "x"')).cases
    file = claim_file("ROT 1", ROT, case)
    assert faults(file.encode(), TODAY) == []
    assert "Å &amp; Ö &lt;1:2&gt;" in file


def test_a_name_fits_for_a_long_time() -> None:
    assert len(name_of(RUT, 2026, 9_999_999)) <= LONGEST_NAME


# Any claim that can be made keeps the rules

words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=45)
prices = st.integers(-2_000, 5_000_000).map(lambda ore: f"{ore / 100:.2f}")
hours = st.integers(0, 120_000).map(lambda parts: f"{parts / 100:.2f}")
associations = st.sampled_from(["", "716400-1237", "7164001237", "12"])
# Of one at least there is always something to claim: of most that are made up there is not.
SOUND = {
    ROT: paid(*ROT_ROWS),
    RUT: paid(work("CLEANING", "20", "500"), beside("4000"), kind="rut"),
}


@st.composite
def invoices(draw: st.DrawFn) -> tuple[TaxReductionType, list[Case]]:
    kind = draw(st.sampled_from([ROT, RUT]))
    kinds = st.sampled_from([*KINDS[kind]])
    cases = judge(SOUND[kind]).cases
    for number in range(SOUND[kind].document_number + 1, draw(st.integers(5, 9))):
        rows = draw(
            st.lists(
                st.builds(work, kinds, hours, prices, st.sampled_from(["h", "tim", "st"]))
                | st.builds(beside, prices, kinds | st.sampled_from(["", "OTHERCOSTS"])),
                max_size=5,
            )
        )
        invoice = paid(
            *rows,
            kind=str(kind),
            document_number=number,
            property_designation=draw(words),
            residence_association_organisation_number=draw(associations),
            final_pay_date=draw(st.dates(date(2026, 1, 1), date(2026, 12, 31))),
        )
        buyers = draw(st.lists(st.builds(Case, st.just(number), st.just(BUYER), st.integers(1, 9)), max_size=3))  # fmt: skip
        cases += judge(invoice, *buyers).cases
    return kind, cases


@given(invoices())
def test_any_claim_keeps_the_rules(claim: tuple[TaxReductionType, list[Case]]) -> None:
    kind, cases = claim
    file = claim_file(name_of(kind, 2026, 1), kind, cases)
    assert faults(file.encode(), TODAY) == []


# Decisions

FILE: dict[str, Any] = {
    "version": "1",
    "utforare": "165566778899",
    "beslut": [
        {
            "namn": "ROT 2026-001",
            "referensnummer": "R1",
            "arenden": [
                {"personnummer": BUYER, "fakturanummer": "4", "godkantBelopp": 3000},
            ],
        }
    ],
}


def of_file(**changed: Any) -> Any:
    [decision] = FILE["beslut"]
    case = decision["arenden"][0]
    case = {**case, **{name: changed.pop(name) for name in [*changed] if name in CASE}}
    decision = {**decision, **{n: changed.pop(n) for n in [*changed] if n in DECISION}}
    return {**FILE, "beslut": [{**decision, "arenden": [case]}], **changed}


CASE = ("personnummer", "fakturanummer", "godkantBelopp")
DECISION = ("namn", "referensnummer")


def test_a_decision_file_is_read() -> None:
    [decision] = decisions_in(FILE, "556677-8899")
    assert decision == Decision("ROT 2026-001", "R1", (Approval(BUYER, "4", 3000),))


@pytest.mark.parametrize(
    "file",
    [
        None, [], {}, {"beslut": {}}, of_file(version="2"), of_file(utforare="165599887766"),
        of_file(utforare=None), {**FILE, "beslut": []}, {**FILE, "beslut": [7]}, of_file(namn=""),
        of_file(referensnummer=None), of_file(referensnummer="x" * 51), of_file(personnummer="12"),
        of_file(godkantBelopp=-1), of_file(godkantBelopp="0.5"), of_file(godkantBelopp=None),
        of_file(godkantBelopp=[]), {**FILE, "beslut": [{**FILE["beslut"][0], "arenden": [3]}]},
    ],
)  # fmt: skip
def test_a_file_that_is_no_decision_is_refused(file: Any) -> None:
    with pytest.raises(Invalid):
        decisions_in(file, "556677-8899")


def asked(*cases: Case) -> TaxReductionClaim:
    return TaxReductionClaim(1, ROT, TODAY, TODAY, "ROT 2026-001", cases=cases)


OTHER = "197010632391"
TWO = (Case(4, BUYER, asked_amount=100), Case(5, BUYER, asked_amount=200))
COUPLE = (Case(4, BUYER, asked_amount=100), Case(4, OTHER, asked_amount=200))


@pytest.mark.parametrize(
    ("cases", "told", "amounts"),
    [
        (TWO, [(BUYER, "4", 90), (BUYER, "5", 200)], (90, 200)),
        (TWO, [(BUYER, "5", 0), (BUYER, "4", 100)], (100, 0)),
        (TWO, [(BUYER, "", 7), (BUYER, "5", 200)], (7, 200)),  # what is left is the other
        (TWO, [(BUYER[2:], "4", 90), (BUYER, "5", 200)], (90, 200)),
        (COUPLE, [(OTHER, "4", 1), (BUYER, "4", 2)], (2, 1)),
        (COUPLE, [(OTHER, "", 1), (BUYER, "", 2)], (2, 1)),
    ],
)
def test_a_decision_is_matched_by_invoice_and_then_by_person(
    cases: Any, told: Any, amounts: tuple[int, ...]
) -> None:
    decision = Decision("ROT 2026-001", "R1", tuple(Approval(*each) for each in told))
    assert approved(asked(*cases), decision) == amounts


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ([(BUYER, "4", 90)], "säger inget om faktura 5"),
        ([(BUYER, "4", 90), (BUYER, "4", 90)], "beslutet om faktura 4 finns inte i begäran"),
        ([(BUYER, "4", 101), (BUYER, "5", 200)], "faktura 4 har fått mer än det begärda"),
        ([(BUYER, "6", 1), (BUYER, "5", 200)], "beslutet om faktura 6 finns inte"),
        ([(OTHER, "4", 1), (BUYER, "5", 200)], "beslutet om faktura 4 finns inte"),
        ([(BUYER, "", 1), (BUYER, "", 2)], "en person utan fakturanummer passar flera"),
        ([(BUYER, BUYER, 1)], "beslutet om faktura 19811228"),
    ],
)
def test_a_decision_on_anything_else_is_refused_whole(told: Any, why: str) -> None:
    decision = Decision("ROT 2026-001", "R1", tuple(Approval(*each) for each in told))
    with pytest.raises(Invalid) as refused:
        approved(asked(*TWO), decision)
    assert why in refused.value.message
    assert BUYER not in refused.value.message
