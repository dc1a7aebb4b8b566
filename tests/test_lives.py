"""Every life is whole: each state has one row for each trigger, and each act has its word."""

from itertools import product

import pytest

from reskontra.actions.lifecycle import SAME, Allow, unchanged
from reskontra.actions.register import Register
from tests.lives import every_register, states_of, triggers_of

REGISTERS = every_register()
of_every_register = pytest.mark.parametrize("register", REGISTERS.values(), ids=REGISTERS)


@of_every_register
def test_exactly_one_row_decides_each_state_and_trigger(register: Register) -> None:
    rows = [(state, row.trigger) for row in register.life for state in row.states]
    born = [row.trigger for row in register.life if row.states == (None,)]
    expected = [*product(states_of(register), triggers_of(register)), *((None, it) for it in born)]
    assert sorted(rows, key=str) == sorted(expected, key=str)


@of_every_register
def test_whatever_has_an_effect_has_a_word(register: Register) -> None:
    """But for what another word tells already: the posting, the crediting, the closing."""
    silent = {
        row.trigger
        for row in register.life
        if isinstance(row, Allow) and row.effect is not unchanged and not row.tells
    }
    told_elsewhere = {
        REGISTERS["vouchers.VOUCHERS"]: {"create", "correct", "import"},
        REGISTERS["importing.SIE_IMPORTS"]: {"undo"},
        REGISTERS["crediting.CREDIT_INVOICES"]: {"create"},
        REGISTERS["years.FINANCIAL_YEARS"]: {"gather", "take-back-equity", "take-back-result"},
    }
    assert silent == told_elsewhere.get(register, set())
    forgotten = [row for row in register.life if isinstance(row, Allow) and row.tells is None]
    assert [row for row in forgotten if row.effect is not unchanged or row.target is not SAME] == []
