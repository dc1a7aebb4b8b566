"""Faults to plant in books with VAT returns, what the auditor calls each, and what is refused."""

from tests.planted_faults import ALTERED, CHAIN, HURT, MINE, MONTHS

MISSTATED = "VAT return is not its entries"
REOPENED = "VAT return reopened without correction"
RETURN = f"UPDATE vat_returns SET {{}} WHERE {MINE} AND number = {{}}"
LATER = f"{MINE} AND year = 2 AND series = 'B' AND tax_date = '2026-12-01'"
SAME = (
    "organisation_id, {}, period, kind, from_date, to_date, filed, boxes, entries, file, corrects,"
    " {}, voucher_series, voucher_number, voucher_year"
)

# Return 1 was reopened, 2 takes its place, and an invoice came after both, in the next month.
# fmt: off
VAT_FAULTS = (
    ("a box is changed",             RETURN.format("""boxes = replace(boxes, '"kronor":', '"kronor":1')""", 2), {MISSTATED, ALTERED}),
    ("the öre of a box are changed", RETURN.format("""boxes = replace(boxes, '"exact":', '"exact":1')""", 2), {MISSTATED, ALTERED}),
    ("a file is changed",            RETURN.format("file = replace(file, '<MomsBetala>', '<MomsBetala>9')", 2), {MISSTATED, ALTERED}),
    ("a file is another company's",  RETURN.format("file = replace(file, '<OrgNr>', '<OrgNr>1')", 1), {ALTERED}),
    ("entries are miscounted",       RETURN.format("entries = entries + 1", 2),        {MISSTATED, ALTERED}),
    ("a period is moved",            RETURN.format("from_date = '2026-11-16'", 2),     {MISSTATED, ALTERED}),
    ("a return bears another number", RETURN.format("number = 5", 2),
     {"gap in VAT returns", "VAT return without its voucher", "voucher without its VAT return"}),
    ("a return vanishes",            f"DELETE FROM vat_returns WHERE {MINE} AND number = 2", {"voucher without its VAT return"}),
    ("a return is reopened by word", RETURN.format("status = 'reopened'", 2),          {REOPENED}),
    ("a return has no state",        RETURN.format("status = 'x'", 2),                 {REOPENED}),
    ("a reopened return is revived", RETURN.format("status = 'filed'", 1),             {REOPENED, "VAT periods overlap", "VAT entry in a filed period"}),
    ("an entry moves into a filed period", f"UPDATE vat_entries SET tax_date = '2026-11-20' WHERE {LATER}",
     {"VAT entry in a filed period", CHAIN}),
    ("a settlement goes elsewhere",  f"UPDATE postings SET account = 1930 WHERE {MINE} AND account = 2650"
     " AND (series, number) = (SELECT voucher_series, voucher_number FROM vat_returns r WHERE r.organisation_id"
     f" = {HURT} AND r.number = 2)",                                                   {MISSTATED, CHAIN, MONTHS}),
)

TAKEN = "UPDATE voucher_series SET last_number = coalesce(last_number, 0) + 1 WHERE {} AND year = 2 AND code = 'A';"
ENTRY = (
    "INSERT INTO vat_entries SELECT organisation_id, year, code, last_number, 1, '{}', '10', 0, 100"
    " FROM voucher_series WHERE {} AND year = 2 AND code = 'A'"
)
VAT_ATTACKS = (
    ("a box",                       RETURN.format("boxes = '[]'", 2),                  "never altered"),
    ("the file",                    RETURN.format("file = ''", 2),                     "never altered"),
    ("the period",                  RETURN.format("to_date = '2026-12-31'", 2),        "never altered"),
    ("the voucher",                 RETURN.format("voucher_number = 1", 2),            "never altered"),
    ("the number",                  RETURN.format("number = 7", 2),                    "never altered"),
    ("a reopened return's box",     RETURN.format("boxes = '[]'", 1),                  "never altered"),
    ("a return reopened by word",   RETURN.format("status = 'reopened'", 2),           "reopened by a voucher"),
    ("a reopened return revived",   RETURN.format("status = 'filed'", 1),              "filed anew"),
    ("a return removed",            f"DELETE FROM vat_returns WHERE {MINE} AND number = 2", "never removed"),
    ("a return over another",       f"INSERT INTO vat_returns SELECT * FROM vat_returns WHERE {MINE} AND number = 2", "the number is taken|unique|numbered in order"),
    ("a number left out",           f"INSERT INTO vat_returns SELECT {SAME.format('9', 'status')} FROM vat_returns WHERE {MINE} AND number = 2", "numbered in order"),
    ("a return reopened from the start", f"INSERT INTO vat_returns SELECT {SAME.format('3', 'status')} FROM vat_returns WHERE {MINE} AND number = 1", "filed first"),
    ("a period filed twice",        f"INSERT INTO vat_returns SELECT {SAME.format('3', 'status')} FROM vat_returns WHERE {MINE} AND number = 2", "filed already"),
    ("an entry in a filed period",  TAKEN.format(MINE) + ENTRY.format("2026-11-30", MINE), "VAT of that period is filed"),
)
# fmt: on
