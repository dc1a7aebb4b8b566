"""Currency rates: as sent, else as the register has them."""

from decimal import Decimal

from reskontra.actions.desk import Desk
from reskontra.contract.resource import Changes
from reskontra.domain.currency import SEK, rate_per_unit
from reskontra.domain.money import ZERO
from reskontra.storage.shelves import CURRENCIES


def rate_sent(currency: str, changes: Changes) -> Decimal | None:
    """Kronor for one unit; a sent unit is for the sent rate alone."""
    unit = changes.pop("currency_unit", Decimal(1))
    rate = changes.pop("currency_rate", None)
    return None if rate is None else rate_per_unit(currency, rate, unit)


def rate_in_register(desk: Desk, currency: str) -> Decimal:
    """What a unit costs to buy; 0 where the register does not say."""
    if currency == SEK:
        return Decimal(1)
    entry = desk.books.shelf(CURRENCIES).find(currency)
    return rate_per_unit(currency, entry.buy_rate, entry.unit) if entry else ZERO
