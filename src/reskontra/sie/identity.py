"""The number of a company, in the form that SIE has it in."""

import re

DIGITS = re.compile(r"[0-9]{10}|[0-9]{12}")
CENTURIES = ("16", "18", "19", "20")


def normal_number(text: str) -> str:
    """Ten digits with a hyphen; what is none such is left as it is.

    >>> [normal_number(each) for each in ("5566778899", "16556677-8899", "198112289874", "")]
    ['556677-8899', '556677-8899', '811228-9874', '']
    """
    digits = text.replace("-", "").replace("+", "").replace(" ", "")
    if not DIGITS.fullmatch(digits) or (len(digits) == 12 and digits[:2] not in CENTURIES):
        return text
    return f"{digits[-10:-4]}-{digits[-4:]}"
