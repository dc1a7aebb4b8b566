"""The databases that are measured: organisations and invoices, made by the thousand in SQL."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.roles import as_service

from bench.fill import filling
from bench.operations import DRAFT, ISSUED, NEW_INVOICE, NEW_SUPPLIER_INVOICE
from reskontra.actions import registers
from reskontra.actions.all_registers import CUSTOMERS, SUPPLIERS
from reskontra.actions.customer_invoices import TRANSITIONS
from reskontra.actions.desk import Desk
from reskontra.actions.founding import found
from reskontra.actions.lifecycle import fire
from reskontra.actions.subledger import SUPPLIER_INVOICES
from reskontra.codec import encoded
from reskontra.contract.parsing import parsed
from reskontra.domain.organisation import Organisation, Plan
from reskontra.outside import tokens
from reskontra.storage import access
from reskontra.storage.books import Books
from reskontra.storage.database import Transaction, connect
from reskontra.storage.migrate import migrate
from reskontra.storage.shelves import CUSTOMER_INVOICES
from reskontra.web.scopes import SCOPES

KEY = "a key for the benchmark, of forty letters"
DISTINCT = 987_654_320


@dataclass
class Organised:
    """One organisation of the benchmark, and its token."""

    id: int
    token: str
    pools: dict[str, list[int]] = field(default_factory=dict)


class World:
    """One engine's database, filled."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = "sqlite" if url.startswith("sqlite") else "postgresql"
        migrate(url)
        # The service logs in as a role that row security binds, as it does in earnest.
        self.service_url = url if self.engine == "sqlite" else as_service(url)
        self.template = self._template()
        self.newest = self.template

    def _template(self) -> int:
        """One organisation made by the service's own code; all others are copies of it."""
        now = datetime.now(UTC)

        def unit(tx: Transaction) -> int:
            founded = found(tx, Organisation(0, "Mall AB", Plan.AI_PRO), now, "bench")
            desk = Desk(Books(tx, founded.id, now, "bench"), founded)
            registers.create(CUSTOMERS, desk, {"Name": "Åkes Bygg", "City": "Ö"}, None)
            registers.create(SUPPLIERS, desk, {"Name": "Örjans Papper"}, None)
            for _ in (ISSUED, DRAFT):
                sent = parsed(encoded(NEW_INVOICE))["Invoice"]
                fire(TRANSITIONS, desk, None, "create", sent)
            invoice = desk.books.shelf(CUSTOMER_INVOICES).get(ISSUED, lock=True)
            fire(TRANSITIONS, desk, invoice, "bookkeep")
            sent = {**NEW_SUPPLIER_INVOICE["SupplierInvoice"], "InvoiceNumber": "draft 1"}
            fire(SUPPLIER_INVOICES.transitions, desk, None, "create", sent)
            integration = access.Integration("bench", "Bench", "", (), " ".join(SCOPES), False)
            access.add_integration(tx, integration, now.isoformat())
            return founded.id

        database = connect(self.url, threads=1)
        try:
            return database.write_now(unit)
        finally:
            database.close()

    def copies(self, count: int) -> list[Organised]:
        first = self.newest + 1
        self.newest += count
        with filling(self.url) as fill:
            fill.copy_organisation(self.template, first, count)
        now = int(datetime.now(UTC).timestamp())
        return [
            Organised(number, self.token(number, now)) for number in range(first, first + count)
        ]

    def token(self, organisation: int, now: int) -> str:
        return tokens.access_token(
            KEY,
            grant_id=grant_of(organisation),
            organisation_id=organisation,
            client_id="bench",
            user_id=None,
            scope=" ".join(SCOPES),
            now=now,
        )

    def renewals(self, count: int, turn: int) -> list[str]:
        """Calls that each renew a token of their own; ten of an integration, as many as it may."""
        now = int(datetime.now(UTC).timestamp())
        secrets = [
            (f"renewing-{turn}-{number // 10}", tokens.new_secret()) for number in range(count)
        ]

        def unit(tx: Transaction) -> None:
            grant = 0
            for number, (client_id, secret) in enumerate(secrets):
                if number % 10 == 0:
                    scope, own = " ".join(SCOPES), tokens.hashed("secret")
                    access.add_integration(
                        tx, access.Integration(client_id, "", own, (), scope, False), str(now)
                    )
                    grant = access.add_grant(tx, self.template, client_id, scope, now)
                access.add_refresh_token(
                    tx, tokens.hashed(secret), grant, "invoice", now, now + 3600
                )

        database = connect(self.url, threads=1)
        database.write_now(unit)
        database.close()
        return [renewal(*each) for each in secrets]

    def grow(self, sizes: Mapping[int, int]) -> None:
        """Give each organisation so many invoices, with vouchers."""
        with filling(self.url) as fill, fill.without_indexes():
            for organisation, size in sizes.items():
                fill.add_customers(organisation)
                fill.add_invoices(organisation, size)
                fill.tally(organisation)

    def add_drafts(self, organisations: Iterable[Organised], count: int, pool: str) -> None:
        """Fresh drafts, each good for one call."""
        with filling(self.url) as fill:
            for each in organisations:
                first = fill.add_drafts(each.id, count, pool)
                fill.tally(each.id)
                each.pools.setdefault(pool, []).extend(range(first, first + count))

    def distinct_numbers(self, organisation: int) -> None:
        """Numbers that no other figure can be mistaken for, where calls are written down."""
        with filling(self.url) as fill:
            fill.run(
                f"UPDATE number_series SET latest = {DISTINCT}"
                f" WHERE organisation_id = {organisation} AND name LIKE '%% invoice'"
            )


def renewal(client_id: str, refresh_token: str) -> str:
    shown = b64encode(f"{client_id}:secret".encode()).decode()
    body = f"grant_type=refresh_token&refresh_token={refresh_token}"
    return (
        "POST /oauth-v1/token HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Basic {shown}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    )


def grant_of(organisation: int) -> int:
    """Below zero, where the database hands out no numbers of its own."""
    return -organisation
