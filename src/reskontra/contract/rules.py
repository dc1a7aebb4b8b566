"""Rules that a written value keeps, and fields that follow from another.

A rule's docstring is how the contract's document words it.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from reskontra.contract.fields import FLAG, RATE, READ_ONLY, WHOLE, Field, Type, snake_case, text
from reskontra.domain.address import is_address
from reskontra.domain.country import COUNTRIES
from reskontra.domain.currency import CURRENCIES
from reskontra.domain.errors import Invalid
from reskontra.domain.records import LARGEST_IN_AN_INDEX, folded
from reskontra.domain.vat import RATES


def an_address(value: str) -> None:
    """one e-mail address"""
    if value and not is_address(value):
        raise Invalid("Ogiltig e-postadress")


def country_code(value: str) -> None:
    """a country code of ISO 3166"""
    if value and value.upper() not in COUNTRIES:
        raise Invalid("Ogiltig landskod: ange två bokstäver enligt ISO 3166")


def currency_code(value: str) -> None:
    """a currency code of ISO 4217"""
    if value and value not in CURRENCIES:
        raise Invalid("Ogiltig valutakod: ange tre bokstäver enligt ISO 4217")


def vat_rate(value: int) -> None:
    """25, 12, 6 or 0"""
    if value not in (*RATES, 0):
        raise Invalid("Momssatsen kan vara 25, 12, 6 eller 0")


def within(least: int, most: int) -> Callable[[Any], None]:
    def rule(value: Any) -> None:
        if not least <= value <= most:
            raise Invalid(f"Värdet ska vara mellan {least} och {most}")

    rule.__doc__ = f"from {least} to {most}"
    return rule


def sortable(value: str) -> None:
    """at most 2600 bytes"""
    if len(folded(value).encode()) > LARGEST_IN_AN_INDEX:
        raise Invalid(f"Texten får uppta högst {LARGEST_IN_AN_INDEX} byte")


def country_of(name: str, code: str) -> list[Field]:
    """The Swedish name of the country whose code another field has."""
    attribute = snake_case(code)
    return text(name, READ_ONLY, follows=lambda record: country_named(getattr(record, attribute)))


def country_named(code: str) -> str:
    """The Swedish name of a country; none for a code that is empty."""
    return COUNTRIES.get(code.upper(), "")


def positive(value: Any) -> None:
    """more than 0"""
    if not value > 0:
        raise Invalid("Värdet ska vara större än 0")


def rate_of_kronor(name: str) -> list[Field]:
    """A rate may be sent, but a krona is always one krona."""

    def read(value: Any) -> Decimal:
        RATE.read(value)
        return Decimal(1)

    return [Field(name, Type(read, lambda value: 1, Decimal(1), {"const": 1}))]


def always_false(name: str) -> list[Field]:
    """Absent until it is sent; what is sent is never so."""

    def show(value: Any) -> bool | None:
        return None if value is None else False

    return [Field(name, Type(lambda _: False, show, None, FLAG.schema), unless_empty=True)]


def percent(name: str) -> list[Field]:
    """A rate that may be unknown: cleared, it is as if it had not been sent."""
    return [Field(name, Type(WHOLE.read, lambda value: value or 0, None, WHOLE.schema))]
