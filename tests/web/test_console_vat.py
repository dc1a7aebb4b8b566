"""A company's VAT periods at the console: looked at, filed once the voucher was shown, reopened."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.approving import PASSWORD, Flow, Page
from tests.service import founded
from tests.web.entering import told
from tests.web.test_console import Console
from tests.web.test_console_years import at_desk
from tests.web.test_roles import member

from reskontra.actions import organisations, vat_periods
from reskontra.actions.all_registers import SUPPLIERS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.actions.vouchers import VOUCHERS

BILL = {
    "InvoiceNumber": "F1",
    "InvoiceDate": "2025-05-02",
    "DueDate": "2025-06-01",
    "VAT": 250,
    "SupplierInvoiceRows": [{"Account": 6110, "Debit": 1000}],
}
BY_HAND = {
    "Description": "Kvitto",
    "TransactionDate": "2025-06-02",
    "VoucherSeries": "A",
    "VoucherRows": [{"Account": 2641, "Debit": 10}, {"Account": 1930, "Credit": 10}],
}
LAST_YEAR = "2025-01-01 – 2025-12-31"
PERIOD = "202512"


def prepare(desk: Desk) -> None:
    supplier = fire(SUPPLIERS, desk, None, "create", Request({"Name": "Papper & Penna"}))
    sent = BILL | {"SupplierNumber": supplier.supplier_number}
    bill = fire(SUPPLIER_INVOICES, desk, None, "create", Request(sent))
    fire(SUPPLIER_INVOICES, desk, bill, "bookkeep")


@pytest.fixture
def console(flow: Flow) -> Console:
    details = {"organisation_number": "556677-8899", "vat_period": "year"}
    at_desk(flow, lambda desk: organisations.change(desk, details, None))
    at_desk(flow, prepare)
    console = Console(flow)
    console.log_in()
    return console


@pytest.fixture
def path(console: Console) -> str:
    return f"{console.company}/vat/{PERIOD}"


def state(console: Console) -> str:
    known: Callable[[Desk], Any] = vat_periods.declarations
    return str({each.period: each.state for each in at_desk(console.flow, known)}[PERIOD])


def test_a_period_is_filed_once_its_voucher_was_shown(console: Console, path: str) -> None:
    page = console.get(f"{console.company}/vat")
    assert LAST_YEAR in page.text
    assert "Inte deklarerad · senast 2026-02-26" in page.text
    page = console.get(path)
    assert "Ingående moms att dra av" in page.text
    question = console.send(path, do="file").text
    assert f"Deklarera momsen för {LAST_YEAR}?" in question
    assert "1650 debet 250,00; 2640 kredit 250,00" in question
    assert state(console) == "open", "nothing of what was shown stays"
    page = console.confirm(path, do="file")
    assert f"Momsperioden {PERIOD} är deklarerad." in page.text
    assert state(console) == "filed"
    [line] = told(console.flow, "VAT return filed")
    assert (line["by"], line["payable"]) == (f"user {console.flow.person.id}", -250)
    assert "Att få tillbaka 250\u00a0kr" in console.get(f"{console.company}/vat").text
    assert "En momsperiod deklarerades" in console.get(f"{console.company}/history").text


def test_its_file_is_downloaded(console: Console, path: str) -> None:
    assert console.get(f"{path}/eskd").status_code == 409
    console.confirm(path, do="file")
    found = console.get(f"{path}/eskd")
    assert found.headers["content-disposition"] == f'attachment; filename="moms-{PERIOD}.xml"'
    assert b"<MomsBetala>-250</MomsBetala>" in found.content


def test_what_stops_it_is_shown(console: Console, path: str) -> None:
    at_desk(console.flow, lambda desk: fire(VOUCHERS, desk, None, "create", Request(BY_HAND)))
    page = console.get(path)
    assert "Det här hindrar deklarationen" in page.text
    assert "A 1 2025-06-02 Kvitto: 10,00" in page.text
    assert "Deklarera</button>" not in page.text
    page = console.send(path, do="file", confirmed="yes")
    assert (page.status_code, "Ruta 48" in page.text) == (409, True)
    assert state(console) == "open"


def test_it_is_reopened_by_an_administrator_who_proves_it(console: Console, path: str) -> None:
    console.confirm(path, do="file")
    console.flow.pass_time(601)
    page = console.send(path, do="reopen", reason="Ett kvitto saknas")
    assert "Bekräfta att det är du" in page.text
    page = console.flow.follow(Page(page).sent(console.http, proof_password=PASSWORD))
    assert f"Öppna momsperioden {PERIOD} igen?" in page.text
    assert state(console) == "filed"
    page = console.flow.follow(Page(page).sent(console.http, confirmed="yes"))
    assert "är öppen igen" in page.text
    assert state(console) == "open"
    [line] = told(console.flow, "VAT return reopened")
    assert line["reason"] == "Ett kvitto saknas"


def test_a_reason_is_asked_for(console: Console, path: str) -> None:
    console.confirm(path, do="file")
    page = console.send(path, do="reopen", reason=" ")
    assert (page.status_code, "Ange varför" in page.text) == (409, True)


def test_a_reader_only_looks_and_a_bookkeeper_does_not_reopen(console: Console, path: str) -> None:
    with member(console.flow, "reader") as reader:
        assert "Deklarera</button>" not in reader.get(path).text
        assert reader.send(path, do="file", confirmed="yes").status_code == 403
    with member(console.flow, "bookkeeper") as bookkeeper:
        bookkeeper.confirm(path, do="file")
        assert "Öppna igen" not in bookkeeper.get(path).text
        again = {"do": "reopen", "reason": "Fel", "confirmed": "yes"}
        assert bookkeeper.send(path, **again).status_code == 403
    assert state(console) == "filed"


@pytest.mark.parametrize("name", ["202511", "x", "2025", "202613"])
def test_no_other_period_is_shown(console: Console, name: str) -> None:
    assert console.get(f"{console.company}/vat/{name}").status_code == 404


def test_anothers_periods_are_as_good_as_unknown(console: Console) -> None:
    other = founded(console.flow.service)
    for place in ("", f"/{PERIOD}", f"/{PERIOD}/eskd"):
        assert console.get(f"/companies/{other.id}/vat{place}").status_code == 404


def test_who_has_no_periods_is_told_so(console: Console) -> None:
    details = {"vat_period": "none"}
    at_desk(console.flow, lambda desk: organisations.change(desk, details, None))
    assert "inga momsperioder" in console.get(f"{console.company}/vat").text
