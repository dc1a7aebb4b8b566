"""Who is never reminded and what is disputed, from the command line."""

from argparse import Namespace
from typing import Any

from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.register import Register
from reskontra.actions.reminder_overview import exceptions
from reskontra.actions.reminders import DISPUTED, UNREMINDED
from reskontra.commands.answers import Answer
from reskontra.commands.office import Office, in_office
from reskontra.engine.database import Transaction


@in_office
def everyone(office: Office, options: Namespace) -> Answer:
    found = office.read(lambda tx: exceptions(office.desk(tx, options.organisation)))
    return {
        "customers": [
            {"customer": each.customer_number, "reason": each.reason} for each, _ in found.customers
        ],
        "invoices": [
            {"invoice": each.document_number, "reason": each.reason} for each, _ in found.invoices
        ],
    }


@in_office
def leave_alone(office: Office, options: Namespace) -> Answer:
    register, key = _named(options)
    sent = {register.resource.key: key, "Reason": options.reason}

    def work(tx: Transaction) -> Any:
        desk = office.desk(tx, options.organisation)
        return fire(register, desk, None, "create", Request(sent))

    office.write(work)
    return {**_told(options), "reminded": False}


@in_office
def remind_again(office: Office, options: Namespace) -> Answer:
    register, key = _named(options)

    def work(tx: Transaction) -> Any:
        desk = office.desk(tx, options.organisation)
        return fire(register, desk, register.take(desk, key), "delete")

    office.write(work)
    return {**_told(options), "reminded": True}


def _named(options: Namespace) -> tuple[Register, str | int]:
    return (DISPUTED, options.invoice) if options.invoice else (UNREMINDED, options.customer)


def _told(options: Namespace) -> Answer:
    register, key = _named(options)
    return {"invoice" if register is DISPUTED else "customer": key}
