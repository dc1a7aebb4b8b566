"""Organisation numbers and personal identity numbers, and the masking of the latter."""

import re
from collections.abc import Callable
from datetime import date
from unicodedata import decimal

from stdnum import luhn
from stdnum.se import orgnr

# YYMMDD-NNNN or YYYYMMDD-NNNN, with or without separators, the date in one piece or in three; a
# coordination number has day + 60. Digits are any that Unicode has: they are read as these ten.
_DASHES = r"\-+_\u2010-\u2015\u2212\ufe58\ufe63\uff0b\uff0d"
_SEPARATORS = rf"\s./{_DASHES}"
_CENTURY = "(?:18|19|20)"
_YEAR, _MONTH = "[0-9]{2}", "(?:0[1-9]|1[0-2])"
_DAY = "(?:0[1-9]|[12][0-9]|3[01]|6[1-9]|[78][0-9]|9[01])"
_DASH = rf"\s{{0,3}}[{_DASHES}]\s{{0,3}}"
_EVEN = (
    rf"{_CENTURY}?{_YEAR}(?P<parts>[{_SEPARATORS}]?){_MONTH}(?P=parts){_DAY}"
    rf"(?:{_DASH}|\s{{0,3}}|[./])"
)
# A date in uneven parts is one only with its century before it and a dash after it: accounts and
# amounts stand in rows as well, with blanks between.
_UNEVEN = rf"{_CENTURY}{_YEAR}[{_SEPARATORS}]{{0,3}}{_MONTH}[{_SEPARATORS}]{{0,3}}{_DAY}{_DASH}"
# After a date may come the last day of a period, which is no number of anyone.
_NO_DATE = rf"(?!{_CENTURY}{_YEAR}[-./]{_MONTH}[-./]{_DAY})"
_PERSONAL = rf"(?:{_EVEN}|{_UNEVEN}){_NO_DATE}(?P<last>[0-9]{{4}})(?![0-9])"
# What draws nothing: control characters, soft hyphens, joiners, marks of direction and variation.
_UNSEEN = (
    r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
)

PERSONAL_NUMBER = re.compile(rf"{_CENTURY}?{_YEAR}{_MONTH}{_DAY}[0-9]{{4}}")
PERSONAL_NUMBER_IN_TEXT = re.compile(rf"(?<![0-9])(?=(?P<whole>{_PERSONAL}))")
SEPARATOR = re.compile(rf"[{_SEPARATORS}]+")
TELEPHONE = re.compile(r"0[0-9]{9}")
UNSEEN = re.compile(rf"[{_UNSEEN}]+")
UNSEEN_IN_NUMBER = re.compile(rf"(?<=[{_SEPARATORS}\d])[{_UNSEEN}]++(?=[{_SEPARATORS}\d])")
FOREIGN_DIGIT = re.compile(r"[^\D0-9]")


def is_personal_number(text: str) -> bool:
    """A personal or coordination number with the right check digit.

    >>> is_personal_number("19811228-9874"), is_personal_number("701063-2391")
    (True, True)
    """
    digits = _digits_of(text)
    return bool(PERSONAL_NUMBER.fullmatch(digits)) and _check_digit_fits(digits)


def is_organisation_number(text: str) -> bool:
    """Not a person's: the third digit tells.

    >>> is_organisation_number("556677-8899"), is_organisation_number("811228-9874")
    (True, False)
    """
    return bool(orgnr.is_valid(text)) and orgnr.compact(text)[2] >= "2"


def in_twelve_digits(text: str, today: date) -> str:
    """A personal or coordination number with its century; "" where it is none.

    Without a century it is of the latest that it can be, and with a plus of the one before.

    >>> in_twelve_digits("811228-9874", date(2026, 9, 21)), in_twelve_digits("5566778899", date.max)
    ('198112289874', '')
    """
    digits = _digits_of(text) if is_personal_number(text) else ""
    if len(digits) != 10:
        return digits
    born = f"{digits[:4]}{int(digits[4:6]) % 60:02}"
    old = 100 if "+" in text else 0
    year = next(year for year in (2000, 1900) if f"{year // 100}{born}" <= f"{today:%Y%m%d}")
    return f"{(year - old) // 100}{digits}"


def masked_identity(field: str) -> str:
    """What may be shown of a field that holds an identity, whether its check digit fits or not.

    >>> masked_identity("19811228-9874"), masked_identity("556677-8899"), masked_identity("8112281")
    ('19811228-****', '556677-8899', '8112281')
    """
    seen = UNSEEN.sub("", field)
    if not PERSONAL_NUMBER.fullmatch(_digits_of(seen)):
        return masked_text(field)
    place = [at for at, letter in enumerate(seen) if letter.isdecimal()][-4]
    return f"{seen[:place].lstrip()}****"


def masked_text(text: str) -> str:
    """Free text with every personal identity number in it masked.

    Never for OCR, invoice numbers or amounts: a payment reference can look like a birth date.

    >>> masked_text("Avser 8112289874, order 4711"), masked_text("1981-12-28-9874")
    ('Avser 811228****, order 4711', '1981-12-28-****')
    """
    return _masked(text, lambda number: True)


def masked_telephone(text: str) -> str:
    """Ten digits that begin with 0 are a telephone's, though they can look like a birth in 2007.

    >>> masked_telephone("0701234569"), masked_telephone("811228-9874")
    ('0701234569', '811228-****')
    """
    return _masked(text, lambda number: not TELEPHONE.fullmatch(number))


def _masked(text: str, is_meant: Callable[[str], bool]) -> str:
    """All but the last four digits of each stay as they were written."""
    text = UNSEEN_IN_NUMBER.sub("", text)
    for match in PERSONAL_NUMBER_IN_TEXT.finditer(_in_ten_digits(text)):
        place, number = match.start("last"), match["whole"]
        if is_meant(number) and _check_digit_fits(_digits_of(number)):
            text = f"{text[:place]}****{text[place + 4 :]}"
    return text


def _in_ten_digits(text: str) -> str:
    """Whatever Unicode calls a decimal digit, as one of ours; every letter keeps its place."""
    return FOREIGN_DIGIT.sub(lambda digit: str(decimal(digit[0])), text)


def _digits_of(number: str) -> str:
    """Without what may stand between them; whatever else does stays, and makes it no number."""
    return SEPARATOR.sub("", _in_ten_digits(number))


def _check_digit_fits(digits: str) -> bool:
    return bool(luhn.is_valid(digits[-10:]))
