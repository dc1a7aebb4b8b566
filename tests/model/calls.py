"""Calls as they go over the wire, so that they can be written down and made again."""

import json
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import httpx

from reskontra.actions import closing
from tests.model.books import Document
from tests.service import Company
from tests.web.purchasing import at_desk

LOCK = "LOCK"  # no call, but what the command line does to the books
READS = ("read", "email", "print", "preview")
WITHOUT_PATH = ("read", "update", "delete", "activate", "create")
METHODS = {"create": "POST", "delete": "DELETE"} | dict.fromkeys(READS, "GET")


class Call(NamedTuple):
    method: str
    path: str
    sent: Any = None


def call_of(document: Document, trigger: str, asked: dict[str, Any]) -> Call:
    method = METHODS.get(trigger, "PUT")
    if trigger == "create":
        number = {f"{document.envelope}Number": document.key}
        return Call(method, document.path, {document.envelope: number | asked})
    path = f"{document.path}/{document.key}"
    if trigger not in WITHOUT_PATH:
        return Call(method, f"{path}/{trigger}")
    sent = asked if trigger == "update" else {"Active": True}
    return Call(method, path, {document.envelope: sent} if method == "PUT" else None)


def performed(company: Company, call: Call) -> httpx.Response:
    if call.method == LOCK:
        at_desk(company, lambda desk: closing.lock_through(desk, date.fromisoformat(call.path)))
        return httpx.Response(204)
    content = None if call.sent is None else json.dumps(call.sent, default=as_number)
    return company.api.request(call.method, call.path, content=content, timeout=60)


def as_number(amount: object) -> str:
    """A numeric string, which every amount may be sent as."""
    assert isinstance(amount, Decimal)
    return str(amount)
