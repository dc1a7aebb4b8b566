"""An organisation changed, with a line of it in the history of its books."""

from collections.abc import Mapping
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.domain.records import replace
from reskontra.people import organisations
from reskontra.storage import ledger


def change(desk: Desk, changes: Mapping[str, Any], logo: bytes | None) -> None:
    """Its documents say it from now on; those that were issued before stay as they are."""
    books = desk.books
    ledger.lock(books)  # of two changes at once, the second sees what the first did
    current = organisations.one(books.tx, books.organisation_id)
    organisations.save(books.tx, replace(current, **changes), logo)
    books.record_history("organisation set", **changes, logo=bool(logo))
