"""Which invoices can be claimed, for how much, and what is said of those that cannot."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.claim_cases import BUYER, OTHER_BUYER, PAID, ROT, beside, judge, paid, work

from reskontra.domain.claim_postings import refused_reduction
from reskontra.domain.claiming import rest_of, split
from reskontra.domain.claims import Asked, Case, Work, over_ceilings
from reskontra.domain.identity import in_twelve_digits
from reskontra.domain.records import replace
from reskontra.domain.tax_reduction import ROT as OF_ROT
from reskontra.domain.tax_reduction import RUT as OF_RUT

RUT = work("CLEANING", "6", "399")


def test_the_worked_example_is_one_case() -> None:
    [case] = judge(paid(*ROT)).cases
    assert case == Case(
        document_number=4,
        personal_number=BUYER,
        payment_date=PAID,
        price_of_work=12500,
        paid_amount=8750,
        asked_amount=3750,
        property_designation="SOLNA EXEMPEL 1:23",
        house_work=(Work("CONSTRUCTION", 20, 5000),),
    )


# fmt: off
AMOUNTS = (
    #                                                  price  paid   asked  rest
    ("the worked example",      paid(*ROT),                                        12500, 8750, 3750, 0),
    ("öre are dropped, trap a", paid(RUT, kind="rut"),                             2992,  1496, 1496, 0),
    ("3/7 of the rest, trap b", paid(work("HVAC", "1", "802.69")),                 1003,  703,  300,  1),
    ("paid in 2025, at 50 %",   paid(*ROT, invoice_date=date(2025, 9, 1), final_pay_date=date(2025, 9, 20)),  12500, 6250, 6250, 0),
    ("invoiced in 2025 at 50 %, paid in 2026 at 30 %", paid(*ROT, invoice_date=date(2025, 12, 20), final_pay_date=date(2026, 1, 5)), 12500, 8750, 3750, 2500),
)
# fmt: on


@pytest.mark.parametrize(
    ("invoice", "price", "paid_amount", "asked", "rest"), [row[1:] for row in AMOUNTS],
    ids=[row[0] for row in AMOUNTS],
)  # fmt: skip
def test_amounts_are_whole_kronor_that_keep_within_the_share(
    invoice: Any, price: int, paid_amount: int, asked: int, rest: int
) -> None:
    cases = judge(invoice).cases
    assert [(c.price_of_work, c.paid_amount, c.asked_amount) for c in cases] == [
        (price, paid_amount, asked)
    ]
    assert rest_of(invoice, cases) == rest


def test_trap_b_is_the_invoice_of_the_reference() -> None:
    invoice = paid(work("HVAC", "1", "802.69"))
    assert (invoice.basis_tax_reduction, invoice.tax_reduction) == (Decimal("1003.36"), 301)


@given(
    ore=st.integers(min_value=200, max_value=50_000_000),
    kind=st.sampled_from([("rot", "HVAC", 30), ("rut", "CLEANING", 50)]),
    shares=st.lists(st.integers(min_value=1, max_value=9), min_size=1, max_size=4),
)
def test_no_claim_breaks_the_law_whatever_the_price(
    ore: int, kind: tuple[str, str, int], shares: list[int]
) -> None:
    name, house_work, percent = kind
    invoice = paid(work(house_work, "1", str(Decimal(ore) / 100)), kind=name)
    persons = [Case(4, BUYER, share) for share in shares]
    cases = judge(invoice, *persons).cases
    for case in cases:
        assert case.price_of_work >= 2
        assert case.asked_amount >= 1
        assert case.paid_amount + case.asked_amount == case.price_of_work
        assert case.asked_amount * (100 - percent) <= percent * case.paid_amount
    if cases:
        assert sum(c.price_of_work for c in cases) == int(invoice.basis_tax_reduction)
        assert 0 <= rest_of(invoice, cases) <= len(cases)


@given(st.integers(0, 10**7), st.lists(st.integers(1, 1000), min_size=1, max_size=9))
def test_a_split_gives_each_their_part_and_loses_nothing(whole: int, shares: list[int]) -> None:
    parts = split(whole, shares)
    assert sum(parts) == whole
    for part, share in zip(parts, shares, strict=True):
        assert abs(part * sum(shares) - whole * share) < sum(shares) * len(shares)


def test_several_buyers_have_a_case_each() -> None:
    stated = (Case(4, BUYER, 60), Case(4, OTHER_BUYER, 40))
    told = [
        (c.personal_number, c.price_of_work, c.asked_amount, c.house_work[0].hours)
        for c in judge(paid(*ROT), *stated).cases
    ]
    assert told == [(BUYER, 7500, 2250, 12), ("197010632391", 5000, 1500, 8)]


# What was done


# fmt: off
WORKS = (
    ("hours by the unit, which may be written in several ways", (work("HVAC", "3", "100", "Tim."),), [("HVAC", 3, 0)], 0),
    ("hours that the row states itself",                        (work("HVAC", "1", "9000", "st", carried={"HouseWorkHoursToReport": 14}),), [("HVAC", 14, 0)], 0),
    ("stated hours count before the unit's",                    (work("HVAC", "1", "9000", "h", carried={"HouseWorkHoursToReport": "14"}),), [("HVAC", 14, 0)], 0),
    ("parts of hours are summed and then rounded",              (work("HVAC", "1.25", "100"), work("HVAC", "1.25", "100")), [("HVAC", 3, 0)], 0),
    ("kinds in the order of the file",                          (work("HVAC", "1", "100"), work("CONSTRUCTION", "2", "100")), [("CONSTRUCTION", 2, 0), ("HVAC", 1, 0)], 0),
    ("material without a kind is the only kind's",              (work("HVAC", "1", "100"), beside("80")), [("HVAC", 1, 100)], 0),
    ("material by its kind, and what has none is another cost", (work("HVAC", "1", "100"), work("MASONRY", "1", "100"), beside("80", "HVAC"), beside("8")), [("MASONRY", 1, 0), ("HVAC", 1, 100)], 10),
    ("other costs by their name",                               (work("HVAC", "1", "100"), beside("80", "OTHERCOSTS"), beside("100", "", 12)), [("HVAC", 1, 112)], 100),
    ("öre of costs are dropped",                                (work("HVAC", "1", "100"), beside("80.79")), [("HVAC", 1, 100)], 0),
)
# fmt: on


@pytest.mark.parametrize(
    ("rows", "works", "others"), [row[1:] for row in WORKS], ids=[row[0] for row in WORKS]
)
def test_what_was_done_follows_from_the_rows(rows: Any, works: Any, others: int) -> None:
    [case] = judge(paid(*rows)).cases
    assert [(w.house_work_type, w.hours, w.material_cost) for w in case.house_work] == works
    assert case.other_costs == others


def test_flat_rate_work_has_neither_hours_nor_material() -> None:
    rows = (work("WASHINGANDCAREOFCLOTHING", "3", "100", "st"), beside("80"))
    [case] = judge(paid(*rows, kind="rut")).cases
    assert (case.house_work, case.other_costs) == ((Work("WASHINGANDCAREOFCLOTHING"),), 100)


def test_stated_hours_and_property_stand_for_what_the_invoice_lacks() -> None:
    invoice = paid(work("HVAC", "1", "900", "st"), property_designation=None)
    stated = Case(
        4,
        property_designation="1101",
        residence_association_organisation_number="716400-1237",
        house_work=(Work("HVAC", 7),),
    )
    [case] = judge(invoice, stated).cases
    assert (case.house_work[0].hours, case.property_designation) == (7, "1101")
    assert case.residence_association_organisation_number == "716400-1237"


# What cannot be claimed, and what is missing


# fmt: off
UNCLAIMABLE = (
    ({"balance": Decimal(1)},                      "kundens del är inte betald"),
    ({"final_pay_date": None},                     "kundens del är inte betald"),
    ({"final_pay_date": date(2026, 9, 22)},        "betalningen ligger i framtiden"),
    ({"delivery_date": "2026-09-22"},              "arbetet är inte utfört än"),
    ({"invoice_date": date(2026, 9, 22)},          "arbetet är inte utfört än"),
    ({"final_pay_date": date(2009, 6, 30)},        "betalningen är före 2009-07-01"),
    ({"reduction_balance": Decimal(3749)},         "en del av skattereduktionen är redan betald eller avskriven"),
)
UNREPORTED = (
    ((work("", "1", "100"),), "rot",                          "en rad med arbete saknar HouseWorkType"),
    ((work("COOKING", "1", "100"),), "rut",                   "arbetet är av ett slag som inte längre ger skattereduktion"),
    ((work("HVAC", "1", "1"),), "rot",                        "det finns inget att begära"),
    ((work("HVAC", "1", "500"), beside("-80")), "rot",        "kostnaderna för annat än arbete är inte mellan 0 och 9999999"),
    ((work("HVAC", "1", "500"), beside("8000000")), "rot",    "kostnaderna för annat än arbete är inte mellan 0 och 9999999"),
)
GAPS = (
    #  of the invoice                                          missing                                  whose     field
    (paid(*ROT, organisation_number="556677-8899"),            "köparens personnummer",                 "BUYER",  "organisation_number"),
    (paid(work("HVAC", "1", "900", "st")),                     "timmar av HVAC, 0 till 999",            "CLAIM",  "house_work"),
    (paid(work("HVAC", "1000", "900")),                        "timmar av HVAC, 0 till 999",            "CLAIM",  "house_work"),
    (paid(work("HVAC", "1", "9", carried={"HouseWorkHoursToReport": "x"})), "timmar av HVAC, 0 till 999", "CLAIM", "house_work"),
    (paid(*ROT, property_designation=None),                    "fastighetsbeteckning, 1 till 40 tecken", "CLAIM", "property_designation"),
    (paid(*ROT, property_designation="S" * 41),                "fastighetsbeteckning, 1 till 40 tecken", "CLAIM", "property_designation"),
    (paid(*ROT, property_designation="S\x01"),                 "fastighetsbeteckning, 1 till 40 tecken", "CLAIM", "property_designation"),
    (paid(*ROT, property_designation="", residence_association_organisation_number="716400-1237"), "lägenhetsnummer, 1 till 25 tecken", "CLAIM", "property_designation"),
    (paid(*ROT, residence_association_organisation_number="12"), "bostadsrättsföreningens organisationsnummer", "CLAIM", "residence_association_organisation_number"),
)
# fmt: on


@pytest.mark.parametrize(("fields", "why"), UNCLAIMABLE)
def test_what_is_not_over_waits(fields: dict[str, Any], why: str) -> None:
    outcome = judge(replace(paid(*ROT), **fields))
    assert (outcome.cases, outcome.why) == ((), why)


@pytest.mark.parametrize(("rows", "kind", "why"), UNREPORTED)
def test_what_the_file_has_no_place_for_is_told(rows: Any, kind: str, why: str) -> None:
    outcome = judge(paid(*rows, kind=kind))
    assert (outcome.cases, outcome.why) == ((), why)


@pytest.mark.parametrize(("invoice", "missing", "whose", "field"), GAPS)
def test_what_is_missing_is_told_with_the_field_that_mends_it(
    invoice: Any, missing: str, whose: str, field: str
) -> None:
    outcome = judge(invoice)
    assert not outcome.cases
    assert [(g.missing, g.whose.name, g.fields) for g in outcome.gaps] == [
        (missing, whose, (field,))
    ]


def test_a_buyer_whose_number_came_later_is_taken_from_the_register() -> None:
    [case] = judge(paid(*ROT, organisation_number=""), customers_number="811228-9874").cases
    assert case.personal_number == BUYER


@pytest.mark.parametrize(
    ("told", "twelve"),
    [
        ("811228-9874", "198112289874"),
        ("8112289874", "198112289874"),
        ("19811228-9874", "198112289874"),
        ("811228+9874", "188112289874"),
        ("701063-2391", "197010632391"),
        ("811228-9875", ""),
        ("556677-8899", ""),
        ("", ""),
    ],
)
def test_a_person_is_named_with_the_century(told: str, twelve: str) -> None:
    assert in_twelve_digits(told, date(2026, 9, 21)) == twelve


# Ceilings and decisions


@pytest.mark.parametrize(
    ("kind", "asked", "earlier", "over"),
    [
        (OF_ROT, 50_000, [], []),
        (OF_ROT, 50_001, [], [4]),
        (OF_ROT, 1, [Asked(BUYER, OF_ROT, 50_000)], [4]),
        (OF_ROT, 1, [Asked("197010632391", OF_ROT, 50_000)], []),
        (OF_RUT, 75_000, [], []),
        (OF_RUT, 25_001, [Asked(BUYER, OF_ROT, 50_000)], [4]),
    ],
)
def test_a_person_over_a_ceiling_is_told_of(
    kind: Any, asked: int, earlier: list[Asked], over: list[int]
) -> None:
    assert over_ceilings(kind, (Case(4, BUYER, asked_amount=asked),), earlier) == over


# fmt: off
DECISIONS = (
    #                                   asked approved   1510   3740  1513
    ("750 of 3750 is refused",  paid(*ROT), 3750, 3000,   750,   0,    -750),
    ("all is refused",          paid(*ROT), 3750, 0,      3750,  0,    -3750),
    ("trap b, all approved",    paid(work("HVAC", "1", "802.69")), 300, 300,  0,  1, -1),
    ("trap b, 100 refused",     paid(work("HVAC", "1", "802.69")), 300, 200,  100, 1, -101),
    ("what the day of payment does not allow is the customer's", paid(*ROT, invoice_date=date(2025, 12, 20), final_pay_date=date(2026, 1, 5)), 3750, 3750, 2500, 0, -2500),
)
# fmt: on


@pytest.mark.parametrize(
    ("invoice", "asked", "approved", "customer", "rounding", "agency"),
    [row[1:] for row in DECISIONS], ids=[row[0] for row in DECISIONS],
)  # fmt: skip
def test_what_skatteverket_does_not_pay_is_posted(
    invoice: Any, asked: int, approved: int, customer: int, rounding: int, agency: int
) -> None:
    voucher = refused_reduction(invoice, Decimal(asked), Decimal(approved), PAID)
    assert [voucher.change(account) for account in (1510, 3740, 1513)] == [
        customer,
        rounding,
        agency,
    ]
