"""Every scenario is what its sentence says, and one may bring one's own."""

from pathlib import Path

import pytest

from reskontra.audit.auditor import audited
from reskontra.sandbox import scenarios
from reskontra.sandbox.scenarios import SCENARIOS
from tests.sandbox.conftest import Kit

# What is counted where, and how a call is then answered.
HOLDS = {
    "empty": ("/customers", 0),
    "accrual": ("/supplierinvoices", 3),
    "cash": ("/invoices", 7),
    "rot": ("/invoices", 5),
    "overdue": ("/invoices?filter=unpaidoverdue", 5),
    "trade": ("/supplierinvoices", 2),
    "locked": ("/invoices", 7),
    "quota": ("/invoices", 3),
    "messy": ("/customers", 5),
}


@pytest.mark.parametrize("name", HOLDS)
def test_a_scenario_holds_what_it_says_and_its_books_are_sound(kit: Kit, name: str) -> None:
    kit.ask("POST", "/reset", scenario=name)
    path, count = HOLDS[name]
    assert kit.count(path) == count
    assert audited(f"sqlite:///{kit.app.box.company('main').path}").violations == []


def test_each_refuses_what_it_is_for(kit: Kit) -> None:
    row = {"Description": "x", "Price": 1, "DeliveredQuantity": "1"}
    sent = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [row]}}
    for name, status in (("quota", 403), ("limited", 403), ("accrual", 201)):
        kit.ask("POST", "/reset", scenario=name)
        assert kit.api().post("/invoices", json=sent).status_code == status, name
    kit.ask("POST", "/reset", scenario="locked")
    rows = [{"Account": 1930, "Debit": 1}, {"Account": 1910, "Credit": 1}]
    voucher = {"VoucherSeries": "A", "TransactionDate": "2026-01-15", "VoucherRows": rows}
    voucher["Description"] = "x"
    assert kit.api().post("/vouchers", json={"Voucher": voucher}).status_code == 409


def test_many_is_many(kit: Kit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A hundredth of it, which is not kept: the whole takes half a minute."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for name in ("MANY_CUSTOMERS", "MANY_ARTICLES", "MANY_INVOICES"):
        monkeypatch.setattr(scenarios, name, getattr(scenarios, name) // 100)
    kit.ask("POST", "/reset", scenario="many")
    assert [kit.count(path) for path in ("/customers", "/articles", "/invoices")] == [5, 12, 100]


def test_ones_own_scenario(kit: Kit, tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text('def build(stage):\n    stage.create("customers", Name="Egen")\n')
    kit.ask("POST", "/reset", scenario=f"{file}:build")
    assert kit.api().get("/customers/1").json()["Customer"]["Name"] == "Egen"
    for wrong in (f"{file}:nix", "nowhere.py:build"):
        kit.ask("POST", "/reset", 400, scenario=wrong)


def test_every_scenario_is_listed_and_tried(kit: Kit) -> None:
    assert set(kit.ask("GET", "/scenarios")["scenarios"]) == set(SCENARIOS)
    assert set(SCENARIOS) == {*HOLDS, "many", "limited"}
