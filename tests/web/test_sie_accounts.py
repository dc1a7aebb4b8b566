"""Accounts of other numbers than our own chart has: what each is, in SIE files and ever after."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text
from tests.service import Company
from tests.sie.files import YEAR, sie
from tests.web.test_sie_export import kept, told
from tests.web.test_sie_import import data_of, empty, taken_in
from tests.web.test_years import move_to

from reskontra.engine.database import Violated
from reskontra.sie.reader import read

__all__ = ["empty"]

# An account, what the file says of it beside its rows, whether it is one of the result.
# fmt: off
CASES = {
    "income of five digits":         (30010,    "#KTYP 30010 I",              True),
    "by its first digit":            (30010,    "",                           True),
    "an asset of eight digits":      (19300001, "#KTYP 19300001 T",           False),
    "an asset by its first digit":   (193001,   "",                           False),
    "a cost of class 9":             (9100,     "#KTYP 9100 K",               True),
    "class 9 with a result":         (9100,     "#RES 0 9100 100.00",         True),
    "class 9 with a balance":        (9100,     "#UB 0 9100 100.00",          False),
    "class 9 with nothing but rows": (9100,     "",                           False),
    "its type before its balances":  (9100,     "#KTYP 9100 T\n#RES 0 9100 0.00\n#UB 0 9100 100.00", False),
    "a balance before an empty one": (9100,     "#RES 0 9100 100.00\n#UB 0 9100 0.00",              True),
    "three digits":                  (510,      "",                           True),
    "its number says more":          (5010,     "#KTYP 5010 T",               True),
}
# fmt: on


def with_rows(account: int, said: str) -> bytes:
    """A year with one more voucher, of 100 on that account."""
    konto = f'#KONTO {account} "Eget"\n{said}\n' if account != 5010 else f"{said}\n"
    year = YEAR.replace("#DIM 1", f"{konto}#DIM 1")
    rows = f"#TRANS {account} {{}} 100.00\n#TRANS 1930 {{}} -100.00\n"
    return sie(f"{year}#VER A 3 20260303 Eget\n{{\n{rows}}}\n")


@pytest.mark.parametrize(("account", "said", "of_result"), CASES.values(), ids=CASES)
def test_an_account_is_what_the_file_says_else_its_first_digit(
    empty: Company, account: int, said: str, of_result: bool
) -> None:
    assert taken_in(empty, with_rows(account, said), confirmed=True).posted
    file = read(data_of(empty)).file
    amount = Decimal(8100 if account == 5010 else 100)
    assert file.balance("RES", 0).get(account) == (amount if of_result else None)
    assert file.balance("UB", 0).get(account) == (None if of_result else amount)
    open_next_year(empty)
    later = read(data_of(empty, financialyeardate="2027-01-01")).file
    assert later.balance("IB", 0).get(account) == (None if of_result else amount)


def open_next_year(company: Company) -> None:
    company.post(
        "/financialyears", {"FinancialYear": {"FromDate": "2027-01-01", "ToDate": "2027-12-31"}}
    )


MIXED = {
    9100: "#KTYP 9100 K",
    9200: "#KTYP 9200 I",
    9999: "#UB 0 9999 -30.00",
    30010: "#KTYP 30010 I",
    193001: "",
    17: "",
}


@pytest.fixture
def mixed(empty: Company) -> Company:
    konton = "".join(
        f'#KONTO {number} "Konto {number}"\n{said}\n' for number, said in MIXED.items()
    )
    amounts = {9100: 50, 9200: -20, 9999: -30, 30010: -400, 193001: 393, 17: 7}
    rows = "".join(f"#TRANS {number} {{}} {amount}.00\n" for number, amount in amounts.items())
    voucher = f"#VER A 3 20260303 Eget\n{{\n{rows}}}\n"
    taken_in(empty, sie(YEAR.replace("#DIM 1", f"{konton}#DIM 1") + voucher), confirmed=True)
    return empty


def report(company: Company, kind: str, **query: Any) -> list[dict[str, Any]]:
    url = f"{company.service.url}/api/v1/reports/{kind}"
    answer = company.api.get(url, params=query)
    assert answer.status_code == 200, answer.text
    [body] = answer.json().values()
    rows: list[dict[str, Any]] = body["Rows"]
    return rows


def shown(rows: list[dict[str, Any]], column: str) -> dict[Any, Any]:
    return {row.get("Account") or row["Description"]: row.get(column) for row in rows}


def test_every_account_has_its_place_in_the_statements(mixed: Company) -> None:
    days = {"fromdate": "2026-01-01", "todate": "2026-12-31"}
    sheet = shown(report(mixed, "balance-sheet", **days), "Closing")
    assert sheet["Summa tillgångar"] == sheet["Summa eget kapital och skulder"]
    assert [sheet[number] for number in (9999, 193001, 17)] == [-30, 393, 7]
    income = shown(report(mixed, "income-statement", **days), "Period")
    assert [income[number] for number in (9100, 9200, 30010)] == [-50, 20, 400]
    assert income["Årets resultat"] == -7000 + 370
    assert sheet["Årets resultat, ej bokfört"] == income["Årets resultat"]


def test_a_year_is_closed_by_what_its_accounts_are(mixed: Company) -> None:
    move_to(mixed, "2027-02-02")
    mixed.put("/financialyears/1/close?confirm=true")
    mixed.put("/financialyears/2/close?confirm=true")
    file = read(data_of(mixed, financialyeardate="2027-02-02")).file
    openings = {number: file.balance("IB", 0).get(number) for number in MIXED}
    assert openings == {9100: None, 9200: None, 9999: -30, 30010: None, 193001: 393, 17: 7}
    assert file.balance("IB", 0)[2099] == 7000 - 370
    assert {each.number: each.type for each in file.accounts if each.number in MIXED} == {
        9100: "K", 9200: "I", 9999: "T", 30010: "I", 193001: "T", 17: "T",
    }  # fmt: skip


def test_an_account_that_is_removed_and_made_again_is_what_it_was(mixed: Company) -> None:
    open_next_year(mixed)
    mixed.api.delete("/accounts/9100?financialyear=3")
    made = {"Account": {"Number": 9100, "Description": "Eget"}}
    mixed.post("/accounts?financialyear=3", made)
    row = told("A", "02-02", "x", {9100: "5.00", 1930: "-5.00"}, 2027)
    move_to(mixed, "2027-02-02")
    kept(mixed, row)
    file = read(data_of(mixed, financialyear=3)).file
    assert file.balance("RES", 0) == {9100: 5}


def test_what_an_account_is_here_stays_and_the_difference_is_told(mixed: Company) -> None:
    other = sie(
        YEAR.replace("#VER A", "#VER X").replace("#DIM 1", '#KONTO 9100 "x"\n#KTYP 9100 T\n#DIM 1')
    )
    plan = taken_in(mixed, other, post=False)
    assert "account unlike ours" in {each.word for each in plan.deviations}


def test_an_opening_balance_of_a_result_is_told_and_not_taken(empty: Company) -> None:
    said = "#IB 0 5010 3.00\n#UB -1 5010 3.00"
    plan = taken_in(empty, sie(YEAR.replace("#IB 0 1930", f"{said}\n#IB 0 1930")))
    assert "result opened" in {each.word for each in plan.deviations}
    assert 5010 not in read(data_of(empty)).file.balance("IB", 0)


ALTER = "UPDATE accounts SET type = 'T' WHERE number = 9100"


def test_what_an_account_is_cannot_be_altered_once_it_is_posted_on(mixed: Company) -> None:
    with pytest.raises(Violated, match="keeps its type"):
        mixed.service.write(lambda tx: tx.run(text(ALTER)), mixed.id)
