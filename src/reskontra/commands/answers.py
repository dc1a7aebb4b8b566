"""How a command ends: with one JSON object, or with one line that says why not."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from reskontra.settings import Settings

Answer = dict[str, Any]
Work = Callable[[Settings, Namespace], Answer | None]


class Failed(Exception):
    """One line that says why the command could not be carried out."""


def tell(answer: Answer) -> None:
    """The one JSON object of a command."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    sys.stdout.flush()
