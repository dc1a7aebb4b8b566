"""`reskontra check-books`: are the books sound? Asked of the database alone, in plain SQL.

Nothing here or in `audit` knows the code that writes the books, so one fault cannot hide another.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import apsw

from reskontra.audit.chain import broken_history, broken_links
from reskontra.audit.checks import LEDGER, Check
from reskontra.audit.claims import claims_astray
from reskontra.audit.documents import DOCUMENT_CHECKS
from reskontra.audit.events import EVENT_CHECKS, events_unlike_the_books
from reskontra.audit.heads import Head, altered_heads, unlike_signed, unproven
from reskontra.audit.history import unlike_the_history
from reskontra.audit.imports import imports_unlike_the_history
from reskontra.audit.invoices import misstated_invoices
from reskontra.audit.registers import registers_unlike_the_history
from reskontra.audit.reminders import REMINDER_CHECKS
from reskontra.audit.report import Report, Violation
from reskontra.audit.sealed import altered_documents
from reskontra.audit.settlements import invoices_astray
from reskontra.audit.snapshot import Snapshot, opened
from reskontra.audit.structure import DAMAGED, structural_faults
from reskontra.audit.vat_returns import CHECKS as VAT_RETURNS
from reskontra.audit.vat_returns import misstated_returns
from reskontra.audit.years import YEARS

CHECKS = LEDGER + YEARS + DOCUMENT_CHECKS + VAT_RETURNS + REMINDER_CHECKS + EVENT_CHECKS
# What SQL cannot say.
COMPUTED = (
    broken_links,
    broken_history,
    altered_documents,
    unlike_the_history,
    registers_unlike_the_history,
    imports_unlike_the_history,
    misstated_invoices,
    invoices_astray,
    claims_astray,
    misstated_returns,
    events_unlike_the_books,
)
WHOLE = (structural_faults,)  # only of the database as a whole

# What is raised on reading something that nobody can have written.
UNREADABLE = (
    *(apsw.CorruptError, ValueError, ArithmeticError, LookupError),
    *(TypeError, AttributeError, RecursionError),
)

COUNTED = {
    "organisations": "SELECT count(*) FROM organisations o WHERE OF(o.id)",
    "vouchers": "SELECT count(*) FROM vouchers v WHERE OF(v)",
    "postings": "SELECT count(*) FROM postings p WHERE OF(p)",
    "customer_invoices": "SELECT count(*) FROM customer_invoices i WHERE OF(i)",
}


def audited(
    url: str,
    organisation: int | None = None,
    heads: tuple[Head, ...] = (),
    keys: tuple[str, ...] = (),
    known: tuple[str, ...] = (),
) -> Report:
    """Every violation by name, in one organisation's books or in the whole database.

    Heads that were signed by one of the keys and kept elsewhere are what the chains are held
    against, too. Those that are kept here must be signed by a key that is known, if any is.
    """
    with opened(url, organisation) as books:
        return report_on(books, heads, keys, known)


def report_on(
    books: Snapshot,
    heads: tuple[Head, ...] = (),
    keys: tuple[str, ...] = (),
    known: tuple[str, ...] = (),
) -> Report:
    checks = [check for check in CHECKS if applies(check, books.columns)]
    computed = COMPUTED if books.organisation is not None else COMPUTED + WHOLE
    counts = Counter[str]()
    violations = [*answered("heads", partial(unproven, books, heads, keys))]
    for part in books.parts():
        questions = [(check.name, partial(breaches, part, check)) for check in checks]
        questions += [(compute.__name__, partial(compute, part)) for compute in computed]
        questions += [("heads", partial(unlike_signed, part, heads))]
        questions += [("kept heads", partial(altered_heads, part, known))]
        violations += [violation for question in questions for violation in answered(*question)]
        counts.update({name: counted(part, question) for name, question in COUNTED.items()})
    violations = list(dict.fromkeys(violations))  # a fault of the whole shows in every part
    figures = {"checks": len(checks) + len(computed), "violations": len(violations)}
    return Report({name: counts[name] for name in COUNTED} | figures, violations)


def applies(check: Check, columns: set[str]) -> bool:
    replaced = check.until and set(check.until) <= columns
    return set(check.needs) <= columns and not replaced


def breaches(books: Snapshot, check: Check) -> Iterator[Violation]:
    for organisation, *said in books.rows(check.sql):
        yield Violation(check.name, organisation, check.meaning.format(*said))


def answered(question: str, ask: Callable[[], Iterator[Violation]]) -> Iterator[Violation]:
    """Damage that keeps a question from being answered is a violation itself."""
    try:
        yield from ask()
    except UNREADABLE as error:
        yield Violation(DAMAGED, None, f"{question}: cannot be asked: {error}")


def counted(books: Snapshot, question: str) -> int:
    """What cannot even be counted is told as a violation already."""
    try:
        return int(books.rows(question)[0][0])
    except UNREADABLE:
        return 0
