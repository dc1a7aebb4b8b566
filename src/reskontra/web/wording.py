"""How pages write amounts and sentences: in Swedish, and never broken within a number."""

import re
from decimal import Decimal

from reskontra.outside import wording
from reskontra.outside.document import Language

UNBROKEN = "\u00a0"
_AMOUNT = re.compile(r"-?\b[0-9]{1,15}\.[0-9]{2}\b")  # as messages have it: -1250.50
# What clients call a field, and what the pages call it: in forms, and in what is said of them.
FIELDS = {
    "FromDate": "Från och med",
    "ToDate": "Till och med",
    "Type": "Sort",
    "Amount": "Belopp",
    "ApprovedAmount": "Godkänt belopp",
    "PaymentDate": "Dag",
    "ModeOfPayment": "Betalningssätt",
    "Reason": "Skäl",
    "ReferenceNumber": "Beslutets referensnummer",
    "Number": "Nummer",
    "CustomerNumber": "Kundnummer",
    "DocumentNumber": "Fakturanummer",
    "PersonalNumber": "Personnummer",
    "Share": "Andel",
    "PropertyDesignation": "Fastighetsbeteckning",
    "ResidenceAssociationOrganisationNumber": "Bostadsrättsföreningens organisationsnummer",
    "HouseWork": "Arbete",
    "HouseWorkType": "Slag av arbete",
    "Hours": "Timmar",
    "FirstAfter": "Dagar från förfallodagen till första påminnelsen",
    "SecondAfter": "Dagar från förfallodagen till andra påminnelsen",
    "DaysBetween": "Minst så många dagar mellan dem",
    "DaysToPay": "Dagar att betala på",
    "Charge": "Avgift",
    "Interest": "Dröjsmålsränta",
    "AgreedRate": "Avtalad ränta",
    "fromdate": "Från och med",
    "todate": "Till och med",
    "account": "Konto",
    "costcenter": "Kostnadsställe",
    "project": "Projekt",
    "knownat": "Som känt vid",
    "financialyear": "Räkenskapsår",
}
_FIELD = re.compile(rf"\b(?:{'|'.join(FIELDS)})\b")
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


def refusal(words: str) -> str:
    """What the API says in refusing, to a person: fields as the page calls them.

    >>> refusal("ReferenceNumber saknas")
    '”Beslutets referensnummer” saknas'
    """
    return sentence(_FIELD.sub(lambda found: f"”{FIELDS[found[0]]}”", without_calls(words)))


def sentence(words: str) -> str:
    """What a message says, as a sentence of a page: its amounts as people write them.

    >>> sentence("ruta 10 är 1224.98").replace(UNBROKEN, "_")
    'Ruta 10 är 1_224,98'
    """
    told = _AMOUNT.sub(lambda found: money(Decimal(found[0])), words)
    return told[:1].upper() + told[1:]
