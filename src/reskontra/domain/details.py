"""What a company says of itself: how each detail is read, and what to do where it cannot be."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stdnum.se import orgnr
from stdnum.se import vat as swedish_vat

from reskontra.domain import payee
from reskontra.domain.address import is_address
from reskontra.domain.country import COUNTRIES
from reskontra.domain.errors import Invalid
from reskontra.domain.identity import is_organisation_number, is_personal_number
from reskontra.domain.vat_period import VatPeriod

LONGEST_TEXT = 1024


def words(text: str) -> str:
    """Text on one line."""
    if not text.isprintable() or len(text) > LONGEST_TEXT:
        raise ValueError(text)
    return text


def some_words(text: str) -> str:
    if not text:
        raise ValueError(text)
    return words(text)


def email(text: str) -> str:
    if not is_address(text):
        raise ValueError(text)
    return text


def organisation_number(text: str) -> str:
    """A company's, or a sole trader's own identity number.

    >>> organisation_number("5566778899")
    '556677-8899'
    """
    if is_organisation_number(text):
        return str(orgnr.format(text))
    if is_personal_number(text):
        return text.strip()
    raise ValueError(text)


def vat_number(text: str) -> str:
    """
    >>> vat_number("SE 556677-8899 01")
    'SE556677889901'
    """
    if not swedish_vat.is_valid(text):
        raise ValueError(text)
    return f"SE{swedish_vat.compact(text)}"


def country_code(text: str) -> str:
    if text.upper() not in COUNTRIES:
        raise ValueError(text)
    return text.upper()


class Detail(NamedTuple):
    read: Callable[[str], Any]  # of what has no blanks around it; raises ValueError
    advice: str
    may_be_empty: bool = True


ONE_LINE = f"Skriv en rad med högst {LONGEST_TEXT} tecken"
# fmt: off
DETAILS = {
    "name":                Detail(some_words,          "Skriv företagets namn", may_be_empty=False),
    "address":             Detail(words,               ONE_LINE),
    "zip_code":            Detail(words,               ONE_LINE),
    "city":                Detail(words,               ONE_LINE),
    "country_code":        Detail(country_code,        "Skriv landets två bokstäver, till exempel SE", may_be_empty=False),
    "organisation_number": Detail(organisation_number, "Skriv tio siffror, till exempel 556677-8899; den sista är en kontrollsiffra"),
    "vat_number":          Detail(vat_number,          "Skriv ett svenskt momsregistreringsnummer, till exempel SE556677889901"),
    "domicile":            Detail(words,               ONE_LINE),
    "email":               Detail(email,               "Skriv en e-postadress, till exempel faktura@exempel.se"),
    "phone":               Detail(words,               ONE_LINE),
    "www":                 Detail(words,               ONE_LINE),
    "bankgiro":            Detail(payee.bankgiro,      "Skriv bankgironumret, till exempel 5050-1055; den sista siffran är en kontrollsiffra"),
    "plusgiro":            Detail(payee.plusgiro,      "Skriv plusgironumret, till exempel 286543-4; den sista siffran är en kontrollsiffra"),
    "iban":                Detail(payee.iban,          "Skriv IBAN som banken har det, till exempel SE45 5000 0000 0583 9825 7466"),
    "bic":                 Detail(payee.bic,           "Skriv BIC med 8 eller 11 tecken, till exempel ESSESESS"),
    "swish":               Detail(payee.swish,         "Skriv Swish-numret, 123 och sju siffror, eller ett mobilnummer"),
    "vat_period":          Detail(VatPeriod,           "Välj hur ofta momsen deklareras", may_be_empty=False),
}
# fmt: on


def read(sent: Mapping[str, str]) -> tuple[dict[str, Any], list[Invalid]]:
    """What was said, and everything that cannot be read, each at its own name."""
    said: dict[str, Any] = {}
    wrong = []
    for name, text in sent.items():
        detail = DETAILS[name]
        plain = text.strip()
        try:
            is_emptied = detail.may_be_empty and not plain
            said[name] = "" if is_emptied else detail.read(plain)
        except (ValueError, Invalid):
            wrong.append(Invalid(detail.advice).about(name))
    return said, wrong
