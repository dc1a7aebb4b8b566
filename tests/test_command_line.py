"""Every command, run as a program while the service runs on the same embedded database."""

import base64
import re
import shlex
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

from reskontra.people.scopes import SCOPES
from tests.commands import Running, Shell
from tests.waiting import PATIENCE

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
REDIRECT = "https://example.com/back"


@dataclass(frozen=True)
class Office(Shell):
    service: Running | None = None

    def company(self) -> int:
        made = self.here("organisation", "create", "--name", "Övning AB")
        return int(made["organisation_id"])

    def client(self, *more: str) -> str:
        words = ("--name", "Provklient", "--redirect-uri", REDIRECT, *more)
        return str(self.here("integration", "create", *words)["client_id"])

    def api(self, organisation: int) -> httpx.Client:
        asked = ("--organisation", str(organisation), "--client", self.client())
        token = self.here("token", "issue", *asked)["access_token"]
        assert self.service
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=f"{self.service.url}/3", headers=headers, timeout=PATIENCE)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    folder = tmp_path_factory.mktemp("office")
    settings = {"DATABASE_URL": "sqlite:///books.db", "RATE_LIMIT": "off"}
    with Shell(folder, settings).running("serve", "--port", "0") as service:
        yield Office(folder, settings, service)


def test_a_new_organisation_is_served_at_once(office: Office) -> None:
    asked = ("--name", "Övning AB", "--accounting-method", "CASH", "--invoice-quota", "5")
    made = office.run("organisation", "create", *asked)
    assert list(made) == ["organisation_id"]
    number = made["organisation_id"]
    with office.api(number) as api:
        assert api.get("/customers").json()["MetaInformation"]["@TotalResources"] == 0
        information = api.get("/companyinformation").json()["CompanyInformation"]
    assert (information["CompanyName"], information["DatabaseNumber"]) == ("Övning AB", number)
    [listed] = [
        each
        for each in office.run("organisation", "list")["organisations"]
        if each["organisation_id"] == number
    ]
    assert (listed["plan"], listed["accounting_method"]) == ("ai_pro", "CASH")
    assert listed["invoice_quota"] == 5


def test_what_is_set_takes_effect_without_a_restart(office: Office) -> None:
    number = office.company()
    logo = office.folder / "logo.png"
    logo.write_bytes(PIXEL)
    with office.api(number) as api:
        office.here("organisation", "set", str(number), "--plan", "free")
        assert api.get("/customers").status_code == 403
        # fmt: off
        answer = office.run(
            "organisation", "set", str(number), "--plan", "enterprise", "--name", "Nya namnet AB",
            "--address", "Storgatan 1", "--zip-code", "111 22", "--city", "Malmö",
            "--organisation-number", "5566778899", "--email", "info@example.com",
            "--bankgiro", "50501055", "--plusgiro", "28 65 43-4", "--swish", "123 456 78 90",
            "--f-tax", "yes", "--locked-through", "2026-01-31", "--invoice-quota", "none",
            "--logo", "logo.png",
        )
        # fmt: on
        shown = api.get("/settings/company").json()["CompanySettings"]
        assert api.get("/settings/lockedperiod").json()["LockedPeriod"] == {"EndDate": "2026-01-31"}
        office.here(
            "organisation", "set", str(number), "--locked-through", "none", "--bankgiro", ""
        )
        assert api.get("/settings/lockedperiod").json()["LockedPeriod"] == {"EndDate": ""}
        assert api.get("/settings/company").json()["CompanySettings"]["BG"] == ""
    assert (answer["locked_through"], answer["invoice_quota"]) == ("2026-01-31", None)
    assert (answer["swish"], answer["plan"]) == ("1234567890", "enterprise")
    assert (shown["Name"], shown["City"], shown["Email"]) == (
        "Nya namnet AB",
        "Malmö",
        "info@example.com",
    )
    assert (shown["OrganizationNumber"], shown["BG"], shown["PG"], shown["TaxEnabled"]) == (
        "556677-8899",
        "5050-1055",
        "286543-4",
        True,
    )
    with closing(sqlite3.connect(office.folder / "books.db")) as books:
        asked = "SELECT logo FROM letterheads WHERE organisation_id = ? ORDER BY version DESC"
        assert books.execute(asked, [number]).fetchone() == (PIXEL,)


