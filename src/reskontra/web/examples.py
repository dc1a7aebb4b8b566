"""A body for each call that takes one: what a client may send, as small as it is useful."""

from typing import Any

from reskontra.contract.fields import REQUIRED, WRITABLE
from reskontra.contract.resource import Resource
from reskontra.web.described import Described

# fmt: off
EXAMPLES: dict[str, dict[str, Any]] = {
    "Customer":               {"Name": "Åkes Bygg AB", "OrganisationNumber": "556677-8899", "Email": "ake@exempel.se"},
    "Supplier":               {"Name": "Örebro Trä AB", "Bankgiro": "5050-1055"},
    "Article":                {"ArticleNumber": "HAMMARE", "Description": "Hammare", "Unit": "st", "VAT": 25},
    "Account":                {"Number": 1931, "Description": "Sparkonto"},
    "VoucherSeries":          {"Code": "X", "Description": "Extra"},
    "TermsOfPayment":         {"Code": "45", "Description": "45 dagar"},
    "Unit":                   {"Code": "pall", "Description": "Lastpall"},
    "Currency":               {"Code": "CZK", "Description": "Tjeckiska kronor", "SellRate": 0.46},
    "CostCenter":             {"Code": "UMEA", "Description": "Umeå"},
    "Project":                {"Description": "Bryggan", "StartDate": "2026-11-01"},
    "ModeOfPayment":          {"Code": "SW", "Description": "Swish", "AccountNumber": "1930"},
    "Invoice":                {"CustomerNumber": "1", "InvoiceRows": [{"Description": "Arbete", "Price": 1000, "DeliveredQuantity": "1.5", "VAT": 25}]},
    "UnremindedCustomer":     {"CustomerNumber": "1", "Reason": "Betalar alltid i slutet av kvartalet"},
    "SupplierInvoice":        {"SupplierNumber": "1", "InvoiceNumber": "F-17", "InvoiceDate": "2026-11-02", "DueDate": "2026-12-02", "VAT": "250", "SupplierInvoiceRows": [{"Account": 6110, "Debit": 1000}]},
    "InvoicePayment":         {"InvoiceNumber": 1, "Amount": 1875, "PaymentDate": "2026-11-14"},
    "DisputedInvoice":        {"DocumentNumber": 1, "Reason": "Kunden menar att varan var fel"},
    "SupplierInvoicePayment": {"InvoiceNumber": "1", "Amount": 1250, "PaymentDate": "2026-11-14"},
    "TaxReductionClaim":      {"Type": "rot", "FromDate": "2026-11-01", "ToDate": "2026-11-30"},
    "FinancialYear":          {"FromDate": "2027-01-01", "ToDate": "2027-12-31"},
    "Voucher":                {"Description": "Bankavgift", "TransactionDate": "2026-11-01", "VoucherSeries": "A", "VoucherRows": [{"Account": 6570, "Debit": 25}, {"Account": 1930, "Credit": 25}]},
}
# What is sent to change something, or to tell of it, where it is no part of what made it.
CHANGES: dict[str, dict[str, Any]] = {
    "PreDefinedAccount":        {"Account": 3740},
    "ReminderSettings":         {"FirstAfter": 7},
    "ReminderRun":              {"DocumentNumber": 1},
    "ReminderPayment":          {"Amount": 60, "PaymentDate": "2026-11-20"},
    "Reopening":                {"Reason": "Periodisering glömdes"},
    "VATReopening":             {"Reason": "En faktura glömdes"},
    "TaxReductionPayout":       {"Amount": 5000, "PaymentDate": "2026-12-10", "PaidClaims": [{"Number": 1}]},
    "TaxReductionDecision":     {"ReferenceNumber": "1234567", "TaxReductionApprovals": [{"DocumentNumber": "1", "PersonalNumber": "195001011239", "ApprovedAmount": 5000}]},
    "TaxReductionDecisionFile": {"version": "1", "utforare": "5566778899", "beslut": [{"namn": "Begäran 1", "referensnummer": "1234567", "arenden": [{"personnummer": "195001011239", "fakturanummer": "1", "godkantBelopp": 5000}]}]},
}
# fmt: on


def body_of(description: Described) -> dict[str, Any]:
    """What may be sent, in its envelope."""
    resource = description.resource
    name = resource.singular
    if description.creates:
        return {name: EXAMPLES[name]}
    if name in CHANGES:
        return {name: CHANGES[name]}
    later = [each for each in EXAMPLES[name] if _can_change(resource, each)]
    return {name: {later[0]: EXAMPLES[name][later[0]]}}


def _can_change(resource: Resource, name: str) -> bool:
    return name in resource.fields and resource.fields[name].access in (WRITABLE, REQUIRED)
