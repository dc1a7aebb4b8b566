"""SIE in: lossless, whole or not at all."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import httpx
import pytest
from tests.planted_sie_faults import SPOILED
from tests.service import TODAY, Company, Service, founded, refused, running
from tests.sie.files import YEAR, changed, less, sie
from tests.sizes import seed, times
from tests.test_auditor import spoil
from tests.web import vat
from tests.web.test_sie_export import DETAILS, VOUCHERS, example, exported, kept, told, worked
from tests.web.tour import VOUCHER

from reskontra.actions.desk import Desk, desk_for
from reskontra.actions.importing import planned, posted, undone
from reskontra.actions.sie_case import incoming
from reskontra.audit.auditor import audited
from reskontra.domain.errors import Refused
from reskontra.domain.records import replace
from reskontra.domain.sie_import import Plan
from reskontra.domain.voucher import Voucher
from reskontra.engine.database import Transaction, Violated
from reskontra.sie.reader import read

__all__ = ["example", "worked"]


def taken_in(company: Company, data: bytes, confirmed: bool = False, post: bool = True) -> Plan:
    def work(tx: Transaction) -> Plan:
        desk = desk_for(tx, company.id, company.service.clock(), "tests")
        file = incoming(data, "file.se", confirmed)
        return posted(desk, file) if post else planned(desk, file)

    plan: Plan = company.service.write(work, company.id)
    return plan


def at_desk(company: Company, work: Callable[[Desk], Any]) -> Any:
    def unit(tx: Transaction) -> Any:
        return work(desk_for(tx, company.id, company.service.clock(), "tests"))

    return company.service.write(unit, company.id)


def data_of(company: Company, **query: Any) -> bytes:
    return exported(company, **query).replace("\n", "\r\n").encode("cp437")


def but_gen(data: bytes) -> bytes:
    return re.sub(b"#GEN [^\r]*", b"", data)


@pytest.fixture
def empty(service: Service) -> Iterator[Company]:
    """A company that nothing was ever posted for."""
    service.clock.today = TODAY
    company = founded(service)
    yield company
    company.api.close()
    assert audited(service.database_url, company.id).violations == []


def test_a_year_exported_imported_and_exported_is_the_same(
    example: Company, empty: Company
) -> None:
    first = data_of(example)
    plan = taken_in(empty, first)
    assert plan.posted
    assert plan.vouchers == len(VOUCHERS)
    assert but_gen(data_of(empty)) == but_gen(first)


def test_what_a_file_says_is_said_again(empty: Company) -> None:
    file = sie(
        YEAR.replace("#VER A 1 ", "#VER A 7 ").replace("#VER A 2 ", "#VER A 12 ")
        .replace("#FNR 17", '#FNR 17\n#BKOD 62010\n#EGEN "x" 1')
        .replace("#TRANS 1510 {} 1000.00", '#BTRANS 1510 {7 "E1"} 1200.00 20260301 "fel" 2 "Eva"\n#RTRANS 1510 {} 1000.00\n#TRANS 1510 {} 1000.00\n#TRANS 1510 {6 "P7" 1 "100" 7 "E1"} 0.00 "" "" 0')
        + '#VER "" 3 20260301 "Makulerad"\n{\n}\n'
    )  # fmt: skip
    taken_in(empty, file)
    ours, theirs = read(data_of(empty)).file, read(file).file
    assert sorted(ours.vouchers, key=str) == sorted(theirs.vouchers, key=str)
    assert ours.balance("IB", 0) == theirs.balance("IB", 0)
    assert ours.balance("UB", 0) == theirs.balance("UB", 0)
    assert ours.balance("RES", -1) == theirs.balance("RES", -1)
    said = {each.label: each.values for each in ours.identification}
    assert said["BKOD"] == ("62010",)
    assert said["EGEN"] == ("x", "1")
    assert said["FNR"] == ("17",)
    assert said["FNAMN"] == ("Övning & Söner AB",)
    assert set(theirs.objects) <= set(ours.objects)


def test_an_unknown_record_in_letters_that_sie_lacks_is_exported(empty: Company) -> None:
    taken_in(empty, sie(YEAR.replace("#FNR 17", '#EGEN "Text – med €" {"å ä" Ž}'), "utf-8"))
    assert '#EGEN "Text - med EUR" {"å ä" "Z"}\n' in exported(empty)


def test_a_plan_tells_and_writes_nothing(empty: Company) -> None:
    before = data_of(empty)
    plan = taken_in(empty, sie(YEAR.replace("#VER A 2 ", "#VER A 5 ")), post=False)
    assert not plan.posted
    assert plan.skipped == ("A 2-4",)
    assert "1930: 0.00 → 17000.00" in plan.balances
    assert {each.word for each in plan.deviations} == {"numbers skipped"}
    assert data_of(empty) == before


def test_numbers_go_on_after_a_file(empty: Company) -> None:
    taken_in(empty, sie(YEAR.replace("#VER A 2 ", "#VER A 5 ")))
    kept(empty, told("A", "05-05", "x", {1930: "1.00", 3001: "-1.00"}))
    numbers = [each.number for each in read(data_of(empty)).file.vouchers]
    assert numbers == [1, 5, 6]


def test_the_same_file_twice_is_refused(empty: Company) -> None:
    taken_in(empty, sie())
    words = {each.word for each in taken_in(empty, sie(), post=False).deviations if each.refuses}
    assert words == {"imported before", "numbers taken"}
    with pytest.raises(Refused, match="redan bokförd"):
        taken_in(empty, sie())
    other = changed("#FNR 17", "#FNR 18")
    with pytest.raises(Refused, match="finns redan"):
        taken_in(empty, other)


def test_another_companys_file_is_refused_unless_confirmed(service: Service) -> None:
    company = founded(service, **DETAILS | {"organisation_number": "556036-0793"})
    with pytest.raises(Refused, match="organisationsnummer"):
        taken_in(company, sie())
    assert taken_in(company, sie(), confirmed=True).posted


def test_a_damaged_file_is_refused_with_its_lines_and_nothing_stays(empty: Company) -> None:
    before = data_of(empty)
    with pytest.raises(Refused, match=r"rad 43: .*balanserar inte"):
        taken_in(empty, changed("#TRANS 1930 {} -8000.00", "#TRANS 1930 {} -1.00"))
    assert data_of(empty) == before


def test_a_later_year_begins_as_ours_ended_or_it_is_told(empty: Company) -> None:
    taken_in(empty, sie())
    later = sie(
        YEAR.replace("2026", "2027").replace("20251231", "20261231").replace("20250101", "20260101")
    )
    with pytest.raises(Refused, match="börjar året"):
        taken_in(empty, later)


def test_an_earlier_year_comes_before_ours(empty: Company) -> None:
    earlier = sie(YEAR.replace("2025", "2022").replace("2026", "2023"))
    taken_in(empty, earlier)
    spans = [each["FromDate"] for each in empty.get("/financialyears")["FinancialYears"]]
    assert sorted(spans) == ["2023-01-01", "2024-01-01", "2025-01-01", "2026-01-01"]
    assert exported(empty, financialyeardate="2026-05-05").count("#IB 0 1930 17000.00") == 1


def test_a_file_is_taken_back_while_nothing_followed(empty: Company) -> None:
    plan = taken_in(empty, sie())
    mirrors = at_desk(empty, lambda desk: undone(desk, plan.id))
    assert [(each.series, each.corrects.series) for each in mirrors] == [("M", "A"), ("M", "A")]
    file = read(data_of(empty)).file
    assert file.balance("UB", 0) == {}
    assert file.balance("RES", 0) == {}
    with pytest.raises(Refused, match="redan tagen tillbaka"):
        at_desk(empty, lambda desk: undone(desk, plan.id))


def test_a_file_that_was_taken_back_is_posted_again_under_numbers_that_lead_to_its_own(
    empty: Company,
) -> None:
    file = sie(YEAR.replace("#VER A 2 ", "#VER A 5 "))
    first = taken_in(empty, file)
    at_desk(empty, lambda desk: undone(desk, first.id))
    plan = taken_in(empty, file)
    assert {each.word for each in plan.deviations} == {"numbers skipped", "numbers moved"}
    assert plan.skipped == ("A 7-9",)
    ours, theirs = read(data_of(empty)).file, read(file).file
    assert [each.number for each in ours.vouchers if each.series == "A"] == [1, 5, 6, 10]
    for label in ("IB", "UB", "RES"):
        assert ours.balance(label, 0) == theirs.balance(label, 0)
    voucher = empty.get("/vouchers/A/10")["Voucher"]
    assert voucher["Comments"] == "Verifikation A 5 i filen"
    at_desk(empty, lambda desk: undone(desk, plan.id))
    assert read(data_of(empty)).file.balance("IB", 0) == {}
    assert taken_in(empty, file).posted


def test_numbers_are_not_moved_for_a_file_that_stands(empty: Company) -> None:
    plan = taken_in(empty, sie())
    at_desk(empty, lambda desk: undone(desk, plan.id))
    kept(empty, told("A", "05-05", "x", {1930: "1.00", 3001: "-1.00"}))
    late = sie(YEAR.replace("#VER A 2 ", "#VER A 3 "))
    with pytest.raises(Refused, match="A 3"):
        taken_in(empty, late, confirmed=True)


def test_a_file_of_balances_alone_is_taken_back_and_posted_again(empty: Company) -> None:
    alone = sie(less("1"))
    plan = taken_in(empty, alone)
    at_desk(empty, lambda desk: undone(desk, plan.id))
    assert read(data_of(empty)).file.balance("IB", 0) == {}
    assert taken_in(empty, alone).posted
    assert read(data_of(empty)).file.balance("IB", 0) == read(alone).file.balance("IB", 0)


def test_what_has_the_number_nought_has_none(empty: Company) -> None:
    plan = taken_in(empty, changed("#VER A 2 ", "#VER A 0 "))
    assert {each.word for each in plan.deviations} == {"number missing"}
    assert [each.number for each in read(data_of(empty)).file.vouchers] == [1, 2]


def test_a_file_is_not_taken_back_once_something_followed(empty: Company) -> None:
    plan = taken_in(empty, sie())
    kept(empty, told("A", "05-05", "x", {1930: "1.00", 3001: "-1.00"}))
    with pytest.raises(Refused, match="efter filen"):
        at_desk(empty, lambda desk: undone(desk, plan.id))


# What the database itself refuses of a voucher that is not from a file that was just kept.
NO_ROWS = Voucher("A", date(2026, 5, 5), "x")
REFUSED = {
    "no rows": (NO_ROWS, "unbalanced"),
    "a row of nothing": (
        told("A", "05-05", "x", {1930: "1.00", 3001: "-1.00", 5010: "0.00"}),
        "empty row",
    ),
    "of a file of before": (
        replace(NO_ROWS, reference_type="SIE", reference_number="1"),
        "the file is not kept",
    ),
    "of no file": (
        replace(NO_ROWS, reference_type="SIE", reference_number="9"),
        "the file is not kept",
    ),
}


@pytest.mark.parametrize(("voucher", "reason"), REFUSED.values(), ids=REFUSED)
def test_only_a_file_may_bring_what_the_seal_refuses(
    empty: Company, voucher: Voucher, reason: str
) -> None:
    taken_in(empty, sie())
    with pytest.raises(Violated, match=reason):
        kept(empty, voucher)


def test_a_number_is_passed_over_by_a_file_alone(empty: Company) -> None:
    taken_in(empty, sie())
    ahead = told("A", "05-05", "x", {1930: "1.00", 3001: "-1.00"})
    with pytest.raises(Violated):
        kept(empty, replace(ahead, number=9, reference_number="9"))


@pytest.mark.parametrize("number", range(times(4)))
def test_whatever_is_posted_is_the_same_once_exported_imported_and_exported(
    service: Service, number: int
) -> None:
    """Random years; and the identities hold in both, or no file would have left the house."""
    random = Random(seed() + number)
    service.clock.today = TODAY
    first, second = founded(service, **DETAILS), founded(service)
    kept(first, *(random_voucher(random, 2025) for _ in range(random.randrange(4))))
    kept(first, *(random_voucher(random, 2026) for _ in range(random.randrange(1, 12))))
    data = data_of(first)
    taken_in(second, data)
    assert but_gen(data_of(second)) == but_gen(data)
    for company in (first, second):
        assert audited(service.database_url, company.id).violations == []


@pytest.mark.parametrize("number", range(times(1)))
def test_two_years_of_which_one_is_closed_are_the_same_in_other_books(
    service: Service, number: int
) -> None:
    """One after the other: the second begins as the first ended, though it is not closed there."""
    random = Random(seed() + number)
    service.clock.today = TODAY
    first, second = founded(service, **DETAILS), founded(service)
    for year in (2025, 2026):
        kept(first, *(random_voucher(random, year) for _ in range(random.randrange(1, 6))))
    first.put("/financialyears/1/close?confirm=true")
    for year in (1, 2):
        data = data_of(first, financialyear=year)
        taken_in(second, data)
        assert but_gen(data_of(second, financialyear=year)) == but_gen(data)
    assert audited(service.database_url, second.id).violations == []


def random_voucher(random: Random, year: int) -> Voucher:
    accounts = random.sample((1510, 1930, 2091, 2440, 2641, 3001, 5410, 6110, 8310), 4)
    amounts = [Decimal(random.randrange(-10_000, 10_000)).scaleb(-2) or Decimal(1) for _ in "abc"]
    amounts.append(-sum(amounts))
    rows = {number: str(each) for number, each in zip(accounts, amounts, strict=True) if each}
    day = f"{random.randrange(1, 13):02}-{random.randrange(1, 29):02}"
    made = told(random.choice("ABCEL"), day, random.choice(TEXTS), rows, year)
    odd = {
        "transaction_information": random.choice(TEXTS),
        "quantity": Decimal(random.randrange(3)),
    }
    odd |= {"cost_center": random.choice(["", "KS1"]), "project": random.choice(["", "P7"])}
    row, *rest = made.postings
    return replace(made, postings=(replace(row, **odd), *rest))


TEXTS = ("", "Hyra", 'Skärm 19" – bred', "Räksmörgås € 水", "C:\\", '{klammer} # \\" x')


def test_a_vat_return_says_what_of_its_period_came_in_a_file(empty: Company) -> None:
    empty.set(vat_period="year", organisation_number="556677-8899")
    plan = taken_in(empty, sie())
    empty.post("/vouchers", {"Voucher": VOUCHER})
    [said, *_] = vat.read(empty, "202612")["LeftOut"]
    assert said.startswith(f"2 verifikationer från SIE-import {plan.id}: momsen i dem är inte med")


def sent(company: Company, data: bytes, **query: str) -> httpx.Response:
    return company.api.post(f"{company.service.url}/api/v1/sie", content=data, params=query)


def test_a_file_is_sent_planned_and_posted(empty: Company) -> None:
    plan = sent(empty, sie()).json()["SieImport"]
    assert not plan["Posted"]
    assert plan["Vouchers"] == 2
    assert plan["Deviations"] == []
    assert plan["FromDate"] == "2026-01-01"
    done = sent(empty, sie(), post="true", filename="file.se").json()["SieImport"]
    assert done["Posted"]
    assert done["Id"] == 1
    assert read(data_of(empty)).file.balance("UB", 0) == read(sie()).file.balance("UB", 0)


def test_a_damaged_file_is_told_line_by_line_and_not_posted(empty: Company) -> None:
    wrong = changed("#TRANS 1930 {} -8000.00", "#TRANS 1930 {} -1.00")
    deviations = sent(empty, wrong).json()["SieImport"]["Deviations"]
    [(line, word)] = [(each["Line"], each["Word"]) for each in deviations if each["Refuses"]]
    assert (line, word) == (43, "unbalanced")
    assert "rad 43" in refused(sent(empty, wrong, post="true"), 400)


def test_a_file_is_taken_at_our_own_address_alone_up_to_its_size(empty: Company) -> None:
    url = empty.service.url
    assert empty.api.post(f"{url}/sie", content=sie()).status_code == 404
    refused(sent(empty, b" " * (20 * 1024 * 1024 + 1)), 413)
    narrow = {"Authorization": f"Bearer {empty.token('invoice')}"}
    other = empty.api.post(f"{url}/api/v1/sie", content=sie(), headers=narrow)
    refused(other, 403)


@pytest.fixture(scope="module")
def with_a_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sound books in a file of their own, in which a SIE file was posted."""
    path: Path = tmp_path_factory.mktemp("imported") / "books.db"
    with running(f"sqlite:///{path}") as service:
        more = '#KONTO 9100 "Eget"\n#KTYP 9100 K\n#DIM 1'
        year = YEAR.replace("#VER A 2 ", "#VER A 5 ").replace("#DIM 1", more)
        taken_in(founded(service), sie(year))
    return path


@pytest.mark.parametrize(("statement", "names"), SPOILED.values(), ids=SPOILED)
def test_the_auditor_finds_what_is_altered_of_a_file(
    with_a_file: Path, tmp_path: Path, statement: str, names: set[str]
) -> None:
    copied = tmp_path / "books.db"
    copyfile(with_a_file, copied)
    assert audited(f"sqlite:///{copied}").violations == []
    spoil(f"sqlite:///{copied}", statement)
    assert {each.name for each in audited(f"sqlite:///{copied}").violations} == names