def test_goods_or_services_is_set_for_buyers_abroad(office: Office) -> None:
    number = office.company()
    founded = office.here("organisation", "create", "--name", "Trä AB", "--default-kind", "goods")
    every = office.here("organisation", "list")["organisations"]
    kinds = {each["organisation_id"]: each["default_kind"] for each in every}
    assert (kinds[number], kinds[founded["organisation_id"]]) == ("services", "goods")
    with office.api(number) as api:
        buyer = {"Customer": {"Name": "Bygg i Oslo", "VATType": "EXPORT"}}
        api.post("/customers", json=buyer).raise_for_status()
        row = {"Price": 100, "DeliveredQuantity": 1}
        sent = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [row]}}

        def account() -> int:
            made = api.post("/invoices", json=sent).json()["Invoice"]
            return int(made["InvoiceRows"][0]["AccountNumber"])

        assert account() == 3305
        answer = office.run("organisation", "set", str(number), "--default-kind", "goods")
        assert (answer["default_kind"], account()) == ("goods", 3105)
        office.here("organisation", "set", str(number), "--city", "Malmö")
        assert account() == 3105


def test_what_invoices_lack_is_told_all_at_once_and_can_be_refused(office: Office) -> None:
    number = office.company()
    checked = ("organisation", "check", str(number))
    code, told = office.told(*checked)
    missing = [gap["mended_by"].split()[-1] for gap in told["gaps"]]
    assert (code, told["complete_invoices"]) == (1, "warn")
    # fmt: off
    assert missing == [
        "--address", "--zip-code", "--city", "--organisation-number", "--domicile", "--vat-number",
    ]
    assert told["gaps"][0] == {
        "missing": "säljarens adress",
        "hint": "the seller's address (ML 17:24 p. 5)",
        "mended_by": f"reskontra organisation set {number} --address",
    }
    answer = office.run(
        "organisation", "set", str(number), "--address", "Storgatan 1", "--zip-code", "111 22",
        "--city", "Umeå", "--organisation-number", "556677-8899", "--domicile", "Umeå",
        "--vat-number", "SE556677889901", "--complete-invoices", "refuse",
    )
    # fmt: on
    assert answer["complete_invoices"] == "refuse"
    whole = {"organisation_id": number, "complete_invoices": "refuse", "gaps": []}
    assert office.run(*checked) == whole
    with office.api(number) as api:
        api.post("/customers", json={"Customer": {"Name": "Åke"}}).raise_for_status()
        row = {"Price": 100, "DeliveredQuantity": 1}
        sent = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [row]}}
        api.post("/invoices", json=sent).raise_for_status()
        code, told = office.told(*checked, "--invoice", "1")
        assert (code, [gap["mended_by"] for gap in told["gaps"]]) == (
            1,
            [
                "PUT /3/customers/1 Address1",
                "PUT /3/customers/1 ZipCode",
                "PUT /3/customers/1 City",
                "PUT /3/invoices/1 Description",
            ],
        )
        message = api.put("/invoices/1/bookkeep").json()["ErrorInformation"]["Message"]
        assert all(f"{gap['missing']} ({gap['mended_by']})" in message for gap in told["gaps"])
        place = {"Address1": "Lillgatan 2", "ZipCode": "222 33", "City": "Lund"}
        api.put("/customers/1", json={"Customer": place}).raise_for_status()
        rows = {"InvoiceRows": [{**row, "Description": "Arbete"}]}
        api.put("/invoices/1", json={"Invoice": rows}).raise_for_status()
        assert office.here(*checked, "--invoice", "1") == whole
        api.put("/invoices/1/bookkeep").raise_for_status()
    line = office.refused(*checked, "--invoice", "1")
    assert line == "reskontra: invoice 1 is issued: what it lacks stays so"
    line = office.refused(*checked, "--invoice", "2")
    assert line == "reskontra: Kan inte hitta fakturan"


