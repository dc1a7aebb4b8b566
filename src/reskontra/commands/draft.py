"""Drafts a migration from the tables of both wings and of the engine.

python -m reskontra.commands.draft "what changed"
"""

import sys

from reskontra.engine import probing as of_engine
from reskontra.people import tables as of_people
from reskontra.storage import drafting
from reskontra.storage import tables as of_books

WINGS = (of_books, of_people, of_engine)  # each declares its tables by being imported

if __name__ == "__main__":
    [message] = sys.argv[1:]
    print(drafting.drafted(message))  # noqa: T201 (a command of the developer's)
