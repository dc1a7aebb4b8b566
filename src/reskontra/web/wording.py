"""How pages write amounts and sentences: in Swedish, and never broken within a number."""

import re
from decimal import Decimal

from reskontra.outside import wording
from reskontra.outside.document import Language

UNBROKEN = "\u00a0"
_AMOUNT = re.compile(r"-?\b[0-9]{1,15}\.[0-9]{2}\b")  # as messages have it: -1250.50
_CALL = re.compile(r" \((?:(?:POST|PUT) )?/[^()]{0,300}\)")  # as messages have it, for clients


def money(amount: Decimal) -> str:
    """
    >>> money(Decimal("1250.5")).replace(UNBROKEN, "_")
    '1_250,50'
    """
    return wording.amount(amount, Language.SWEDISH).replace(" ", UNBROKEN)


def kronor(amount: Decimal | int) -> str:
    """Whole kronor.

    >>> kronor(25899).replace(UNBROKEN, "_")
    '25_899_kr'
    """
    whole = wording.quantity(Decimal(round(amount)), Language.SWEDISH)
    return f"{whole} kr".replace(" ", UNBROKEN)


def without_calls(words: str) -> str:
    """What the API says, to a person: not by which call it is mended.

    >>> without_calls("hours saknas (POST /claims HouseWork); se efter (/confirm)")
    'hours saknas; se efter'
    """
    return _CALL.sub("", words)


def sentence(words: str) -> str:
    """What a message says, as a sentence of a page: its amounts as people write them.

    >>> sentence("ruta 10 är 1224.98").replace(UNBROKEN, "_")
    'Ruta 10 är 1_224,98'
    """
    told = _AMOUNT.sub(lambda found: money(Decimal(found[0])), words)
    return told[:1].upper() + told[1:]
