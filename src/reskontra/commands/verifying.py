"""Exported books, verified by whoever has the file: none of the service is needed, or imported."""

from argparse import Namespace
from pathlib import Path

from reskontra.audit import export
from reskontra.commands.answers import Answer, Failed
from reskontra.settings import Settings


def verify(settings: Settings, options: Namespace) -> Answer:
    """Asks nothing but the file: no database, no network, no setting."""
    try:
        with Path(options.file).open(encoding="utf-8") as file:
            summary, wrong = export.verified(file, options.key)
    except (OSError, UnicodeError, export.NoBooks) as error:
        raise Failed(f"{options.file}: {error}") from None
    return {"summary": summary, "violations": wrong}
