"""What supervisors and load balancers ask: is the process alive, and can it serve?"""

from starlette.requests import Request
from starlette.responses import Response

from reskontra.web.call import json_response
from reskontra.web.house import House


async def healthy(house: House, request: Request) -> Response:
    return json_response({"status": "ok"})


async def ready(house: House, request: Request) -> Response:
    parts = {"database": await house.database.ready(), "limiter": await house.limiter.ready()}
    return json_response(
        {name: "ok" if good else "unavailable" for name, good in parts.items()},
        200 if all(parts.values()) else 503,
    )
