"""`reskontra check-books`: are the books sound? Asked of the database alone, in plain SQL.

Nothing here or in `audit` knows the code that writes the books, so one fault cannot hide another.
"""

from collections import Counter
from collections.abc import Iterator

from reskontra.audit.chain import broken_links
from reskontra.audit.checks import LEDGER, Check
from reskontra.audit.documents import DOCUMENT_CHECKS
from reskontra.audit.invoices import misstated_invoices
from reskontra.audit.report import Report, Violation
from reskontra.audit.snapshot import Snapshot, opened
from reskontra.audit.structure import structural_faults

CHECKS = LEDGER + DOCUMENT_CHECKS
COMPUTED = (broken_links, misstated_invoices)  # what SQL cannot say
WHOLE = (structural_faults,)  # only of the database as a whole

COUNTED = {
    "organisations": "SELECT count(*) FROM organisations o WHERE OF(o.id)",
    "vouchers": "SELECT count(*) FROM vouchers v WHERE OF(v)",
    "postings": "SELECT count(*) FROM postings p WHERE OF(p)",
    "customer_invoices": "SELECT count(*) FROM customer_invoices i WHERE OF(i)",
}


def audited(url: str, organisation: int | None = None) -> Report:
    """Every violation by name, in one organisation's books or in the whole database."""
    with opened(url, organisation) as books:
        checks = [check for check in CHECKS if set(check.needs) <= books.columns]
        computed = COMPUTED if organisation is not None else COMPUTED + WHOLE
        counts, violations = Counter[str](), list[Violation]()
        for part in books.parts():
            violations += [violation for check in checks for violation in breaches(part, check)]
            violations += [violation for compute in computed for violation in compute(part)]
            counts.update({name: part.rows(asked)[0][0] for name, asked in COUNTED.items()})
    violations = list(dict.fromkeys(violations))  # a fault of the whole shows in every part
    found = {"checks": len(checks) + len(computed), "violations": len(violations)}
    return Report({name: counts[name] for name in COUNTED} | found, violations)


def breaches(books: Snapshot, check: Check) -> Iterator[Violation]:
    for organisation, *said in books.rows(check.sql):
        yield Violation(check.name, organisation, check.told.format(*said))
