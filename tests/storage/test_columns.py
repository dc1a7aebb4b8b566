"""What a column keeps is exact, and comes out with the digits that it has."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from reskontra.engine.columns import LARGEST_WHOLE, MILLIONTHS, ORE

WHOLE = st.integers(-LARGEST_WHOLE, LARGEST_WHOLE)


@given(WHOLE)
def test_an_amount_has_two_decimals_and_a_rate_six(kept: int) -> None:
    for column, decimals in ((ORE, 2), (MILLIONTHS, 6)):
        amount = column.out(kept)
        assert amount.as_tuple() == Decimal(kept).scaleb(-decimals).as_tuple()
        assert column.into(amount) == kept
