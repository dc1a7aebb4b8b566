"""The periodic summary: whole kronor that come to what the boxes of the return say."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from reskontra.domain.organisation import Organisation
from reskontra.domain.periodic_summary import (
    BOXES,
    PeriodicSummary,
    Sold,
    summary_file,
    summary_lines,
)
from reskontra.domain.vat_return import without_ore

OWNER = Organisation(
    1,
    "Övning & Söner AB; filial",
    vat_number="SE556677889901",
    phone="08-123456",
    email="moms@ovning.se",
)


def test_a_line_for_each_buyer_with_goods_and_services_apart() -> None:
    sold = [
        Sold("FI01409351", "35", Decimal("16400.00")),
        Sold("DE200009800", "39", Decimal("2500.00")),
        Sold("DE200009800", "35", Decimal("800.00")),
        Sold("DK1", "39", Decimal("0.00")),
    ]
    summary = PeriodicSummary("2606", summary_lines(sold), ())
    assert summary_file(OWNER, summary).splitlines() == [
        "SKV574008;",
        "556677889901;2606;Övning & Söner AB, filial;08-123456;moms@ovning.se",
        "DE200009800;800;;2500;",
        "FI01409351;16400;;;",
    ]


amounts = st.decimals("-99999", "99999", places=2)
sold_things = st.lists(st.builds(Sold, st.sampled_from("ABCDE"), st.sampled_from(BOXES), amounts))


@given(sold_things)
def test_each_column_comes_to_its_box(sold: list[Sold]) -> None:
    lines = summary_lines(sold)
    columns = zip(BOXES, ("goods", "triangular", "services"), strict=True)
    for box, column in columns:
        whole = sum((each.amount for each in sold if each.box == box), Decimal())
        assert sum(getattr(line, column) for line in lines) == without_ore(whole)
        for line in lines:
            own = (e.amount for e in sold if (e.box, e.vat_number) == (box, line.vat_number))
            assert abs(getattr(line, column) - sum(own, Decimal())) < 1
