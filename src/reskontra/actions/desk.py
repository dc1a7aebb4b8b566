"""The desk that every action works at, and who is at it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from reskontra.domain.organisation import Organisation
from reskontra.engine.database import Transaction
from reskontra.people import organisations
from reskontra.storage.books import Books


@dataclass(frozen=True)
class Desk:
    """One organisation's open books, and the organisation itself."""

    books: Books
    organisation: Organisation

    @property
    def today(self) -> date:
        """The Swedish date: the books' clock is the only one."""
        return self.books.today


class Clerk(NamedTuple):
    """Whose books are opened, by whom, and at what moment."""

    organisation: Organisation
    signature: str
    now: datetime
    request_id: str = ""  # of the call that is answered, if it is one

    def desk(self, tx: Transaction) -> Desk:
        """The one place where books are opened."""
        books = Books(tx, self.organisation.id, self.now, self.signature, self.request_id)
        return Desk(books, self.organisation)


def desk_for(tx: Transaction, organisation_id: int, now: datetime, by: str) -> Desk:
    """For whoever did not come through the gate, which knows the organisation; raises NotFound."""
    tx.stand_for(organisation_id)
    organisation = organisations.one(tx, organisation_id)
    return Clerk(organisation, by, now).desk(tx)
