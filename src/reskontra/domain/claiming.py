"""Which paid invoices can be claimed, for how much, and what one lacks that cannot."""

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from reskontra.domain.claims import FIRST_DAY, KINDS, Case, Kind, Work
from reskontra.domain.completeness import Gap, Whose
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow
from reskontra.domain.identity import in_twelve_digits, is_organisation_number
from reskontra.domain.money import KRONA, ZERO, to_ore
from reskontra.domain.records import ClientValue, text_in
from reskontra.domain.tax_reduction import EMPTY, ROT, share_of

HOURS = frozenset({"h", "tim", "timme", "timmar", "hour", "hours"})
STATED_HOURS = "HouseWorkHoursToReport"  # of a row, kept as it was sent
MOST_HOURS = 999
MOST_COSTS = 9_999_999
LEAST_PRICE = 2
LONGEST_PROPERTY, LONGEST_FLAT, LONGEST_ASSOCIATION = 40, 25, 12


class Candidate(NamedTuple):
    """A paid invoice, with what is known beside it."""

    invoice: CustomerInvoice
    customers_number: str  # the buyer's identity as their register has it now
    stated: tuple[Case, ...] = ()  # what whoever makes the claim says of it

    @property
    def buyers(self) -> list[tuple[str, int]]:
        """Identity and share of each: as stated, else as invoiced, else as the register has it."""
        stated = [(each.personal_number, each.share) for each in self.stated]
        named = [each for each in stated if each[0]]
        return named or [(self.invoice.organisation_number, 1)]

    @property
    def association(self) -> str:
        stated = (each.residence_association_organisation_number for each in self.stated)
        own = text_in(self.invoice.residence_association_organisation_number)
        return _plain(next(filter(None, stated), own))

    @property
    def place(self) -> str:
        """The property; in a housing association the flat."""
        stated = (each.property_designation for each in self.stated)
        return _plain(next(filter(None, stated), text_in(self.invoice.property_designation)))

    @property
    def stated_hours(self) -> dict[str, int]:
        works = (work for each in self.stated for work in each.house_work)
        return {work.house_work_type: work.hours for work in works}


class Judged(NamedTuple):
    """Its cases; or, where there are none, why not."""

    cases: tuple[Case, ...] = ()
    gaps: tuple[Gap, ...] = ()
    why: str = ""


def judged(candidate: Candidate, today: date) -> Judged:
    invoice = candidate.invoice
    if why := unclaimable(invoice, today):
        return Judged(why=why)
    if gaps := tuple(gaps_of(candidate, today)):
        return Judged(gaps=gaps)
    cases = tuple(_cases(candidate, today))
    if any(case.price_of_work < LEAST_PRICE or not case.asked_amount for case in cases):
        return Judged(why="en köpares del är för liten att begära")
    return Judged(cases)


def unclaimable(invoice: CustomerInvoice, today: date) -> str:
    """What nobody can mend by telling more."""
    paid, kind = invoice.final_pay_date, invoice.tax_reduction_type
    if invoice.balance or paid is None:
        return "kundens del är inte betald"
    if paid > today:
        return "betalningen ligger i framtiden"
    if (invoice.supply_date or invoice.invoice_date) > today:
        return "arbetet är inte utfört än"
    if paid < FIRST_DAY:
        return f"betalningen är före {FIRST_DAY}"
    if invoice.reduction_balance != invoice.tax_reduction:
        return "en del av skattereduktionen är redan betald eller avskriven"
    if asked_of(invoice) < 1 or price_of(invoice) < LEAST_PRICE:
        return "det finns inget att begära"
    return _unreported(invoice, KINDS[kind])


def _unreported(invoice: CustomerInvoice, kinds: dict[str, Kind]) -> str:
    """What the file has no place for: another invoice must be made instead of this one."""
    types, costs = {*_work_types(invoice)}, [_other_costs(invoice)]
    costs += [_gross(_materials(invoice, kind)) for kind in _kinds(invoice)]
    if "" in types:
        return "en rad med arbete saknar HouseWorkType"
    if types - kinds.keys():
        return "arbetet är av ett slag som inte längre ger skattereduktion"
    if not all(0 <= cost <= MOST_COSTS for cost in costs):
        return f"kostnaderna för annat än arbete är inte mellan 0 och {MOST_COSTS}"
    return ""


# Amounts: öre are dropped, and the reduction follows from the price without them


