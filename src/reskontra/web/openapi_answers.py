"""What calls answer, and how they are refused, in the words of OpenAPI."""

from typing import Any

from reskontra.codec import Json
from reskontra.domain import errors
from reskontra.domain.errors import Refused
from reskontra.web.described import Described, Gives
from reskontra.web.links import links
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.schemas import ref

ANY_CALL = (
    errors.Invalid,
    errors.Unauthorised,
    errors.Forbidden,
    errors.TooManyCalls,
    errors.Fault,
    errors.Unavailable,
)
WITH_A_KEY = (errors.NotFound,)
WITH_A_BODY = (errors.TooSlow, errors.TooLarge)
WHEN_WRITING = (errors.NotFound, errors.Conflict, errors.OtherCall)
ELSEWHERE = (errors.MethodNotAllowed, errors.MailFailed, errors.NoLongerKept)

# fmt: off
WHY: dict[type[Refused], str] = {
    errors.Invalid:          "Something that was sent cannot be so: the envelope, a field or a parameter. The message names it.",
    errors.Unauthorised:     "No token, or one that is unknown, revoked or expired: get a new one with the refresh token.",
    errors.Forbidden:        "The token lacks the scope, or the company's plan or quota does not allow it.",
    errors.NotFound:         "There is no such record in this company.",
    errors.MethodNotAllowed: "The address does not know the method; `Allow` names those that it knows.",
    errors.TooSlow:          "The body was not sent in time.",
    errors.Conflict:         "The state of the record, the year or the period does not allow it; or a call with the same key is under way.",
    errors.NoLongerKept:     "The events after this offset are no longer kept; the message says where to go on.",
    errors.TooLarge:         "The body is too long.",
    errors.OtherCall:        "The `Idempotency-Key` has been used for another call.",
    errors.TooManyCalls:     "Too many calls: wait `Retry-After` seconds. The call was not counted, and changed nothing.",
    errors.Fault:            "Our fault. The message ends with the request's id; nothing was changed.",
    errors.MailFailed:       "The mail server did not take the letter. What was issued stays issued.",
    errors.Unavailable:      "The service is too busy or restarting: try again after `Retry-After` seconds. Nothing was changed.",
}
HEADERS: dict[str, tuple[str, Json]] = {
    "X-Request-Id":        ("The call's id: the client's own, else a new one.", {"type": "string"}),
    "RateLimit-Policy":    ("How many calls are allowed in how many seconds: `\"calls\";q=25;w=5`.", {"type": "string"}),
    "RateLimit":           ("How many are left, and when there will be more: `\"calls\";r=17;t=3`.", {"type": "string"}),
    "Idempotent-Replayed": ("`true`: the answer of the first call with the key; `current`: the record as it is now.", {"type": "string", "enum": ["true", "current"]}),
    "Content-Disposition": ("What the file is called.", {"type": "string"}),
    "Retry-After":         ("Seconds to wait before the call is made again.", {"type": "string", "pattern": "^[0-9]+$"}),
    "WWW-Authenticate":    ("How to show who one is.", {"type": "string"}),
}
# fmt: on
ALWAYS = ("X-Request-Id", "RateLimit-Policy", "RateLimit")
BINARY = {"type": "string", "format": "binary"}


def headers() -> Json:
    return {name: {"description": said, "schema": form} for name, (said, form) in HEADERS.items()}


def refusals() -> Json:
    every = dict.fromkeys((*ANY_CALL, *WITH_A_KEY, *WITH_A_BODY, *WHEN_WRITING, *ELSEWHERE))
    return {each.__name__: _refusal(each) for each in every}


def responses(route: Route[Endpoint], description: Described) -> Json:
    endpoint = route.endpoint
    met: list[type[Refused]] = [*ANY_CALL, *description.refusals]
    names_year = description.resource.in_year or "financialyear" in description.asks
    met += WITH_A_KEY if "{" in route.path or names_year else ()
    met += WITH_A_BODY if endpoint.takes_body else ()
    met += WHEN_WRITING if endpoint.writes else ()
    answers = {}
    if description.status < errors.Invalid.status:
        replayed = ("Idempotent-Replayed",) if endpoint.writes else ()
        given = _headers(*ALWAYS, *replayed, *_of_a_file(description))
        answers[str(description.status)] = _answer(description) | {"headers": given}
    for each in sorted(set(met), key=lambda refusal: refusal.status):
        answers[str(each.status)] = {"$ref": f"#/components/responses/{each.__name__}"}
    return answers


def _of_a_file(description: Described) -> tuple[str, ...]:
    is_file = description.gives in (Gives.PDF, Gives.FILE)
    return ("Content-Disposition",) if is_file else ()


def _headers(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _answer(description: Described) -> Json:
    said, name = description.gives.value, description.resource.singular
    if description.gives is Gives.NOTHING:
        return {"description": said}
    if description.gives is Gives.PDF:
        return {"description": said, "content": {"application/pdf": {"schema": BINARY}}}
    if description.gives is Gives.FILE:
        return {"description": said, "content": {description.media_type: {"schema": BINARY}}}
    if description.gives is Gives.REPORT:
        forms = as_json(f"{name}Envelope")
        forms |= {"text/csv": {"schema": BINARY}, "application/pdf": {"schema": BINARY}}
        return {"description": said, "content": forms}
    if description.gives in (Gives.MANY, Gives.EVENTS):
        return {"description": said, "content": as_json(f"{name}Page")}
    shown = (description.answered or description.resource).singular
    one = {"description": said, "content": as_json(f"{shown}Envelope")}
    return one | ({"links": onward} if (onward := links(description)) else {})


def as_json(schema: str) -> Json:
    return {"application/json": {"schema": ref(schema)}}


def _refusal(refused: type[Refused]) -> Json:
    told: Any = {"Error": 1, "Message": refused.__doc__, "Code": refused.code}
    told |= {name.lower(): value for name, value in told.items()}
    example: Json = {"ErrorInformation": told}
    unauthorised = refused is errors.Unauthorised
    if unauthorised:
        example["message"] = "unauthorized"
    content = as_json("Unauthorised" if unauthorised else "Refusal")
    content["application/json"]["example"] = example
    return {
        "description": WHY[refused],
        "headers": _headers("X-Request-Id", *refused.headers),
        "content": content,
    }
