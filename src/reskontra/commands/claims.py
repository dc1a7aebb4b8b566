"""Claims of tax reductions: made, their file written, uploaded, decided, paid, withdrawn."""

import os
from argparse import Namespace
from decimal import Decimal
from pathlib import Path
from typing import Any

from reskontra.actions import claiming
from reskontra.actions.claims import CLAIMS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office
from reskontra.contract.parsing import parsed
from reskontra.domain.claims import TaxReductionClaim
from reskontra.domain.search import Search
from reskontra.engine.database import Transaction

MOST = 1_000


@in_office
def everyone(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        shelf = office.desk(tx, options.organisation).books.shelf(CLAIMS.layout)
        claims, total = shelf.page(Search((), "number", True, MOST, 0))
        return {"claims": [in_short(each) for each in claims], "total": total}

    return office.read(work)


@in_office
def make(office: Office, options: Namespace) -> Answer:
    sent = {"Type": options.type, "FromDate": str(options.first), "ToDate": str(options.last)}

    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        claim: TaxReductionClaim = fire(CLAIMS, desk, None, "create", Request(sent))
        told = {"warnings": [*claim.warnings], "left_out": [*claim.left_out]}
        return {**in_short(claim), "cases": len(claim.cases), **told}

    return office.tried(work) if options.preview else office.write(work)


@in_office
def write_file(office: Office, options: Namespace) -> Answer:
    """For its owner's eyes only: it holds identity numbers."""
    claim: TaxReductionClaim = office.read(lambda tx: CLAIMS.find(*_at(office, options, tx)))
    place: Path = options.file or Path(f"{claim.name.lower().replace(' ', '-')}.xml")
    try:
        with open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(claim.file.encode())
    except OSError as error:
        raise Failed(f"cannot write {place}: {error.strerror}") from None
    return {"claim": claim.number, "name": claim.name, "file": str(place)}


@in_office
def upload(office: Office, options: Namespace) -> Answer:
    return _fired(office, options, "upload")


@in_office
def withdraw(office: Office, options: Namespace) -> Answer:
    return _fired(office, options, "withdraw")


@in_office
def decide(office: Office, options: Namespace) -> Answer:
    try:
        text = options.file.read_bytes()
    except OSError as error:
        raise Failed(f"cannot read {options.file}: {error.strerror}") from None

    def work(tx: Transaction) -> Answer:
        decided = claiming.take_in(office.desk(tx, options.organisation), parsed(text))
        return {"claims": [in_short(each) for each in decided.claims]}

    return office.write(work)


@in_office
def pay_out(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        paid = claiming.pay_out(desk, options.claim, options.day, Decimal(options.amount))
        day = paid.payment_date.isoformat() if paid.payment_date else None
        return {"claims": [each.name for each in paid.claims], "day": day}

    return office.write(work)


@in_office
def undo_payout(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        return in_short(claiming.undo_payout(*_at(office, options, tx)))

    return office.write(work)


def _fired(office: Office, options: Namespace, trigger: str) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk, number = _at(office, options, tx)
        return in_short(fire(CLAIMS, desk, CLAIMS.take(desk, number), trigger))

    return office.write(work)


def _at(office: Office, options: Namespace, tx: Transaction) -> tuple[Desk, int]:
    return office.desk(tx, options.organisation), options.claim


def in_short(claim: Any) -> Answer:
    return {
        "claim": claim.number,
        "name": claim.name,
        "status": str(claim.status),
        "asked": f"{claim.asked_amount:.0f}",  # whole kronor
        "approved": f"{claim.approved_amount:.0f}",
        "reference": claim.reference_number,
    }
