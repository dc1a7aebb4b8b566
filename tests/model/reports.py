"""What reports must say of any history, on any of its days: lists tie, and both sides are equal."""

from datetime import date
from typing import Any

from sqlalchemy import text

from reskontra.contract.reports import named
from tests.service import Company

# What stands on an account of a list without an invoice behind it: vouchers made by hand.
BY_HAND = text(
    "SELECT coalesce(sum(p.debit - p.credit), 0) FROM postings p JOIN vouchers v"
    " ON v.organisation_id = p.organisation_id AND v.year = p.year AND v.series = p.series"
    " AND v.number = p.number WHERE v.organisation_id = :organisation AND p.account = :account"
    " AND v.reference_type NOT IN ('INVOICE', 'INVOICEPAYMENT', 'SUPPLIERINVOICE',"
    " 'SUPPLIERPAYMENT') AND v.date <= :day"
)
DAYS = text("SELECT DISTINCT date FROM vouchers WHERE organisation_id = :organisation ORDER BY 1")
LISTS = {"customer-ageing": ((1510, 1), (1513, 1)), "supplier-ageing": ((2440, -1),)}
MOST_DAYS = 8


def check_reports(*companies: Company) -> None:
    """The companies have lived alike, on different engines."""
    for day in days(companies[0]):
        for kind in ("balance-sheet", "income-statement", "trial-balance", *LISTS):
            first, *others = [rows(company, kind, day) for company in companies]
            assert all(other == first for other in others), (kind, day)
        balances(companies[0], day)
        for kind, accounts in LISTS.items():
            for account, sign in accounts:
                ties(companies[0], kind, account, sign, day)


def days(company: Company) -> list[str]:
    found = company.service.read(lambda tx: tx.all(DAYS, {"organisation": company.id}), company.id)
    every = [str(day) for [day] in found]
    return every[:: max(1, len(every) // MOST_DAYS)]


def rows(company: Company, kind: str, day: str) -> list[dict[str, Any]]:
    address = f"{company.service.url}/api/v1/reports/{kind}"
    return list(company.get(address, todate=day)[named(kind)]["Rows"])


def balances(company: Company, day: str) -> None:
    owned, owed = (row for row in rows(company, "balance-sheet", day) if row["Sort"] == "total")
    assert owned["Closing"] == owed["Closing"], day
    assert owned["Opening"] == owed["Opening"], day
    [summed] = [row for row in rows(company, "trial-balance", day) if row["Sort"] == "total"]
    assert summed["Debit"] == summed["Credit"], day


def ties(company: Company, kind: str, account: int, sign: int, day: str) -> None:
    """An account without a list of its own has nothing on it."""
    listed = rows(company, kind, day)
    at = [place for place, row in enumerate(listed) if row.get("Name") == f"Konto {account}"]
    other = listed[at[0] - 1] if at else {"Name": ""}
    told = other["Open"] if other["Name"] == "Ej från fakturor" else 0
    asked = {
        "organisation": company.id,
        "account": account,
        "day": date.fromisoformat(day).isoformat(),
    }
    [[by_hand]] = company.service.read(lambda tx: tx.all(BY_HAND, asked), company.id)
    assert round(told * 100) == sign * int(by_hand), (kind, account, day)
