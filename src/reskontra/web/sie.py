"""SIE out: the file is written whole, and found good, before its first byte leaves."""

from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from starlette.responses import Response, StreamingResponse

from reskontra.actions import exporting
from reskontra.actions.desk import Desk
from reskontra.contract.sie import SIE_FILE
from reskontra.domain.errors import NotFound
from reskontra.web.call import Call
from reskontra.web.described import Described, Gives
from reskontra.web.house import House
from reskontra.web.resources import Endpoint

IN_MEMORY = 1024 * 1024  # bytes; what is longer lies in a file without a name
CHUNK = 64 * 1024

# What a client may ask for, in the words of the OpenAPI document.
QUERY = {
    "financialyear": "the id of the financial year; the current one if not sent",
    "financialyeardate": "any day of the financial year, YYYY-MM-DD",
    "fromdate": "no vouchers before this day; balances are those of the year all the same",
    "todate": "no vouchers after this day",
    "exportall": "true: accounts that are neither active nor used, too",
    "selection": "of type 4: series, first and last number, as A,20,24;B,5,9; or a series alone",
}


class Parcel(NamedTuple):
    content: "SpooledTemporaryFile[bytes]"
    name: str

    async def chunks(self) -> AsyncIterator[bytes]:
        with self.content:
            while chunk := self.content.read(CHUNK):
                yield chunk


def exports() -> Endpoint:
    def work(desk: Desk, call: Call) -> Parcel:
        wish = exporting.wished(call.path["type"], call.query)
        year = exporting.year_wished(desk, call.query)
        content = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed when it has been sent
        try:
            exporting.export(desk, year, wish, content)
        except BaseException:
            content.close()
            raise
        return Parcel(content, exporting.file_name(desk))

    async def then(house: House, call: Call, parcel: Parcel) -> Response:
        headers = {
            "Content-Disposition": f'attachment; filename="{parcel.name}"',
            "Content-Length": str(parcel.content.tell()),
        }
        parcel.content.seek(0)
        return StreamingResponse(parcel.chunks(), 200, headers, "application/octet-stream")

    described = Described("Exports", SIE_FILE, Gives.FILE, refusals=(NotFound,), query=QUERY)
    return Endpoint(SIE_FILE.scope, work, then=then, describes=described)
