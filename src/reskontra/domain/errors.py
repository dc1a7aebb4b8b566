"""Why a call is refused: a class per row of the contract's error tables."""

from collections.abc import Callable, Container, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

R = TypeVar("R", bound="Refused")


class Refused(Exception):
    """Anropet kan inte utföras"""

    status: ClassVar[int]
    code: ClassVar[int]
    headers: Mapping[str, str] = MappingProxyType({})
    field: str = ""  # of what was sent, where it is about one; by the contract's name
    row: int = 0  # the field is one of this row, the first being 1

    def __init_subclass__(cls) -> None:
        """The code is 9000 and the status, except where a class says otherwise."""
        if "code" not in vars(cls):
            cls.code = 9_000_000 + cls.status

    def __init__(self, message: str = "") -> None:
        """A class's docstring is its default message."""
        self.message = message or (type(self).__doc__ or "")
        super().__init__(self.message)

    def about(self: R, field: str, row: int = 0) -> R:
        """The same, for whoever shows it beside the field."""
        self.field, self.row = self.field or field, self.row or row
        return self


class Invalid(Refused):
    """Ogiltigt anrop"""

    status = 400


def by_row(
    made: Callable[[Any], Any], rows: Iterable[Any], names: Container[str] = ()
) -> list[Any]:
    """What is made of each row; a refusal says of which. A message may begin with a field's name.

    >>> by_row(int, ["1", "2"])
    [1, 2]
    """

    def of(place: int, row: Any) -> Any:
        try:
            return made(row)
        except Invalid as refused:
            within = Invalid(f"Rad {place}: {_within(refused.message, names)}")
            raise within.about(refused.field, place) from None

    return [of(place, row) for place, row in enumerate(rows, 1)]


def _within(message: str, names: Container[str]) -> str:
    """A sentence as it stands after a colon."""
    word = message.split()[0].rstrip(":")
    is_name = word in names or not word[1:].islower()
    return message if is_name else message[0].lower() + message[1:]


class Unauthorised(Refused):
    """Åtkomsttoken saknas eller är ogiltig"""

    status = 401
    headers = MappingProxyType({"WWW-Authenticate": "Bearer"})


class Forbidden(Refused):
    """Behörighet saknas"""

    status = 403


class NotFound(Refused):
    """Kan inte hitta resursen"""

    status = 404


class MethodNotAllowed(Refused):
    """Metoden stöds inte för denna adress"""

    status = 405


class TooSlow(Refused):
    """Anropet tog för lång tid att läsa"""

    status = 408


class Conflict(Refused):
    """Resursens tillstånd tillåter inte detta"""

    status = 409


class UnderWay(Conflict):
    """Ett anrop med samma Idempotency-Key pågår; försök igen"""


class TooLarge(Refused):
    """Anropet är för stort"""

    status = 413


class OtherCall(Refused):
    """Samma Idempotency-Key har redan använts för ett annat anrop"""

    status = 422


class TooManyCalls(Refused):
    """För många anrop"""

    status = 429
    headers = MappingProxyType({"Retry-After": "5"})


class TooMuchMail(TooManyCalls):
    """För många e-postmeddelanden; försök igen senare"""

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.headers = MappingProxyType({"Retry-After": str(seconds)})


class Fault(Refused):
    """Ett internt fel har inträffat"""

    status = 500


class MailFailed(Refused):
    """E-postmeddelandet kunde inte skickas; försök igen"""

    status = 502
    code = 9_000_500


class MailUncertain(MailFailed):
    """E-postmeddelandet kunde inte skickas; försök igen"""  # as far as anyone can tell

    code = MailFailed.code


class Unavailable(Refused):
    """Tjänsten är tillfälligt otillgänglig; försök igen"""

    status = 503
    headers = MappingProxyType({"Retry-After": "1"})

    def __init__(self, message: str = "", reason: str = "") -> None:
        """The reason is for operators, in English; clients are not told."""
        super().__init__(message)
        self.reason = reason
