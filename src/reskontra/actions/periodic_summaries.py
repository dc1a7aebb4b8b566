"""The periodic summary of a month or a quarter, and its file."""

from reskontra.actions.desk import Desk
from reskontra.domain.errors import Conflict, NotFound
from reskontra.domain.periodic_summary import PeriodicSummary, summary_file, summary_lines
from reskontra.domain.vat_period import summary_period
from reskontra.storage import vat

MISSING = "Det finns ingen momsfri försäljning till EU i den månaden, ÅÅMM, eller kvartalet, ÅÅ-K"


def summary(desk: Desk, code: str) -> PeriodicSummary:
    """By the code that its file names it by; as the entries of the time are now."""
    period = summary_period(code)
    sold = vat.sold(desk.books, period) if period else []
    if period is None or not sold:
        raise NotFound(MISSING)
    known = [each for each in sold if each.vat_number]
    unknown = [str(number) for number in vat.sold_to_nobody(desk.books, period)]
    return PeriodicSummary(code, summary_lines(known), tuple(unknown))


def file(desk: Desk, code: str) -> str:
    found = summary(desk, code)
    if not desk.organisation.vat_number:
        raise Conflict("Företagets momsnummer saknas")
    if found.unknown:
        raise Conflict(f"Köparens momsnummer saknas på faktura {', '.join(found.unknown)}")
    return summary_file(desk.organisation, found)
