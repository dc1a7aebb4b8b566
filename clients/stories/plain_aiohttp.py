"""aiohttp: it takes no proxy from the environment, and reads the roots by itself."""

import asyncio

import aiohttp
from story import API, CLIENT_ID, OAUTH, REFRESH, SECRET, holds, opened, whole

loop = asyncio.new_event_loop()
token = ""


async def asked(method, url, **how):
    async with aiohttp.ClientSession() as session, session.request(method, url, **how) as answer:
        return answer.status, await answer.json()


def renew():
    global token
    form = {"grant_type": "refresh_token", "refresh_token": REFRESH}
    basic = aiohttp.BasicAuth(CLIENT_ID, SECRET)
    status, told = loop.run_until_complete(asked("POST", f"{OAUTH}/token", data=form, auth=basic))
    holds(status == 200, str(told))
    token = told["access_token"]


def call(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}"}
    how = {"headers": headers, **({"json": body} if body else {})}
    return opened(*loop.run_until_complete(asked(method, f"{API}{path}", **how)))


whole(call, renew)
