"""Drafts a migration from the tables of both wings and of the engine.

python -m reskontra.commands.draft "what changed"
"""

import sys

import reskontra.commands.wings  # noqa: F401 (every table is declared)
from reskontra.storage import drafting

if __name__ == "__main__":
    [message] = sys.argv[1:]
    print(drafting.drafted(message))  # noqa: T201 (a command of the developer's)