def test_a_company_may_refuse_from_the_start(office: Office) -> None:
    asked = ("organisation", "create", "--name", "Noga AB", "--complete-invoices", "refuse")
    number = office.here(*asked)["organisation_id"]
    every = office.here("organisation", "list")["organisations"]
    settings = {each["organisation_id"]: each["complete_invoices"] for each in every}
    assert settings[number] == "refuse"


def test_the_readme_leads_to_a_company_whose_invoices_are_complete(tmp_path: Path) -> None:
    """Its own lines, as they stand there."""
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    block = readme.split("## Your own company")[1].split("```")[1].replace("\\\n", " ")
    lines = [shlex.split(line)[1:] for line in block.splitlines() if "reskontra organ" in line]
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///mine.db"})
    told = [shell.here(*words) for words in lines]
    assert lines[-1] == ["organisation", "check", "1"]
    assert told[-1]["gaps"] == []


def test_a_year_is_looked_at_closed_and_opened_again(office: Office) -> None:
    number = office.company()
    with office.api(number) as api:
        rows = [{"Account": 1930, "Debit": 100}, {"Account": 3001, "Credit": 100}]
        day = f"{datetime.now(UTC).year - 1}-03-01"
        sent = {"Description": "Sålt", "TransactionDate": day, "VoucherSeries": "A"}
        body = {"Voucher": {**sent, "VoucherRows": rows}}
        api.post("/vouchers", json=body).raise_for_status()
    asked = ("--organisation", str(number), "--year", "1")
    seen = office.here("year", "close", *asked, "--preview")
    assert [row["account"] for each in seen["vouchers"] for row in each["rows"]] == [
        8999, 2099, 2099, 2098,
    ]  # fmt: skip
    assert office.run("year", "close", *asked) == seen  # nothing of the preview had stayed
    assert (seen["closed"], seen["following_year"], seen["unfinished"]) == (True, 2, [])
    assert office.refused("year", "close", *asked) == "reskontra: Räkenskapsåret är redan stängt"
    again = office.here("year", "reopen", *asked, "--reason", "Ett kvitto saknas")
    assert again == {"organisation_id": number, "year": 1, "closed": False}
    office.here("year", "close", *asked)
    assert office.here("year", "adopt", *asked, "--day", "2026-05-02")["adopted"] == "2026-05-02"
    assert "fastställt" in office.refused("year", "reopen", *asked, "--reason", "Fel")


def test_a_vat_period_is_looked_at_filed_and_reopened(office: Office, tmp_path: Path) -> None:
    number, year = office.company(), datetime.now(UTC).year - 1
    details = ("--organisation-number", "556677-8899", "--vat-number", "SE556677889901")
    office.here("organisation", "set", str(number), *details, "--vat-period", "year")
    with office.api(number) as api:
        made = api.post("/customers", json={"Customer": {"Name": "Åsa"}}).json()["Customer"]
        sold = {"Price": 1000, "DeliveredQuantity": 1, "VAT": 25}
        body = {"CustomerNumber": made["CustomerNumber"], "InvoiceDate": f"{year}-03-01"}
        draft = api.post("/invoices", json={"Invoice": {**body, "InvoiceRows": [sold]}}).json()
        place = f"/invoices/{draft['Invoice']['DocumentNumber']}/bookkeep"
        api.put(place).raise_for_status()
    mine = ("--organisation", str(number))
    asked = (*mine, "--period", f"{year}12")
    assert [each["state"] for each in office.here("vat", "list", *mine)["periods"]] == ["open"] * 2
    assert office.here("vat", "show", *asked)["boxes"] == {"05": 1000, "10": 250, "49": 250}
    assert "inte deklarerad" in office.refused("vat", "eskd", *asked)
    seen = office.here("vat", "file", *asked, "--preview")
    assert [row["account"] for row in seen["vouchers"][0]["rows"]] == [2611, 2650]
    assert office.run("vat", "file", *asked) == seen  # nothing of the preview had stayed
    assert "redan deklarerad" in office.refused("vat", "file", *asked)
    file = tmp_path / "moms.xml"
    assert office.here("vat", "eskd", *asked, "--file", str(file))["file"] == str(file)
    assert b"<MomsBetala>250</MomsBetala>" in file.read_bytes()
    again = office.here("vat", "reopen", *asked, "--reason", "Ett kvitto saknas")
    assert (again["state"], again["corrects"]) == ("open", 1)
    assert "kvartalet" in office.refused("vat", "summary", *mine, "--code", f"{year % 100}-1")


