"""Faults to plant in the books of purchases, and what the database itself refuses of them."""

from tests.planted_faults import (
    ALTERED,
    CHAIN,
    DANGLING,
    MINE,
    MONTHS,
    PURCHASE_ASTRAY,
    VOIDED,
    voucher,
)

INVOICE = f"UPDATE supplier_invoices SET {{}} WHERE {MINE} AND given_number = {{}}"
PAYMENT = f"UPDATE supplier_payments SET {{}} WHERE {MINE} AND number = {{}}"
TALLY = "supplier tally astray"

# The fault, the statement that plants it, and the names under which it is found, no others.
# fmt: off
PURCHASE_FAULTS = (
    ("a booked invoice becomes a draft",
     INVOICE.format("status = 'draft', vouchers = '[]', balance = 0, booked_balance = 0", 1),
     {"voucher without its supplier invoice", "supplier invoice names other vouchers", TALLY}),
    ("a draft is made to look booked",
     INVOICE.format("status = 'booked', vouchers = '[[2,\"L\",1]]', balance = total", 2),
     {"supplier invoice without its voucher", "supplier invoice names other vouchers", TALLY}),
    ("a booked debt is changed",
     INVOICE.format("booked_balance = booked_balance - 100", 1),
     {"supplier balance is not the ledger's"}),
    ("an unpaid invoice is called paid",
     INVOICE.format("status = 'paid'", 1),
     {"supplier invoice with balance when it has none", TALLY, PURCHASE_ASTRAY}),
    ("a booked invoice is called cancelled",
     INVOICE.format("status = 'cancelled', balance = 0, booked_balance = 0", 1),
     {"supplier invoice cancelled without correction", "supplier balance is not the ledger's", TALLY, PURCHASE_ASTRAY}),
    ("a cancelled invoice is revived",
     INVOICE.format("status = 'booked'", 4),
     {"supplier invoice cancelled without correction", TALLY, PURCHASE_ASTRAY}),
    ("a supplier is unknown",
     INVOICE.format("supplier_number = 'x'", 2),
     {DANGLING}),
    ("a booked payment is removed",
     f"DELETE FROM supplier_payments WHERE {MINE} AND number = 1",
     {"voucher without its supplier payment", "supplier payment number neither used nor voided", PURCHASE_ASTRAY}),
    ("a payment is called booked",
     PAYMENT.format("status = 'booked'", 2),
     {"supplier payment without its voucher"}),
    ("an unbooked payment names a voucher",
     PAYMENT.format("voucher_number = 1", 2),
     {"unbooked supplier payment with voucher"}),
    ("a payment is moved to another invoice",
     PAYMENT.format("invoice_number = 1", 1),
     {"supplier payment names another invoice than its voucher", ALTERED}),
    ("a payment is called undone",
     PAYMENT.format("status = 'undone'", 1),
     {"supplier payment undone without correction"}),
    ("a used number is voided",
     f"INSERT INTO voided_numbers SELECT organisation_id, series, 1, at, by, why FROM voided_numbers WHERE {MINE}",
     {"supplier payment number both used and voided", VOIDED}),
    ("the payment counter is set back",
     f"UPDATE number_series SET latest = 1 WHERE {MINE} AND name = 'supplier payment'",
     {"supplier payment counter astray"}),
    ("a payment's amount is changed in the books",
     f"UPDATE postings SET debit = debit * 2, credit = credit * 2 WHERE {voucher('E', 1)}",
     {MONTHS, "supplier balance is not the ledger's", CHAIN}),
)

# What is tried, the statement, and a word of the refusal.
PURCHASE_ATTACKS = (
    ("a booked invoice's total",          INVOICE.format("total = 0", 1),              "never altered"),
    ("a booked invoice's rows",           INVOICE.format("rows = '[]'", 1),            "never altered"),
    ("a booked invoice's rate",           INVOICE.format("currency_rate = 1", 6),      "never altered"),
    ("a booked invoice's own words",      INVOICE.format("carried = '{} '", 1),        "never altered"),
    ("a booked invoice a draft",          INVOICE.format("status = 'draft'", 1),       "never altered|check constraint"),
    ("a booked invoice removed",          f"DELETE FROM supplier_invoices WHERE {MINE} AND given_number = 1", "never removed"),
    ("a draft's number",                  INVOICE.format("given_number = 99", 2),      "keeps its number"),
    ("a draft booked without voucher",    INVOICE.format("status = 'booked', vouchers = '[[2,\"L\",1]]'", 2), "has its voucher"),
    ("a booked invoice cancelled by word", INVOICE.format("status = 'cancelled'", 1),  "cancelled by a voucher"),
    ("a cancelled invoice revived",       INVOICE.format("status = 'booked'", 4),      "stays cancelled"),
    ("an invoice over another",           f"INSERT INTO supplier_invoices SELECT * FROM supplier_invoices WHERE {MINE} AND given_number = 2", "the number is taken|unique"),
    ("a booked payment's amount",         PAYMENT.format("amount = 1", 1),             "never altered"),
    ("a booked payment unbooked",         PAYMENT.format("status = 'unbooked'", 1),    "never altered"),
    ("a payment undone by word",          PAYMENT.format("status = 'undone'", 1),      "undone by a voucher"),
    ("an undone payment revived",         PAYMENT.format("status = 'booked'", 3),      "stays undone"),
    ("a payment booked by word",          PAYMENT.format("status = 'booked'", 2),      "has its voucher"),
    ("a booked payment removed",          f"DELETE FROM supplier_payments WHERE {MINE} AND number = 1", "undone, not removed"),
    ("a used number voided",              f"INSERT INTO voided_numbers SELECT organisation_id, series, 1, at, by, why FROM voided_numbers WHERE {MINE}", "the number is in use"),
)
# fmt: on
