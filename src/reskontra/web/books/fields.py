"""Fields of a form: what each is called, how it is typed, and what is said where it is refused."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from hashlib import sha256
from typing import Any, NamedTuple

from reskontra.codec import as_shown
from reskontra.contract.fields import API_BLANK
from reskontra.contract.resource import Resource
from reskontra.domain.errors import Refused
from reskontra.web.books import typed
from reskontra.web.books.place import Problem
from reskontra.web.forms import Parameters
from reskontra.web.wording import money, without_calls

UNREADABLE = ("Ogiltig", "får vara högst", "ska vara")


class Field(NamedTuple):
    name: str  # the contract's
    label: str
    kind: str = "text"  # or long, amount, number, choice, tick, email, tel
    hint: str = ""
    advice: str = ""  # what to do, where it is refused
    choices: tuple[tuple[str, str], ...] = ()  # value, and what it is called
    width: str = ""  # half or whole, of a line; else a third
    at_creation: bool = False  # it can be said once
    more: bool = False  # out of sight until one asks for more


def shown_of(resource: Resource, record: Any, fields: Sequence[Field]) -> dict[str, str]:
    """A record as it stands in the fields."""
    values = resource.present(record)
    return {each.name: _written(each, values[each.name]) for each in fields}


def _written(field: Field, value: Any) -> str:
    if field.kind == "tick":
        return "yes" if value is True else ""
    if field.kind == "amount":
        return money(Decimal(str(value)))
    return str(value).replace(".", ",") if field.kind == "number" else str(value)


def typed_in(entries: Parameters, fields: Sequence[Field]) -> dict[str, str]:
    """As it was typed; a browser sends lines with a carriage return."""
    return {each.name: entries(each.name).replace("\r\n", "\n") for each in fields}


def sent(values: Mapping[str, str], fields: Sequence[Field], *, creating: bool) -> dict[str, Any]:
    """What was typed, as a client of the API would send it; what was emptied is cleared."""
    said: dict[str, Any] = {}
    for each in fields:
        value = values[each.name].strip()
        if each.at_creation and not creating:
            continue
        if each.kind == "tick":
            said[each.name] = bool(value)
        elif value:
            is_number = each.kind in ("amount", "number")
            said[each.name] = typed.amount(value) if is_number else value
        elif not creating:
            said[each.name] = API_BLANK
    return said


def version_of(resource: Resource, record: Any) -> str:
    """Another as soon as anything that people see of it is another."""
    return sha256(as_shown(resource.present(record))).hexdigest()[:32]


def problem(refused: Refused, fields: Sequence[Field]) -> Problem:
    """At the field that it is about, in the words of the page."""
    words = without_calls(refused.message)
    for each in fields:
        if each.name == refused.field:
            if each.advice and any(word in words for word in UNREADABLE):
                return Problem(each.advice, each.name)
            return Problem(words.replace(each.name, each.label), each.name)
    return Problem(words)


def differences(
    now: Mapping[str, str], mine: Mapping[str, str], fields: Sequence[Field]
) -> list[Problem]:
    """What someone else has saved meanwhile, beside what was typed."""
    return [
        Problem(f"{each.label}: sparat nu är ”{now[each.name]}”", each.name)
        for each in fields
        if each.kind != "tick" and now[each.name].strip() != mine[each.name].strip()
    ]