def test_a_number_that_no_document_bears_is_told_with_its_reason(office: Office) -> None:
    number = office.company()
    with office.api(number) as api:
        api.post("/customers", json={"Customer": {"Name": "Åke"}}).raise_for_status()
        api.post("/invoices", json={"Invoice": {"CustomerNumber": "1"}}).raise_for_status()
        api.put("/invoices/1/cancel").raise_for_status()
    told = office.run("voided-numbers", "--organisation", str(number))
    assert told["skipped_numbers"] == [], "no file has passed over any"
    [voided] = told["voided_numbers"]
    assert (voided["series"], voided["number"]) == ("customer invoice", 1)
    assert voided["why"]


def test_an_integration_has_a_secret_that_can_be_replaced(office: Office) -> None:
    made = office.run(
        "integration", "create", "--name", "Butiken", "--redirect-uri", REDIRECT,
        "--redirect-uri", "http://localhost:3000/", "--scope", "invoice customer", "--require-pkce",
        "--answers", "mirrored",
    )  # fmt: skip
    assert list(made) == ["client_id", "client_secret"]
    [listed] = [
        each
        for each in office.run("integration", "list")["integrations"]
        if each["client_id"] == made["client_id"]
    ]
    assert listed == {
        "client_id": made["client_id"],
        "name": "Butiken",
        "redirect_uris": [REDIRECT, "http://localhost:3000/"],
        "scope": "invoice customer",
        "require_pkce": True,
        "answers": "mirrored",
    }
    replaced = office.run("integration", "rotate-secret", made["client_id"])
    assert replaced["client_id"] == made["client_id"]
    assert replaced["client_secret"] != made["client_secret"]
    asked = ("integration", "forget-secret", made["client_id"])
    assert office.run(*asked) == {"client_id": made["client_id"]}


def test_a_token_is_issued_for_all_scopes_or_for_fewer(office: Office) -> None:
    organisation, client = str(office.company()), office.client()
    asked = ("token", "issue", "--organisation", organisation, "--client", client)
    answer = office.run(*asked)
    keys = ["access_token", "expires_in", "token_type", "scope", "refresh_token"]
    assert list(answer) == keys
    assert (answer["expires_in"], answer["token_type"]) == (3600, "bearer")
    assert answer["scope"] == " ".join(SCOPES)
    assert office.here(*asked, "--scope", "customer")["scope"] == "customer"
    narrow = office.client("--scope", "invoice")
    line = office.refused(*asked[:-1], narrow, "--scope", "customer")
    assert line == "reskontra: the integration does not have the scope customer"
    *_, first, second = office.here("history", "--organisation", organisation)["history"]
    assert [each["what"] for each in (first, second)] == ["integration approved"] * 2
    assert second["detail"] == {"address": "", "client": client, "scope": "customer"}


def test_a_person_gets_a_password_and_may_join_another_organisation(office: Office) -> None:
    first, second = str(office.company()), str(office.company())
    made = ("user", "create", "--email", "Eva@Example.com")
    number = office.run(*made, "--password", "a first password", "--organisation", first)
    asked = ("--email", "eva@example.com", "--password-stdin")
    assert office.run("user", "set-password", *asked, sent="ny nyckel\n") == number
    line = office.refused(*made, "--password", "a first password", "--organisation", second)
    assert line == "reskontra: there is a user with that address and another password"
    joined = office.run(*made, "--password-stdin", "--organisation", second, sent="ny nyckel\n")
    assert joined == number
    assert set(number) == {"user_id"}