def price_of(invoice: CustomerInvoice) -> int:
    return int(invoice.basis_tax_reduction)


def asked_of(invoice: CustomerInvoice) -> int:
    """What there is on the invoice, and no more than the share of the day it was paid allows."""
    assert invoice.final_pay_date
    percent = share_of(invoice.tax_reduction_type, "", invoice.final_pay_date)
    return min(int(invoice.tax_reduction), _part(price_of(invoice), percent))


def _part(price: int, percent: int) -> int:
    """At most so much of what the buyer has paid: of 30 percent, 3/7 of the rest."""
    return price * percent // 100


def split(whole: int, shares: Iterable[int]) -> list[int]:
    """In proportion, in whole kronor or hours; what is left over goes to the first.

    >>> split(100, (1, 1, 1)), split(12500, (60, 40))
    ([34, 33, 33], [7500, 5000])
    """
    shares = [*shares]
    parts = [whole * share // sum(shares) for share in shares]
    for place in range(whole - sum(parts)):
        parts[place] += 1
    return parts


def _cases(candidate: Candidate, today: date) -> Iterator[Case]:
    """One for each buyer: each has their part of all that the invoice says."""
    invoice, buyers = candidate.invoice, candidate.buyers
    assert invoice.final_pay_date
    percent = share_of(invoice.tax_reduction_type, "", invoice.final_pay_date)
    shares, left = [share for _, share in buyers], asked_of(invoice)
    prices = split(price_of(invoice), shares)
    others = split(_other_costs(invoice), shares)
    works = _split_works(_works(candidate), shares)
    for place, (person, share) in enumerate(buyers):
        asked = min(left, _part(prices[place], percent))
        left -= asked
        yield Case(
            document_number=invoice.document_number,
            personal_number=_identity(candidate, person, today),
            share=share,
            payment_date=invoice.final_pay_date,
            price_of_work=prices[place],
            paid_amount=prices[place] - asked,
            asked_amount=asked,
            other_costs=others[place],
            property_designation=candidate.place if _at_a_property(invoice) else "",
            residence_association_organisation_number=(
                candidate.association if _at_a_property(invoice) else ""
            ),
            house_work=works[place],
        )


def _split_works(works: tuple[Work, ...], shares: list[int]) -> list[tuple[Work, ...]]:
    hours = [split(work.hours, shares) for work in works]
    costs = [split(work.material_cost, shares) for work in works]
    return [
        tuple(
            Work(work.house_work_type, hours[at][place], costs[at][place])
            for at, work in enumerate(works)
        )
        for place in range(len(shares))
    ]


def _identity(candidate: Candidate, person: str, today: date) -> str:
    """As invoiced; where that is nobody's, as the customer's register has it now."""
    return in_twelve_digits(person, today) or in_twelve_digits(candidate.customers_number, today)


def _at_a_property(invoice: CustomerInvoice) -> bool:
    return invoice.tax_reduction_type is ROT


# What was done, in how many hours, and what came to it


def _is_work(row: InvoiceRow) -> bool:
    return row.house_work and row.house_work_type != EMPTY


def _work_types(invoice: CustomerInvoice) -> list[str]:
    return [row.house_work_type for row in invoice.rows if _is_work(row)]


def _kinds(invoice: CustomerInvoice) -> list[str]:
    """In the order of the file."""
    return [kind for kind in KINDS[invoice.tax_reduction_type] if kind in _work_types(invoice)]


def _works(candidate: Candidate) -> tuple[Work, ...]:
    invoice = candidate.invoice
    return tuple(
        Work(kind, _hours(candidate, kind) or 0, _gross(_materials(invoice, kind)))
        if KINDS[invoice.tax_reduction_type][kind].in_hours
        else Work(kind)
        for kind in _kinds(invoice)
    )


def _hours(candidate: Candidate, kind: str) -> int | None:
    """As stated of the kind, else the sum of its rows; none where a row does not tell."""
    if kind in candidate.stated_hours:
        return candidate.stated_hours[kind]
    rows = [r for r in candidate.invoice.rows if _is_work(r) and r.house_work_type == kind]
    told = [_hours_of(row) for row in rows if not row.is_text]
    if None in told:
        return None
    return int(sum(filter(None, told), ZERO).quantize(KRONA, ROUND_HALF_UP))


def _hours_of(row: InvoiceRow) -> Decimal | None:
    """Never from money."""
    if STATED_HOURS in row.carried:
        return _number(row.carried[STATED_HOURS])
    in_hours = row.unit.strip().rstrip(".").casefold() in HOURS
    return row.delivered_quantity if in_hours else None


def _number(told: ClientValue) -> Decimal | None:
    """As a client sent it; what is none says nothing."""
    try:
        number = Decimal(str(told))
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number) <= MOST_HOURS else None


