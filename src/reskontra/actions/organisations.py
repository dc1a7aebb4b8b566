"""An organisation changed, with a line of it in the history of its books."""

from collections.abc import Mapping
from typing import Any

from reskontra.actions.all_registers import ACCOUNTS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.domain.equity import own_accounts
from reskontra.domain.records import replace
from reskontra.people import organisations
from reskontra.storage import ledger, shelves


def change(desk: Desk, changes: Mapping[str, Any], logo: bytes | None) -> None:
    """Its documents say it from now on; those that were issued before stay as they are."""
    books = desk.books
    ledger.lock(books)  # of two changes at once, the second sees what the first did
    current = organisations.one(books.tx, books.organisation_id)
    after = replace(current, **changes)
    saved = organisations.save(books.tx, after, logo)
    letterheads = organisations.letterhead_digest(books.tx, saved)
    books.record_history("organisation set", **changes, logo=bool(logo), letterheads=letterheads)
    if (after.company_form, after.partner_shares) != (current.company_form, current.partner_shares):
        complete_charts(desk, own_accounts(after.company_form, after.partner_shares))


def complete_charts(desk: Desk, own: Mapping[int, str]) -> None:
    """Its years are closed by accounts that its form has."""
    for year in desk.books.years():
        for number, name in () if year.closed else own.items():
            if desk.books.shelf(shelves.ACCOUNTS).find(year.id, number) is None:
                sent = {"Number": number, "Description": name}
                asked = Request(sent, {"financialyear": str(year.id)})
                fire(ACCOUNTS, desk, None, "create", asked)
