"""Organisations, and what each one's documents have said of it, version by version."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import and_, bindparam, func, insert, select, update

from reskontra.codec import digest_of
from reskontra.domain.equity import CompanyForm
from reskontra.domain.errors import NotFound
from reskontra.domain.organisation import (
    AccountingMethod,
    CompleteInvoices,
    Organisation,
    Plan,
    SecondFactor,
)
from reskontra.domain.records import asdict, fields, replace
from reskontra.domain.vat import Supply
from reskontra.domain.vat_period import VatPeriod
from reskontra.engine.database import Transaction
from reskontra.people.tables import adding, letterheads, organisations

LEAST_PLAN = Plan.AI_PRO  # of an organisation that lets integrations in

OWN_COLUMNS = ("id", "name", "plan", "accounting_method", "invoice_quota", "letterhead")
DETAILS = tuple(each.name for each in fields(Organisation) if each.name not in OWN_COLUMNS)
CHOICES: dict[str, Callable[[Any], Any]] = {  # of the details
    "default_kind": Supply,
    "complete_invoices": CompleteInvoices,
    "company_form": CompanyForm,
    "partner_shares": tuple,
    "second_factor": SecondFactor,
    "vat_period": VatPeriod,
}
COLUMNS = [organisations.c[name] for name in (*OWN_COLUMNS, "details")]
_details = organisations.c.details.info["conversion"]

ADD = adding(organisations)
NO_LETTERS = {"head_mailed": None, "head_letter_after": None}
SAVE = (
    update(organisations)
    .where(organisations.c.id == bindparam("own_id"))
    .values({name: bindparam(name) for name in (*OWN_COLUMNS[1:], "details")})
)
_OF_HEAD = and_(
    organisations.c.id == bindparam("own_id"),
    organisations.c.head_mailed.is_distinct_from(bindparam("head")),
)
HEAD_UNMAILED = select(organisations.c.id).where(_OF_HEAD)
TAKE_HEAD = (
    update(organisations)
    .where(_OF_HEAD, func.coalesce(organisations.c.head_letter_after, 0) <= bindparam("now"))
    .values(head_letter_after=bindparam("until"))
)
HEAD_MAILED = (
    update(organisations)
    .where(_OF_HEAD)
    .values(head_mailed=bindparam("head"), head_letter_after=bindparam("until"))
)
ADD_NUMBERED = insert(organisations)
ONE = select(*COLUMNS).where(organisations.c.id == bindparam("id"))
ALL = select(*COLUMNS).order_by(organisations.c.id)
ADD_LETTERHEAD = insert(letterheads)
ONE_LETTERHEAD = select(letterheads.c.name, letterheads.c.details, letterheads.c.logo).where(
    letterheads.c.organisation_id == bindparam("organisation_id"),
    letterheads.c.version == bindparam("version"),
)


@lru_cache(maxsize=4096)
def from_row(row: tuple[Any, ...]) -> Organisation:
    """What a row says, kept by the row itself: another row is another organisation."""
    number, name, plan, method, quota, letterhead, details = row
    said = _said(details) | {"letterhead": letterhead}
    return Organisation(number, name, Plan(plan), AccountingMethod(method), quota, **said)


def _said(details: str) -> dict[str, Any]:
    said: dict[str, Any] = _details.out(details)
    return said | {name: kind(said[name]) for name, kind in CHOICES.items() if name in said}


def _row(value: Organisation) -> dict[str, Any]:
    every = asdict(value)
    details = {name: every[name] for name in DETAILS}
    own = {name: every[name] for name in OWN_COLUMNS if name != "id"}
    own |= {"plan": str(value.plan), "accounting_method": str(value.accounting_method)}
    return own | {"details": _details.into(details)}


def one(tx: Transaction, number: int) -> Organisation:
    row = tx.first(ONE, {"id": number})
    if row is None:
        raise NotFound("Kan inte hitta organisationen")
    return from_row(row)


def every(tx: Transaction) -> list[Organisation]:
    return [from_row(row) for row in tx.all(ALL)]


def add(tx: Transaction, new: Organisation, now: datetime) -> Organisation:
    """With its number, and with its first letterhead; the unit stands for it from here on."""
    values = _row(new) | {"created_at": now.isoformat()} | NO_LETTERS
    if new.id:
        tx.run(ADD_NUMBERED, values | {"id": new.id})
    returned = (new.id,) if new.id else tx.first(ADD, values)
    assert returned
    numbered = replace(new, id=returned[0])
    tx.stand_for(numbered.id)
    _add_letterhead(tx, numbered, b"")
    return numbered


def save(tx: Transaction, changed: Organisation, logo: bytes | None = None) -> Organisation:
    """What its documents say of it goes into a new letterhead; the old ones stay."""
    before = one(tx, changed.id)
    anew = replace(changed, letterhead=before.letterhead + 1)
    if logo is None:
        logo = letterhead(tx, before, before.letterhead)[1]
    _add_letterhead(tx, anew, logo)
    tx.run(SAVE, _row(anew) | {"own_id": anew.id})
    return anew


def is_head_mailed(tx: Transaction, number: int, head: str) -> bool:
    """Whether it is the one of that moment that was mailed last."""
    return tx.first(HEAD_UNMAILED, {"own_id": number, "head": head}) is None


def take_head(tx: Transaction, number: int, head: str, now: int, until: int) -> bool:
    """Whether it is to be mailed now, by whoever asks: nobody else gets it before that moment."""
    values = {"own_id": number, "head": head, "now": now, "until": until}
    return tx.run(TAKE_HEAD, values) == 1


def head_was_mailed(tx: Transaction, number: int, head: str, until: int) -> None:
    """No other is before that moment."""
    tx.run(HEAD_MAILED, {"own_id": number, "head": head, "until": until})


def _add_letterhead(tx: Transaction, owner: Organisation, logo: bytes) -> None:
    row = _row(owner)
    values = {"name": row["name"], "details": row["details"], "logo": logo}
    own = {"organisation_id": owner.id, "version": owner.letterhead}
    tx.run(ADD_LETTERHEAD, own | values)


def letterhead_digest(tx: Transaction, owner: Organisation) -> dict[str, str]:
    """What the history seals of the newest letterhead, by its version."""
    row = tx.first(ONE_LETTERHEAD, {"organisation_id": owner.id, "version": owner.letterhead})
    assert row
    name, details, logo = row
    content = [owner.letterhead, name, details, sha256(logo).hexdigest()]
    return {str(owner.letterhead): digest_of(content)}


def letterhead(tx: Transaction, owner: Organisation, version: int) -> tuple[Organisation, bytes]:
    """The organisation as its documents of that version show it, and its logo."""
    row = tx.first(ONE_LETTERHEAD, {"organisation_id": owner.id, "version": version})
    if row is None:
        return owner, b""
    name, details, logo = row
    return replace(owner, name=name, letterhead=version, **_said(details)), bytes(logo)
