"""How the values of options are read: what is wrong with one is said in one line."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from reskontra import settings
from reskontra.domain import details, payee
from reskontra.domain.address import is_address
from reskontra.domain.equity import LARGEST_PARTNER
from reskontra.domain.errors import Invalid
from reskontra.domain.money import ZERO, to_ore
from reskontra.people import rules
from reskontra.people.roles import Role
from reskontra.people.scopes import EVERY_SCOPE

ROLES = {str(role): role for role in Role} | {"user": Role.BOOKKEEPER}  # as it was called before
TRUE, FALSE = ("yes", "true", "1"), ("no", "false", "0")
NONE = "none"
LONGEST_TEXT = 1024
MOST_MONEY = Decimal("999999999999.99")


def cleared_by_nothing(read: Callable[[str], str]) -> Callable[[str], str]:
    """An empty text empties the detail."""
    return lambda text: read(text) if text.strip() else ""


def or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: NONE if text == NONE else read(text)


def words(text: str) -> str:
    """Text on one line."""
    plain = text.strip()
    if not plain.isprintable() or len(plain) > LONGEST_TEXT:
        raise ArgumentTypeError(f"must be printable text of at most {LONGEST_TEXT} characters")
    return plain


def some_words(text: str) -> str:
    if not text.strip():
        raise ArgumentTypeError("must not be empty")
    return words(text)


def day(text: str) -> date:
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ArgumentTypeError("must be a date, as in 2026-12-31")


def month(text: str) -> str:
    if not (text.isascii() and text.isdecimal() and len(text) == 6):
        raise ArgumentTypeError("must be a month, as in 202612")
    return text


def whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise ArgumentTypeError("must be a whole number")
    return int(text)


def positive(text: str) -> int:
    number = whole(text)
    if number == 0:
        raise ArgumentTypeError("must be 1 or more")
    return number


def money(text: str) -> str:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = ZERO
    if not (amount.is_finite() and ZERO < amount <= MOST_MONEY) or amount != to_ore(amount):
        raise ArgumentTypeError("must be an amount of kronor, as in 1320.27")
    return f"{amount:.2f}"


def percent(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or abs(number) > 100 or number != round(number, 2):
        raise ArgumentTypeError("must be a percentage, as in 2.00")
    return number


def shares(text: str) -> tuple[int, ...]:
    """Those of partners, as 60/40."""
    parts = tuple(positive(part) for part in text.split("/"))
    if len(parts) > LARGEST_PARTNER:
        raise ArgumentTypeError(f"must be of at most {LARGEST_PARTNER} partners")
    return parts


def port(text: str) -> int:
    number = whole(text)
    if number > 65535:
        raise ArgumentTypeError("must be a port, at most 65535")
    return number


def truth(text: str) -> bool:
    if text.lower() not in (*TRUE, *FALSE):
        raise ArgumentTypeError("must be yes or no")
    return text.lower() in TRUE


def email(text: str) -> str:
    if not is_address(text.strip()):
        raise ArgumentTypeError("must be one e-mail address")
    return text.strip()


def _by(rule: Callable[[str], str], what: str) -> Callable[[str], str]:
    """A rule of the house, in words for the command line."""

    def checked(text: str) -> str:
        try:
            return rule(text)
        except (ValueError, Invalid):
            raise ArgumentTypeError(f"must be {what}") from None

    return checked


organisation_number = _by(
    details.organisation_number, "an organisation number with the right check digit"
)
vat_number = _by(details.vat_number, "a Swedish VAT number, as in SE556677889901")
country_code = _by(details.country_code, "a country code of two letters (ISO 3166)")
bankgiro = _by(payee.bankgiro, "a bankgiro number with the right check digit")
plusgiro = _by(payee.plusgiro, "a plusgiro number with the right check digit")
swish = _by(payee.swish, "a Swish number: 123 and seven digits, or a Swedish mobile number")
iban = _by(payee.iban, "an IBAN with the right check digits")
bic = _by(payee.bic, "a BIC of 8 or 11 characters")
redirect_address = _by(
    rules.redirect, "an exact https:// address (http:// only to localhost) without fragment"
)
scope = _by(rules.scope, f"scopes with spaces between, of: {EVERY_SCOPE}")


def rate_limit(text: str) -> Any:
    """As the setting; `off` is told apart from what is not said."""
    try:
        return settings.rate(text) or NONE
    except ValueError:
        raise ArgumentTypeError("must be calls and seconds, as in 25/5s, or off") from None
