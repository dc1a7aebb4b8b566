"""How pages write amounts, days and sentences: in Swedish, and never broken within a number."""

import re
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

from reskontra.domain.clock import SWEDEN
from reskontra.domain.identity import masked_identity
from reskontra.outside import wording
from reskontra.outside.document import Language

UNBROKEN = "\u00a0"
_AMOUNT = re.compile(r"-?\b[0-9]{1,15}\.[0-9]{2}\b")  # as messages have it: -1250.50
MONTHS = (
    *("januari", "februari", "mars", "april", "maj", "juni"),
    *("juli", "augusti", "september", "oktober", "november", "december"),
)
WEEKDAYS = ("måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag")
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
    return f"{whole(amount)}{UNBROKEN}kr"


def whole(amount: Decimal | int) -> str:
    """
    >>> whole(Decimal("1250.5")).replace(UNBROKEN, "_")
    '1_251'
    """
    rounded = Decimal(amount).quantize(Decimal(1), ROUND_HALF_UP)
    return wording.quantity(rounded, Language.SWEDISH).replace(" ", UNBROKEN)


def quantity(amount: Decimal) -> str:
    """
    >>> quantity(Decimal("4.50"))
    '4,5'
    """
    return wording.quantity(amount, Language.SWEDISH).replace(" ", UNBROKEN)


def percent(rate: Decimal | int) -> str:
    """
    >>> percent(25).replace(UNBROKEN, "_")
    '25_%'
    """
    return wording.percent(Decimal(rate), Language.SWEDISH).replace(" ", UNBROKEN)


def counted(count: int, one: str, several: str) -> str:
    """
    >>> counted(1, "kundfaktura", "kundfakturor"), counted(3, "kundfaktura", "kundfakturor")
    ('1\\xa0kundfaktura', '3\\xa0kundfakturor')
    """
    return f"{whole(count)}{UNBROKEN}{one if count == 1 else several}"


def in_words(day: date) -> str:
    """
    >>> in_words(date(2026, 11, 15))
    '15 november 2026'
    """
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def month_name(day: date) -> str:
    """
    >>> month_name(date(2026, 11, 15))
    'november 2026'
    """
    return f"{MONTHS[day.month - 1]} {day.year}"


def with_weekday(day: date) -> str:
    """
    >>> with_weekday(date(2026, 11, 15))
    'Söndag 15 november 2026'
    """
    return f"{WEEKDAYS[day.weekday()].capitalize()} {in_words(day)}"


def nearby(day: date, today: date) -> str:
    """When it is, by its weekday if that is soon.

    >>> today = date(2026, 11, 15)
    >>> [nearby(today.replace(day=n), today) for n in (15, 16, 18, 28)]
    ['i dag', 'i morgon', 'på onsdag', 'den 28 november 2026']
    """
    ahead = (day - today).days
    if ahead in (0, 1):
        return ("i dag", "i morgon")[ahead]
    return f"på {WEEKDAYS[day.weekday()]}" if 1 < ahead < 7 else f"den {in_words(day)}"


def clock(instant: datetime) -> str:
    """
    >>> from datetime import UTC
    >>> clock(datetime(2026, 11, 15, 13, 32, tzinfo=UTC))
    '14.32'
    """
    return f"{instant.astimezone(SWEDEN):%H.%M}"


def moment(instant: datetime) -> str:
    """
    >>> from datetime import UTC
    >>> moment(datetime(2026, 11, 15, 13, 32, tzinfo=UTC))
    '2026-11-15 kl. 14.32'
    """
    return f"{instant.astimezone(SWEDEN):%Y-%m-%d} kl. {clock(instant)}"


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


def said(words: str) -> str:
    """The same of what the API says."""
    return sentence(without_calls(words))


FILTERS = {
    "said": said,
    "masked": masked_identity,
    "money": money,
    "kronor": kronor,
    "whole": whole,
    "quantity": quantity,
    "percent": percent,
    "counted": counted,
    "in_words": in_words,
    "with_weekday": with_weekday,
    "nearby": nearby,
    "clock": clock,
    "moment": moment,
    "month_name": month_name,
    "sentence": sentence,
    "refusal": refusal,
}
