"""What a page asks of invoices that a claim cannot have yet: hours, property, and buyers."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from reskontra.actions.claims import Outcomes
from reskontra.domain.claiming import MOST_HOURS, Judged
from reskontra.domain.claims import KINDS
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Invalid
from reskontra.domain.tax_reduction import ROT
from reskontra.web.forms import Parameters
from reskontra.web.wording import without_calls

Cases = list[dict[str, Any]]  # as a client states them
BUYERS = (1, 2, 3)  # rows to name them in
KIND_NAMES = {code: kind.name for kinds in KINDS.values() for code, kind in kinds.items()}
# Words of the API, and what they are on a page.
WORDS = {**KIND_NAMES, "HouseWorkType": "uppgift om slag av arbete"}


class Asked(NamedTuple):
    """An invoice and the fields that a page has for it."""

    number: int
    customer: str
    lacks: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]  # of work in hours: code and name
    at_a_property: bool


def plainly(words: str) -> str:
    """What the API says, to a person: without the call that mends it.

    >>> plainly("timmar av CLEANING saknas (POST /taxreductionclaims HouseWork)")
    'timmar av städning saknas'
    """
    words = without_calls(words)
    for word, plain in WORDS.items():
        words = words.replace(word, plain)
    return words


def fields_of(outcomes: Outcomes, *, every: bool) -> list[Asked]:
    """Of those that lack something; or of every one, for those that several have bought."""
    return [_asked(*each) for each in outcomes if each[1].gaps or (every and not each[1].why)]


def _asked(invoice: CustomerInvoice, outcome: Judged) -> Asked:
    kinds = KINDS[invoice.tax_reduction_type]
    done = {row.house_work_type for row in invoice.rows if row.house_work}
    hourly = ((code, kind.name) for code, kind in kinds.items() if kind.in_hours and code in done)
    return Asked(
        invoice.document_number,
        invoice.customer_name,
        tuple(f"{plainly(gap.missing)} saknas" for gap in outcome.gaps),
        tuple(hourly),
        invoice.tax_reduction_type is ROT,
    )


# What was entered


def stated(entries: Parameters) -> Cases:
    """The cases as a client would state them; the first of an invoice has all but other buyers."""
    names = (name.split("-") for name in entries.last if name in entries)
    numbers = {parts[1] for parts in names if parts[0] in ASKS and len(parts) > 1}
    return [case for number in sorted(numbers) for case in _cases(entries, number)]


ASKS = ("property", "association", "hours", "person")


def _cases(entries: Parameters, number: str) -> Iterator[dict[str, Any]]:
    own = {
        "PropertyDesignation": entries(f"property-{number}"),
        "ResidenceAssociationOrganisationNumber": entries(f"association-{number}"),
        "HouseWork": [*_hours(entries, number)],
    }
    buyers = [*_buyers(entries, number)] or [{}]
    for place, buyer in enumerate(buyers):
        yield {"DocumentNumber": number, **buyer, **(own if place == 0 else {})}


def _hours(entries: Parameters, number: str) -> Iterator[dict[str, Any]]:
    for code in KIND_NAMES:
        if entered := entries(f"hours-{number}-{code}").strip():
            words = f"Ange timmarna av {KIND_NAMES[code]} för faktura {number}"
            yield {"HouseWorkType": code, "Hours": _whole(entered, MOST_HOURS, words)}


def _buyers(entries: Parameters, number: str) -> Iterator[dict[str, Any]]:
    for row in BUYERS:
        if person := entries(f"person-{number}-{row}").strip():
            share = entries(f"share-{number}-{row}").strip() or "1"
            words = f"Ange köparnas andelar för faktura {number}"
            yield {"PersonalNumber": person, "Share": _whole(share, 1_000, words)}


def _whole(entered: str, most: int, words: str) -> int:
    plain = entered.isascii() and entered.isdecimal() and len(entered) <= 4
    if not plain or int(entered) > most:
        raise Invalid(f"{words} som ett heltal, högst {most}")
    return int(entered)
