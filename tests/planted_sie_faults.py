"""Faults in imported SIE files, each with the names that the auditor must call it by."""

# What is altered behind the database's back, and how the auditor calls it.
FILE = "UPDATE sie_imports SET {}"
SPOILED = {
    "the bytes": (FILE.format("content = x'00'"), {"imported file altered"}),
    "what is kept": (FILE.format("kept = '{}'"), {"imported file altered"}),
    "the plan": (FILE.format("plan = '{}'"), {"imported file altered"}),
    "the count": (
        FILE.format("vouchers = 3"),
        {"imported file altered", "file without its vouchers"},
    ),
    "where it begins": (
        FILE.format("first_sequence = 2"),
        {"imported file altered", "voucher of no file"},
    ),
    "a stretch of numbers": (
        "UPDATE skipped_numbers SET to_number = 3",
        {"skipped number is not the history's", "gap in voucher numbers"},
    ),
    "the type of an account": (
        "UPDATE accounts SET type = 'T' WHERE number = 9100",
        {"account type is not the history's"},
    ),
    "a type that nobody told": (
        "UPDATE accounts SET type = 'T' WHERE number = 6110",
        {"account type is not the history's"},
    ),
    "the explanation of a gap": (
        "DELETE FROM skipped_numbers",
        {"skipped number is not the history's", "gap in voucher numbers"},
    ),
}
