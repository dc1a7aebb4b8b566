"""What can be claimed, what is in a claim, and what earlier claims have asked."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import bindparam, delete, exists, insert, not_, select

from reskontra.domain.claims import Asked, ClaimStatus, TaxReductionClaim
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.storage.books import Books
from reskontra.storage.shelves import CLAIMS
from reskontra.storage.tables import claimed_invoices as held
from reskontra.storage.tables import customer_invoices as invoices
from reskontra.storage.tables import tax_reduction_claims as claims

MINE = {table: table.c.organisation_id == bindparam("organisation_id") for table in (held, claims)}
HELD = exists().where(
    MINE[held],
    held.c.organisation_id == invoices.c.organisation_id,
    held.c.document_number == invoices.c.document_number,
)
TO_CLAIM = (
    select(invoices.c.document_number)
    .where(
        invoices.c.organisation_id == bindparam("organisation_id"),
        invoices.c.status == "paid",
        invoices.c.reduction_balance > 0,
        invoices.c.tax_reduction_type == bindparam("kind"),
        invoices.c.final_pay_date >= bindparam("first"),
        invoices.c.final_pay_date <= bindparam("last"),
        not_(HELD),
    )
    .order_by(invoices.c.final_pay_date, invoices.c.document_number)
)
CLAIM_OF = (
    select(claims.c.number, claims.c.status)
    .join(held, (held.c.organisation_id == claims.c.organisation_id)
          & (held.c.claim == claims.c.number))
    .where(MINE[claims], held.c.document_number == bindparam("document_number"))
)  # fmt: skip
OF_A_YEAR = select(*CLAIMS.columns).where(
    MINE[claims],
    claims.c.from_date >= bindparam("first"),
    claims.c.from_date <= bindparam("last"),
    claims.c.status != "withdrawn",
)
NAMED = select(claims.c.number).where(MINE[claims], claims.c.name == bindparam("name"))
REFERRED = select(claims.c.number).where(
    MINE[claims], claims.c.reference_number == bindparam("reference")
)
HOLD = insert(held)
RELEASE = delete(held).where(MINE[held], held.c.claim == bindparam("claim"))


def to_claim(books: Books, kind: TaxReductionType, first: date, last: date) -> list[int]:
    """The invoices that were paid in those days and are in no claim, in the order of payment."""
    days = {"first": first.isoformat(), "last": last.isoformat()}
    return [number for [number] in books.all(TO_CLAIM, kind=str(kind), **days)]


def claim_of(books: Books, document: int) -> tuple[int, ClaimStatus] | None:
    """The claim that an invoice is in, if it is in one that is not withdrawn."""
    row = books.first(CLAIM_OF, document_number=document)
    return (row[0], ClaimStatus(row[1])) if row else None


def asked_in(books: Books, year: int) -> list[Asked]:
    """For each person, by what this seller has claimed of payments in a calendar year."""
    days = {"first": f"{year}-01-01", "last": f"{year}-12-31"}
    every = (CLAIMS.made(row) for row in books.all(OF_A_YEAR, **days))
    return [each for claim in every for each in _asked(claim)]


def _asked(claim: TaxReductionClaim) -> Iterable[Asked]:
    amounts = claim.approvals or [case.asked_amount for case in claim.cases]
    for case, amount in zip(claim.cases, amounts, strict=True):
        yield Asked(case.personal_number, claim.type, amount)


def number_named(books: Books, name: str) -> int | None:
    row = books.first(NAMED, name=name)
    return row[0] if row else None


def numbers_referred(books: Books, reference: str) -> list[int]:
    return [number for [number] in books.all(REFERRED, reference=reference)]


def hold(books: Books, claim: TaxReductionClaim) -> None:
    """Its invoices are in no other claim from now on."""
    for document in claim.documents:
        books.put(HOLD, document_number=document, claim=claim.number)


def release(books: Books, claim: TaxReductionClaim) -> None:
    books.put(RELEASE, claim=claim.number)