def test_a_person_is_held_to_the_rules_of_the_console(office: Office) -> None:
    company = str(office.company())
    made = ("user", "create", "--password", "a first password", "--organisation", company)
    line = office.refused(*made, "--email", "eva@localhost")
    assert line == "reskontra: the e-mail address must be one address at a domain"
    line = office.refused(*made, "--email", "eva@example.se", "--name", "E" * 101)
    assert line == "reskontra: the name must be printable text of 1 to 100 characters"
    office.here(*made, "--email", "eva@example.se", "--name", "Eva Ek")
    line = office.refused(*made, "--email", "Eva@Example.se")
    assert line == "reskontra: that user is already a member of the organisation"


def test_a_person_is_invited_by_a_link_that_is_printed(office: Office) -> None:
    company = str(office.company())
    asked = ("user", "invite", "--organisation", company, "--email", "Gäst@Example.se")
    assert "must be one e-mail address" in office.refused(*asked, "--role", "reader")
    asked = (*asked[:-1], "Guest@Example.se", "--role", "reader")
    told = office.run(*asked)
    assert list(told) == ["organisation_id", "email", "role", "link", "expires_at"]
    assert (told["email"], told["role"]) == ("guest@example.se", "reader")
    where = rf"http://127\.0\.0\.1:8080/console/invitations/{company}-[0-9a-f]{{64}}"
    assert re.fullmatch(where, told["link"])
    assert office.run(*asked)["link"] != told["link"]


def test_a_role_is_given_and_the_last_administrator_stays(office: Office) -> None:
    company = str(office.company())
    made = ("user", "create", "--password", "a first password", "--organisation", company)
    office.here(*made, "--email", "rut@example.se")
    office.here(*made, "--email", "rolf@example.se", "--role", "user")
    asked = ("user", "role", "--organisation", company, "--email")
    assert office.run(*asked, "Rolf@example.se", "--role", "reader")["role"] == "reader"
    assert "minst en administratör" in office.refused(*asked, "rut@example.se", "--role", "reader")
    line = office.refused(*asked, "nobody@example.se", "--role", "reader")
    assert line == "reskontra: there is no user with that address"


def test_a_removed_integration_is_gone(office: Office) -> None:
    organisation, client = str(office.company()), office.client()
    asked = ("token", "issue", "--organisation", organisation, "--client", client)
    office.here(*asked)
    assert office.run("integration", "remove", client) == {"client_id": client, "revoked_in": 1}
    gone = "reskontra: there is no integration with that client id"
    assert office.refused(*asked) == office.refused("integration", "remove", client) == gone


def test_a_backup_is_whole_while_the_service_runs(office: Office) -> None:
    number = office.company()
    with office.api(number) as api:
        api.post("/customers", json={"Customer": {"Name": "Åke"}}).raise_for_status()
    answer = office.run("backup", "copy.db")
    copy = office.folder / "copy.db"
    assert answer == {"file": "copy.db", "bytes": copy.stat().st_size}
    with closing(sqlite3.connect(copy)) as books:
        asked = "SELECT name FROM customers WHERE organisation_id = ?"
        assert books.execute(asked, [number]).fetchall() == [("Åke",)]
    assert not list(office.folder.glob("copy.db?*"))
    assert office.refused("backup", "books.db") == "reskontra: that is the database itself"


def test_migrating_what_is_up_to_date_changes_nothing(office: Office) -> None:
    answer = office.run("migrate")
    assert answer["from"] == answer["to"]


@pytest.mark.skipif(not find_spec("reskontra.audit.auditor"), reason="there is no auditor yet")
def test_sound_books_pass_the_audit(office: Office) -> None:
    assert office.run("check-books")["violations"] == []


def test_the_key_is_kept_with_the_database_for_its_owner_alone(office: Office) -> None:
    key = office.folder / "books.db.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text().strip()) >= 32


def test_commands_that_meet_on_a_new_database_all_work(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///new.db"})
    words = ("integration", "create", "--name", "X", "--redirect-uri", REDIRECT)
    started = [shell.start(*words) for _ in range(3)]
    told = [process.communicate(timeout=PATIENCE) for process in started]
    assert [process.returncode for process in started] == [0] * 3, told
    assert len(shell.here("integration", "list")["integrations"]) == 3
