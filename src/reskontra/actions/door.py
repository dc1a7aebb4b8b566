"""The one door: whatever changes in the books goes through `fire`."""

from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import POSTED, SAME, Allow, Cause, Change, Gone, Refuse
from reskontra.actions.register import Register
from reskontra.actions.years import FINANCIAL_YEARS
from reskontra.domain.happening import Happening
from reskontra.domain.records import replace
from reskontra.domain.voucher import Voucher
from reskontra.engine.database import Violated
from reskontra.storage import voided
from reskontra.storage.sealed import document_digest


def fire(register: Register, desk: Desk, record: Any, trigger: str, request: Any = None) -> Any:
    """Do what the register's life says of `trigger`, and give the record as it is afterwards."""
    row = allowed(register, desk, record, trigger)
    if before := row.first(desk, record):
        fire_all(desk, before)
        record = register.take(desk, *register.layout.key_of(record))
        return fire(register, desk, record, trigger, request)
    outcome = row.effect(desk, record, request)
    after = with_status(register, row, record, outcome.record)
    posted = post(desk, sealing(register, outcome.voucher, after)) if outcome.voucher else None
    if posted:
        after = register.bears(after, posted)
    after = row.draws(register, desk, record, after)  # the ledger is always locked before a series
    fire_all(desk, outcome.with_it, Cause(after, posted))
    if row.recorded:
        desk.books.record_history(row.recorded, **outcome.facts)
    why = str(outcome.facts.get("why", ""))
    keep(register, desk, row, record, after, sealed=bool(posted and posted.document), why=why)
    row.then(desk, after)
    fire_all(desk, outcome.after_it, Cause(after, posted))
    if row.tells and (posted or isinstance(row.target, Gone) or register.differ(record, after)):
        entity, topic = register.entity(after), register.topic.name
        desk.books.tell(Happening(row.tells, entity, outcome.facts, topic))
    return after


def fire_all(desk: Desk, changes: tuple[Change, ...], cause: Cause | None = None) -> None:
    for register, found, trigger in changes:
        fire(register, desk, found(desk) if callable(found) else found, trigger, cause)


def allowed(register: Register, desk: Desk, record: Any, trigger: str) -> Allow:
    """The row that decides, where it lets `trigger` happen; else it is refused."""
    row = register.row(record, trigger)
    if isinstance(row, Refuse):
        raise row.error(row.message)
    row.guard(desk, record)
    return row


def with_status(register: Register, row: Allow, before: Any, after: Any) -> Any:
    """The record in the state that its row leads to, whatever its effect says."""
    target = row.target.status if isinstance(row.target, Gone) else row.target
    if target is None or not register.status:
        return after
    if target is SAME:
        target = getattr(before, register.status)
    status = target(after) if callable(target) else target
    if getattr(after, register.status) == status:
        return after
    return replace(after, **{register.status: status})


def sealing(register: Register, voucher: Voucher, record: Any) -> Voucher:
    """A document's own voucher carries the digest of the document, as it is from then on."""
    if voucher.source != f"{register.numbers} {register.entity(record)}":
        return voucher
    return replace(voucher, document=document_digest(register.layout, record))


def keep(
    register: Register,
    desk: Desk,
    row: Allow,
    before: Any,
    after: Any,
    *,
    sealed: bool,
    why: str = "",  # in the words of whoever removes it
) -> None:
    shelf = desk.books.shelf(register.layout)
    if isinstance(row.target, Gone):
        shelf.remove(*register.layout.key_of(before))
        if row.target.why:
            number = getattr(before, register.key)
            voided.add(desk.books, register.numbers, number, why or row.target.why)
    elif before is None and row.target is not POSTED:
        add(register, desk, after)
    elif before is not None and after is not before:
        shelf.save(before, after, sealed)


def add(register: Register, desk: Desk, record: Any) -> None:
    """Where clients choose keys, one that is there already, or comes at the same time, is told."""
    try:
        desk.books.shelf(register.layout).add(record)
        if register.called:
            desk.books.tx.settle()
    except Violated as violated:
        in_use = register.called and violated.unique
        raise (register.in_use(record) if in_use else violated) from None


def post(desk: Desk, voucher: Voucher) -> Voucher:
    """The coming year begins when it is first posted in."""
    posted = desk.books.post(voucher)
    if posted is None:
        fire(FINANCIAL_YEARS, desk, None, "follow")
        posted = desk.books.post(voucher)
        assert posted
    return posted
