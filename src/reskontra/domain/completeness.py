"""What Swedish law asks of an invoice, and what of it one lacks.

Number, date, quantities, prices, the base and tax of each rate and the words for an exemption follow
from the books, and are always there. Here is what someone must have told.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.equity import CompanyForm
from reskontra.domain.identity import is_organisation_number, is_personal_number
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import text_in
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.domain.vat import REVENUE, VatType

OWES_THE_TAX = (VatType.SEREVERSEDVAT, VatType.EUREVERSEDVAT)
AT_A_PROPERTY = (TaxReductionType.ROT, TaxReductionType.GREEN)


class Whose(Enum):
    """Who, or what, has the fields that a gap is mended in."""

    SELLER = "the organisation, by its number"
    BUYER = "the customer, by theirs"
    INVOICE = "the draft, by its own"
    CLAIM = "a claim of tax reductions as it is made, by the invoice's"


class Gap(NamedTuple):
    missing: str  # in Swedish, for those who issue invoices
    hint: str  # in English, for those who run the service: what, and by which law
    whose: Whose
    number: str
    fields: tuple[str, ...]  # any of them mends it


class Sale(NamedTuple):
    """Who sells, and what; without an invoice, whatever a seller sells as a rule."""

    seller: Organisation
    invoice: CustomerInvoice | None = None

    @property
    def is_taxed(self) -> bool:
        """Here or in another country: else the seller need not be registered for VAT."""
        if self.invoice is None or not REVENUE[self.invoice.vat_type].at:
            return True
        sold = [row for row in self.invoice.rows if not row.is_text]
        return not sold or any(row.vat for row in sold)

    @property
    def is_reduced(self) -> bool:
        return self.invoice is not None and self.invoice.tax_reduction != 0


class Need(NamedTuple):
    fields: str  # that it is told in; of several, any
    missing: str
    hint: str
    law: str
    lacks: Callable[..., bool]


# fmt: off
# ML is the VAT act (2023:200), ABL the companies act (2005:551); 2009:194 is on tax reductions.
OF_SELLER = (
    #    field                    in Swedish                           in English                      law              lacks, of a sale
    Need("name",                  "säljarens namn",                    "the seller's name",            "ML 17:24 p. 5", lambda sale: not sale.seller.name.strip()),
    Need("address",               "säljarens adress",                  "the seller's address",         "ML 17:24 p. 5", lambda sale: not sale.seller.address),
    Need("zip_code",              "säljarens postnummer",              "the seller's postal code",     "ML 17:24 p. 5", lambda sale: not sale.seller.zip_code),
    Need("city",                  "säljarens postort",                 "the seller's postal town",     "ML 17:24 p. 5", lambda sale: not sale.seller.city),
    Need("organisation_number",   "säljarens organisationsnummer",     "the organisation number",      "ABL 28:5",      lambda sale: not sale.seller.organisation_number),
    Need("domicile",              "säljarens säte",                    "a limited company's seat",     "ABL 28:5",      lambda sale: not sale.seller.domicile and is_limited(sale.seller)),
    Need("vat_number",            "säljarens momsregistreringsnummer", "the seller's VAT number",      "ML 17:24 p. 3", lambda sale: not sale.seller.vat_number and sale.is_taxed),
    Need("f_tax",                 "säljarens godkännande för F-skatt", "the seller's approval for F-tax", "2009:194",   lambda sale: not sale.seller.f_tax and sale.is_reduced),
)
OF_BUYER = (
    #    field                    in Swedish                           in English                      law              lacks, of an invoice
    Need("name",                  "köparens namn",                     "the buyer's name",             "ML 17:24 p. 5", lambda it: not it.customer_name.strip()),
    Need("address1",              "köparens adress",                   "the buyer's address",          "ML 17:24 p. 5", lambda it: not (it.address1 + it.second_address).strip()),
    Need("zip_code",              "köparens postnummer",               "the buyer's postal code",      "ML 17:24 p. 5", lambda it: not it.zip_code.strip() and not it.is_abroad),
    Need("city",                  "köparens postort",                  "the buyer's postal town",      "ML 17:24 p. 5", lambda it: not it.city.strip()),
    Need("country_code",          "köparens land",                     "a foreign buyer's country",    "ML 17:24 p. 5", lambda it: not it.buyers_country and it.is_abroad),
    Need("vat_number",            "köparens momsregistreringsnummer",  "the VAT number of a buyer who owes the tax", "ML 17:24 p. 4", lambda it: not it.vat_number.strip() and it.vat_type in OWES_THE_TAX),
    Need("organisation_number",   "köparens personnummer",             "the personal number of a buyer with a tax reduction", "2009:194", lambda it: it.tax_reduction != 0 and not is_personal_number(it.organisation_number)),
)
OF_INVOICE = (
    Need("rows",                  "vad som säljs",                     "rows of what is sold",         "ML 17:24 p. 6", lambda it: all(row.is_text for row in it.rows)),
    Need("delivery_date",         "leveransdatum som kan läsas",       "a delivery date that can be read", "ML 17:24 p. 7", lambda it: it.delivery_date not in (None, "") and it.supply_date is None),
    Need("property_designation residence_association_organisation_number",
                                  "fastighetsbeteckning eller bostadsrättsföreningens organisationsnummer",
                                                                       "the property or housing association of the work", "2009:194", lambda it: it.tax_reduction != 0 and it.reduced_by in AT_A_PROPERTY and not has_property(it)),
)
# fmt: on


def gaps(seller: Organisation, invoice: CustomerInvoice | None = None) -> tuple[Gap, ...]:
    """All at once: of the seller alone, or of an invoice too, as it would be issued now."""
    own = tuple(_met(OF_SELLER, Sale(seller, invoice), Whose.SELLER, seller.id))
    return own if invoice is None else (*own, *_of_invoice(invoice))


def _of_invoice(invoice: CustomerInvoice) -> Iterator[Gap]:
    """A draft follows its customer, so what the buyer lacks is told of the customer."""
    number = invoice.document_number
    yield from _met(OF_BUYER, invoice, Whose.BUYER, invoice.customer_number)
    yield from _met(OF_INVOICE, invoice, Whose.INVOICE, number)
    for place, row in enumerate(invoice.rows, 1):
        if not row.is_text and not row.description.strip():
            hint = f"what row {place} is for (ML 17:24 p. 6)"
            missing = f"benämning på rad {place}"
            yield Gap(missing, hint, Whose.INVOICE, str(number), ("description",))


def _met(
    needs: tuple[Need, ...], by: Sale | CustomerInvoice, whose: Whose, number: int | str
) -> Iterator[Gap]:
    for need in needs:
        if need.lacks(by):
            hint = f"{need.hint} ({need.law})"
            yield Gap(need.missing, hint, whose, str(number), tuple(need.fields.split()))


def is_limited(seller: Organisation) -> bool:
    """So is whoever has told no other form, unless their number is a person's or of another sort:
    theirs begin with 5."""
    number = seller.organisation_number
    may_be = not number or (is_organisation_number(number) and number.startswith("5"))
    return seller.company_form is CompanyForm.AB and may_be


def has_property(invoice: CustomerInvoice) -> bool:
    named = (invoice.property_designation, invoice.residence_association_organisation_number)
    return any(text_in(each).strip() for each in named)
