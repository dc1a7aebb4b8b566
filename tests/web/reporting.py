"""Short ways to say common things about reports."""

from typing import Any

from tests.service import Company

from reskontra.contract.reports import named

SUMS = ("sum", "total")


def address(company: Company, kind: str) -> str:
    return f"{company.service.url}/api/v1/reports/{kind}"


def report(company: Company, kind: str, **query: Any) -> dict[str, Any]:
    return dict(company.get(address(company, kind), **query)[named(kind)])


def rows(company: Company, kind: str, sort: str = "row", **query: Any) -> list[dict[str, Any]]:
    return [row for row in report(company, kind, **query)["Rows"] if row["Sort"] == sort]


def total(company: Company, kind: str, **query: Any) -> list[dict[str, Any]]:
    return rows(company, kind, "total", **query)


def sums(company: Company, kind: str, column: str, **query: Any) -> dict[str, float]:
    """Every sum of a statement by its words, in one of its columns."""
    told = report(company, kind, **query)["Rows"]
    return {row["Description"]: row[column] for row in told if row["Sort"] in SUMS}


def boxes(company: Company, **query: Any) -> dict[str, tuple[float, int]]:
    """Of the VAT report: each box, exact and as it is declared."""
    told = report(company, "vat", **query)["Rows"]
    return {row["Box"]: (row["Amount"], row["Declared"]) for row in told if row["Sort"] in SUMS}


def figures(row: dict[str, Any], *names: str) -> list[float]:
    return [float(row[name]) for name in names]


def standing(company: Company, **query: Any) -> list[list[float]]:
    """The trial balance: account, opening, debit, credit, closing."""
    names = ("Account", "Opening", "Debit", "Credit", "Closing")
    return [figures(row, *names) for row in rows(company, "trial-balance", **query)]


def table(text: str) -> list[list[float]]:
    return [[float(word) for word in line.split()] for line in text.split("\n") if line.strip()]
