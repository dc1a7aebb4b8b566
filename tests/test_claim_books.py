"""Books with claims of tax reductions: the auditor names each fault, the database refuses most."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest

from reskontra.actions import claiming
from reskontra.actions.claims import CLAIMS
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.audit.auditor import audited
from reskontra.audit.export import verified
from reskontra.audit.history import CLAIMED
from reskontra.domain.claim_decision import Approval, Decision
from reskontra.domain.registers import Customer
from reskontra.outside.signing import new_key
from reskontra.storage.sealed import sealed_columns
from reskontra.storage.shelves import CLAIMS as LAYOUT
from reskontra.storage.shelves import CUSTOMERS
from tests.commands import Shell
from tests.example_books import ENGINES, Bookkeeper, Template, templates
from tests.planted_claim_faults import CLAIM_ATTACKS, CLAIM_FAULTS
from tests.planted_faults import HURT, MINE
from tests.test_alterations import another
from tests.test_auditor import names, spoil

PERSON = "198112289874"
WORK = {
    "DeliveredQuantity": "20", "Price": 500, "VAT": 25, "Unit": "h", "HouseWork": True,
    "HouseWorkType": "CONSTRUCTION",
}  # fmt: skip
SALE = {
    "CustomerNumber": "1", "TaxReductionType": "rot", "PropertyDesignation": "SOLNA 1:23",
    "InvoiceRows": [WORK],
}  # fmt: skip
PERIOD = {"Type": "rot", "FromDate": "2026-11-01", "ToDate": "2026-11-30"}


def keep_claims(keeper: Bookkeeper) -> None:
    """Claims: 1 paid, 750 of it refused; 2 withdrawn; 3 decided; 4 and 5 made. Invoice 5 is in
    none, for its customer has not paid."""
    keeper.books.shelf(CUSTOMERS).add(Customer("1", "Åsa", organisation_number=PERSON))
    desk = keeper.desk

    def invoice() -> Any:
        draft = fire(CUSTOMER_INVOICES, desk, None, "create", Request(SALE))
        return fire(CUSTOMER_INVOICES, desk, draft, "bookkeep")

    def claim() -> Any:
        number = invoice().document_number
        sent = Request({"InvoiceNumber": number, "Amount": 8750})
        payment = fire(CUSTOMER_PAYMENTS, desk, None, "create", sent)
        fire(CUSTOMER_PAYMENTS, desk, payment, "bookkeep")
        return fire(CLAIMS, desk, None, "create", Request(PERIOD))

    def decided(claim: Any, reference: str, amount: int) -> None:
        approval = Approval(PERSON, str(claim.documents[0]), amount)
        claiming.decided_by(desk, claim.number, Decision(claim.name, reference, (approval,)))

    decided(claim(), "R1", 3000)
    claiming.pay_out(desk, [1], desk.today, CLAIMS.find(desk, 1).approved_amount)
    fire(CLAIMS, desk, claim(), "withdraw")
    decided(fire(CLAIMS, desk, None, "create", Request(PERIOD)), "R3", 3750)
    fire(CLAIMS, desk, claim(), "upload")
    claim()
    invoice()


@pytest.fixture(scope="module", params=ENGINES)
def books(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    yield from templates(request, tmp_path_factory, keep_claims)


def test_sound_claims_pass(books: Template) -> None:
    assert audited(books.url).violations == []


@pytest.mark.parametrize(
    ("statement", "found"), [f[1:] for f in CLAIM_FAULTS], ids=[f[0] for f in CLAIM_FAULTS]
)
def test_a_planted_fault_is_named(books: Template, statement: str, found: set[str]) -> None:
    url = books.copied()
    spoil(url, *statement.split("; "))
    assert names(url, HURT) == found
    assert names(url, 1) == set()


def test_each_altered_field_of_a_claim_is_found(books: Template) -> None:
    """But for when it was last touched, for those who fetch what is new."""
    url, unseen = books.copied(), []
    table = LAYOUT.table
    spoil(url, f"CREATE TABLE unaltered AS SELECT * FROM {table.name} WHERE {MINE}")
    again = (
        f"DELETE FROM {table.name} WHERE {MINE}",
        f"INSERT INTO {table.name} SELECT * FROM unaltered",
    )
    for column in table.c:
        if column.name in ("organisation_id", "modified"):
            continue
        value = another(column, url.partition(":")[0])
        if column.name in ("approvals", "warnings", "left_out"):
            value = "'[7]'"
        spoil(url, f"UPDATE {table.name} SET {column.name} = {value} WHERE {MINE} AND number = 1")
        if not names(url, HURT):
            unseen.append(column.name)
        spoil(url, *again)
    assert unseen == []


def test_the_auditor_knows_what_is_sealed() -> None:
    assert sealed_columns(LAYOUT.table) == CLAIMED


def test_exported_books_have_the_claims_as_they_are_sealed(books: Template, tmp_path: Path) -> None:
    own_key = tmp_path / "key.pem"
    own_key.touch(0o600)
    own_key.write_bytes(new_key())
    shell = Shell(tmp_path, {"DATABASE_URL": books.copied(), "HEAD_KEY": str(own_key)})
    key = shell.here("export", "--organisation", str(HURT), "books.jsonl")["key"]
    sound = (tmp_path / "books.jsonl").read_text()
    assert verified(StringIO(sound), key)[1] == []
    asked = sound.replace('asked_amount\\":3750', 'asked_amount\\":3751', 1)
    assert asked != sound
    assert verified(StringIO(asked), key)[1] == ["claim 1 is not what the history seals"]
    gone = "".join(line for line in StringIO(sound) if not line.startswith('["claim",{'))
    assert "claim 1 is sealed, and missing" in verified(StringIO(gone), key)[1]


@pytest.mark.parametrize(
    ("statement", "why"), [a[1:] for a in CLAIM_ATTACKS], ids=[a[0] for a in CLAIM_ATTACKS]
)
def test_the_database_refuses(books: Template, statement: str, why: str) -> None:
    url = books.copied()
    attacked = _sqlite_refuses if url.startswith("sqlite:///") else _postgresql_refuses
    attacked(url, statement, f"(?i){why}")


def _sqlite_refuses(url: str, statement: str, why: str) -> None:
    connection = apsw.Connection(url.removeprefix("sqlite:///"))
    with pytest.raises(apsw.ConstraintError, match=why):
        connection.execute(statement)
    connection.close()


def _postgresql_refuses(url: str, statement: str, why: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(f"SELECT set_config('reskontra.organisation', '{HURT}', true)".encode())
        with pytest.raises(psycopg.Error, match=why):
            connection.execute(statement.encode())
