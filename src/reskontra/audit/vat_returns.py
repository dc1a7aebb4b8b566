"""What must hold of filed VAT returns: each added up anew from the entries that it was made of."""

import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.audit.checks import Check, key, without_gaps
from reskontra.audit.documents import Bookable, corrected, voucher_checks
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Row, Snapshot

MISSTATED = "VAT return is not its entries"
TO_PAY = ("10", "11", "12", "30", "31", "32", "60", "61", "62")
DEDUCTED, PAYABLE = "48", "49"
# The elements of the file, by box.
ELEMENTS = {
    "05": "ForsMomsEjAnnan", "06": "UttagMoms", "07": "UlagMargbesk", "08": "HyrinkomstFriv",
    "20": "InkopVaruAnnatEg", "21": "InkopTjanstAnnatEg", "22": "InkopTjanstUtomEg",
    "23": "InkopVaruSverige", "24": "InkopTjanstSverige", "50": "MomsUlagImport",
    "35": "ForsVaruAnnatEg", "36": "ForsVaruUtomEg", "37": "InkopVaruMellan3p",
    "38": "ForsVaruMellan3p", "39": "ForsTjSkskAnnatEg", "40": "ForsTjOvrUtomEg",
    "41": "ForsKopareSkskSverige", "42": "ForsOvrigt", "10": "MomsUtgHog", "11": "MomsUtgMedel",
    "12": "MomsUtgLag", "30": "MomsInkopUtgHog", "31": "MomsInkopUtgMedel",
    "32": "MomsInkopUtgLag", "60": "MomsImportUtgHog", "61": "MomsImportUtgMedel",
    "62": "MomsImportUtgLag", "48": "MomsIngAvdr", "49": "MomsBetala",
}  # fmt: skip

NEEDED = ("vat_returns.number",)
OWN_VOUCHER = """v.organisation_id = r.organisation_id AND v.year = r.voucher_year
    AND v.series = r.voucher_series AND v.number = r.voucher_number"""
# A return was made of what had been posted when its own voucher was.
RETURNS = f"""SELECT r.organisation_id, r.number, r.boxes, r.entries, r.file,
        CAST(r.from_date AS text), CAST(r.to_date AS text), v.sequence,
        coalesce((SELECT sum(p.credit - p.debit) FROM postings p
            WHERE {key("p")} AND p.account IN (1650, 2650)), 0)
    FROM vat_returns r JOIN vouchers v ON {OWN_VOUCHER} WHERE OF(r)"""
ENTRIES = f"""SELECT e.box, sum(e.base + e.tax), count(*)
    FROM vat_entries e JOIN vouchers v ON {key("e")}
    WHERE e.organisation_id = {{organisation}} AND v.sequence < {{sequence}}
    AND e.tax_date BETWEEN '{{since}}' AND '{{until}}' GROUP BY e.box"""

VAT_RETURN = Bookable(
    "VAT return", "VAT return", "vat_returns", "number", "1 = 1", "1 = 1", True, False
)
CHECKS = (
    *voucher_checks(VAT_RETURN),
    without_gaps("gap in VAT returns", "return {0} follows {1}", "vat_returns", "number")._replace(
        needs=NEEDED
    ),
    Check(
        "VAT return reopened without correction",
        "return {0}, {1}",
        f"""SELECT r.organisation_id, r.number, r.status FROM vat_returns r
        WHERE OF(r) AND ((r.status = 'reopened') <> {corrected("r")}
            OR r.status NOT IN ('filed', 'reopened'))""",
        NEEDED,
    ),
    Check(
        "VAT periods overlap",
        "returns {0} and {1}",
        """SELECT a.organisation_id, a.number, b.number FROM vat_returns a
        JOIN vat_returns b ON b.organisation_id = a.organisation_id AND b.number > a.number
        WHERE OF(a) AND a.status = 'filed' AND b.status = 'filed'
        AND a.from_date <= b.to_date AND b.from_date <= a.to_date""",
        NEEDED,
    ),
    Check(
        "VAT entry in a filed period",
        "voucher {2}{3} of year {1}, return {0}",
        f"""SELECT r.organisation_id, r.number, e.year, e.series, e.number FROM vat_returns r
        JOIN vouchers v ON {OWN_VOUCHER}
        JOIN vat_entries e ON e.organisation_id = r.organisation_id
        AND e.tax_date BETWEEN r.from_date AND r.to_date
        JOIN vouchers w ON {key("e", "w")}
        WHERE OF(r) AND r.status = 'filed' AND w.sequence > v.sequence""",
        NEEDED,
    ),
)


def misstated_returns(books: Snapshot) -> Iterator[Violation]:
    if not set(NEEDED) <= books.columns:
        return
    for row in books.rows(RETURNS):
        for place in _faults(books, row):
            yield Violation(MISSTATED, row[0], f"return {row[1]}: {place}")


def _faults(books: Snapshot, row: Row) -> Iterator[str]:
    organisation, _, boxes, count, file, since, until, sequence, settled = row
    part = {"organisation": int(organisation), "sequence": int(sequence)}
    found = books.rows(
        ENTRIES.format(**part, since=date.fromisoformat(since), until=date.fromisoformat(until))
    )
    exact = {box: int(ore) for box, ore, _ in found if ore}
    whole = {box: _without_ore(ore) for box, ore in exact.items()}
    exact[PAYABLE], whole[PAYABLE] = _to_pay(exact), _to_pay(whole)
    said = {each["box"]: each for each in json.loads(boxes, parse_float=Decimal)}
    if {box: Decimal(each["exact"]) * 100 for box, each in said.items()} != exact:
        yield f"its boxes; the entries say {exact} öre"
    if {box: each["kronor"] for box, each in said.items()} != whole:
        yield f"its kronor; the entries say {whole}"
    if count != sum(entries for *_, entries in found):
        yield "the number of its entries"
    if _in_file(file) != {ELEMENTS[box]: each for box, each in whole.items() if each}:
        yield "its file"
    if settled != whole[PAYABLE] * 100:
        yield f"its voucher settles {settled} öre"


def _to_pay(amounts: dict[str, int]) -> int:
    return sum(amounts.get(box, 0) for box in TO_PAY) - amounts.get(DEDUCTED, 0)


def _without_ore(ore: int) -> int:
    return abs(ore) // 100 * (1 if ore > 0 else -1)


def _in_file(file: str) -> dict[str, int]:
    elements: list[Any] = re.findall(r"<(\w+)>(-?[0-9]+)</\1>", file)
    known = set(ELEMENTS.values())
    return {name: int(amount) for name, amount in elements if name in known and int(amount)}
