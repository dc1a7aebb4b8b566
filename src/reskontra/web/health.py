"""What supervisors and load balancers ask: is the process alive, and can it serve?"""

from starlette.requests import Request
from starlette.responses import Response

from reskontra.web.call import json_response
from reskontra.web.house import House
from reskontra.web.readiness import look


async def healthy(house: House, request: Request) -> Response:
    return json_response({"status": "ok"})


async def ready(house: House, request: Request) -> Response:
    """Of each part whether it is there; of those that are not, why, for people."""
    troubles = await look(house)
    answer = {part: "unavailable" if why else "ok" for part, why in troubles.items()}
    reasons = "; ".join(f"{part}: {why}" for part, why in troubles.items() if why)
    return json_response(answer | ({"reason": reasons} if reasons else {}), 503 if reasons else 200)
