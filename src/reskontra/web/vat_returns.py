"""VAT periods and their returns: listed, looked at, filed, reopened, and given as files."""

from typing import Any

from starlette.responses import Response

from reskontra.actions import periodic_summaries, vat_periods, vat_returns
from reskontra.actions.desk import Desk
from reskontra.contract.resource import Resource
from reskontra.contract.vat_returns import DECLARATIONS, LISTING, PERIODIC_SUMMARIES, REOPENING
from reskontra.domain.errors import Conflict
from reskontra.domain.eskd import in_bytes
from reskontra.domain.vat_return import ReopenedReturn
from reskontra.people.roles import Right
from reskontra.web.call import Call, many
from reskontra.web.closing import CONFIRM, CONFIRMED, shows
from reskontra.web.described import Described, Gives
from reskontra.web.resources import Endpoint

XML, CSV = "application/xml", "text/csv; charset=iso-8859-1"
SCOPE = DECLARATIONS.scope


def lists() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        search = call.search(LISTING, {})
        return vat_periods.declarations(desk), search

    def show(call: Call, outcome: Any) -> Response:
        every, search = outcome
        page = every[search.offset : search.offset + search.limit]
        return many(DECLARATIONS.plural, DECLARATIONS.listed(page), len(every), search)

    described = Described("Lists", DECLARATIONS, Gives.MANY, 200, LISTING)
    return Endpoint(SCOPE, work, show, describes=described)


def reads() -> Endpoint:
    """By the cash method the year's end is told of to see what it comes to; nothing of it stays."""

    def work(desk: Desk, call: Call) -> Any:
        return vat_returns.declaration(desk, call.path["key"])

    described = Described("Reads", DECLARATIONS)
    return Endpoint(SCOPE, work, shows(DECLARATIONS), tries=True, describes=described)


def previews() -> Endpoint:
    """All of it is done, and nothing of it stays; of a filed one it is shown as it was."""

    def work(desk: Desk, call: Call) -> Any:
        return vat_returns.filing(desk, call.path["key"])

    described = Described("Shows the filing of", DECLARATIONS, refusals=(Conflict,))
    return Endpoint(SCOPE, work, shows(DECLARATIONS), tries=True, describes=described)


def files() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        confirmed = call.query.get("confirm", "").lower() == CONFIRMED
        return vat_returns.file(desk, call.path["key"], confirmed=confirmed)

    described = Described("Files", DECLARATIONS, asks=CONFIRM)
    return Endpoint(SCOPE, work, shows(DECLARATIONS), writes=True, describes=described)


def reopens() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        call.caller.refuse_without(Right.REOPEN)
        vat_periods.refuse_unknown(desk, call.path["key"])
        changes = REOPENING.accept(call.opened(REOPENING.singular), creating=True)
        REOPENING.require(changes)
        opened = vat_returns.reopen(desk, call.path["key"], changes["reason"])
        return ReopenedReturn(opened.period, opened.corrects, changes["reason"], opened.vouchers)

    described = Described("Reopens", REOPENING)
    return Endpoint(
        SCOPE, work, shows(REOPENING), writes=True, takes_body=True, describes=described
    )


def sends_file() -> Endpoint:
    """What was filed, to the byte."""

    def work(desk: Desk, call: Call) -> bytes:
        return in_bytes(vat_returns.file_of(desk, call.path["key"]))

    def show(call: Call, content: bytes) -> Response:
        return attached(content, eskd_name(call.path["key"]), XML)

    return _giving(DECLARATIONS, "Gives the file of", work, show, XML)


def reads_summary() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return periodic_summaries.summary(desk, call.path["key"])

    described = Described("Reads", PERIODIC_SUMMARIES)
    return Endpoint(SCOPE, work, shows(PERIODIC_SUMMARIES), describes=described)


def sends_summary() -> Endpoint:
    def work(desk: Desk, call: Call) -> bytes:
        return in_bytes(periodic_summaries.file(desk, call.path["key"]))

    def show(call: Call, content: bytes) -> Response:
        return attached(content, f"periodisk-sammanstallning-{call.path['key']}.csv", CSV)

    return _giving(PERIODIC_SUMMARIES, "Gives the file of", work, show, CSV.partition(";")[0])


def _giving(resource: Resource, does: str, work: Any, show: Any, media_type: str) -> Endpoint:
    described = Described(does, resource, Gives.FILE, refusals=(Conflict,), media_type=media_type)
    return Endpoint(SCOPE, work, show, describes=described)


def eskd_name(period: str) -> str:
    return f"moms-{period}.xml"


def attached(content: bytes, name: str, media_type: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=media_type)
