"""Organisation numbers and personal identity numbers, and the masking of the latter."""

import re
from collections.abc import Callable
from unicodedata import decimal

from stdnum import luhn
from stdnum.se import orgnr

# YYMMDD-NNNN or YYYYMMDD-NNNN, with or without separator, the date in one piece or in three; a
# coordination number has day + 60. Digits are any that Unicode has: they are read as these ten.
_BETWEEN = (
    r"-+\t \u00a0\u1680\u2000-\u200a\u2010-\u2015\u202f\u205f\u2212\u3000\ufe58\ufe63\uff0b\uff0d"
)
_CENTURY = r"(?:18|19|20)?"
_YEAR, _MONTH = "[0-9]{2}", "(?:0[1-9]|1[0-2])"
_DAY = "(?:0[1-9]|[12][0-9]|3[01]|6[1-9]|[78][0-9]|9[01])"
_BIRTH_DATE = rf"{_YEAR}(?P<parts>[{_BETWEEN}./]?){_MONTH}(?P=parts){_DAY}"
_PERSONAL = rf"{_CENTURY}(?P<born>{_BIRTH_DATE})[{_BETWEEN}]?(?P<last>[0-9]{{4}})"
# What draws nothing: control characters, soft hyphens, joiners, marks of direction and variation.
_UNSEEN = (
    r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
)

PERSONAL_NUMBER = re.compile(rf"\s*{_PERSONAL}\s*")
PERSONAL_NUMBER_IN_TEXT = re.compile(rf"(?<![0-9]){_PERSONAL}(?![0-9])")
TELEPHONE = re.compile(r"0[0-9]{9}")
UNSEEN = re.compile(rf"[{_UNSEEN}]+")
UNSEEN_IN_NUMBER = re.compile(rf"(?<=[{_BETWEEN}./\d])[{_UNSEEN}]++(?=[{_BETWEEN}./\d])")
FOREIGN_DIGIT = re.compile(r"[^\D0-9]")

Match = re.Match[str]


def is_personal_number(text: str) -> bool:
    """A personal or coordination number with the right check digit.

    >>> is_personal_number("19811228-9874"), is_personal_number("701063-2391")
    (True, True)
    """
    match = PERSONAL_NUMBER.fullmatch(_in_ten_digits(text))
    return match is not None and _check_digit_fits(match)


def is_organisation_number(text: str) -> bool:
    """Not a person's: the third digit tells.

    >>> is_organisation_number("556677-8899"), is_organisation_number("811228-9874")
    (True, False)
    """
    return bool(orgnr.is_valid(text)) and orgnr.compact(text)[2] >= "2"


def masked_identity(field: str) -> str:
    """What may be shown of a field that holds an identity, whether its check digit fits or not.

    >>> masked_identity("19811228-9874"), masked_identity("556677-8899"), masked_identity("8112281")
    ('19811228-****', '556677-8899', '8112281')
    """
    seen = UNSEEN.sub("", field)
    match = PERSONAL_NUMBER.fullmatch(_in_ten_digits(seen))
    return f"{seen[: match.start('last')].lstrip()}****" if match else masked_text(field)


def masked_text(text: str) -> str:
    """Free text with every personal identity number in it masked.

    Never for OCR, invoice numbers or amounts: a payment reference can look like a birth date.

    >>> masked_text("Avser 8112289874, order 4711"), masked_text("1981-12-28-9874")
    ('Avser 811228****, order 4711', '1981-12-28-****')
    """
    return _masked(text, _check_digit_fits)


def masked_telephone(text: str) -> str:
    """Ten digits that begin with 0 are a telephone's, though they can look like a birth in 2007.

    >>> masked_telephone("0701234569"), masked_telephone("811228-9874")
    ('0701234569', '811228-****')
    """
    return _masked(
        text, lambda match: not TELEPHONE.fullmatch(match[0]) and _check_digit_fits(match)
    )


def _masked(text: str, is_personal: Callable[[Match], bool]) -> str:
    """All but the last four digits of each stay as they were written."""
    text = UNSEEN_IN_NUMBER.sub("", text)
    plain = _in_ten_digits(text)
    found = filter(is_personal, PERSONAL_NUMBER_IN_TEXT.finditer(plain))
    for place in reversed([match.start("last") for match in found]):
        text = f"{text[:place]}****{text[place + 4 :]}"
    return text


def _in_ten_digits(text: str) -> str:
    """Whatever Unicode calls a decimal digit, as one of ours; every letter keeps its place."""
    return FOREIGN_DIGIT.sub(lambda digit: str(decimal(digit[0])), text)


def _check_digit_fits(match: Match) -> bool:
    born = re.sub(r"\D", "", match["born"])
    return bool(luhn.is_valid(born + match["last"]))
