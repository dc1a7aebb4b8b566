"""Each customer invoice's amounts and payment reference, computed anew."""

import json
from collections import defaultdict
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal

from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Snapshot

AT_ONCE = 1000  # invoices in memory
ZERO = Decimal(0)
WITHOUT_VAT = ("SEREVERSEDVAT", "EUREVERSEDVAT", "EXPORT")

INVOICES = """
    SELECT i.organisation_id, i.document_number, i.status, i.net, i.total_vat, i.ocr, i.rows,
        i.vat_type
    FROM customer_invoices i
    WHERE OF(i) AND (i.organisation_id, i.document_number) > ({organisation}, {number})
    ORDER BY i.organisation_id, i.document_number LIMIT {limit}"""


def misstated_invoices(books: Snapshot) -> Iterator[Violation]:
    organisation, number = (books.organisation or 0), -1
    while True:
        question = INVOICES.format(organisation=organisation, number=number, limit=AT_ONCE)
        invoices = books.rows(question)
        # A damaged index would lead round and round.
        if invoices and invoices[-1][:2] <= (organisation, number):
            raise ValueError("invoices are not where their index says")
        for organisation, number, status, net, vat, reference, rows, treatment in invoices:
            if (net, vat) != totals(rows):
                what = f"invoice {number}: net {net} and VAT {vat} öre; its rows say {totals(rows)}"
                yield Violation("invoice totals not those of its rows", organisation, what)
            if treatment in WITHOUT_VAT and any(row.get("vat") for row in lines_of(rows)):
                what = f"invoice {number}: a row with VAT to a customer under {treatment}"
                yield Violation("VAT that the buyer is not charged", organisation, what)
            expected = "" if status == "draft" else ocr(number)
            if reference != expected:
                what = f"invoice {number}: {reference!r} instead of {expected!r}"
                yield Violation("wrong OCR number", organisation, what)
        if len(invoices) < AT_ONCE:
            return


def totals(rows: str) -> tuple[int, int]:
    """Net and VAT in öre: the tax is taken once per rate, on the sum of its rows."""
    nets: dict[Decimal, Decimal] = defaultdict(Decimal)
    for row in lines_of(rows):
        nets[row.get("vat", ZERO)] += row.get("total", ZERO) * 100
    taxes = ((net * rate / 100).quantize(Decimal(1), ROUND_HALF_UP) for rate, net in nets.items())
    return int(sum(nets.values())), int(sum(taxes))


def lines_of(rows: str) -> list[dict[str, Decimal]]:
    """What is at its default is left out of a row."""
    lines: list[dict[str, Decimal]] = json.loads(rows, parse_float=Decimal, parse_int=Decimal)
    return lines


def ocr(number: int) -> str:
    """The number, a digit for the length of the whole, and a check digit by modulus 10.

    >>> ocr(1001)
    '100164'
    """
    body = f"{number}{(len(str(number)) + 2) % 10}"
    doubled = (int(digit) * (2 - place % 2) for place, digit in enumerate(reversed(body)))
    return body + str(-sum(digit // 10 + digit % 10 for digit in doubled) % 10)
