"""Rules that a written value keeps, and fields that follow from another."""

from collections.abc import Callable
from typing import Any

from reskontra.contract.fields import RATE, READ_ONLY, Field, Type, text
from reskontra.domain.address import is_address
from reskontra.domain.country import COUNTRIES
from reskontra.domain.currency import CURRENCIES
from reskontra.domain.errors import Invalid
from reskontra.domain.vat import RATES


def an_address(value: str) -> None:
    """Exactly one e-mail address."""
    if value and not is_address(value):
        raise Invalid("Ogiltig e-postadress")


def country_code(value: str) -> None:
    if value and value.upper() not in COUNTRIES:
        raise Invalid("Ogiltig landskod: ange två bokstäver enligt ISO 3166")


def currency_code(value: str) -> None:
    if value and value not in CURRENCIES:
        raise Invalid("Ogiltig valutakod: ange tre bokstäver enligt ISO 4217")


def vat_rate(value: int) -> None:
    if value not in (*RATES, 0):
        raise Invalid("Momssatsen kan vara 25, 12, 6 eller 0")


def within(least: int, most: int) -> Callable[[Any], None]:
    def rule(value: Any) -> None:
        if not least <= value <= most:
            raise Invalid(f"Värdet ska vara mellan {least} och {most}")

    return rule


def country_of(name: str, code: str) -> list[Field]:
    """The Swedish name of the country whose code another field has."""
    return text(name, READ_ONLY, follows=lambda record: country_name(record, code))


def country_name(record: Any, code: str) -> str:
    kept: str = record.carried.get(code, "")
    return COUNTRIES.get(kept.upper(), "")


def positive(value: Any) -> None:
    if not value > 0:
        raise Invalid("Värdet ska vara större än 0")


def rate_of_kronor(name: str) -> list[Field]:
    """A rate may be sent, but a krona is always one krona."""
    return [Field(name, Type(RATE.read, lambda kept: 1, 1, {"const": 1}))]
