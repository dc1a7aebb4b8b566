"""The numbers that a payee is paid by, checked and written in one way."""

import re

from stdnum import bic as stdnum_bic
from stdnum import iban as stdnum_iban
from stdnum import luhn

_MOBILE = r"(?:\+46|0)7[0-9]{8}"
_COMPANY = r"123[0-9]{7}"


def bankgiro(text: str) -> str:
    """
    >>> bankgiro("50501055"), bankgiro("991-2346")
    ('5050-1055', '991-2346')
    """
    digits = _checked(text, r"[0-9]{7,8}")
    return f"{digits[:-4]}-{digits[-4:]}"


def plusgiro(text: str) -> str:
    """
    >>> plusgiro("28 65 43-4")
    '286543-4'
    """
    digits = _checked(text, r"[0-9]{2,8}")
    return f"{digits[:-1]}-{digits[-1]}"


def swish(text: str) -> str:
    """A company's number begins with 123; a sole trader's may be a mobile phone.

    >>> swish("123 456 78 90"), swish("070-123 45 67")
    ('1234567890', '0701234567')
    """
    plain = _plain(text)
    if not re.fullmatch(f"{_COMPANY}|{_MOBILE}", plain):
        raise ValueError(text)
    return plain


def iban(text: str) -> str:
    """
    >>> iban("se4550000000058398257466")
    'SE45 5000 0000 0583 9825 7466'
    """
    return str(stdnum_iban.format(stdnum_iban.validate(text)))


def bic(text: str) -> str:
    """
    >>> bic("esse sess")
    'ESSESESS'
    """
    return str(stdnum_bic.validate(text))


def _plain(text: str) -> str:
    return re.sub(r"[\s\u2010-\u2013-]", "", text)


def _checked(text: str, pattern: str) -> str:
    digits = _plain(text)
    if not re.fullmatch(pattern, digits, re.ASCII) or not luhn.is_valid(digits):
        raise ValueError(text)
    return digits
