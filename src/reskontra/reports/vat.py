"""VAT in a period: each box of the return, with the entries that it is the sum of."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from reskontra.domain.money import ZERO
from reskontra.domain.vat_return import PAYABLE, return_boxes
from reskontra.reports.report import Column, Kind, Row, Sort

BOX_NAMES = {
    "05": "Momspliktig försäljning",
    "10": "Utgående moms 25 %",
    "11": "Utgående moms 12 %",
    "12": "Utgående moms 6 %",
    "20": "Inköp av varor från annat EU-land",
    "21": "Inköp av tjänster från annat EU-land",
    "22": "Inköp av tjänster från land utanför EU",
    "23": "Inköp av varor i Sverige, köparen betalar momsen",
    "24": "Inköp av tjänster i Sverige, köparen betalar momsen",
    "30": "Utgående moms 25 % på inköpen",
    "31": "Utgående moms 12 % på inköpen",
    "32": "Utgående moms 6 % på inköpen",
    "35": "Försäljning av varor till annat EU-land",
    "36": "Försäljning av varor utanför EU",
    "39": "Försäljning av tjänster till näringsidkare i annat EU-land",
    "40": "Övrig försäljning av tjänster utomlands",
    "41": "Försäljning där köparen betalar momsen",
    "42": "Övrig försäljning utan moms",
    "48": "Ingående moms att dra av",
    "49": "Moms att betala eller få tillbaka",
    "50": "Underlag vid import",
    "60": "Utgående moms 25 % på import",
    "61": "Utgående moms 12 % på import",
    "62": "Utgående moms 6 % på import",
}

VAT = (
    Column("Box", "Ruta", Kind.TEXT),
    Column("Description", "Text", Kind.TEXT),
    Column("Date", "Datum", Kind.DAY),
    Column("Voucher", "Verifikation", Kind.TEXT),
    Column("Amount", "Belopp"),
    Column("Declared", "I deklarationen"),
)


class Told(NamedTuple):
    """An entry of the VAT ledger, with its voucher."""

    box: str
    day: date
    series: str
    number: int
    text: str
    amount: Decimal


def vat_report(entries: Iterable[Told]) -> list[Row]:
    """`entries` come box by box; öre are dropped as in the return."""
    told = {box: list(rows) for box, rows in groupby(entries, lambda each: each.box)}
    sums = {box: sum((each.amount for each in rows), ZERO) for box, rows in told.items()}
    rows: list[Row] = []
    for each in return_boxes(sums):
        if each.box != PAYABLE:
            rows.append(Row((each.box, BOX_NAMES.get(each.box, "")), Sort.HEADING))
            rows += map(_row, told.get(each.box, []))
        sort = Sort.TOTAL if each.box == PAYABLE else Sort.SUM
        words = "Moms att betala eller få tillbaka" if each.box == PAYABLE else "Summa"
        rows.append(Row((each.box, words, None, "", each.exact, Decimal(each.kronor)), sort))
    return rows


def _row(it: Told) -> Row:
    return Row((it.box, it.text, it.day, f"{it.series} {it.number}", it.amount))
