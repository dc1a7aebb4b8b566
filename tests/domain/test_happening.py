"""One act has one word for each thing that changed."""

import pytest

from reskontra.domain.happening import Happening, one_for_each, voucher_created


def happened(*words: str) -> list[Happening]:
    """Each as `topic/word entity`."""
    parts = [(*each.split(" ")[0].split("/"), each.split(" ")[1]) for each in words]
    return [Happening(word, entity, {}, topic) for topic, word, entity in parts]


# fmt: off
ACTS = (
    (["a/invoice-updated 1"],                             ["invoice-updated 1"]),
    (["a/invoice-updated 1", "a/invoice-updated 1"],      ["invoice-updated 1"]),
    (["a/invoice-updated 1", "a/invoice-updated 2"],      ["invoice-updated 1", "invoice-updated 2"]),
    (["a/invoice-updated 1", "a/invoice-cancelled 1"],    ["invoice-cancelled 1"]),
    (["a/invoice-created 1", "a/invoice-updated 1"],      ["invoice-created 1"]),
    (["a/invoice-bookkeep 1", "a/payment-updated 1"],     ["invoice-bookkeep 1", "payment-updated 1"]),
    (["a/reminder-sent 1", "b/reminder-updated 1"],       ["reminder-sent 1", "reminder-updated 1"]),
)
# fmt: on


@pytest.mark.parametrize(("words", "told"), ACTS)
def test_a_thing_is_told_of_once(words: list[str], told: list[str]) -> None:
    assert [f"{each.word} {each.entity}" for each in one_for_each(happened(*words))] == told


def test_vouchers_of_two_years_may_have_the_same_number() -> None:
    both = [voucher_created(year, "A", 1) for year in (1, 2)]
    assert one_for_each([*both, both[0]]) == both
