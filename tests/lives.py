"""Every register of the house, with the states and the triggers of its life."""

import importlib
import pkgutil
from typing import Any

from reskontra import actions
from reskontra.actions.register import Register


def every_register() -> dict[str, Register]:
    """By the name it has where it is made."""
    modules = [
        importlib.import_module(f"reskontra.actions.{each.name}")
        for each in pkgutil.iter_modules(actions.__path__)
    ]
    made = {
        id(value): (f"{module.__name__.rpartition('.')[2]}.{name}", value)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, Register)
    }
    return dict(made.values())


def states_of(register: Register) -> set[Any]:
    return {state for row in register.life for state in row.states} - {None}


def triggers_of(register: Register) -> set[str]:
    """Those of a record that is there."""
    return {row.trigger for row in register.life if row.states != (None,)}
