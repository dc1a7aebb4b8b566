"""OCR numbers: the payment reference printed on an invoice."""

from stdnum import luhn


def ocr(document_number: int) -> str:
    """The number, the last digit of the reference's own length, and a check digit.

    >>> ocr(1001)
    '100164'
    """
    body = f"{document_number}{(len(str(document_number)) + 2) % 10}"
    return body + str(luhn.calc_check_digit(body))


def is_valid(reference: str) -> bool:
    """Both control digits fit.

    >>> is_valid("100164"), is_valid("100156")
    (True, False)
    """
    if not (reference.isascii() and reference.isdigit() and 2 < len(reference) <= 25):
        return False
    return int(reference[-2]) == len(reference) % 10 and bool(luhn.is_valid(reference))
