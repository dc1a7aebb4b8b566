"""Every call to a sandbox: to its control addresses, or to the company that it is for."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import Message, Receive, Scope, Send

from reskontra import chance
from reskontra.domain.errors import NotFound, Unauthorised
from reskontra.outside.clock import system_clock
from reskontra.sandbox import consenting, control_routes, finding, hosts, pages
from reskontra.sandbox.box import Box
from reskontra.sandbox.company import Company
from reskontra.sandbox.control import Control
from reskontra.sandbox.credentials import MAIN
from reskontra.sandbox.exchange import Exchange
from reskontra.sandbox.faults import Asked
from reskontra.sandbox.misfortune import befall
from reskontra.sandbox.proxy import Proxy
from reskontra.web.connections import ClientConnection
from reskontra.web.refusals import refusal
from reskontra.web.router import NO_SUCH_ADDRESS

UNWATCHED = ("/healthz", "/readyz", "/docs", "/console", "/books", "/.well-known")


class OpenConnection(ClientConnection):
    """One that a fault can cut."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["sandbox.transport"] = self.transport  # type: ignore[typeddict-unknown-key]


class SandboxApp:
    def __init__(self, opened: Callable[[], Box], proxy: Proxy | None = None) -> None:
        self._opened, self._proxy = opened, proxy
        self._hosts = proxy.answered if proxy else ()
        self.box: Box
        self.control: Control
        self.loop: asyncio.AbstractEventLoop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._hosts and hosts.host_of(scope) in self._hosts:
            # What follows an address of ours there stays there, and in TLS.
            scope, send = {**scope, "scheme": "https"}, hosts.marked(send)
            if not scope["path"].startswith(hosts.ANSWERED):
                scope["sandbox.unknown"] = True
                await self._call(scope, receive, send)
                return
        if scope["path"] == "/":
            await RedirectResponse("/sandbox")(scope, receive, send)
        elif _is_control(scope["path"]):
            await self.control(scope, receive, send)
        else:
            await self._call(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self.loop = asyncio.get_running_loop()
        self.box = self._opened()
        self.control = Control(self.box, [*control_routes.ROUTES, *pages.ROUTES])
        if self._proxy:
            await self._proxy.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._proxy:
            await self._proxy.stop()
        self.box.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, system_clock().isoformat(timespec="milliseconds"))
        form, again = await finding.form_of(scope, exchange.listening(receive))
        company, is_named = finding.found(self.box.companies, scope, form, MAIN)
        send = exchange.speaking(send)
        if is_named and scope["path"].endswith("/auth"):
            send = _remembering(company, send)

        async def carry(out: Send) -> None:
            async with company.turnstile.together():
                with chance.foreseen(company.drawings):
                    await self._carried(company, scope, again, out)

        try:
            await self._with_faults(company, exchange, form, again, send, carry)
        finally:
            exchange.ended()
            exchange.company = company.name
            if not scope["path"].startswith(UNWATCHED):
                self.box.journal.add(exchange)
                self.box.events.tell("request", company.name, exchange.summary)

    async def _with_faults(
        self,
        company: Company,
        exchange: Exchange,
        form: bytes,
        receive: Receive,
        send: Send,
        carry: Callable[[Send], Awaitable[None]],
    ) -> None:
        scope, headers = exchange.scope, Headers(scope=exchange.scope)
        client = finding.client_of(headers, scope.get("query_string", b""), form)
        client = client or company.credentials.client_id
        fault = company.faults.due(Asked(scope["method"], scope["path"], client, headers))
        if fault is None:
            await carry(send)
            return
        exchange.fault = fault.id
        told = {"fault": fault.id, "method": scope["method"], "path": scope["path"]}
        self.box.events.tell("fault", company.name, told)
        await befall(fault, company, scope, receive, send, carry)

    async def _carried(self, company: Company, scope: Scope, receive: Receive, send: Send) -> None:
        if "sandbox.unknown" in scope:
            unknown = refusal(company.house, Request(scope), NotFound(NO_SUCH_ADDRESS))
            await unknown(scope, receive, send)
            return
        if finding.is_oauth(scope["path"]) and scope["path"].endswith("/auth"):
            response = await consenting.answer(company, Request(scope))
            if response:
                await response(scope, receive, send)
                return
        if company.ended.include(Headers(scope=scope)):
            response = refusal(company.house, Request(scope), Unauthorised())
            await response(scope, receive, send)
            return
        await company.pipeline(scope, receive, send)


def _is_control(path: str) -> bool:
    return path == "/sandbox" or path.startswith("/sandbox/")


def _remembering(company: Company, send: Send) -> Send:
    """A browser goes on in the company that it was sent to."""

    async def noted(message: Message) -> None:
        if message["type"] == "http.response.start":
            cookie = f"{finding.COOKIE}={company.name}; Path=/; HttpOnly; SameSite=Lax"
            message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
        await send(message)

    return noted
