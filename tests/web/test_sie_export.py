"""SIE out: the reference's company, number for number, and what a call may ask for."""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.commands import Shell
from tests.service import KEY, TODAY, Company, Service, founded, refused
from tests.web import worked_company
from tests.web.test_years import move_to

from reskontra.actions.desk import desk_for
from reskontra.actions.door import post
from reskontra.audit.auditor import audited
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.voucher import Posting, Voucher
from reskontra.engine.database import Transaction
from reskontra.sie.reader import read
from reskontra.sie.values import File
from reskontra.storage import exporting

# fmt: off
# Of each voucher the series, the day and its rows; numbered in this order.
VOUCHERS = (
    ("A", "01-01", {2099: "10000.00", 2098: "-10000.00"}),
    ("A", "06-15", {2098: "10000.00", 2091: "-10000.00"}),
    ("A", "12-31", {2611: "6224.98", 2614: "500.00", 2621: "120.00", 2640: "-1500.00", 2645: "-500.00", 2650: "-4844.00", 3740: "-0.98"}),
    ("A", "12-31", {8999: "22901.00", 2099: "-22901.00"}),
    ("B", "02-02", {1510: "13620.00", 3001: "-10000.00", 3002: "-1000.00", 2611: "-2500.00", 2621: "-120.00"}),
    ("B", "03-10", {1510: "125.00", 3001: "-99.90", 2611: "-24.98", 3740: "-0.12"}),
    ("B", "06-01", {1510: "5000.00", 3308: "-5000.00"}),
    ("B", "09-01", {1510: "13750.00", 1513: "3750.00", 3001: "-14000.00", 2611: "-3500.00"}),
    ("B", "11-20", {1510: "1000.00", 3001: "-800.00", 2611: "-200.00"}),
    ("C", "03-03", {1930: "13620.00", 1510: "-13620.00"}),
    ("C", "09-20", {1930: "13750.00", 1510: "-13750.00"}),
    ("E", "04-04", {2440: "6250.00", 1930: "-6250.00"}),
    ("L", "03-05", {5410: "4000.00", 6110: "1000.00", 2640: "1250.00", 2440: "-6250.00"}),
    ("L", "05-06", {6540: "2000.00", 2645: "500.00", 2440: "-2000.00", 2614: "-500.00"}),
    ("L", "12-10", {6110: "1000.00", 2640: "250.00", 2440: "-1250.00"}),
)
# fmt: on

BALANCES = """\
#IB 0 1930 50000.00
#IB 0 2081 -25000.00
#IB 0 2091 -15000.00
#IB 0 2099 -10000.00
#UB 0 1510 6125.00
#UB 0 1513 3750.00
#UB 0 1930 71120.00
#UB 0 2081 -25000.00
#UB 0 2091 -25000.00
#UB 0 2099 -22901.00
#UB 0 2440 -3250.00
#UB 0 2650 -4844.00
#UB -1 1930 50000.00
#UB -1 2081 -25000.00
#UB -1 2091 -15000.00
#UB -1 2099 -10000.00
#RES 0 3001 -24899.90
#RES 0 3002 -1000.00
#RES 0 3308 -5000.00
#RES 0 3740 -1.10
#RES 0 5410 4000.00
#RES 0 6110 2000.00
#RES 0 6540 2000.00
#RES 0 8999 22901.00
#RES -1 3001 -10000.00
#RES -1 8999 10000.00
"""
HEAD = """\
#FLAGGA 0
#FORMAT PC8
#SIETYP 4
#PROGRAM "Reskontra" 0.1.0
#GEN 20261115
#FNR {id}
#FTYP AB
#FNAMN "Övning & Söner AB"
#ADRESS "" "Storgatan 1" "903 26 Umeå" "090-123456"
#RAR 0 20260101 20261231
#RAR -1 20250101 20251231
#ORGNR 556677-8899
#TAXAR 2027
#OMFATTN 20261231
#KPTYP BAS2026
#VALUTA SEK
"""
FIRST_VOUCHER = """\
#VER A 1 20260101 "Omföring av föregående års resultat" 20261115
{
#TRANS 2099 {} 10000.00
#TRANS 2098 {} -10000.00
}
"""
DETAILS = {
    "name": "Övning & Söner AB",
    "organisation_number": "556677-8899",
    "address": "Storgatan 1",
    "zip_code": "903 26",
    "city": "Umeå",
    "phone": "090-123456",
}


def kept(company: Company, *vouchers: Voucher) -> None:
    """Posted as they are, in any series."""

    def work(tx: Transaction) -> None:
        desk = desk_for(tx, company.id, company.service.clock(), "tests")
        for each in vouchers:
            post(desk, each)

    company.service.write(work, company.id)