def _materials(invoice: CustomerInvoice, kind: str) -> list[InvoiceRow]:
    """Rows that are no work: of a kind by its name, or of the only kind there is by none."""
    hourly = [each for each in _kinds(invoice) if KINDS[invoice.tax_reduction_type][each].in_hours]
    names = {kind, "", EMPTY} if hourly == [kind] else {kind}
    return [row for row in invoice.rows if not _is_work(row) and row.house_work_type in names]


def _other_costs(invoice: CustomerInvoice) -> int:
    """What is no work and no kind's material."""
    kinds = KINDS[invoice.tax_reduction_type]
    hourly = [kind for kind in _kinds(invoice) if kinds[kind].in_hours]
    taken = [id(row) for kind in hourly for row in _materials(invoice, kind)]
    return _gross([row for row in invoice.rows if not _is_work(row) and id(row) not in taken])


def _gross(rows: list[InvoiceRow]) -> int:
    """With VAT, by rate, without öre."""
    nets: dict[int, Decimal] = {}
    for row in rows:
        nets[row.vat] = nets.get(row.vat, ZERO) + row.total
    return int(sum((to_ore(net * (100 + rate) / 100) for rate, net in nets.items()), ZERO))


# What is missing, and where it is told


def gaps_of(candidate: Candidate, today: date) -> Iterator[Gap]:
    yield from _of_buyers(candidate, today)
    yield from _of_hours(candidate)
    if _at_a_property(candidate.invoice):
        yield from _of_property(candidate)


def _of_buyers(candidate: Candidate, today: date) -> Iterator[Gap]:
    persons = [_identity(candidate, person, today) for person, _ in candidate.buyers]
    if all(persons):
        return
    missing, hint = "köparens personnummer", "the buyer's personal number"
    if any(each.personal_number for each in candidate.stated):
        yield _stated(candidate, missing, hint, "personal_number")
    else:
        number = candidate.invoice.customer_number
        yield Gap(missing, hint, Whose.BUYER, number, ("organisation_number",))


def _of_hours(candidate: Candidate) -> Iterator[Gap]:
    kinds = KINDS[candidate.invoice.tax_reduction_type]
    for kind in _kinds(candidate.invoice):
        hours = _hours(candidate, kind) if kinds[kind].in_hours else 0
        if hours is None or not 0 <= hours <= MOST_HOURS:
            missing = f"timmar av {kind}, 0 till {MOST_HOURS}"
            yield _stated(candidate, missing, f"the hours of {kind}", "house_work")


def _of_property(candidate: Candidate) -> Iterator[Gap]:
    place, association = candidate.place, candidate.association
    if association and not is_association(association):
        yield _stated(
            candidate,
            "bostadsrättsföreningens organisationsnummer",
            "the housing association's number",
            "residence_association_organisation_number",
        )
    longest = LONGEST_FLAT if association else LONGEST_PROPERTY
    if not place or len(place) > longest or not place.isprintable():
        what = "lägenhetsnummer" if association else "fastighetsbeteckning"
        yield _stated(
            candidate,
            f"{what}, 1 till {longest} tecken",
            "the flat's number" if association else "the property's designation",
            "property_designation",
        )


def is_association(number: str) -> bool:
    fits = len(number) <= LONGEST_ASSOCIATION and set(number) <= set("0123456789-")
    return fits and is_organisation_number(number)


def _stated(candidate: Candidate, missing: str, hint: str, name: str) -> Gap:
    """An issued invoice does not change: what it lacks is said when the claim is made."""
    return Gap(missing, hint, Whose.CLAIM, str(candidate.invoice.document_number), (name,))


def _plain(text: str) -> str:
    return " ".join(text.split())


def rest_of(invoice: CustomerInvoice, cases: Iterable[Case]) -> Decimal:
    """What is not asked, of what the invoice has as a reduction."""
    return invoice.tax_reduction - sum(case.asked_amount for case in cases)
