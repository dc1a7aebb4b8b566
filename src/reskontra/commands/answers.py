"""How a command ends: with one JSON object, or with one line that says why not."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from reskontra.settings import Settings

Answer = dict[str, Any]
Work = Callable[[Settings, Namespace], Answer | None]


class Failed(Exception):
    """One line that says why the command could not be carried out."""


class Unheard(Exception):
    """Whoever read the answer has stopped reading: there is nobody to tell."""


def tell(answer: Answer) -> None:
    """The one JSON object of a command."""
    out: TextIO | None = sys.stdout
    if out is None:
        raise Failed("there is no standard output to answer on")
    try:
        out.write(f"{_line(answer, out.encoding or 'utf-8')}\n")
        out.flush()
    except OSError as error:
        with suppress(OSError):
            out.close()  # or Python would try once more at its end, and complain
        if isinstance(error, BrokenPipeError):
            raise Unheard from None
        raise Failed(f"cannot write the answer: {error.strerror}") from None


def _line(answer: Answer, encoding: str) -> str:
    """As people read it, or escaped where that cannot be written: half a character, for one."""
    line = json.dumps(answer, ensure_ascii=False)
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(answer)
    return line