def told(series: str, day: str, text: str, rows: dict[int, str], year: int = 2026) -> Voucher:
    signed = {account: Decimal(amount) for account, amount in rows.items()}
    postings = (
        Posting(account, max(amount, ZERO), max(-amount, ZERO))
        for account, amount in signed.items()
    )
    return Voucher(series, date.fromisoformat(f"{year}-{day}"), text, tuple(postings))


@pytest.fixture(scope="module")
def worked(service: Service) -> Iterator[Company]:
    """The reference's company, made through the API, its second year closed."""
    service.clock.today = TODAY
    company = founded(service, **DETAILS)
    worked_company.made(company)
    yield company
    company.api.close()
    assert audited(service.database_url, company.id).violations == []


@pytest.fixture
def example(worked: Company) -> Company:
    """Nothing is posted in it any more."""
    move_to(worked, TODAY.isoformat())
    return worked


def exported(company: Company, file_type: int = 4, **query: Any) -> str:
    answer = company.api.get(f"/sie/{file_type}", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/octet-stream"
    return answer.content.decode("cp437").replace("\r\n", "\n")


def file_of(text: str) -> File:
    """Read by our own reader, which finds nothing to say of it."""
    reading = read(text.replace("\n", "\r\n").encode("cp437"))
    assert reading.deviations == ()
    return reading.file


def test_the_reference_company_is_exported_number_for_number(example: Company) -> None:
    text = exported(example)
    assert text.startswith(HEAD.format(id=example.id))
    lines = text.splitlines()
    balances = [each for each in lines if each.startswith(("#IB", "#UB", "#RES"))]
    assert sorted(balances) == sorted(BALANCES.splitlines())
    assert FIRST_VOUCHER in text
    assert '#KONTO 1510 "Kundfordringar"\n#KTYP 1510 T\n#SRU 1510 7251\n' in text
    file = file_of(text)
    rows = {
        (each.series, each.number): {row.account: str(row.amount) for row in each.rows}
        for each in file.vouchers
    }
    assert [*rows] == sorted(rows)
    assert [*rows.values()] == [rows for *_, rows in VOUCHERS]
    months = {(each.month, each.account): each.amount for each in file.balances if each.month}
    assert months["202612", 2099] == Decimal("-22901.00")
    assert months["202603", 1930] == Decimal("13620.00")


def test_a_file_is_named_and_counted(example: Company) -> None:
    answer = example.api.get("/sie/4")
    name = 'attachment; filename="Foretag20261115_120000.se"'
    assert answer.headers["Content-Disposition"] == name
    assert int(answer.headers["Content-Length"]) == len(answer.content)
    head = example.api.head("/sie/4")
    assert head.status_code == 200
    assert head.content == b""


def test_the_same_books_give_the_same_bytes(example: Company) -> None:
    assert exported(example) == exported(example)


@pytest.mark.parametrize("year", [1, 2])
def test_either_year_holds_the_identities(example: Company, year: int) -> None:
    file = file_of(exported(example, financialYear=year))
    closing, result = file.balance("UB", 0), file.balance("RES", 0)
    assert sum(closing.values()) + sum(result.values()) == 0
    assert file.balance("UB", -1) == (file.balance("IB", 0) if year == 2 else {})


def test_types_one_to_three_are_the_same_with_less(company: Company) -> None:
    before = {1930: "50000.00", 2081: "-50000.00", 3001: "-100.00", 5010: "100.00"}
    kept(company, told("A", "12-30", "2025", before, 2025))
    of_centre = told("A", "05-01", "Hyra", {5010: "8000.00", 1930: "-8000.00"})
    row, *rest = of_centre.postings
    kept(company, replace(of_centre, postings=(replace(row, cost_center="KS1"), *rest)))
    four, three, two, one = (exported(company, each) for each in (4, 3, 2, 1))
    labels = [
        {line.split(" ")[0] for line in text.splitlines()} for text in (one, two, three, four)
    ]
    assert labels[1] - labels[0] == {"#OMFATTN", "#PSALDO"}
    assert labels[2] - labels[1] == {"#DIM", "#OBJEKT"}
    assert labels[3] - labels[2] == {"#VER", "{", "}", "#TRANS"}
    assert '#PSALDO 0 202605 5010 {1 "KS1"} 8000.00\n' in three
    assert '#DIM 1 "Kostnadsställe"\n#OBJEKT 1 "KS1" "KS1"\n' in four
    assert '#TRANS 5010 {1 "KS1"} 8000.00\n' in four
    for text in (one, two, three, four):
        file_of(text)


def test_vouchers_can_be_chosen_and_balances_stay(example: Company) -> None:
    def numbers(**query: Any) -> list[str]:
        text = exported(example, **query)
        assert "#UB 0 1930 71120.00\n" in text
        return ["".join(line.split(" ")[1:3]) for line in text.splitlines() if "#VER" in line]

    assert numbers(fromdate="2026-09-01", todate="2026-11-30") == ["B4", "B5", "C2"]
    assert numbers(selection="B,2,3;E") == ["B2", "B3", "E1"]
    assert numbers(selection="B,2,3;B,1,2") == ["B1", "B2", "B3"]
    assert numbers(selection="A", todate="2026-06-30") == ["A1", "A2"]


def test_accounts_that_nobody_uses_come_when_all_are_asked_for(company: Company) -> None:
    company.put("/accounts/1030", {"Account": {"Active": False}})
    assert "#KONTO 1030 " not in exported(company, exportall="false")
    assert "#KONTO 1030 " in exported(company, exportall="true")


# fmt: off
REFUSED = {
    "no such type":       ("5", {}, 400),
    "no type":            ("x", {}, 400),
    "a selection":        ("4", {"selection": "A,1"}, 400),
    "numbers":            ("4", {"selection": "A,x,2"}, 400),
    "a day":              ("4", {"fromdate": "2026-13-01"}, 400),
    "a truth":            ("4", {"exportall": "maybe"}, 400),
    "a year":             ("4", {"financialyear": "x"}, 400),
    "a year that is not": ("4", {"financialyear": "17"}, 404),
}
# fmt: on


@pytest.mark.parametrize(("kind", "query", "status"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_exported_is_refused(
    company: Company, kind: str, query: dict[str, str], status: int
) -> None:
    refused(company.api.get(f"/sie/{kind}", params=query), status)


def test_an_untransferred_result_is_said_and_no_balance_made_up(company: Company) -> None:
    kept(company, told("A", "12-30", "2025", {1930: "100.00", 3001: "-100.00"}, 2025))
    text = exported(company)
    assert '#PROSA "Ingående balanser summerar till 100.00: ' in text
    assert {each.word for each in read(text.encode("cp437")).deviations} == {"openings unbalanced"}


def test_texts_that_sie_cannot_say_are_said_as_near_as_can_be_and_told(
    company: Company, tmp_path: Path
) -> None:
    rows = {1930: "1.00", 3001: "-1.00"}
    kept(company, told("A", "01-02", "Smörgås – “€” 😀\nny rad\\", rows))
    with capture_logs() as entries:
        assert '#VER A 1 20260102 "Smörgås - \\"EUR\\" ? ny rad" ' in exported(company)
    [lost] = [each for each in entries if each["event"] == "texts in letters that SIE lacks"]
    assert (lost["organisation"], lost["count"], lost["first"]) == (company.id, 1, ["#VER A 1"])
    done = run_command(company, tmp_path, "--year", "2026")
    assert done.stdout.startswith(b"#FLAGGA 0")
    assert b"1 texts are in letters that SIE lacks" in done.stderr
    assert "Smörgås".encode() not in done.stderr


def test_a_year_is_read_in_portions(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "PORTION", 2)
    each = told("A", "01-02", "x", {1930: "1.00", 3001: "-1.00"})
    kept(company, *[each] * 5)
    assert [voucher.number for voucher in file_of(exported(company)).vouchers] == [1, 2, 3, 4, 5]


def on_command(company: Company, folder: Path, *words: str) -> str:
    """What the command writes on standard output."""
    done = run_command(company, folder, *words)
    assert done.stderr == b""
    return done.stdout.decode("cp437").replace("\r\n", "\n")


def run_command(
    company: Company, folder: Path, *words: str
) -> "subprocess.CompletedProcess[bytes]":
    shell = Shell(folder, {"DATABASE_URL": company.service.database_url, "SECRET_KEY": KEY})
    return subprocess.run(
        [sys.executable, "-m", "reskontra", "sie", "export", "--organisation", str(company.id), *words],
        cwd=folder, env=shell.environment, capture_output=True, check=True,
    )  # fmt: skip


def test_the_command_writes_the_same_file(example: Company, tmp_path: Path) -> None:
    ours = on_command(example, tmp_path, "--year", "2026")
    assert re.sub("#GEN .*", "", ours) == re.sub("#GEN .*", "", exported(example))
    summed = on_command(example, tmp_path, "--year", "2026", "--checksum")
    assert summed.splitlines()[1] == "#KSUMMA"
    assert list(file_of(summed).vouchers) == list(file_of(ours).vouchers)
    assert "#SIETYP 1\n" in on_command(example, tmp_path, "--year", "2025", "--type", "1")


def test_without_its_result_voucher_a_closed_year_is_as_it_was_before(
    company: Company, tmp_path: Path
) -> None:
    kept(company, told("A", "05-05", "2025", {1930: "100.00", 3001: "-100.00"}, 2025))
    before = exported(company, financialyear=1)
    company.put("/financialyears/1/close?confirm=true")
    assert "#RES 0 8999 100.00" in exported(company, financialyear=1)
    ours = on_command(company, tmp_path, "--year", "2025", "--exclude-result")
    assert re.sub("#GEN .*", "", ours) == re.sub("#GEN .*", "", before)
    whole = file_of(exported(company, financialyear=1))
    assert sum(whole.balance("RES", 0).values()) == 0
