"""What people may choose, in tables; and the examples in the code's own words."""

import doctest
import importlib
import pkgutil
from collections.abc import Callable

import pytest

from reskontra import people
from reskontra.domain.errors import Invalid
from reskontra.people import rules
from reskontra.people.scopes import EVERY_SCOPE, OPEN_NOTHING

BACK = "https://example.se/back"
MANY = tuple(f"{BACK}/{number}" for number in range(21))
LONG_DOMAIN = ".".join(["a" * 60] * 4) + ".se"


def user_name(text: str) -> str:
    return rules.name(text, rules.LONGEST_USER_NAME)


def redirects(text: str) -> tuple[str, ...]:
    return rules.redirects(text.split())


# fmt: off
TAKEN = [
    (rules.email,    "Anna@Example.SE ",         "anna@example.se"),
    (rules.email,    "a.b+c@räksmörgås.se",      "a.b+c@räksmörgås.se"),
    (user_name,      " Anna  \t Berg",           "Anna Berg"),
    (user_name,      "å" * 100,                  "å" * 100),
    (rules.scope,    " invoice  customer invoice", "invoice customer"),
    (rules.scope,    OPEN_NOTHING[0],            OPEN_NOTHING[0]),
    (rules.scope,    EVERY_SCOPE,                EVERY_SCOPE),
    (redirects,      f"{BACK} {BACK}",           (BACK,)),
    (redirects,      " ".join(MANY[:20]),        MANY[:20]),
    (redirects,      "se.example.app:/back",     ("se.example.app:/back",)),
    (rules.password, "ten letter",               "ten letter"),
    (rules.password, "aå" * 100,                 "aå" * 100),
]
REFUSED = [
    (rules.email,    "",                         rules.BadEmail),
    (rules.email,    "anna",                     rules.BadEmail),
    (rules.email,    "anna@localhost",           rules.BadEmail),
    (rules.email,    "å@example.se",             rules.BadEmail),
    (rules.email,    "a@b.se, c@d.se",           rules.BadEmail),
    (rules.email,    "Anna <anna@example.se>",   rules.BadEmail),
    (rules.email,    "a@b..se",                  rules.BadEmail),
    (rules.email,    f"anna.berg@{LONG_DOMAIN}", rules.BadEmail),
    (user_name,      "  ",                       rules.BadName),
    (user_name,      "å" * 101,                  rules.BadName),
    (user_name,      "Anna\u202eBerg",           rules.BadName),
    (rules.scope,    "",                         rules.BadScope),
    (rules.scope,    "invoice everything",       rules.BadScope),
    (redirects,      "",                         rules.RedirectCount),
    (redirects,      " ".join(MANY),             rules.RedirectCount),
    (redirects,      f"{BACK} http://example.se/", rules.BadRedirect),
    (rules.password, "",                         rules.BadPassword),
    (rules.password, "nine char",                rules.BadPassword),
    (rules.password, "a" * 12,                   rules.BadPassword),
    (rules.password, "ab" * 101,                 rules.BadPassword),
]
# fmt: on


@pytest.mark.parametrize(("rule", "text", "taken"), TAKEN)
def test_what_a_rule_takes_it_leaves_in_one_form(
    rule: Callable[[str], object], text: str, taken: object
) -> None:
    assert rule(text) == taken


@pytest.mark.parametrize(("rule", "text", "refusal"), REFUSED)
def test_what_a_rule_refuses_is_told_in_words(
    rule: Callable[[str], object], text: str, refusal: type[Invalid]
) -> None:
    with pytest.raises(refusal) as refused:
        rule(text)
    assert refused.value.message


@pytest.mark.parametrize("module", [each.name for each in pkgutil.iter_modules(people.__path__)])
def test_the_examples_in_the_docstrings_hold(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"reskontra.people.{module}")).failed == 0
