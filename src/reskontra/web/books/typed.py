"""What people type into fields, as the contract has it; what cannot be read stays as typed."""

import re
from datetime import date, timedelta

_SPACES = re.compile(r"[\s\u00a0\u202f]+")
_SHORT_DAY = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_DAYS = re.compile(r"\+([0-9]{1,4})")
_DIGITS = re.compile(r"[0-9]{8}")
NEAR = {"idag": 0, "i dag": 0, "imorgon": 1, "i morgon": 1, "igår": -1, "i går": -1}


def amount(text: str) -> str:
    """
    >>> [amount(each) for each in ("1250,5", "1 250,50", "1250.50", "1.250,50", "-3 kr", "tolv")]
    ['1250.5', '1250.50', '1250.50', '1250.50', '-3', 'tolv']
    """
    packed = _SPACES.sub("", text).replace("−", "-").removesuffix("kr")
    if "," in packed:
        packed = packed.replace(".", "").replace(",", ".")
    try:
        float(packed)
    except ValueError:
        return text.strip()
    return packed


def day(text: str, today: date, since: date | None = None) -> str:
    """
    >>> today = date(2026, 11, 15)
    >>> [day(each, today) for each in ("2026-11-15", "20261115", "1/12", "idag", "+30", "snart")]
    ['2026-11-15', '2026-11-15', '2026-12-01', '2026-11-15', '2026-12-15', 'snart']
    """
    word = text.strip().lower()
    try:
        if _DIGITS.fullmatch(word):
            return date.fromisoformat(word).isoformat()
        if short := _SHORT_DAY.fullmatch(word):
            return date(today.year, int(short[2]), int(short[1])).isoformat()
        if days := _DAYS.fullmatch(word):
            return ((since or today) + timedelta(int(days[1]))).isoformat()
    except (ValueError, OverflowError):
        return text.strip()
    if word in NEAR:
        return (today + timedelta(NEAR[word])).isoformat()
    return text.strip()
