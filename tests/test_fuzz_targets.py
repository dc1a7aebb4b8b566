"""Each parser on some hundreds of mangled inputs; `make fuzz` gives it millions by atheris."""

from contextlib import suppress

import pytest
from fuzz.mutations import mutated
from fuzz.targets import TARGETS

from reskontra.domain.errors import Invalid, NotFound
from tests.sizes import seed, times

INPUTS = times(150)


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_takes_it_or_refuses_it_as_declared(name: str) -> None:
    target = TARGETS[name]
    for data in mutated(target.seeds, INPUTS, seed()):
        try:
            with suppress(Invalid, NotFound):
                target.run(data)
        except Exception as fault:
            fault.add_note(f"RESKONTRA_SEED={seed()}, target {name}, input {data!r}")
            raise


@pytest.mark.parametrize("name", TARGETS)
def test_a_seed_is_taken_so_that_what_is_behind_the_first_refusal_is_reached(name: str) -> None:
    target = TARGETS[name]
    taken = 0
    for data in target.seeds:
        with suppress(Invalid, NotFound):
            target.run(data)
            taken += 1
    assert taken
