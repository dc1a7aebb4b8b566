"""How log lines look: one line each, as text or JSON, without secrets."""

import json
import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from functools import lru_cache
from types import NoneType
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from reskontra.codec import as_shown

# fmt: off
SECRET_NAMES = frozenset({
    "authorization", "cookie", "set_cookie",          # headers
    "code", "code_verifier", "assertion",             # OAuth parameters
    "body", "query", "query_string",                  # may hold any of them
    "database_url", "redis_url", "smtp_url",          # settings
})
SECRET_ENDINGS = ("token", "secret", "password", "secret_key")
# fmt: on
PLAIN = frozenset({str, int, float, bool, NoneType})


def set_up_logs(form: str, level: str, stream: TextIO | None = None) -> None:
    """Our own lines and those of the libraries, in one form, on standard error.

    A process does so once, and every logger is then made once; a stream of its own is for tests.
    """
    out = stream or sys.stderr
    least = logging.getLevelNamesMapping()[level.upper()]
    renderer: Processor = as_json if form == "json" else as_text
    steps: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    structlog.configure(
        processors=[*steps, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=stream is None,
    )
    _set_up_library_logs(steps, renderer, least, out)


def _set_up_library_logs(
    steps: list[Processor], renderer: Processor, least: int, out: TextIO
) -> None:
    handler = logging.StreamHandler(out)
    strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=steps, processors=[strip, renderer])
    )
    # Never their debug lines, which tell what was sent and received.
    logging.basicConfig(level=max(least, logging.INFO), handlers=[handler], force=True)
    # The server's own access log has whole addresses, and in their queries codes and tokens.
    logging.getLogger("uvicorn.access").disabled = True


def without_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Drop what bears a secret's name, at every level."""
    del logger, method
    return _cleared(event)


def _cleared(members: MutableMapping[str, Any] | Mapping[str, Any]) -> dict[str, Any]:
    return {
        # Most are plain; to ask any value whether it is a mapping takes four times as long.
        name: _cleared(value) if type(value) not in PLAIN and isinstance(value, Mapping) else value
        for name, value in members.items()
        if not _is_secret(name)
    }


@lru_cache(maxsize=256)
def _is_secret(name: str) -> bool:
    plain = name.lower().replace("-", "_")
    return plain in SECRET_NAMES or plain.endswith(SECRET_ENDINGS)


def as_json(logger: WrappedLogger, method: str, event: EventDict) -> str:
    """Nearly all lines hold plain values, and those the quick encoder makes in a fifth of the time.

    What else there is shows itself by its `repr`, which leaves out secrets.
    """
    del logger, method
    if PLAIN.issuperset(map(type, event.values())):
        with suppress(ValueError):  # half a character, which is no text
            line = as_shown(event).decode()
            if line.isascii() and line.isprintable():
                return line
    return _CAREFUL.encode(event)


# Whatever could break or forge a line is escaped.
_CAREFUL = json.JSONEncoder(default=repr, separators=(",", ":"))


def as_text(logger: WrappedLogger, method: str, event: EventDict) -> str:
    """`time level event name=value …`; what could break the line is quoted and escaped."""
    del logger, method
    trace = event.pop("exception", None)
    heading = [str(event.pop(name)) for name in ("time", "level", "event")]
    words = [text if text.isprintable() else json.dumps(text) for text in heading]
    words += [f"{name}={_word(value)}" for name, value in event.items()]
    return "\n".join([" ".join(words), *([trace] if trace else [])])


_PLAIN = re.compile(r"[\w.,:/@{}()+*-]+", re.ASCII)


def _word(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text)
