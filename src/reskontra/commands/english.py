"""What refusals are called on the command line; the pages have them in Swedish."""

from reskontra.domain.errors import Refused, Unavailable
from reskontra.domain.interest import NoReferenceRate, RateIsKnown, UnknownRate
from reskontra.engine.database import Violated
from reskontra.people import rules
from reskontra.people.grants import WiderScope
from reskontra.people.integrations import UnknownIntegration
from reskontra.people.invitations import MOST, TooManyInvitations
from reskontra.people.memberships import AlreadyMember
from reskontra.storage.trouble import Trouble

# fmt: off
WORDS: dict[type[Refused], str] = {
    rules.BadEmail:      "the e-mail address must be one address at a domain",
    rules.BadName:       "the name must be printable text of 1 to {longest} characters",
    rules.RedirectCount: f"give 1 to {rules.MOST_REDIRECTS} redirect addresses",
    TooManyInvitations:  f"the organisation has {MOST} invitations that wait for an answer",
    AlreadyMember:       "that user is already a member of the organisation",
    UnknownRate:         "the reference rate from {first} is not known: add it with `reskontra rates add`",
    NoReferenceRate:     "a reference rate is of 1 January or 1 July, and in half points",
    RateIsKnown:         "the reference rate from {first} is {percent:.2f} already: --correct says that it is wrong",
    UnknownIntegration:  "there is no integration with that client id",
    WiderScope:          "the integration does not have the scope {names}",
}
# fmt: on


def one_line(error: Exception) -> str | None:
    """None where it is no refusal, but a fault of ours."""
    if isinstance(error, Refused):
        return in_english(error)
    if isinstance(error, Violated):
        return f"the database refuses: {error}"
    if isinstance(error, OSError) and error.filename is not None:  # that the operator named
        return f"{error.filename}: {error.strerror}"
    return str(error) if isinstance(error, Trouble) else None


def in_english(refused: Refused) -> str:
    """As it is where it has no English words."""
    if isinstance(refused, Unavailable) and refused.reason:
        return f"the database cannot be used: {refused.reason}"
    words = WORDS.get(type(refused))
    return words.format_map(vars(refused)) if words else refused.message
