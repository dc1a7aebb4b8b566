"""Attacks on the books as plain SQL, and what the database is to accept, as tables."""

from typing import Any, NamedTuple

# The books attacked: series A of year 2 has one voucher, the ledger 24; year 1 is empty.
OURS, THEIRS, YEAR, NEXT, LAST = 2, 1, 2, 2, 24
HASH = "a" * 64
CORRECTS = ("corrects_year", "corrects_series", "corrects_number")
MINE = f"organisation_id = {OURS}"
POSTED = f"{MINE} AND year = {YEAR} AND series = 'A' AND number = 1"
TAKE = f"UPDATE voucher_series SET last_number = coalesce(last_number, 0) + 1 WHERE {MINE} AND year = {YEAR} AND code = 'A'"
TAKE_THEIRS = TAKE.replace(MINE, f"organisation_id = {THEIRS}")
STEP = f"UPDATE ledgers SET sequence = sequence + 1 WHERE {MINE}"


def insert(table: str, **columns: Any) -> str:
    def literal(value: Any) -> str:
        return "NULL" if value is None else repr(value) if isinstance(value, str) else str(value)

    given = ", ".join(literal(value) for value in columns.values())
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({given})"


def mine(table: str, **columns: Any) -> str:
    return insert(table, organisation_id=OURS, **columns)


def row(line: int, account: int, debit: Any, credit: Any, number: int = NEXT, **other: Any) -> str:
    key = {"organisation_id": OURS, "year": YEAR, "series": "A", "number": number} | other
    said = {"line": line, "account": account, "debit": debit, "credit": credit}
    rest = {"transaction_information": "", "cost_center": "", "project": "", "carried": "{}"}
    return insert("postings", **key, **said, **rest)


def vat(line: int, number: int = NEXT, day: str = "2026-11-15") -> str:
    key = {"year": YEAR, "series": "A", "number": number, "line": line}
    return mine("vat_entries", **key, tax_date=day, box="10", base=0, tax=100)


def header(**other: Any) -> str:
    texts = ("description", "comments", "cost_center", "project", "reference_type")
    usual = {
        "organisation_id": OURS, "year": YEAR, "series": "A", "number": NEXT, "sequence": LAST + 1,
        "date": "2026-11-15", "carried": "{}", "source": None, "hash": HASH,
        "reference_number": "", "registered_at": "2026-11-15T11:00", "registered_by": "attacker",
        **dict.fromkeys(texts, ""),
    }  # fmt: skip
    corrects = dict(zip(CORRECTS, other.pop("corrects", ()), strict=False))
    return insert("vouchers", **usual | corrects | other)


def event(number: str) -> str:
    """One more, told at that number."""
    return (
        f"INSERT INTO events SELECT organisation_id, {number}, '', 'customers', 'customer-created-v1', '9',"
        f" '{{}}', '', '' FROM event_heads WHERE {MINE}"
    )


def together(*rows: str) -> str:
    """The same rows in one statement."""
    return ", ".join([rows[0], *(each.partition(" VALUES ")[2] for each in rows[1:])])


BALANCED = [row(1, 6110, 100, 0), row(2, 1930, 0, 100)]
GOOD = [TAKE, *BALANCED, header()]


def posting(*rows: str, **of_header: Any) -> list[str]:
    return [TAKE, *(rows or BALANCED), header(**of_header)]


def account_of(organisation: int, year: int, number: int) -> str:
    usual = {"description": "Eget", "active": "1", "vat_code": "", "sru": 0, "carried": "{}"}
    own = {"organisation_id": organisation, "year": year, "number": number}
    return insert("accounts", **own, **usual, balance_brought_forward=0, modified="")


def series(code: str, last_number: int | None) -> str:
    usual = {"description": "", "manual": "1", "carried": "{}", "modified": ""}
    return mine("voucher_series", year=YEAR, code=code, last_number=last_number, **usual)


CLOSED = [
    f"UPDATE financial_years SET closed = '1' WHERE {MINE} AND id = {number}"
    for number in range(1, YEAR + 1)
]


def history(number: int) -> str:
    return mine("history", number=number, at="", by="", what="", detail="{}")


def voided(number: int) -> str:
    return mine("voided_numbers", series="customer invoice", number=number, at="", by="", why="")


def credit(document_number: int) -> str:
    voucher = {"voucher_series": "K", "voucher_number": 1, "voucher_year": YEAR}
    own = {"credit_number": "K9", "document_number": document_number}
    return mine("credit_invoices", **own, credit_date="2026-11-15", **voucher)


