"""The desk that every action works at."""

from dataclasses import dataclass
from datetime import date

from reskontra.domain.organisation import Organisation
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
