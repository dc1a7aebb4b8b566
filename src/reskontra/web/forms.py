"""Parameters of addresses and forms, as OAuth wants them: each at most once."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.requests import Request

from reskontra.domain.errors import Invalid
from reskontra.web.call import whole

LARGEST_FORM = 64 * 1024
MOST_PARAMETERS = 200
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Parameters:
    """What was sent. A parameter without a value counts as not sent."""

    last: Mapping[str, str] = field(default_factory=dict)
    many: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    repeated: frozenset[str] = frozenset()

    def __call__(self, name: str) -> str:
        return self.last.get(name, "")

    def __contains__(self, name: str) -> bool:
        return bool(self.last.get(name))

    @property
    def is_clean(self) -> bool:
        """Text that a database takes. The state may be anything: it is only handed back."""
        return all(_is_text(value) for name, value in self.last.items() if name != "state")


def parameters(encoded: bytes) -> Parameters:
    """Odd bytes are kept as they are, so that they can be given back as they were."""
    try:
        pairs = parse_qsl(
            encoded.decode("ascii", "surrogateescape"),
            keep_blank_values=True,
            errors="surrogateescape",
            max_num_fields=MOST_PARAMETERS,
        )
    except ValueError:
        raise Invalid("För många parametrar") from None
    counts = Counter(name for name, _ in pairs)
    many = {name: tuple(value for each, value in pairs if each == name) for name in counts}
    repeated = frozenset(name for name, count in counts.items() if count > 1)
    return Parameters(dict(pairs), many, repeated)


async def form(request: Request) -> Parameters:
    content_type = request.headers.get("content-type", FORM).partition(";")[0].strip().lower()
    if content_type != FORM:
        raise Invalid("Formuläret har fel format")
    return parameters(await whole(request, LARGEST_FORM))


def _is_text(value: str) -> bool:
    return "\x00" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