def reminder(number: int, status: str = "made", document_number: str = "") -> str:
    """Of an unpaid invoice, unless it is of another."""
    unpaid = f"SELECT min(document_number) FROM customer_invoices WHERE {MINE} AND status = 'sent' AND balance > 0"
    money = ("balance", "interest", "fee", "settled", "total", "invoiced_interest", "invoiced_fee")
    own = {
        "number": number, "level": 1, "reminder_date": "2026-11-15", "due_date": "2026-11-25", "charge": "none",
        "interest_rows": "[]", "status": status, "withdrawn": 0, "letterhead": 1, "interest_invoice": 0,
        **dict.fromkeys(money, 0), "begun_at": "", "sent_at": "", "carried": "{}", "modified": "",
    }  # fmt: skip
    return mine("reminders", document_number=0, **own).replace(
        "(2, 0,", f"(2, ({document_number or unpaid}),", 1
    )


def ledger(organisation: int, sequence: int | None) -> str:
    return insert("ledgers", organisation_id=organisation, sequence=sequence, hash="0" * 64)


ALTERED = "posted data is never altered"
KEY = "foreign key constraint"
SIDE = "check constraint.*one_side"
COUNTER = f"{MINE} AND year = {YEAR} AND code = 'A'"
ISSUED = f"{MINE} AND document_number = 1"
DRAFT = f"{MINE} AND document_number = 2"
CREDITED = f"{MINE} AND document_number = 5"
OWED = f"{MINE} AND given_number = 1"
BOOKED, UNBOOKED, UNDONE = (f"{MINE} AND number = {n}" for n in (1, 2, 4))


class Attack(NamedTuple):
    name: str
    reason: str
    statements: list[str]


def attack(name: str, reason: str, *statements: str | list[str]) -> Attack:
    flat = [each for part in statements for each in ([part] if isinstance(part, str) else part)]
    return Attack(name, reason, flat)


