"""The desk that every action works at."""

from dataclasses import dataclass
from datetime import date, datetime

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


def desk_for(tx: Transaction, organisation_id: int, now: datetime, by: str) -> Desk:
    """For whoever did not come through the gate, which knows the organisation; raises NotFound."""
    tx.stand_for(organisation_id)
    organisation = organisations.one(tx, organisation_id)
    return Desk(Books(tx, organisation_id, now, by), organisation)
