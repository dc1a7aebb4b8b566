"""What a call takes and gives, for the documents that are made from the route table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from reskontra.contract.fields import Field
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource, View
from reskontra.domain.errors import Refused
from reskontra.reports.report import Column


class Gives(Enum):
    ONE = "the record"
    MANY = "a page of records"
    NOTHING = "no content"
    PDF = "a PDF"
    REPORT = "a report"
    FILE = "a file"
    EVENTS = "what has happened"


@dataclass(frozen=True)
class Described:
    """One call in words and tables; the endpoint itself does not ask for any of this."""

    does: str
    resource: Resource
    gives: Gives = Gives.ONE
    status: int = 200
    listing: Listing | None = None
    listed: Resource | None = None  # the list row, where it is a table of another resource
    refusals: tuple[type[Refused], ...] = ()  # beyond those that any such call may meet
    creates: bool = False  # what must be sent at creation must be sent
    asks: Mapping[str, str] = field(default_factory=dict)  # further parameters, and what they mean
    columns: tuple[Column, ...] = ()  # of a report
    media_type: str = "application/octet-stream"  # of a file
    takes_file: bool = False  # what is sent is no JSON
    answered: Resource | None = None  # where it is another than what the call is about

    @property
    def sent_as(self) -> str:
        """What the schema of its body ends in: a record, changes of one, or what is told of it."""
        if self.creates:
            return "Create"
        return "Update" if self.does == "Changes" else "Request"

    @property
    def row_fields(self) -> Mapping[str, Field]:
        """The fields of a list row."""
        return self.row_fields_for(View())

    def row_fields_for(self, view: View) -> Mapping[str, Field]:
        listed = view.of(self.listed or self.resource)
        return listed.list_fields or listed.fields
