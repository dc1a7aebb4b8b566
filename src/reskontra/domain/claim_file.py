"""The file in which reductions are claimed, as Skatteverket's import takes it (version 6)."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from reskontra.domain.claims import KINDS, Case, Work
from reskontra.domain.tax_reduction import ROT, TaxReductionType

PLACE = "http://xmls.skatteverket.se/se/skatteverket/ht"
ROOT = f"{PLACE}/begaran/6.0"
PARTS = f"{PLACE}/komponent/begaran/6.0"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def claim_file(name: str, kind: TaxReductionType, cases: Iterable[Case]) -> str:
    """The text of the file; it is kept, and sent, in UTF-8."""
    root = Element(f"{{{ROOT}}}Begaran")
    _tell(root, "NamnPaBegaran", name)
    claim = _within(root, "RotBegaran" if kind is ROT else "HushallBegaran")
    for case in cases:
        _case(_within(claim, "Arenden"), kind, case)
    indent(root)
    return f"{DECLARATION}{tostring(root, 'unicode')}\n"


def _case(within: Element, kind: TaxReductionType, case: Case) -> None:
    _tell(within, "Kopare", case.personal_number)
    _tell(within, "BetalningsDatum", case.payment_date)
    _tell(within, "PrisForArbete", case.price_of_work)
    _tell(within, "BetaltBelopp", case.paid_amount)
    _tell(within, "BegartBelopp", case.asked_amount)
    _tell(within, "FakturaNr", case.document_number)
    if case.other_costs or any(_is_in_hours(kind, work) for work in case.house_work):
        _tell(within, "Ovrigkostnad", case.other_costs)
    if kind is ROT:
        _property(within, case)
    works = _within(within, "UtfortArbete")
    for work in case.house_work:
        _work(works, kind, work)


def _property(within: Element, case: Case) -> None:
    if association := case.residence_association_organisation_number:
        _tell(within, "LagenhetsNr", case.property_designation)
        _tell(within, "BrfOrgNr", association)
    else:
        _tell(within, "Fastighetsbeteckning", case.property_designation)


def _work(within: Element, kind: TaxReductionType, work: Work) -> None:
    done = _within(within, KINDS[kind][work.house_work_type].element)
    if _is_in_hours(kind, work):
        _tell(done, "AntalTimmar", work.hours)
        _tell(done, "Materialkostnad", work.material_cost)
    else:
        _tell(done, "Utfort", "true")


def _is_in_hours(kind: TaxReductionType, work: Work) -> bool:
    return KINDS[kind][work.house_work_type].in_hours


def _within(element: Element, name: str) -> Element:
    return SubElement(element, f"{{{PARTS}}}{name}")


def _tell(element: Element, name: str, value: object) -> None:
    _within(element, name).text = str(value)
