"""Whom a company never reminds, and which invoices are disputed."""

from starlette.responses import Response

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.register import Register
from reskontra.actions.reminder_overview import exceptions
from reskontra.actions.reminders import DISPUTED, UNREMINDED
from reskontra.contract.reminders import UNREMINDED as EXCEPTION
from reskontra.domain.errors import NotFound, Refused
from reskontra.people.roles import Right
from reskontra.web.console.confirming import Work, done
from reskontra.web.console.visit import Visit
from reskontra.web.forms import parameters
from reskontra.web.wording import FIELDS

CHOICES = {"customer": "Kunden påminns aldrig", "invoice": "Fakturan är bestridd"}
REGISTERS = {"customer": UNREMINDED, "invoice": DISPUTED}
ADDED = {
    "customer": "Kund {} påminns inte längre.",
    "invoice": "Faktura {} är bestridd: kunden påminns inte om den.",
}
REMOVED = {
    "customer": "Kund {} påminns igen.",
    "invoice": "Faktura {} är inte längre bestridd.",
}


async def shown(visit: Visit, message: str = "", problem: str = "", status: int = 200) -> Response:
    company = await visit.company()
    now = await visit.house.read(await visit.clerk(company), exceptions)
    asked = parameters(visit.request.scope["query_string"])  # of the row that one came from
    entered = visit.entries if problem else asked
    return visit.page(
        "reminder_exceptions.html",
        status=status,
        company=company,
        now=now,
        choices=CHOICES,
        fields=FIELDS,
        longest=EXCEPTION.fields["Reason"].upto,
        entered=entered if entered.is_clean else parameters(b""),
        message=message,
        problem=problem,
    )


async def change(visit: Visit) -> Response:
    company = await visit.company(Right.WORK)
    asked = _asked(visit)
    if asked is None:
        return await shown(visit)
    work, told = asked
    try:
        await done(visit, company, work)
    except Refused as refused:
        return await shown(visit, problem=refused.message, status=refused.status)
    return await shown(visit, told)


def _asked(visit: Visit) -> tuple[Work, str] | None:
    """Something is added, or its button takes it away again."""
    entries = visit.entries
    for what, register in REGISTERS.items():
        if key := entries(f"{what}-again"):
            return _removed(register, key), REMOVED[what].format(key)
    if entries("do") != "add" or (what := entries("what")) not in REGISTERS:
        return None
    key = entries("number").strip()
    return _added(REGISTERS[what], key, entries("reason")), ADDED[what].format(key)


def _added(register: Register, key: str, reason: str) -> Work:
    fields = {register.resource.key: key, "Reason": reason}

    def work(desk: Desk) -> object:
        return fire(register, desk, None, "create", Request(fields))

    return work


def _removed(register: Register, key: str) -> Work:
    def work(desk: Desk) -> object:
        if register is UNREMINDED:
            return fire(register, desk, register.take(desk, key), "delete")
        if not (key.isascii() and key.isdecimal() and len(key) <= 15):
            raise NotFound(register.layout.missing)
        return fire(register, desk, register.take(desk, int(key)), "delete")

    return work
