"""Organisations: founded, changed, listed, and their voided numbers told."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from reskontra.actions import closing, entry, founding, organisations
from reskontra.actions.desk import Desk
from reskontra.actions.issuing import gaps_now
from reskontra.actions.mending import mended_by
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.actions.trail import Actor
from reskontra.actions.years import LOCKED_PERIOD
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import BY, Office, in_office
from reskontra.commands.values import NONE
from reskontra.domain.completeness import Gap, gaps
from reskontra.domain.customer_invoice import Status
from reskontra.domain.equity import CompanyForm
from reskontra.domain.organisation import (
    AccountingMethod,
    CompleteInvoices,
    Organisation,
    Plan,
    SecondFactor,
)
from reskontra.domain.records import asdict, fields
from reskontra.domain.vat import Supply
from reskontra.domain.vat_period import VatPeriod
from reskontra.engine.database import Transaction
from reskontra.outside.logo import BYTE_LIMIT, SIDE_LIMIT
from reskontra.outside.pdf import takes_logo
from reskontra.people.organisations import every
from reskontra.storage import voided


@in_office
def create(office: Office, options: Namespace) -> Answer:
    quota = None if options.invoice_quota == NONE else options.invoice_quota
    plan, method = Plan(options.plan), AccountingMethod(options.accounting_method)
    kind, complete = Supply(options.default_kind), CompleteInvoices(options.complete_invoices)
    wanted = Organisation(
        0,
        options.name,
        plan,
        method,
        quota,
        default_kind=kind,
        complete_invoices=complete,
        company_form=CompanyForm(options.company_form),
        partner_shares=options.partner_shares,
        vat_period=VatPeriod(options.vat_period),
    )
    founded = office.write(lambda tx: founding.found(tx, wanted, office.now, BY))
    return {"organisation_id": founded.id}


@in_office
def change(office: Office, options: Namespace) -> Answer:
    changes = changes_asked(options)
    logo = image(options.logo) if options.logo else None
    if not (changes or logo or options.locked_through):
        raise Failed("nothing to set; reskontra organisation set --help lists what can be")

    asked = changes.pop("second_factor", None)

    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.id)
        if asked:
            entry.ask_for_factor(desk, Actor(BY, "", office.now), SecondFactor(asked))
        if changes or logo:
            organisations.change(desk, changes, logo)
        if options.locked_through:
            day = options.locked_through
            closing.lock_through(desk, None if day == NONE else day)
        return described(office.desk(tx, options.id))

    return office.write(work)


def changes_asked(options: Namespace) -> dict[str, Any]:
    """What the options say about the organisation itself."""
    names = [each.name for each in fields(Organisation) if each.name != "id"]
    changes = {name: getattr(options, name, None) for name in names}
    changes = {name: value for name, value in changes.items() if value is not None}
    if changes.get("invoice_quota") == NONE:
        changes["invoice_quota"] = None
    return changes


def image(path: Path) -> bytes:
    """A logo that can be printed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Failed(f"cannot read {path}: {error.strerror}") from None
    if not takes_logo(content):
        limits = f"{BYTE_LIMIT // 1024} KiB and {SIDE_LIMIT} pixels a side"
        raise Failed(f"{path} is not a whole PNG or JPEG image of at most {limits}")
    return content


@in_office
def check(office: Office, options: Namespace) -> Answer:
    """Of the organisation itself, or of a draft too; what was issued is not asked about again."""

    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.id)
        return {
            "organisation_id": options.id,
            "complete_invoices": desk.organisation.complete_invoices,
            "gaps": [*map(_said, _gaps(desk, options.invoice))],
        }

    return office.read(work)


def _said(gap: Gap) -> Answer:
    return {"missing": gap.missing, "hint": gap.hint, "mended_by": mended_by(gap)}


def _gaps(desk: Desk, invoice: int | None) -> tuple[Gap, ...]:
    if invoice is None:
        return gaps(desk.organisation)
    draft = CUSTOMER_INVOICES.find(desk, invoice)
    if draft.status is not Status.DRAFT:
        raise Failed(f"invoice {invoice} is issued: what it lacks stays so")
    return gaps_now(desk, draft)


@in_office
def everyone(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> list[Answer]:
        return [described(office.desk(tx, each.id)) for each in every(tx)]

    return {"organisations": office.read(work)}


def described(desk: Desk) -> Answer:
    fields = asdict(desk.organisation)
    del fields["letterhead"]  # ours to count
    locked = LOCKED_PERIOD.find(desk).locked_through
    return {
        "organisation_id": fields.pop("id"),
        **fields,
        "locked_through": locked.isoformat() if locked else None,
    }


@in_office
def voided_numbers(office: Office, options: Namespace) -> Answer:
    """Of documents one by one; of vouchers the stretches that a SIE file passed over."""

    def work(tx: Transaction) -> Answer:
        books = office.desk(tx, options.organisation).books
        return {
            "voided_numbers": voided.listed(books),
            "skipped_numbers": voided.passed_over(books),
        }

    return {"organisation_id": options.organisation, **office.read(work)}
