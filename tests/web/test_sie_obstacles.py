"""What stands in the way of a SIE file, what a person may decide, and whose word is written."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from tests.service import TODAY, Company, Service, founded, refused
from tests.sie.files import YEAR, less, sie
from tests.web.test_sie_export import DETAILS, exported, kept, told
from tests.web.test_sie_import import at_desk, taken_in

from reskontra.actions import closing
from reskontra.audit.auditor import audited
from reskontra.domain.errors import Refused
from reskontra.domain.records import replace as changed
from reskontra.people import organisations
from reskontra.sie.reader import read

COMPANY = "#ORGNR 556677-8899"
OTHER = "556036-0793"
VOUCHERS = YEAR.index("#VER A 1")


@pytest.fixture(scope="module")
def known(service: Service) -> Iterator[Company]:
    """A company with all its details, for plans alone: nothing is posted in it."""
    service.clock.today = TODAY
    company = founded(service, **DETAILS)
    yield company
    company.api.close()


def in_the_way(company: Company, data: bytes, confirmed: bool = False) -> set[str]:
    plan = taken_in(company, data, confirmed, post=False)
    return {each.word for each in plan.deviations if each.refuses}


def before(line: str, kind: str) -> str:
    text = less(kind)
    return text[: text.index(line)]


# fmt: off
DECIDED = {
    # what                           the file                                            what stands in the way until it is confirmed
    "another company":              (YEAR.replace("556677-8899", OTHER),                  {"another company"}),
    "cut between two vouchers":     (YEAR[: YEAR.index("#VER A 2")],                      {"closing differs"}),
    "cut before the vouchers":      (YEAR[:VOUCHERS],                                     {"closing differs"}),
    "cut among the balances":       (YEAR[: YEAR.index("#UB 0 1930")],                    {"closing differs"}),
    "cut inside the chart":         (YEAR[: YEAR.index("#KONTO 3001")],                   {"no balances"}),
    "vouchers alone":               (less("4"),                                           {"end unknown"}),
    "cut after opening balances":   (before("#UB 0 1510", "1"),                           {"closings missing"}),
    "cut among closing balances":   (before("#UB 0 1930", "1"),                           {"closings unbalanced"}),
    "cut before the months":        (before("#PSALDO", "2"),                              {"months missing"}),
    "cut before its last line end": (YEAR.removesuffix("\n"),                             {"line end missing"}),
}
NEVER = {
    "another currency":             (YEAR.replace(COMPANY, f"{COMPANY}\n#VALUTA EUR"),    {"currency"}),
}
# fmt: on


@pytest.mark.parametrize(("text", "words"), DECIDED.values(), ids=DECIDED)
def test_what_a_person_may_decide_stands_in_the_way_until_it_is_confirmed(
    known: Company, text: str, words: set[str]
) -> None:
    assert in_the_way(known, sie(text)) == words
    assert in_the_way(known, sie(text), confirmed=True) == set()
    with pytest.raises(Refused, match="kan inte bokföras"):
        taken_in(known, sie(text))


@pytest.mark.parametrize(("text", "words"), NEVER.values(), ids=NEVER)
def test_what_nobody_may_decide_stands_in_the_way(
    known: Company, text: str, words: set[str]
) -> None:
    assert in_the_way(known, sie(text), confirmed=True) == words


def test_our_own_currency_does_not(known: Company) -> None:
    for code in ("SEK", "sek", '""'):
        assert in_the_way(known, sie(YEAR.replace(COMPANY, f"{COMPANY}\n#VALUTA {code}"))) == set()


def test_a_locked_period_and_a_closed_year_stand_in_the_plan(service: Service) -> None:
    company = founded(service, **DETAILS)
    earlier = sie(YEAR.replace("2025", "2024").replace("2026", "2025"))
    at_desk(company, lambda desk: closing.lock_through(desk, date(2026, 1, 2)))
    [lock] = [each for each in taken_in(company, sie(), post=False).deviations if each.refuses]
    assert (lock.line, lock.word) == (43, "period locked")
    assert "låst till och med 2026-01-02: 1 verifikationer är daterade i den" in lock.text
    with pytest.raises(Refused, match="rad 43: Perioden är låst"):
        taken_in(company, sie())
    at_desk(company, lambda desk: closing.lock_through(desk, None))
    assert in_the_way(company, sie()) == set()
    company.put("/financialyears/1/close?confirm=true")
    assert "year closed" in in_the_way(company, earlier, confirmed=True)


# What is exported of the company after a file that says it in its own way.


def said(company: Company, *labels: str) -> list[str]:
    return [line for line in exported(company).splitlines() if line.split(" ")[0] in labels]


def owner(company: Company) -> Any:
    return company.service.read(lambda tx: organisations.one(tx, company.id))


def test_what_the_books_have_they_say_and_of_the_file_what_they_have_not(service: Service) -> None:
    company = founded(service, **DETAILS)
    address = '#ADRESS "Eva" "Gatan 1" "111 11 Ort" "08-1"'
    texts = f'#ORGNR ""\n#FTYP KHF\n#BKOD 62010\n#KPTYP EUBAS97\n{address}'
    taken_in(company, sie(YEAR.replace(COMPANY, texts)))
    company.set(address="Nygatan 2")
    assert said(company, "#FNR", "#FTYP", "#ADRESS", "#ORGNR", "#BKOD", "#KPTYP") == [
        "#FNR 17",
        "#FTYP KHF",
        '#ADRESS "Eva" "Nygatan 2" "903 26 Umeå" "090-123456"',
        COMPANY,
        "#BKOD 62010",
        "#KPTYP EUBAS97",
    ]
    assert audited(service.database_url, company.id).violations == []


def test_another_companys_file_though_confirmed_changes_nothing_that_we_have(
    service: Service,
) -> None:
    details = DETAILS | {"name": "Egna AB", "address": "", "zip_code": "", "city": ""}
    company = founded(service, **details)
    texts = f'#ORGNR {OTHER} 1 2\n#FTYP HB\n#ADRESS "Eva" "Gatan 1" "111 11 Ort" "08-1"'
    taken_in(company, sie(YEAR.replace(COMPANY, texts)), confirmed=True)
    after = owner(company)
    assert (after.name, after.organisation_number) == ("Egna AB", "556677-8899")
    assert (after.company_form, after.phone) == ("AB", "090-123456")
    assert (after.address, after.zip_code, after.city) == ("Gatan 1", "111 11", "Ort")
    assert said(company, "#FNR", "#FTYP", "#FNAMN", "#ORGNR") == [
        f"#FNR {company.id}",
        "#FTYP AB",
        '#FNAMN "Egna AB"',
        COMPANY,
    ]


def test_free_dimensions_that_were_not_declared_are_declared_of_every_file(
    service: Service,
) -> None:
    company = founded(service, **DETAILS)
    first = YEAR.replace('{1 "100"}', '{1 "100" 20 "x" 7 "E1" 21 "y"}')
    taken_in(company, sie(first.replace("#DIM 1", '#DIM 21 "Bil"\n#DIM 1')))
    second = YEAR.replace("#VER A", "#VER X").replace('{1 "100"}', '{22 "z"}')
    taken_in(company, sie(second), confirmed=True)
    assert said(company, "#DIM") == [
        '#DIM 1 "Kostnadsställe"',
        '#DIM 20 "Dimension 20"',
        '#DIM 21 "Bil"',
        '#DIM 22 "Dimension 22"',
    ]


def test_a_posted_file_is_listed_fetched_and_taken_back_over_the_api(service: Service) -> None:
    company = founded(service, **DETAILS)
    address = f"{service.url}/api/v1/sieimports"
    first, second = sie(YEAR), sie(YEAR.replace("#VER A", "#VER X"))
    taken_in(company, first)
    taken_in(company, second, confirmed=True)
    listed = company.api.get(address, params={"limit": 1}).json()
    [newest] = listed["ImportedFiles"]
    assert listed["MetaInformation"]["@TotalResources"] == 2
    assert (newest["Id"], newest["Vouchers"], newest["TakenBack"]) == (2, 2, False)
    assert company.api.get(f"{address}/1/file").content == first
    refused(company.api.put(f"{address}/1/undo"), 409)
    back = company.api.put(f"{address}/2/undo").json()["ImportedFile"]
    assert back == company.api.get(f"{address}/2").json()["ImportedFile"]
    assert back["TakenBack"]
    refused(company.api.put(f"{address}/2/undo"), 409)
    for key in ("17", "x", "9" * 20):
        refused(company.api.get(f"{address}/{key}/file"), 404)
    assert audited(service.database_url, company.id).violations == []


def test_what_the_command_can_leave_out_or_add_a_call_can_too(service: Service) -> None:
    company = founded(service, **DETAILS)
    voucher = told("A", "05-05", "x", {1930: "100.00", 3001: "-100.00"}, 2025)
    first, *rest = voucher.postings
    kept(company, changed(voucher, postings=(changed(first, cost_center="KS1"), *rest)))
    company.put("/financialyears/1/close?confirm=true")
    plain = exported(company, financialyear=1)
    assert "#OUB" not in plain
    assert "#RES 0 8999" in plain
    asked = dict.fromkeys(("objectbalances", "checksum", "excluderesult"), "true")
    text = exported(company, financialyear=1, **asked)
    assert '#OUB 0 1930 {1 "KS1"} 100.00\n' in text
    assert "#RES 0 8999" not in text
    assert text.splitlines()[1] == "#KSUMMA"
    assert read(text.replace("\n", "\r\n").encode("cp437")).refusals == ()
    refused(company.api.get("/sie/4", params={"checksum": "maybe"}), 400)
