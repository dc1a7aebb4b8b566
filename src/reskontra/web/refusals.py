"""Every refusal becomes an answer here, whoever raised it."""

from starlette.responses import Response

from reskontra.domain.errors import Refused, Unauthorised
from reskontra.web.call import json_response


def refusal(refused: Refused, more: dict[str, str] | None = None) -> Response:
    """The three keys of the contract, and lower-case copies: clients read either case."""
    told = {"Error": 1, "Message": refused.message, "Code": refused.code}
    told |= {key.lower(): value for key, value in told.items()}
    body: dict[str, object] = {"ErrorInformation": told}
    if isinstance(refused, Unauthorised):
        body = {"message": "unauthorized", **body}  # what clients look for to renew a token
    return json_response(body, refused.status, {**refused.headers, **(more or {})})
