"""Records made without their constructors are what the constructors would have made."""

from dataclasses import dataclass, field

import pytest

from reskontra.domain.records import completed, replace


@dataclass(frozen=True)
class Thing:
    name: str
    size: int = 3
    carried: dict[str, int] = field(default_factory=dict)


@pytest.mark.parametrize(
    "values",
    [{"name": "a"}, {"name": "a", "size": 4}, {"name": "a", "carried": {"b": 1}}],
    ids=str,
)
def test_a_completed_record_has_its_class_s_own_values_for_the_rest(values):
    assert completed(Thing, values) == Thing(**values)


def test_what_is_made_anew_is_nobody_else_s():
    assert completed(Thing, {"name": "a"}).carried is not completed(Thing, {"name": "a"}).carried


@pytest.mark.parametrize(
    ("values", "odd"),
    [({}, "name"), ({"name": "a", "colour": 1}, "colour"), ({"colour": 1}, "colour, name")],
    ids=str,
)
def test_a_record_that_lacks_a_value_or_has_another_is_refused(values, odd):
    with pytest.raises(TypeError, match=f"Thing lacks or does not know: {odd}"):
        completed(Thing, values)


def test_a_change_of_what_is_not_there_is_refused():
    with pytest.raises(TypeError, match="no such field"):
        replace(Thing("a"), colour=1)
