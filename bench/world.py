"""The databases that are measured: organisations and invoices, made by the thousand in SQL."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

from sqlalchemy import Table
from tests.roles import as_service

from bench.admission import CLIENT, SCOPE
from bench.distinct import FIRST_GRANT, give_distinct_numbers
from bench.fill import Fill, filling
from bench.operations import DRAFT, FRESH, ISSUED, NEW_INVOICE, NEW_SUPPLIER_INVOICE, SECRET
from bench.seats import Seat, spread
from reskontra.actions.all_registers import CUSTOMERS, SUPPLIERS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.founding import found
from reskontra.actions.kept_answers import KEEPING
from reskontra.actions.lifecycle import Request
from reskontra.actions.numbers import CREDIT_NOTES
from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.codec import encoded
from reskontra.contract.parsing import parsed
from reskontra.domain.organisation import Organisation, Plan
from reskontra.engine.database import Transaction, connect
from reskontra.people import integrations, tables, tokens
from reskontra.people.integrations import Integration
from reskontra.storage import keeping
from reskontra.storage.books import Books
from reskontra.storage.migrate import migrate

LISTED = 500  # invoices, the first, that a list has
RENEWED_EACH = 10  # of an integration, as many as it may in a minute
RENEWED_GRANTS = count(FIRST_GRANT)


class World:
    """One engine's database, filled."""

    def __init__(self, url: str, size: int) -> None:
        self.url = url
        self.engine = "sqlite" if url.startswith("sqlite") else "postgresql"
        migrate(url)
        # The service logs in as a role that row security binds, as it does in earnest.
        self.service_url = url if self.engine == "sqlite" else as_service(url)
        self.template = self.newest = self._template()
        self.sample = Seat(self.template, DRAFT)
        [[self.sample], _] = self.grown([size])

    def _template(self) -> int:
        """One organisation made by the service's own code; all others are copies of it."""
        now = datetime.now(UTC)

        def unit(tx: Transaction) -> int:
            founded = found(tx, Organisation(0, "Mall AB", Plan.AI_PRO), now, "bench")
            desk = Desk(Books(tx, founded.id, now, "bench"), founded)
            fire(CUSTOMERS, desk, None, "create", Request({"Name": "Åkes Bygg", "City": "Ö"}))
            fire(SUPPLIERS, desk, None, "create", Request({"Name": "Örjans Papper"}))
            begin(desk, CUSTOMER_INVOICES, NEW_INVOICE)
            begin(desk, SUPPLIER_INVOICES, NEW_SUPPLIER_INVOICE)
            desk.books.hold_numbers(CREDIT_NOTES)  # begun here, and not by a call that is measured
            back = ("http://127.0.0.1/",)
            wanted = Integration(CLIENT, "Bench", redirect_uris=back, scope=SCOPE)
            integrations.register(tx, wanted, now)
            return founded.id

        database = connect(self.url, threads=1)
        try:
            return database.write_now(unit)
        finally:
            database.close()

    def small(self, count: int) -> list[Seat]:
        """Organisations with the two invoices of the template."""
        with filling(self.url) as fill:
            return self._copies(fill, self.template, count, DRAFT)

    def ordinary(self, count: int) -> list[Seat]:
        """Organisations of ordinary size."""
        with filling(self.url) as fill:
            return self._copies(fill, self.sample.id, count, self.sample.size)

    def grown(self, sizes: Sequence[int], ordinary: int = 0) -> tuple[list[Seat], list[Seat]]:
        """One organisation of each size, and so many of ordinary size, all filled at once."""
        sized, copies = self._filled(sizes, ordinary)
        self._keep_answers(sized)
        return sized, copies

    def _filled(self, sizes: Sequence[int], ordinary: int) -> tuple[list[Seat], list[Seat]]:
        with filling(self.url) as fill, fill.without_indexes():
            sized = self._copies(fill, self.template, len(sizes), DRAFT)
            for seat, size in zip(sized, sizes, strict=True):
                fill.add_customers(seat.id)
                fill.add_invoices(seat.id, size)
                fill.add_supplier_invoices(seat.id, size)
                fill.tally(seat.id)
                fill.add_up_months(seat.id)
                seat.size = size
            return sized, self._copies(fill, self.sample.id, ordinary, self.sample.size)

    def _keep_answers(self, seats: Iterable[Seat]) -> None:
        """As the service would have kept them, of as many invoices as calls ask for."""
        database = connect(self.url, threads=1)
        try:
            for seat in seats:
                database.write_now(partial(keep_answers, seat), seat.id)
        finally:
            database.close()

    def _copies(self, fill: Fill, like: int, count: int, size: int) -> list[Seat]:
        first = self.newest + 1
        self.newest += count
        fill.copy_organisation(like, first, count)
        return [Seat(number, size) for number in range(first, self.newest + 1)]

    def add_drafts(self, seats: Iterable[Seat], count: int, pool: str) -> None:
        """Fresh drafts, each good for one call."""
        with filling(self.url) as fill:
            for seat in seats:
                first = fill.add_drafts(seat.id, count, pool)
                seat.pool(pool).extend(range(first, first + count))

    def add_refresh_tokens(self, seats: Iterable[Seat], count: int) -> None:
        """Tokens to renew, each with its integration, which may renew ten in a minute."""
        now = int(datetime.now(UTC).timestamp())
        rows: dict[Table, list[dict[str, Any]]] = {
            tables.integrations: [],
            tables.grants: [],
            tables.refresh_tokens: [],
        }
        for seat in seats:
            for place in range(count):
                if place % RENEWED_EACH == 0:
                    grant = next(RENEWED_GRANTS)
                    client_id = f"renewing-{grant}"
                    rows[tables.integrations].append(integration_row(client_id, now))
                    rows[tables.grants].append(grant_row(grant, seat.id, client_id, now))
                secret = tokens.new_secret()
                rows[tables.refresh_tokens].append(refresh_row(secret, grant, now))
                seat.pool("refresh tokens").append([client_id, secret])

        def unit(tx: Transaction) -> None:
            for table, new in rows.items():
                tx.insert_many(table, new)

        database = connect(self.url, threads=1)
        try:
            database.write_now(unit)
        finally:
            database.close()

    def postings(self, organisation: int) -> int:
        with filling(self.url) as fill:
            mine = f"organisation_id = {organisation}"
            [(count,)] = fill.run(f"SELECT count(*) FROM postings WHERE {mine}")
        return int(count)

    def write_down_here(self, seat: Seat) -> None:
        """Numbers that no other figure can be mistaken for, where calls are written down."""
        with filling(self.url) as fill:
            give_distinct_numbers(fill, seat.id)