# fmt: off
ATTACKS = (
    # The voucher itself
    attack("unbalanced",                    "unbalanced",              posting(row(1, 6110, 100, 0), row(2, 1930, 0, 99))),
    attack("no rows",                       "unbalanced",              [TAKE, header()]),
    attack("one row",                       "unbalanced",              posting(row(1, 6110, 0, 0))),
    attack("both sides of a row",           SIDE,                      posting(row(1, 6110, 100, 100), row(2, 1930, 100, 100))),
    attack("negative amounts",              SIDE,                      posting(row(1, 6110, -100, 0), row(2, 1930, 0, -100))),
    attack("more than can be summed",       SIDE,                      posting(row(1, 6110, 10**15 + 1, 0), row(2, 1930, 0, 10**15 + 1))),
    attack("text for an amount",            "TEXT value|invalid input", posting(row(1, 6110, "x", 0), row(2, 1930, 0, "x"))),
    attack("no amount at all",              "not.null",                posting(row(1, 6110, None, 0), row(2, 1930, 0, 100))),
    attack("an empty row among amounts",    "empty row",               posting(*BALANCED, row(3, 1930, 0, 0))),
    attack("the same event twice",          "already posted|unique",   posting(source="customer invoice 1")),
    attack("the same number twice",         "already posted|unique",   header(number=1)),
    attack("the same sequence twice",       "already posted|unique",   [TAKE, *BALANCED, header(sequence=LAST)]),
    attack("no hash",                       "no hash",                 posting(hash="")),
    attack("a number skipped",              "not the counter",         [TAKE, *BALANCED, header(number=3)]),
    attack("the counter not taken",         "not the counter",         [header()]),
    attack("the counter taken twice",       "gap in the series",       [TAKE, TAKE, row(1, 6110, 1, 0, 3), row(2, 1930, 0, 1, 3), header(number=3)]),
    attack("number nought",                 "not the counter",         [header(number=0)]),
    attack("a sequence skipped",            "out of sequence",         posting(sequence=LAST + 2)),
    attack("sequence nought",               "out of sequence",         posting(sequence=0)),
    attack("the head before the header",    "moves with its vouchers", [TAKE, STEP, *BALANCED, header()]),
    attack("a year that does not cover it", "outside an open year",    posting(date="2027-01-01")),
    attack("a date before the year",        "outside an open year",    posting(date="2025-12-31")),
    attack("a closed year",                 "outside an open year",    *CLOSED, GOOD),
    attack("a locked period",               "period locked",           f"UPDATE ledgers SET locked_through = '2026-11-15' WHERE {MINE}", GOOD),
    attack("30 February",                   "no such day|out of range", posting(date="2026-02-30")),
    attack("a VAT entry on 30 February",    "no such day|out of range", TAKE, vat(1, day="2026-02-30")),
    attack("another organisation's account", KEY,                      account_of(THEIRS, YEAR, 9999), posting(row(1, 9999, 100, 0), row(2, 1930, 0, 100))),
    attack("another year's account",        KEY,                       account_of(OURS, 1, 9999), posting(row(1, 9999, 100, 0), row(2, 1930, 0, 100))),
    attack("another organisation's rows",   "unbalanced",              TAKE_THEIRS, posting(row(1, 6110, 100, 0, organisation_id=THEIRS), row(2, 1930, 0, 100, organisation_id=THEIRS))),
    attack("a series that there is not",    "not the counter",         [header(number=1, series="Q")]),
    attack("another organisation's header", "not the counter",         [TAKE, *BALANCED, header(organisation_id=THEIRS)]),
    attack("a correction of itself",        "corrects nothing",        posting(corrects=(YEAR, "A", NEXT))),
    attack("a correction of nothing",       "corrects nothing",        posting(corrects=(YEAR, "A", 77))),
    attack("half a correction",             "corrects nothing",        posting(corrects=(None, None, 1))),
    attack("a second correction",           "unique",                  posting(corrects=(YEAR, "C", 4))),

    # What is posted
    attack("a header altered",              ALTERED,                   f"UPDATE vouchers SET description = 'x' WHERE {POSTED}"),
    attack("a header altered to the same",  ALTERED,                   f"UPDATE vouchers SET hash = hash WHERE {POSTED}"),
    attack("a header removed",              ALTERED,                   f"DELETE FROM vouchers WHERE {POSTED}"),
    attack("an amount altered",             ALTERED,                   f"UPDATE postings SET debit = debit + 1 WHERE {POSTED} AND debit > 0"),
    attack("both amounts altered",          ALTERED,                   f"UPDATE postings SET debit = debit * 2, credit = credit * 2 WHERE {POSTED}"),
    attack("a row moved elsewhere",         ALTERED,                   f"UPDATE postings SET number = {NEXT} WHERE {POSTED}"),
    attack("a row removed",                 ALTERED,                   f"DELETE FROM postings WHERE {POSTED} AND line = 1"),
    attack("all rows removed",              ALTERED,                   "DELETE FROM postings"),
    attack("a VAT entry altered",           ALTERED,                   f"UPDATE vat_entries SET tax = 0 WHERE {MINE}"),
    attack("a VAT entry removed",           ALTERED,                   f"DELETE FROM vat_entries WHERE {MINE}"),
    attack("balanced rows appended",        "voucher already sealed",  row(8, 6110, 50, 0, 1), row(9, 1930, 0, 50, 1)),
    attack("a VAT entry appended",          "voucher already sealed",  vat(9, number=1)),
    attack("a row appended after the seal", "voucher already sealed",  GOOD, row(3, 1930, 5, 0)),
    attack("rows without a header",         KEY,                       TAKE, BALANCED),
    attack("VAT entries without a header",  KEY,                       TAKE, vat(1)),
    attack("rows before their number",      "not the number just taken", BALANCED, TAKE, header()),
    attack("a VAT entry before its number", "not the number just taken", vat(1), GOOD),
    attack("rows for a number to come",     "not the number just taken", TAKE, row(1, 6110, 1, 0, 3)),
    attack("rows in a series there is not", "not the number just taken", row(1, 6110, 1, 0, 1, series="Q")),
    attack("rows for another organisation", "not the number just taken", TAKE, row(1, 6110, 100, 0, organisation_id=THEIRS)),
    attack("rows for a number given back",  "not the number just taken", "SAVEPOINT before", TAKE, "ROLLBACK TO before", BALANCED),
    attack("rows whose number is left",     "gap in the series",       TAKE, BALANCED, posting(row(1, 6110, 1, 0, 3), row(2, 1930, 0, 1, 3), number=3)),
    attack("rows whose number is passed",   KEY,                       TAKE, BALANCED, TAKE),
    attack("rows whose counter is removed", "a counter in use stays",  series("Q", None), TAKE.replace("'A'", "'Q'"), row(1, 6110, 1, 0, 1, series="Q"), f"DELETE FROM voucher_series WHERE {MINE} AND code = 'Q'"),
    attack("a sealed row among new ones",   "voucher already sealed",  TAKE, together(*BALANCED, row(9, 1930, 5, 0, 1)), header()),
    attack("rows of two at once",           "not the number just taken", TAKE, together(*BALANCED, row(1, 6110, 1, 0, 3), row(2, 1930, 0, 1, 3)), header()),
    attack("upsert of a header",            f"already posted|{ALTERED}", header(number=1) + " ON CONFLICT (organisation_id, year, series, number) DO UPDATE SET description = 'x'"),
    attack("upsert of a row",               f"voucher already sealed|{ALTERED}", row(1, 6110, 5, 0, 1) + " ON CONFLICT (organisation_id, year, series, number, line) DO UPDATE SET debit = 5"),
    attack("all vouchers altered at once",  ALTERED,                   "UPDATE vouchers SET organisation_id = 1"),

    # Counters and the ledger's head
    attack("the counter without a voucher", KEY,                       TAKE),
    attack("the counter by two",            "moves by one",            f"UPDATE voucher_series SET last_number = last_number + 2 WHERE {COUNTER}"),
    attack("the counter back",              "moves by one",            f"UPDATE voucher_series SET last_number = 0 WHERE {COUNTER}"),
    attack("the counter emptied",           "moves by one",            f"UPDATE voucher_series SET last_number = NULL WHERE {COUNTER}"),
    attack("the counter renamed",           "moves by one",            f"UPDATE voucher_series SET code = 'Z' WHERE {COUNTER}"),
    attack("the counter given away",        "moves by one",            f"UPDATE voucher_series SET organisation_id = {THEIRS} WHERE {COUNTER}"),
    attack("the counter removed",           "a counter in use stays",  f"DELETE FROM voucher_series WHERE {COUNTER}"),
    attack("the counter made anew",         "a counter in use stays|unique", series("A", None)),
    attack("a counter that begins at 5",    "a counter begins empty",  series("Q", 5)),
    attack("the head without a voucher",    "moves with its vouchers", STEP),
    attack("the head and its hash alone",   "moves with its vouchers", STEP.replace("sequence =", f"hash = '{HASH}', sequence =")),
    attack("the head by two",               "moves with its vouchers", f"UPDATE ledgers SET sequence = sequence + 2 WHERE {MINE}"),
    attack("the head back",                 "moves with its vouchers", f"UPDATE ledgers SET sequence = sequence - 1 WHERE {MINE}"),
    attack("the head emptied",              "moves with its vouchers", f"UPDATE ledgers SET sequence = NULL WHERE {MINE}"),
    attack("the head's hash altered",       "moves with its vouchers", f"UPDATE ledgers SET hash = '{HASH}' WHERE {MINE}"),
    attack("the head set to an older hash", "moves with its vouchers", f"UPDATE ledgers SET hash = (SELECT hash FROM vouchers WHERE {POSTED}) WHERE {MINE}"),
    attack("the ledger given away",         "moves with its vouchers", f"UPDATE ledgers SET organisation_id = 77 WHERE {MINE}"),
    # What was told
    attack("an event altered",              "an event is never altered", f"UPDATE events SET entity = '9' WHERE {MINE} AND number = 1"),
    attack("an event removed",              "an event that is kept stays", f"DELETE FROM events WHERE {MINE} AND number = 1"),
    attack("an event with a number left out", "events are numbered in order", event("latest + 2")),
    attack("an event before others",        "events are numbered in order|unique|an event that is kept stays", event("latest")),
    attack("the head of events set forward", "the head of events moves with them", f"UPDATE event_heads SET latest = latest + 1 WHERE {MINE}"),
    attack("the head of events set back",   "the head of events goes forward", f"UPDATE event_heads SET latest = latest - 1 WHERE {MINE}"),
    attack("what is kept of events extended", "the head of events goes forward", f"UPDATE event_heads SET earliest = 0 WHERE {MINE}"),
    attack("the head of events removed",    "the head of events stays", f"DELETE FROM event_heads WHERE {MINE}"),
    attack("the ledger removed",            "a ledger stays",          f"DELETE FROM ledgers WHERE {MINE}"),
    attack("a second ledger",               "a ledger stays|unique",   ledger(OURS, None)),
    attack("a ledger that begins at 5",     "a ledger begins empty",   ledger(77, 5)),
    attack("locked through no day",         "no such day|invalid",     f"UPDATE ledgers SET locked_through = 'never' WHERE {MINE}"),
    attack("numbers set back",              "numbers never go back",   f"UPDATE number_series SET latest = latest - 1 WHERE {MINE} AND name = 'customer invoice'"),
    attack("numbers forgotten",             "numbers never go back",   f"DELETE FROM number_series WHERE {MINE} AND name = 'customer invoice'"),
    attack("numbers begun anew",            "the series is there|unique", mine("number_series", name="customer invoice", latest=0, month="", taken=0)),

    # Accounts and history
    attack("an account in use removed",     KEY,                       f"DELETE FROM accounts WHERE {MINE} AND year = {YEAR} AND number = 6110"),
    attack("an account in use renumbered",  KEY,                       f"UPDATE accounts SET number = 9999 WHERE {MINE} AND year = {YEAR} AND number = 6110"),
    attack("history altered",               "history is never altered", f"UPDATE history SET what = 'x' WHERE {MINE}"),
    attack("history removed",               "history is never altered", f"DELETE FROM history WHERE {MINE}"),
    attack("history out of order",          "written in order",        history(99)),
    attack("history overwritten",           "written in order",        history(1)),

    # Documents
    attack("an issued invoice's total",     "invoice is never altered", f"UPDATE customer_invoices SET total = 0 WHERE {ISSUED}"),
    attack("an issued invoice's rows",      "invoice is never altered", f"UPDATE customer_invoices SET rows = '[]' WHERE {ISSUED}"),
    attack("an issued invoice's customer",  "invoice is never altered", f"UPDATE customer_invoices SET customer_name = 'x' WHERE {ISSUED}"),
    attack("an issued invoice's voucher",   "invoice is never altered", f"UPDATE customer_invoices SET voucher_number = 2 WHERE {ISSUED}"),
    attack("an issued invoice's own words", "invoice is never altered", f"UPDATE customer_invoices SET carried = '{{}} ' WHERE {ISSUED}"),
    attack("an issued invoice's number",    "invoice is never altered", f"UPDATE customer_invoices SET document_number = 99 WHERE {ISSUED}"),
    attack("an issued invoice a draft",     "is never altered|check constraint", f"UPDATE customer_invoices SET status = 'draft' WHERE {ISSUED}"),
    attack("an issued invoice removed",     "invoice is never removed", f"DELETE FROM customer_invoices WHERE {ISSUED}"),
    attack("a draft's number",              "keeps its number",        f"UPDATE customer_invoices SET document_number = 99 WHERE {DRAFT}"),
    attack("a draft issued without voucher", "has its voucher|check constraint", f"UPDATE customer_invoices SET status = 'sent' WHERE {DRAFT}"),
    attack("a draft with another's voucher", "has its voucher",        f"UPDATE customer_invoices SET status = 'sent', voucher_year = {YEAR}, voucher_series = 'B', voucher_number = 1 WHERE {DRAFT}"),
    attack("a credited invoice revived",    "stays credited",          f"UPDATE customer_invoices SET status = 'sent' WHERE {CREDITED}"),
    attack("a credit number removed",       "stays credited",          f"UPDATE customer_invoices SET credit_number = '' WHERE {CREDITED}"),
    attack("a reminder altered",            "never altered",           [reminder(1), f"UPDATE reminders SET total = 1 WHERE {MINE}"]),
    attack("a reminder removed",            "never removed",           [reminder(1), f"DELETE FROM reminders WHERE {MINE}"]),
    attack("a reminder made as sent",       "made before it is sent",  [reminder(1, "sent")]),
    attack("a reminder of a draft",         "of an unpaid invoice",    [reminder(1, document_number="2")]),
    attack("a reminder of nothing",         "of an unpaid invoice",    [reminder(1, document_number="999")]),
    attack("the same reminder twice",       "unique|already",          [reminder(1), reminder(2)]),
    attack("a sent reminder to be sent",    "stays sent",              [reminder(1), f"UPDATE reminders SET status = 'sent' WHERE {MINE}", f"UPDATE reminders SET status = 'made' WHERE {MINE}"]),
    attack("a place left by no number",     "check constraint.*withdrawn_is_told", [reminder(1), f"UPDATE reminders SET status = 'withdrawn' WHERE {MINE}"]),
    attack("a credit invoice altered",      "never altered",           f"UPDATE credit_invoices SET credit_date = '2026-01-01' WHERE {MINE}"),
    attack("a credit invoice removed",      "never removed",           f"DELETE FROM credit_invoices WHERE {MINE}"),
    attack("a second credit invoice",       "already credited|unique", credit(5)),
    attack("a credit without its voucher",  "has its voucher",         credit(1)),
    attack("a voided number altered",       "a voided number stays",   f"UPDATE voided_numbers SET why = '' WHERE {MINE}"),
    attack("a voided number removed",       "a voided number stays",   f"DELETE FROM voided_numbers WHERE {MINE}"),
    attack("a voided number again",         "a voided number stays|unique", voided(4)),
    attack("an issued number voided",       "the number is in use",    voided(1)),
    attack("a booked payment's amount",     "payment is never altered", f"UPDATE customer_payments SET amount = 1 WHERE {BOOKED}"),
    attack("a booked payment's invoice",    "payment is never altered", f"UPDATE customer_payments SET invoice_number = 1 WHERE {BOOKED}"),
    attack("a booked payment unbooked",     "payment is never altered", f"UPDATE customer_payments SET status = 'unbooked' WHERE {BOOKED}"),
    attack("a booked payment removed",      "undone, not removed",     f"DELETE FROM customer_payments WHERE {BOOKED}"),
    attack("a payment undone by a word",    "undone by a voucher",     f"UPDATE customer_payments SET status = 'undone' WHERE {BOOKED}"),
    attack("an undone payment revived",     "stays undone",            f"UPDATE customer_payments SET status = 'booked' WHERE {UNDONE}"),
    attack("a payment booked by a word",    "has its voucher",         f"UPDATE customer_payments SET status = 'booked' WHERE {UNBOOKED}"),
    attack("a payment's number",            "keeps its number",        f"UPDATE customer_payments SET number = 99 WHERE {UNBOOKED}"),

    # Suppliers
    attack("a booked supplier invoice's sum", "invoice is never altered", f"UPDATE supplier_invoices SET total = 1 WHERE {OWED}"),
    attack("a booked supplier invoice's rows", "invoice is never altered", f"UPDATE supplier_invoices SET rows = '[]' WHERE {OWED}"),
    attack("a booked supplier invoice gone", "invoice is never removed", f"DELETE FROM supplier_invoices WHERE {OWED}"),
    attack("a supplier invoice's number",   "never altered|keeps its number", f"UPDATE supplier_invoices SET given_number = 99 WHERE {OWED}"),
    attack("a supplier draft booked by a word", "has its voucher|check constraint", f"UPDATE supplier_invoices SET status = 'booked' WHERE {MINE} AND given_number = 4"),
    attack("a supplier draft with another's", "has its voucher",       f"UPDATE supplier_invoices SET status = 'booked', vouchers = '[[2,\"L\",1]]' WHERE {MINE} AND given_number = 4"),
    attack("a supplier invoice cancelled by a word", "cancelled by a voucher", f"UPDATE supplier_invoices SET status = 'cancelled' WHERE {OWED}"),
    attack("a cancelled one revived",       "stays cancelled",         f"UPDATE supplier_invoices SET status = 'booked' WHERE {MINE} AND given_number = 3"),
    attack("a booked supplier payment's sum", "payment is never altered", f"UPDATE supplier_payments SET amount = 1 WHERE {BOOKED}"),
    attack("a booked supplier payment gone", "undone, not removed",    f"DELETE FROM supplier_payments WHERE {BOOKED}"),
    attack("a supplier payment undone by a word", "undone by a voucher", f"UPDATE supplier_payments SET status = 'undone' WHERE {BOOKED}"),
    attack("a supplier payment booked by a word", "has its voucher",   f"UPDATE supplier_payments SET status = 'booked' WHERE {UNBOOKED}"),
)

