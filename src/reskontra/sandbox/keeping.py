"""Snapshots: the whole of a company kept under a name, put back, or handed on as a file."""

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections import Counter
from dataclasses import asdict
from datetime import datetime
from typing import Any

from starlette.responses import Response

from reskontra.people.integrations import Profile
from reskontra.sandbox.clock import Mode, Setting
from reskontra.sandbox.company import Beginning, Company, State
from reskontra.sandbox.control import Answer, Asking
from reskontra.sandbox.mailbox import Received
from reskontra.sandbox.refusing import Refusal
from reskontra.storage.migrate import newest

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def listed(company: Company) -> list[dict[str, Any]]:
    return [
        {"name": name, "now": state.clock.at.isoformat(timespec="seconds"), "bytes": state.size}
        for name, state in company.snapshots.items()
    ]


async def list_all(asking: Asking) -> Answer:
    return {"snapshots": listed(asking.company)}


async def keep(asking: Asking) -> Answer:
    name = _named(asking)
    known = [name in company.snapshots for company in asking.companies]
    for company in asking.companies:
        await company.keep(name)
    return 200 if all(known) else 201, {"name": name}


async def restore(asking: Asking) -> Answer:
    for company in asking.companies:
        await company.restore(_one(company, asking.path["name"]))
        asking.box.events.tell("reset", company.name, {"snapshot": asking.path["name"]})
    return {"name": asking.path["name"], **asking.companies[0].clock.shown}


async def remove(asking: Asking) -> Answer:
    for company in asking.companies:
        _one(company, asking.path["name"])
        del company.snapshots[asking.path["name"]]
    return {}


async def download(asking: Asking) -> Answer:
    state, name = _one(asking.company, asking.path["name"]), asking.path["name"]
    headers = {"Content-Disposition": f'attachment; filename="{name}.sandbox"'}
    return Response(packed(asking.company, state), 200, headers, "application/octet-stream")


async def upload(asking: Asking) -> Answer:
    name, company = _named(asking), asking.company
    status = 200 if name in company.snapshots else 201
    company.snapshots[name] = unpacked(company, asking.raw)
    return status, {"name": name}


def _named(asking: Asking) -> str:
    name = asking.path["name"]
    if not NAME.fullmatch(name):
        raise Refusal(400, f"no name of a snapshot: {name}", "up to 64 letters, digits, . _ -")
    return name


def _one(company: Company, name: str) -> State:
    if name not in company.snapshots:
        known = ", ".join(company.snapshots) or "none"
        raise Refusal(404, f"no snapshot {name}", f"known: {known}")
    return company.snapshots[name]


def packed(company: Company, state: State) -> bytes:
    """With the schema that it was made by, and whose it is."""
    clock = {"mode": str(state.clock.mode), "at": state.clock.at.isoformat()}
    began = state.beginning
    beginning = {
        "scenario": began.scenario,
        "seed": began.seed,
        "answers": began.answers,
        "clock": {"mode": str(began.clock.mode), "at": began.clock.at.isoformat()},
    }
    head = {
        "schema": newest(),
        "company": company.name,
        "clock": clock,
        "beginning": beginning,
        "letters": [_letter(each) for each in state.letters],
        "latest_letter": state.latest_letter,
        "counts": dict(state.counts),
    }
    return gzip.compress(json.dumps(head).encode() + b"\n" + state.content, 1, mtime=0)


def unpacked(company: Company, raw: bytes) -> State:
    try:
        first, _, content = gzip.decompress(raw).partition(b"\n")
        head = json.loads(first)
        made = (head["schema"], head["company"])
        began, clock = head["beginning"], _setting(head["clock"])
        how = (_setting(began["clock"]), Profile(began["answers"]))
        beginning = Beginning(began["scenario"], began["seed"], *how)
        letters = tuple(_received(each) for each in head["letters"])
        counts, latest = Counter(head["counts"]), int(head["latest_letter"])
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise Refusal(400, "no file of a snapshot", "GET …/NAME/file gives one") from None
    if made[0] != newest():
        hint = "build its scenario again with this version, and keep that"
        raise Refusal(409, f"made by schema {made[0]}, and this one has {newest()}", hint)
    if made[1] != company.name:
        hint = f"add ?company={made[1]}: numbers and tokens follow from the name"
        raise Refusal(409, f"made in the company {made[1]}", hint)
    return State(content, clock, letters, latest, counts, beginning)


def _setting(said: dict[str, str]) -> Setting:
    return Setting(Mode(said["mode"]), datetime.fromisoformat(said["at"]))


def _letter(letter: Received) -> dict[str, Any]:
    said = asdict(letter) | {"raw": b64encode(letter.raw).decode()}
    attached = [(name, kind, b64encode(file).decode()) for name, kind, file in letter.attachments]
    return said | {"attachments": attached}


def _received(said: dict[str, Any]) -> Received:
    attached = tuple((name, kind, b64decode(text)) for name, kind, text in said["attachments"])
    own = {"to": tuple(said["to"]), "raw": b64decode(said["raw"]), "attachments": attached}
    return Received(**said | own)