def keep_answers(seat: Seat, tx: Transaction) -> None:
    books = Books(tx, seat.id, datetime.now(UTC), "bench")
    for number in {*range(1, LISTED + 1), *spread(seat.size, "invoices")}:
        for register in KEEPING:
            for row in keeping.rows_after(books, register.layout, number - 1, 1):
                keeping.keep(books, row)


def begin(desk: Desk, register: Register, new: dict[str, Any]) -> None:
    """Two invoices, the first of them in the books."""
    for number in (ISSUED, DRAFT):
        sent = parsed(encoded(new).replace(FRESH.encode(), f"bill {number}".encode()))
        fire(register, desk, None, "create", Request(sent[register.resource.singular]))
    fire(register, desk, register.take(desk, ISSUED), "bookkeep")


def integration_row(client_id: str, now: int) -> dict[str, Any]:
    return {
        "client_id": client_id, "name": "", "secret_hash": tokens.hashed(SECRET),
        "redirect_uris": "[]", "scope": SCOPE, "require_pkce": False,
        "allows_service_account": False, "created_at": str(now), "owner_id": None,
    }  # fmt: skip


def grant_row(grant: int, organisation: int, client_id: str, now: int) -> dict[str, Any]:
    return {
        "id": grant, "organisation_id": organisation, "client_id": client_id, "user_id": None,
        "scope": SCOPE, "service_account": False, "created_at": now, "revoked_at": None,
    }  # fmt: skip


def refresh_row(secret: str, grant: int, now: int) -> dict[str, Any]:
    return {
        "hash": tokens.hashed(secret), "grant_id": grant, "scope": SCOPE, "issued_at": now,
        "expires_at": now + tokens.REFRESH_SECONDS, "used_at": None,
    }  # fmt: skip