COPIED = ("vouchers", "postings", "ledgers", "voucher_series", "financial_years", "history", "customer_invoices",
          "voided_numbers", "credit_invoices", "customer_payments", "supplier_invoices", "supplier_payments", "number_series")
SQLITE_ATTACKS = (
    *(attack(f"replacing rows of {table}", ".", f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE {MINE}") for table in COPIED),
    attack("replacing by an update",        ALTERED,                   f"UPDATE OR REPLACE vouchers SET number = 1 WHERE {MINE} AND series = 'B' AND number = 2"),
    attack("replacing a row by an update",  ALTERED,                   f"UPDATE OR REPLACE postings SET line = 1 WHERE {POSTED} AND line = 2"),
    attack("a draft over an issued one",    "keeps its number",        f"UPDATE OR REPLACE customer_invoices SET document_number = 1 WHERE {DRAFT}"),
    attack("a payment over a booked one",   "keeps its number",        f"UPDATE OR REPLACE customer_payments SET number = 1 WHERE {UNBOOKED}"),
    attack("a counter over another",        "moves by one",            f"UPDATE OR REPLACE voucher_series SET code = 'A' WHERE {MINE} AND code = 'B'"),
    attack("a header by the way of IGNORE", "already posted",          header(number=1).replace("INSERT", "INSERT OR IGNORE")),
    attack("a fraction of an öre",          "REAL value",              posting(row(1, 6110, 1.5, 0), row(2, 1930, 0, 1.5))),
)
POSTGRESQL_ATTACKS = (
    *(attack(f"truncating {table}",         ALTERED,                   f"TRUNCATE {table} CASCADE") for table in ("vat_entries", *COPIED)),
    attack("the constraints made immediate", "voucher already sealed", GOOD, "SET CONSTRAINTS ALL IMMEDIATE", row(3, 1930, 5, 0)),
    attack("rows, constraints, then header", KEY,                      TAKE, BALANCED, "SET CONSTRAINTS ALL IMMEDIATE", header()),
    attack("a table in the ledger's place", "voucher already sealed",  "CREATE TEMP TABLE vouchers (LIKE public.vouchers)", "SET search_path = pg_temp, public", row(8, 6110, 50, 0, 1).replace("postings", "public.postings")),
    attack("merge that alters",             ALTERED,                   f"MERGE INTO vouchers v USING (SELECT 1) s ON v.{POSTED} WHEN MATCHED THEN UPDATE SET description = 'x'"),
    attack("merge that removes",            ALTERED,                   f"MERGE INTO postings v USING (SELECT 1) s ON v.{POSTED} WHEN MATCHED THEN DELETE"),
    attack("a removal inside a question",   ALTERED,                   f"WITH gone AS (DELETE FROM postings WHERE {POSTED} RETURNING *) SELECT count(*) FROM gone"),
    attack("a row beside the header",       "voucher already sealed",  TAKE, BALANCED, f"WITH sealed AS ({header()} RETURNING *) INSERT INTO postings SELECT organisation_id, year, series, number, 3, 1930, 5, 0, '', '', '', '{{}}' FROM sealed"),
    attack("a VAT entry beside the header", "voucher already sealed",  TAKE, BALANCED, f"WITH sealed AS ({header()} RETURNING *) INSERT INTO vat_entries SELECT organisation_id, year, series, number, 1, date, '10', 0, 100 FROM sealed"),
    attack("a merge that appends",          "voucher already sealed",  f"MERGE INTO postings p USING (SELECT * FROM postings WHERE {POSTED}) s ON p.line = -1 WHEN NOT MATCHED THEN INSERT VALUES"
                                                                       " (s.organisation_id, s.year, s.series, s.number, s.line + 10, s.account, s.debit, s.credit, '', '', '', '{}')"),
    attack("a copy appended",               "voucher already sealed",  f"INSERT INTO postings SELECT organisation_id, year, series, number, line + 10, account, debit, credit, '', '', '', '{{}}' FROM postings WHERE {POSTED}"),
)
# fmt: on

UPSERT = (
    f"{series('A', None)} ON CONFLICT (organisation_id, year, code)"
    " DO UPDATE SET last_number = voucher_series.last_number + 1"
)


def moving(counter: str) -> str:
    return f"UPDATE voucher_series SET {counter} WHERE {COUNTER}"


def of_q(statement: str) -> str:
    """The same in a series that has no voucher yet."""
    return statement.replace("'A'", "'Q'")


def sealed(number: int) -> list[str]:
    return [row(1, 6110, 1, 0, number), row(2, 1930, 0, 1, number), header(number=number)]


def without_header(what: str, left: list[str], rest: list[str]) -> list[Attack]:
    """Every way to leave something under a number that gets no header; with the rest it could."""
    nought = [of_q(each).replace(f"'Q', {NEXT}", "'Q', 0") for each in left]
    first = [of_q(each) for each in sealed(1)]
    # fmt: off
    return [
        attack(f"{what}, no more",               KEY,                         TAKE, left),
        attack(f"{what}, header undone",         KEY,                         TAKE, left, rest, "SAVEPOINT a", header(), "ROLLBACK TO a"),
        attack(f"{what}, in a savepoint",        KEY,                         "SAVEPOINT a", TAKE, left, "RELEASE a"),
        attack(f"{what}, number undone",         "not the number just taken", "SAVEPOINT a", TAKE, "ROLLBACK TO a", left),
        attack(f"{what}, number passed",         KEY,                         TAKE, left, TAKE),
        attack(f"{what}, next one sealed",       "gap in the series",         TAKE, left, TAKE, sealed(3)),
        attack(f"{what}, next but one sealed",   "gap in the series",         TAKE, left, TAKE, TAKE, sealed(4)),
        attack(f"{what}, two numbers taken",    "not the number just taken", TAKE, TAKE, left),
        attack(f"{what}, counter written anew",  KEY,                         TAKE, left, moving("description = 'x'"), moving("last_number = last_number")),
        attack(f"{what}, counter by upsert",     f"{KEY}|a counter in use stays", UPSERT, left),
        attack(f"{what}, counter back",          "moves by one",              TAKE, left, moving("last_number = last_number - 1")),
        attack(f"{what}, counter emptied",       "moves by one",              TAKE, left, moving("last_number = NULL")),
        attack(f"{what}, counter renamed",       "moves by one",              TAKE, left, moving("code = 'Z'")),
        attack(f"{what}, counter removed",       "a counter in use stays",    TAKE, left, f"DELETE FROM voucher_series WHERE {COUNTER}"),
        attack(f"{what}, of number nought",      "moves by one",              series("Q", None), of_q(moving("last_number = 0")), nought, of_q(TAKE), first),
        attack(f"{what}, header removed",        ALTERED,                     TAKE, left, rest, header(), f"DELETE FROM vouchers WHERE {MINE} AND sequence = {LAST + 1}"),
    ]
    # fmt: on


WITHOUT_HEADER = (
    *without_header("rows", BALANCED, []),
    *without_header("a VAT entry", [vat(1)], BALANCED),
)
# In one statement nobody can tell what was first.
POSTGRESQL_WITHOUT_HEADER = tuple(
    each
    for what, left, rest in (
        ("rows", together(*BALANCED), []),
        ("a VAT entry", vat(1), BALANCED),
    )
    for each in (
        attack(f"{what}, then checked", KEY, TAKE, left, "SET CONSTRAINTS ALL IMMEDIATE", header()),
        attack(
            f"{what}, header checked and undone",
            KEY,
            *(TAKE, left, rest, "SAVEPOINT a", header()),
            *("SET CONSTRAINTS ALL IMMEDIATE", "ROLLBACK TO a"),
        ),
        attack(f"{what} with their number", KEY, f"WITH a AS ({TAKE}) {left}"),
        attack(f"{what} before their number", KEY, f"WITH a AS ({left}) {TAKE}"),
        attack(
            f"{what} as it is passed",
            "not the number just taken",
            TAKE,
            f"WITH a AS ({left}) {TAKE}",
        ),
    )
)

# fmt: off
ACCEPTED = (
    ("two rows",                 GOOD),
    ("many rows and VAT",        posting(row(1, 6110, 60, 0), row(2, 6250, 40, 0), row(3, 1930, 0, 99), row(4, 3740, 0, 1), vat(1))),
    ("nothing but empty rows",   posting(row(1, 1510, 0, 0), row(2, 3001, 0, 0))),
    ("the largest amount",       posting(row(1, 6110, 10**15, 0), row(2, 1930, 0, 10**15))),
    ("a correction",             posting(corrects=(YEAR, "A", 1))),
    ("an event",                 posting(source="something new")),
    ("the day after the lock",   [f"UPDATE ledgers SET locked_through = '2026-11-14' WHERE {MINE}", *GOOD]),
    ("two in one transaction",   [*GOOD, TAKE, row(1, 6110, 1, 0, 3), row(2, 1930, 0, 1, 3), header(number=3, sequence=LAST + 2)]),
    ("one in a savepoint",       ["SAVEPOINT a", *GOOD, "RELEASE a"]),
    ("a second try",             [TAKE, "SAVEPOINT a", *BALANCED, header(), "ROLLBACK TO a", *BALANCED, header()]),
    ("a balance moved",          [f"UPDATE customer_invoices SET balance = 0, status = 'paid' WHERE {ISSUED}"]),
    ("a draft changed",          [f"UPDATE customer_invoices SET comments = 'x', total = 0 WHERE {DRAFT}"]),
    ("a draft removed",          [f"DELETE FROM customer_invoices WHERE {DRAFT}"]),
    ("an unbooked payment gone", [f"DELETE FROM customer_payments WHERE {UNBOOKED}"]),
    ("an unused series gone",    [f"DELETE FROM voucher_series WHERE {MINE} AND year = 1 AND code = 'A'"]),
)
# fmt: on
