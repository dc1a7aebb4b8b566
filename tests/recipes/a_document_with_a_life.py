"""A document goes through its states, is refused what its life refuses, and posts its voucher."""

from typing import Any

import pytest
from sqlalchemy import text

from reskontra.audit.auditor import CHECKS
from reskontra.engine.database import Violated
from tests.service import Company, refused

SENT = {"Description": "Tåg", "ExpenseDate": "2026-11-02", "Account": 5810, "Amount": 895}


def claimed(company: Company, **sent: Any) -> dict[str, Any]:
    made: dict[str, Any] = company.post("/expenses", {"Expense": SENT | sent})["Expense"]
    return made


def posted(company: Company, expense: dict[str, Any]) -> list[tuple[int, float, float]]:
    place = f"/vouchers/{expense['VoucherSeries']}/{expense['VoucherNumber']}"
    rows = company.get(place)["Voucher"]["VoucherRows"]
    return [(row["Account"], row["Debit"], row["Credit"]) for row in rows]


def test_it_is_drafted_changed_and_booked(company: Company) -> None:
    place = claimed(company)["@url"]
    assert company.put(place, {"Expense": {"Amount": 900}})["Expense"]["Status"] == "draft"
    booked = company.put(f"{place}/bookkeep")["Expense"]
    assert booked["Status"] == "booked"
    assert posted(company, booked) == [(5810, 900, 0), (2820, 0, 900)]
    assert company.put(f"{place}/bookkeep")["Expense"] == booked


def test_a_booked_one_is_neither_changed_nor_cancelled(company: Company) -> None:
    place = claimed(company)["@url"]
    company.put(f"{place}/bookkeep")
    for answer in (
        company.api.put(place, json={"Expense": {"Amount": 1}}),
        company.api.put(f"{place}/cancel"),
    ):
        assert refused(answer, 409) == "Utlägget är bokfört och kan inte ändras"


def test_a_cancelled_draft_is_gone_and_its_number_is_not_used_again(company: Company) -> None:
    first = claimed(company)
    assert company.put(f"{first['@url']}/cancel")["Expense"]["Status"] == "cancelled"
    assert refused(company.api.get(first["@url"]), 404) == "Kan inte hitta utlägget"
    assert claimed(company)["Number"] == first["Number"] + 1


def test_what_it_is_made_of_is_asked_for_and_the_account_must_be_in_the_chart(
    company: Company,
) -> None:
    nothing = company.api.post("/expenses", json={"Expense": {"Description": "Tåg"}})
    assert refused(nothing, 400) == "ExpenseDate saknas"
    unknown = company.api.post("/expenses", json={"Expense": SENT | {"Account": 9998}})
    assert "9998" in refused(unknown, 400)


@pytest.mark.parametrize(
    ("attack", "reason"),
    [
        ("UPDATE expenses SET amount = 1", "never altered"),
        ("DELETE FROM expenses", "never removed"),
    ],
)
def test_the_database_holds_a_booked_one_fast(company: Company, attack: str, reason: str) -> None:
    place = claimed(company)["@url"]
    company.put(f"{place}/bookkeep")
    with pytest.raises(Violated, match=reason):
        company.service.write(lambda tx: tx.run(text(attack), {}), company.id)


def test_the_database_books_none_without_its_voucher(company: Company) -> None:
    claimed(company)
    attack = text("UPDATE expenses SET status = 'booked'")
    with pytest.raises(Violated, match="has its voucher"):
        company.service.write(lambda tx: tx.run(attack, {}), company.id)


def test_the_auditor_knows_it() -> None:
    names = {check.name for check in CHECKS}
    assert {"expense without its voucher", "expense number neither used nor voided"} <= names
