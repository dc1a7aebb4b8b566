"""Every table there is: the wings declare theirs by being imported, and here all of them are."""

from reskontra.engine import probing as of_engine
from reskontra.people import tables as of_people
from reskontra.storage import tables as of_books

WINGS = (of_books, of_people, of_engine)
