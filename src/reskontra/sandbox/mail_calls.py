"""The mail of a company over the control addresses: list, read, wait, remove."""

from typing import Any

from starlette.responses import Response

from reskontra.sandbox.control import Answer, Asking
from reskontra.sandbox.control_calls import waited
from reskontra.sandbox.mailbox import Received
from reskontra.sandbox.refusing import Refusal, refuse_unknown

FILTERS = ("to", "subject", "text")


def _wanted(asking: Asking, *more: str) -> dict[str, str]:
    own = {name: value for name, value in asking.query.items() if name != "company"}
    refuse_unknown(own, (*FILTERS, *more))
    return {name: value for name, value in own.items() if name in FILTERS}


def letter(asking: Asking) -> Received:
    word = asking.path["id"]
    letters = asking.company.mailbox.letters
    found = next((each for each in letters if str(each.id) == word), None)
    if found is None:
        raise Refusal(404, f"no letter {word}")
    return found


async def list_letters(asking: Asking) -> Answer:
    found = asking.company.mailbox.matching(**_wanted(asking))
    return {"mail": [each.summary for each in found]}


async def read_letter(asking: Asking) -> Answer:
    return letter(asking).whole


async def read_raw(asking: Asking) -> Answer:
    return Response(letter(asking).raw, media_type="message/rfc822")


async def read_attachment(asking: Asking) -> Answer:
    """Numbered from 1."""
    word, attached = asking.path["number"], letter(asking).attachments
    if not word.isdigit() or not 1 <= int(word) <= len(attached):
        raise Refusal(404, f"no attachment {word}", f"it has {len(attached)}")
    name, media_type, content = attached[int(word) - 1]
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(content, 200, headers, media_type)


async def wait_for_letter(asking: Asking) -> Answer:
    wanted = _wanted(asking, "seconds")

    def found() -> dict[str, Any] | None:
        letters = asking.company.mailbox.matching(**wanted)
        return letters[0].whole if letters else None

    return await waited(asking, found)


async def remove_letters(asking: Asking) -> Answer:
    wanted = _wanted(asking)
    return {"removed": sum(each.mailbox.remove(**wanted) for each in asking.companies)}
