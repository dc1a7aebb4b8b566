"""Amounts in kronor and öre."""

from decimal import ROUND_HALF_UP, Decimal

from reskontra.domain.errors import Invalid

ZERO = Decimal("0.00")
ORE = Decimal("0.01")
KRONA = Decimal(1)
LARGEST = Decimal("999999999999.99")


def to_ore(amount: Decimal) -> Decimal:
    """Round to two decimals, halves away from zero, so that a credit mirrors its invoice.

    >>> to_ore(Decimal("24.975")), to_ore(Decimal("-24.975"))
    (Decimal('24.98'), Decimal('-24.98'))
    """
    return amount.quantize(ORE, ROUND_HALF_UP)


def to_krona(amount: Decimal) -> Decimal:
    """Round to whole kronor, halves away from zero.

    >>> to_krona(Decimal("124.50"))
    Decimal('125.00')
    """
    return to_ore(amount.quantize(KRONA, ROUND_HALF_UP))


def bounded(amount: Decimal) -> Decimal:
    """The amount, rounded already, unless it is larger than the books can hold."""
    if abs(amount) > LARGEST:
        raise Invalid("Beloppet är för stort")
    return amount


def part_of(whole: Decimal, amount: Decimal) -> Decimal:
    """As much of the whole as the amount reaches; nothing when it goes the other way.

    >>> part_of(Decimal(5), Decimal(7)), part_of(Decimal(-5), Decimal(-3)), part_of(ZERO, ORE)
    (Decimal('5'), Decimal('-3'), Decimal('0.00'))
    """
    return min(max(amount, min(whole, ZERO)), max(whole, ZERO))
