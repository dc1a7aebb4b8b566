"""What a migration writes in every organisation's history.

Once, when it brings the seals, it seals what was in the books before each document and each entry
was sealed by itself: the history becomes a chain, whose newest entry has the digests of all
letterheads, documents and printings that are there, and says which years there are and what is
locked. And ever after, which guards it laid anew.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

from reskontra.codec import digest_of, stored
from reskontra.storage import chain, tables
from reskontra.storage.sealed import fields_digest, sealed_columns
from reskontra.storage.sealing_registers import seals_of_registers

FIRST_WITH_SEALS = "0008"  # the revision of the schema

Row = tuple[Any, ...]
Ask = Callable[..., list[Row]]  # a statement with `?` for each value after it

EVERYONE = "SELECT id FROM organisations ORDER BY id"
LATEST = "SELECT number, hash FROM history WHERE organisation_id = ? ORDER BY number DESC LIMIT 1"
# In the order in which they are sealed together, by the events of their vouchers.
DOCUMENTS = (
    ("customer invoice", tables.customer_invoices, "document_number"),
    ("customer payment", tables.customer_payments, "number"),
    ("supplier invoice", tables.supplier_invoices, "given_number"),
    ("supplier payment", tables.supplier_payments, "number"),
)


def seal_what_is_there(ask: Ask) -> None:
    for (organisation,) in ask(EVERYONE):
        latest = _chain_history(ask, organisation)
        _record(ask, organisation, latest, "sealed", _seals(ask, organisation))


def tell_of_guards(ask: Ask, changes: list[str]) -> None:
    """As they were found; whoever changed them may have changed the books meanwhile."""
    detail = {"count": len(changes), "guards": changes}
    for (organisation,) in ask(EVERYONE):
        latest = [*ask(LATEST, organisation), (0, chain.FIRST)][0]
        _record(ask, organisation, latest, "guards laid anew", detail)


def _record(ask: Ask, organisation: int, latest: Row, what: str, detail: dict[str, Any]) -> None:
    number, previous = latest
    entry = (number + 1, datetime.now(UTC).isoformat(), "migration", what, stored(detail))
    digest = chain.entry_digest(previous, organisation, *entry)
    ask(
        "INSERT INTO history (organisation_id, number, at, by, what, detail, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(organisation, *entry, digest),
    )


def _chain_history(ask: Ask, organisation: int) -> tuple[int, str]:
    """The number of the newest entry, and its hash."""
    latest, previous = 0, chain.FIRST
    of_organisation = "FROM history WHERE organisation_id = ? ORDER BY number"
    for number, *said in ask(
        f"SELECT number, at, by, what, detail {of_organisation}", organisation
    ):
        previous = chain.entry_digest(previous, organisation, number, *said)
        ask(
            "UPDATE history SET hash = ? WHERE organisation_id = ? AND number = ?",
            *(previous, organisation, number),
        )
        latest = number
    return latest, previous


def _seals(ask: Ask, organisation: int) -> dict[str, Any]:
    letterheads = ask(
        "SELECT version, name, details, logo FROM letterheads WHERE organisation_id = ?"
        " ORDER BY version",
        organisation,
    )
    printings = ask(
        "SELECT document, mark, digest, at FROM printed_documents WHERE organisation_id = ?"
        " ORDER BY document, mark",
        organisation,
    )
    return {
        "letterheads": {
            str(version): digest_of([version, name, details, sha256(logo).hexdigest()])
            for version, name, details, logo in letterheads
        },
        "documents": _together(_documents(ask, organisation)),
        "printings": _together(digest_of(list(row)) for row in printings),
        "years": {str(number): said for number, said in _years(ask, organisation)},
        "locked": _locked(ask, organisation),
        **seals_of_registers(ask, organisation),
    }


def _years(ask: Ask, organisation: int) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, begins, ends, closed, adopted in ask(
        "SELECT id, from_date, to_date, closed, adopted FROM financial_years"
        " WHERE organisation_id = ? ORDER BY id",
        organisation,
    ):
        dates = {"from_date": _plain(begins), "to_date": _plain(ends)}
        yield number, dates | {"closed": bool(closed), "adopted": _plain(adopted) or ""}


def _locked(ask: Ask, organisation: int) -> str:
    rows = ask("SELECT locked_through FROM ledgers WHERE organisation_id = ?", organisation)
    return next((_plain(day) for (day,) in rows if day), "")


def _documents(ask: Ask, organisation: int) -> Iterator[str]:
    for event, table, number in DOCUMENTS:
        names = sealed_columns(table)
        columns = ", ".join(f"d.{name}" for name in names)
        for row in ask(
            f"SELECT {columns} FROM {table.name} d JOIN vouchers v"
            " ON v.organisation_id = d.organisation_id"
            f" AND v.source = '{event} ' || d.{number}"
            f" WHERE d.organisation_id = ? ORDER BY d.{number}",
            organisation,
        ):
            yield fields_digest(dict(zip(names, map(_plain, row), strict=True)))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _together(digests: Iterator[str]) -> str:
    whole = sha256()
    for digest in digests:
        whole.update(digest.encode())
    return whole.hexdigest()
