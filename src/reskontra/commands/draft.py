"""Drafts a migration from the tables of both wings.

python -m reskontra.commands.draft "what changed"
"""

import sys

from reskontra.people import tables as of_people
from reskontra.storage import drafting
from reskontra.storage import tables as of_books

WINGS = (of_books, of_people)  # each declares its tables by being imported

if __name__ == "__main__":
    [message] = sys.argv[1:]
    print(drafting.drafted(message))  # noqa: T201 (a command of the developer's)
