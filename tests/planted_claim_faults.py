"""Faults in claims of tax reductions: the auditor names each, and the database refuses most."""

from tests.planted_faults import ASTRAY, CHAIN, HURT, MINE, VOIDED

SEALED = "claim altered"
STATE = "claim is not where the history says"
HELD = "claim does not hold its invoices"
REFUSED = "refused reduction is not the claim's"
PAID = "paid reduction is not the claim's"
TWICE = "claims decided by one reference"
CLAIM = f"{MINE} AND number"

# fmt: off
CLAIM_FAULTS = (
    ("a claim's file is changed",           f"UPDATE tax_reduction_claims SET file = file || ' ' WHERE {CLAIM} = 1", {SEALED}),
    ("a case asks for more",                f"UPDATE tax_reduction_claims SET cases = replace(cases, '3750', '3751') WHERE {CLAIM} = 1", {SEALED}),
    ("a paid claim is called decided",      f"UPDATE tax_reduction_claims SET status = 'decided' WHERE {CLAIM} = 1", {STATE, PAID}),
    ("a decided claim is called paid",      f"UPDATE tax_reduction_claims SET status = 'paid', payment_date = '2026-11-15' WHERE {CLAIM} = 3", {STATE, PAID}),
    ("more is approved than was",           f"UPDATE tax_reduction_claims SET approvals = '[3001]', approved_amount = 300100 WHERE {CLAIM} = 1", {STATE, REFUSED, PAID}),
    ("the approved sum is another",         f"UPDATE tax_reduction_claims SET approved_amount = 1 WHERE {CLAIM} = 1", {STATE}),
    ("a decision has another's reference",  f"UPDATE tax_reduction_claims SET reference_number = 'R1' WHERE {CLAIM} = 3", {STATE, TWICE}),
    ("a claim lets go of its invoice",      f"DELETE FROM claimed_invoices WHERE {MINE} AND claim = 4", {HELD}),
    ("a withdrawn claim holds an invoice",  f"UPDATE claimed_invoices SET claim = 2 WHERE {MINE} AND claim = 4", {HELD}),
    ("a claim vanishes",                    f"DELETE FROM claimed_invoices WHERE {MINE} AND claim = 4; DELETE FROM tax_reduction_claims WHERE {CLAIM} = 4", {SEALED, STATE, "tax reduction claim number neither used nor voided"}),
    ("a claim is numbered anew",            f"DELETE FROM claimed_invoices WHERE {MINE} AND claim = 4; UPDATE tax_reduction_claims SET number = 9 WHERE {CLAIM} = 4", {SEALED, STATE, HELD, "tax reduction claim number neither used nor voided", "tax reduction claim counter astray"}),
    ("a claim's number is voided",          f"INSERT INTO voided_numbers VALUES ({HURT}, 'tax reduction claim', 1, '', '', '')", {"tax reduction claim number both used and voided", VOIDED}),
    ("a refusal is of another event",       f"UPDATE vouchers SET source = 'refusal' WHERE {MINE} AND source = 'refused reduction of 1'", {REFUSED, CHAIN}),
    ("a refusal is of an invoice in no claim", f"UPDATE vouchers SET source = 'refused reduction of 5' WHERE {MINE} AND source = 'refused reduction of 1'; UPDATE vouchers SET reference_number = '5' WHERE {MINE} AND source = 'refused reduction of 5'",
     {REFUSED, CHAIN, ASTRAY, "invoice balance is not the ledger's"}),
)

# What the database itself refuses, and why.
CLAIM_ATTACKS = (
    ("an invoice is claimed twice",         f"INSERT INTO claimed_invoices VALUES ({HURT}, 4, 5)", "in another claim|unique"),
    ("an invoice is claimed afterwards",    f"INSERT INTO claimed_invoices VALUES ({HURT}, 5, 3)", "when its claim is made"),
    ("a claimed invoice changes claim",     f"UPDATE claimed_invoices SET claim = 3 WHERE {MINE} AND claim = 4", "stays in its claim"),
    ("a live claim lets go",                f"DELETE FROM claimed_invoices WHERE {MINE} AND claim = 4", "stays in its claim"),
    ("a file is changed",                   f"UPDATE tax_reduction_claims SET file = '' WHERE {CLAIM} = 4", "never altered"),
    ("cases are changed",                   f"UPDATE tax_reduction_claims SET cases = '[]' WHERE {CLAIM} = 4", "never altered"),
    ("a withdrawn claim comes back",        f"UPDATE tax_reduction_claims SET status = 'made' WHERE {CLAIM} = 2", "stays withdrawn"),
    ("a decision is taken back",            f"UPDATE tax_reduction_claims SET status = 'made' WHERE {CLAIM} = 3", "a decision stays"),
    ("a decision is changed",               f"UPDATE tax_reduction_claims SET approvals = '[0]' WHERE {CLAIM} = 3", "a decision stays"),
    ("a claim is removed",                  f"DELETE FROM tax_reduction_claims WHERE {CLAIM} = 2", "withdrawn, not removed"),
    ("a claim begins as paid",              "INSERT INTO tax_reduction_claims SELECT organisation_id, 9, type, from_date, to_date, 'x', 'paid', asked_amount, approved_amount,"
                                            " reference_number, created_date, uploaded_date, decision_date, payment_date, cases, approvals, file, warnings, left_out, carried, modified"
                                            f" FROM tax_reduction_claims WHERE {CLAIM} = 1", "begins as made"),
)
# fmt: on
