"""SIE out and in: a file is whole before its first byte leaves, and read before the books open."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple

import structlog
from starlette.responses import Response, StreamingResponse

from reskontra.actions import exporting, importing
from reskontra.actions.desk import Desk
from reskontra.actions.sie_case import Incoming, incoming
from reskontra.contract.sie import IMPORTED_FILES, IMPORTED_LISTING, SIE_FILE, SIE_IMPORT
from reskontra.domain.errors import Conflict, NotFound
from reskontra.domain.sie_import import ImportedFile, Plan, SieImport
from reskontra.sie.writer import Losses
from reskontra.web.call import Call, many, one, whole
from reskontra.web.closing import shows
from reskontra.web.described import Described, Gives
from reskontra.web.house import House
from reskontra.web.pipeline import Arrival
from reskontra.web.resources import Endpoint, query

_log = structlog.get_logger()
IN_MEMORY = 1024 * 1024  # bytes; what is longer lies in a file without a name
CHUNK = 64 * 1024
# A long file takes seconds to read: nothing else waits for it but another file.
_READING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading files")

# What a client may ask for, in the words of the OpenAPI document.
QUERY = {
    "financialyear": "the id of the financial year; the current one if not sent",
    "financialyeardate": "any day of the financial year, YYYY-MM-DD",
    "fromdate": "no vouchers before this day; balances are those of the year all the same",
    "todate": "no vouchers after this day",
    "exportall": "true: accounts that are neither active nor used, too",
    "selection": "of type 4: series, first and last number, as A,20,24;B,5,9; or a series alone",
    "excluderesult": "true: as the accounts were before the year's result was booked",
    "checksum": "true: with #KSUMMA",
    "objectbalances": "true: type 4 has balances of objects (#OIB, #OUB), too",
}


LARGEST_FILE = 20 * 1024 * 1024
LONGEST_NAME = 200
SECONDS_TO_SEND = 60
IMPORT_QUERY = {
    "post": "true: the file is posted, whole or not at all; else only the plan is told",
    "confirm": "true: also another company's file, opening balances unlike ours, which stay,"
    " and a file that may be cut short",
    "filename": "what the file is called",
}


class Parcel(NamedTuple):
    """A file that is whole."""

    content: "SpooledTemporaryFile[bytes]"
    name: str
    losses: Losses

    async def chunks(self) -> AsyncIterator[bytes]:
        with self.content:
            while chunk := self.content.read(CHUNK):
                yield chunk


def packed(desk: Desk, file_type: str, query: Mapping[str, str]) -> Parcel:
    wish = exporting.wished(file_type, query)
    year = exporting.year_wished(desk, query)
    content = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed when it has been sent
    try:
        losses = exporting.export(desk, year, wish, content)
    except BaseException:
        content.close()
        raise
    return Parcel(content, exporting.file_name(desk), losses)


def posted_off(organisation: int, parcel: Parcel) -> Response:
    tell_losses(organisation, parcel.losses)
    headers = {
        "Content-Disposition": f'attachment; filename="{parcel.name}"',
        "Content-Length": str(parcel.content.tell()),
    }
    parcel.content.seek(0)
    return StreamingResponse(parcel.chunks(), 200, headers, "application/octet-stream")


def exports() -> Endpoint:
    def work(desk: Desk, call: Call) -> Parcel:
        return packed(desk, call.path["type"], call.query)

    async def then(house: House, call: Call, parcel: Parcel) -> Response:
        return posted_off(call.caller.organisation.id, parcel)

    described = Described("Exports", SIE_FILE, Gives.FILE, refusals=(NotFound,), asks=QUERY)
    return Endpoint(SIE_FILE.scope, work, then=then, describes=described)


def tell_losses(organisation: int, losses: Losses) -> None:
    """Where, but not what: a text may be a person's name."""
    if losses.count:
        told = {"count": losses.count, "first": losses.places}
        _log.warning("texts in letters that SIE lacks", organisation=organisation, **told)


async def file_received(arrival: Arrival) -> Incoming:
    content = await whole(arrival, LARGEST_FILE, SECONDS_TO_SEND, most_tokens=inf)
    asked = query(arrival)
    name = asked.get("filename", "")[:LONGEST_NAME]
    confirmed = asked.get("confirm", "").lower() == exporting.TRUE
    return await read_aside(content, name, confirmed)


async def read_aside(content: bytes, name: str, confirmed: bool) -> Incoming:
    read = partial(incoming, content, name, confirmed)
    return await asyncio.get_running_loop().run_in_executor(_READING, read)


def imports() -> Endpoint:
    """The plan; with `post=true` what came of it."""

    def work(desk: Desk, call: Call) -> Plan:
        posts = call.query.get("post", "").lower() == exporting.TRUE
        take = importing.posted if posts else importing.planned
        return take(desk, call.body)

    def show(call: Call, plan: Plan) -> Response:
        return one(SIE_IMPORT.singular, call.view.present(SIE_IMPORT, plan))

    described = Described(
        "Posts, or shows the posting of", SIE_IMPORT, asks=IMPORT_QUERY, takes_file=True
    )
    return Endpoint(
        SIE_IMPORT.scope,
        work,
        show,
        writes=True,
        takes_body=True,
        receives=file_received,
        describes=described,
    )


# Files that were posted


def lists_imports() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return importing.listed(desk), call.search(IMPORTED_LISTING, {})

    def show(call: Call, outcome: Any) -> Response:
        every, search = outcome
        page = every[search.offset : search.offset + search.limit]
        return many(IMPORTED_FILES.plural, IMPORTED_FILES.listed(page), len(every), search)

    described = Described("Lists", IMPORTED_FILES, Gives.MANY, 200, IMPORTED_LISTING)
    return Endpoint(IMPORTED_FILES.scope, work, show, describes=described)


def reads_import() -> Endpoint:
    def work(desk: Desk, call: Call) -> ImportedFile:
        return importing.in_short(desk, importing.numbered(desk, call.path["key"]))

    described = Described("Reads", IMPORTED_FILES)
    return Endpoint(IMPORTED_FILES.scope, work, shows(IMPORTED_FILES), describes=described)


def sends_imported() -> Endpoint:
    """As it came, to the byte."""

    def work(desk: Desk, call: Call) -> SieImport:
        return importing.numbered(desk, call.path["key"])

    def show(call: Call, kept: SieImport) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="import-{kept.id}.se"'}
        return Response(kept.content, headers=headers, media_type="application/octet-stream")

    described = Described("Gives the bytes of", IMPORTED_FILES, Gives.FILE)
    return Endpoint(IMPORTED_FILES.scope, work, show, describes=described)


def undoes_import() -> Endpoint:
    def work(desk: Desk, call: Call) -> ImportedFile:
        kept = importing.numbered(desk, call.path["key"])
        importing.undone(desk, kept.id)
        return importing.in_short(desk, kept)

    described = Described("Takes back the vouchers of", IMPORTED_FILES, refusals=(Conflict,))
    return Endpoint(
        IMPORTED_FILES.scope, work, shows(IMPORTED_FILES), writes=True, describes=described
    )
