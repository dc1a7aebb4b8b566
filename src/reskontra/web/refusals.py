"""How programs are refused: by the contract's JSON, whoever raised what."""

from starlette.requests import Request
from starlette.responses import Response

from reskontra.domain.errors import Refused, Unauthorised
from reskontra.web.call import json_response
from reskontra.web.house import House
from reskontra.web.pipeline import Manner


def refusal(house: House, request: Request, refused: Refused) -> Response:
    """The three keys of the contract, and lower-case copies: clients read either case."""
    error = {"Error": 1, "Message": refused.message, "Code": refused.code}
    error |= {key.lower(): value for key, value in error.items()}
    body: dict[str, object] = {"ErrorInformation": error}
    if isinstance(refused, Unauthorised):
        body = {"message": "unauthorized", **body}  # what clients look for to renew a token
    return json_response(body, refused.status, refused.headers)


API = Manner(refusal, {"Cache-Control": "no-store"}, taken="Numret används redan")
PLAIN = Manner(refusal, watched=False)
