"""SIE in: a file posted whole or not at all, and taken back."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from reskontra.actions import sie_kept
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.exporting import Disagreement, Tally, Wish, vouchers
from reskontra.actions.lifecycle import KEPT, NOTHING, SAME, UNTOLD, Allow, Outcome, always
from reskontra.actions.register import Register
from reskontra.actions.sie_case import Case, Incoming
from reskontra.actions.sie_file import YearFile
from reskontra.actions.sie_vouchers import CENTER, PROJECT, drafted
from reskontra.actions.vouchers import VOUCHERS
from reskontra.codec import stored
from reskontra.contract.listing import Listing
from reskontra.contract.sie import SIE_IMPORT
from reskontra.domain import happening
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.domain.records import asdict, replace
from reskontra.domain.sie_import import IMPORT_UNDONE, UNDONE, ImportedFile, Plan, SieImport
from reskontra.domain.voucher import Voucher
from reskontra.storage import importing, ledger, shelves, voided
from reskontra.storage.exporting import Stretch as Numbers

MOST_TOLD = 20  # deviations in a refusal


def listed(desk: Desk) -> list[ImportedFile]:
    return importing.listed(desk.books)


def numbered(desk: Desk, key: str) -> SieImport:
    """As a client names it."""
    if not (key.isascii() and key.isdecimal() and len(key) <= 15):
        raise NotFound(SIE_IMPORTS.layout.missing)
    kept: SieImport = SIE_IMPORTS.find(desk, int(key))
    return kept


def in_short(desk: Desk, kept: SieImport) -> ImportedFile:
    return next(each for each in listed(desk) if each.id == kept.id)


def gaps(desk: Desk) -> list[dict[str, Any]]:
    """Numbers that files have passed over, each stretch with its file."""
    return voided.passed_over(desk.books)


def planned(desk: Desk, incoming: Incoming) -> Plan:
    """What posting it would come to; nothing is written."""
    return Case(desk, incoming).plan


def posted(desk: Desk, incoming: Incoming) -> Plan:
    """All of it in this one transaction, through the door; or a refusal that tells every reason."""
    ledger.lock(desk.books)
    case = Case(desk, incoming)
    refuse(case.plan)
    case.furnish_books()
    complete_books(desk, case)
    kept = fire(SIE_IMPORTS, desk, None, "post", case)
    for voucher in case.vouchers:
        moved = case.moved.get(voucher.series, 0)
        fire(VOUCHERS, desk, None, "import", drafted(voucher, kept.id, moved))
    refuse_other_books(desk, case)
    return replace(case.plan, posted=True, id=kept.id)


def undone(desk: Desk, number: int) -> list[Voucher]:
    """Its vouchers are taken back by mirrors of the same days; what was posted stays."""
    ledger.lock(desk.books)
    kept = SIE_IMPORTS.find(desk, number)
    if str(kept.id) in importing.taken_back(desk.books):
        raise Conflict("Filen är redan tagen tillbaka")
    if importing.followed(desk.books, kept):
        raise Conflict("Något har bokförts i året efter filen: rätta med verifikationer i stället")
    fire(SIE_IMPORTS, desk, kept, "undo")
    mirrors = [mirror(each, kept) for each in importing.vouchers_of(desk.books, kept)]
    return [fire(VOUCHERS, desk, None, "import", each) for each in mirrors if each.postings]


def mirror(original: Voucher, kept: SieImport) -> Voucher:
    """A voucher of ours: it has no rows of nothing."""
    text = f"Rättelse av {original.series} {original.number}, import {kept.id} tas tillbaka"
    back = original.reversed("M", original.date, text, f"undo sie {kept.id} {original.key}")
    rows = tuple(replace(row, carried={}) for row in back.postings if row.amount)
    reference = {"reference_type": UNDONE, "reference_number": str(kept.id)}
    return replace(back, postings=rows, carried={}, **reference)


def take_back(desk: Desk, kept: SieImport, _: Any) -> Outcome:
    """It stays; the mirrors tell of themselves."""
    return Outcome(kept, facts={"import": kept.id, "year": kept.year})


def begin_with_nothing(desk: Desk, kept: SieImport) -> None:
    """What the books began with by this file is nothing again."""
    if importing.is_untouched(desk.books, before=kept.first_sequence):
        importing.begin_with_nothing(desk.books)


def refuse(plan: Plan) -> None:
    reasons = [each for each in plan.deviations if each.refuses]
    if reasons:
        told = [f"rad {each.line}: {each.text}" if each.line else each.text for each in reasons]
        more = f" … och {len(told) - MOST_TOLD} till" if len(told) > MOST_TOLD else ""
        raise Invalid("Filen kan inte bokföras: " + "; ".join(told[:MOST_TOLD]) + more)


# The life of an import


def kept(desk: Desk, _: None, case: Case) -> Outcome:
    """The file as it came, what it says beside vouchers, and what it was found to come to."""
    assert case.year
    books = desk.books
    plan = {**asdict(case.plan), "deviations": [asdict(each) for each in case.plan.deviations]}
    days = {name: plan[name] and plan[name].isoformat() for name in ("from_date", "to_date")}
    record = SieImport(
        importing.next_id(books),
        case.year.id,
        case.digest,
        case.incoming.name,
        books.now.isoformat(),
        books.by,
        case.incoming.content,
        importing.next_sequence(books),
        len(case.vouchers),
        plan | days,
        sie_kept.kept_of(case.file),
    )
    facts = {
        "import": record.id,
        "year": record.year,
        "file": record.name,
        "digest": record.digest,
        "first_sequence": record.first_sequence,
        "vouchers": record.vouchers,
        "skipped": [[*stretch] for stretch in case.skipped],
        "plan": _digest(record.plan),
        "kept": _digest(record.kept),
    }
    return Outcome(record, facts=facts)


def _digest(said: Mapping[str, Any]) -> str:
    """Of the text that is kept of it."""
    return sha256(stored(said).encode()).hexdigest()


def complete_books(desk: Desk, case: Case) -> None:
    """Accounts, series, objects; and what the books begin with, where nothing was posted yet."""
    books, file = desk.books, case.file
    importing.complete(books, case.accounts(), case.codes(), named=case.untouched)
    told = {(each.dimension, each.code): each.name for each in file.objects}
    used = {pair for voucher in case.vouchers for row in voucher.rows for pair in row.objects}
    names = {pair: pair[1] for pair in used} | told
    centers, projects = (
        {code: name for (number, code), name in names.items() if number == dimension}
        for dimension in (CENTER, PROJECT)
    )
    importing.complete_objects(books, centers, projects)
    if case.untouched:
        importing.begin_with(books, books.years()[0], case.openings)


def refuse_other_books(desk: Desk, case: Case) -> None:
    """What the books say now is what the file says, voucher by voucher and balance by balance."""
    assert case.year
    facts = YearFile(desk, case.year)
    chosen = tuple(Numbers(code, case.latest.get(code, 0) + 1) for code in case.codes())
    ours = vouchers(facts, Wish(selection=chosen), Tally()) if chosen else iter(())
    for one, other in zip(ours, case.vouchers, strict=True):
        if one != other:
            raise Disagreement(f"{other.name} is not as the file has it")
    if case.untouched and facts.opening != case.openings:
        raise Disagreement("the year does not begin as the file says")


# fmt: off
SIE_IMPORTS = Register(
    SIE_IMPORT, shelves.SIE_IMPORTS, Listing(), status="", heard_in=happening.SIE_IMPORTS, life=(
    #     from     trigger to      only if  does       tells           in the history
    Allow(NOTHING, "post", "kept", always,  kept,      "sie-imported", recorded="SIE file imported"),
    Allow(KEPT,    "undo", SAME,   always,  take_back, UNTOLD,         recorded=IMPORT_UNDONE, then=begin_with_nothing),
))
# fmt: on
