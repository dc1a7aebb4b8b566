"""What Swedish law asks of an invoice, and what of it one lacks.

Number, date, quantities, prices, the base and tax of each rate and the words for an exemption follow
from the books, and are always there. Here is what someone must have told.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import quote

from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.identity import is_organisation_number, is_personal_number, masked_text
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import text_in
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.domain.vat import REVENUE, VatType

LIMITED = ("aktiebolag", "aktiebolaget")  # what a word of the name ends with, unless it is AB
OWES_THE_TAX = (VatType.SEREVERSEDVAT, VatType.EUREVERSEDVAT)
AT_A_PROPERTY = (TaxReductionType.ROT, TaxReductionType.GREEN)


class Gap(NamedTuple):
    missing: str  # in Swedish, for those who issue invoices
    hint: str  # in English, for those who run the service: what, and by which law
    mended_by: str  # the command or the call


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
    field: str  # that it is told in
    missing: str
    hint: str
    law: str
    lacks: Callable[..., bool]


# fmt: off
# ML is the VAT act (2023:200), ABL the companies act (2005:551); 2009:194 is on tax reductions.
OF_SELLER = (
    #    option                   in Swedish                           in English                      law              lacks, of a sale
    Need("--name",                "säljarens namn",                    "the seller's name",            "ML 17:24 p. 5", lambda sale: not sale.seller.name.strip()),
    Need("--address",             "säljarens adress",                  "the seller's address",         "ML 17:24 p. 5", lambda sale: not sale.seller.address),
    Need("--zip-code",            "säljarens postnummer",              "the seller's postal code",     "ML 17:24 p. 5", lambda sale: not sale.seller.zip_code),
    Need("--city",                "säljarens postort",                 "the seller's postal town",     "ML 17:24 p. 5", lambda sale: not sale.seller.city),
    Need("--organisation-number", "säljarens organisationsnummer",     "the organisation number",      "ABL 28:5",      lambda sale: not sale.seller.organisation_number),
    Need("--domicile",            "säljarens säte",                    "a limited company's seat",     "ABL 28:5",      lambda sale: not sale.seller.domicile and is_limited(sale.seller)),
    Need("--vat-number",          "säljarens momsregistreringsnummer", "the seller's VAT number",      "ML 17:24 p. 3", lambda sale: not sale.seller.vat_number and sale.is_taxed),
    Need("--f-tax",               "säljarens godkännande för F-skatt", "the seller's approval for F-tax", "2009:194",   lambda sale: not sale.seller.f_tax and sale.is_reduced),
)
OF_BUYER = (
    #    field                    in Swedish                           in English                      law              lacks, of an invoice
    Need("Name",                  "köparens namn",                     "the buyer's name",             "ML 17:24 p. 5", lambda it: not it.customer_name.strip()),
    Need("Address1",              "köparens adress",                   "the buyer's address",          "ML 17:24 p. 5", lambda it: not (it.address1 + it.second_address).strip()),
    Need("ZipCode",               "köparens postnummer",               "the buyer's postal code",      "ML 17:24 p. 5", lambda it: not it.zip_code.strip() and not it.is_abroad),
    Need("City",                  "köparens postort",                  "the buyer's postal town",      "ML 17:24 p. 5", lambda it: not it.city.strip()),
    Need("CountryCode",           "köparens land",                     "a foreign buyer's country",    "ML 17:24 p. 5", lambda it: not it.buyers_country and it.is_abroad),
    Need("VATNumber",             "köparens momsregistreringsnummer",  "the VAT number of a buyer who owes the tax", "ML 17:24 p. 4", lambda it: not it.vat_number.strip() and it.vat_type in OWES_THE_TAX),
    Need("OrganisationNumber",    "köparens personnummer",             "the personal number of a buyer with a tax reduction", "2009:194", lambda it: it.tax_reduction != 0 and not is_personal_number(it.organisation_number)),
)
OF_INVOICE = (
    Need("InvoiceRows",           "vad som säljs",                     "rows of what is sold",         "ML 17:24 p. 6", lambda it: all(row.is_text for row in it.rows)),
    Need("DeliveryDate",          "leveransdatum som kan läsas",       "a delivery date that can be read", "ML 17:24 p. 7", lambda it: it.delivery_date not in (None, "") and it.supply_date is None),
    Need("PropertyDesignation or ResidenceAssociationOrganisationNumber",
                                  "fastighetsbeteckning eller bostadsrättsföreningens organisationsnummer",
                                                                       "the property or housing association of the work", "2009:194", lambda it: it.tax_reduction != 0 and it.reduced_by in AT_A_PROPERTY and not has_property(it)),
)
# fmt: on


def gaps(seller: Organisation, invoice: CustomerInvoice | None = None) -> tuple[Gap, ...]:
    """All at once: of the seller alone, or of an invoice too, as it would be issued now."""
    sale = Sale(seller, invoice)
    own = tuple(_met(OF_SELLER, sale, f"reskontra organisation set {seller.id}"))
    return own if invoice is None else (*own, *_of_invoice(invoice))


def _of_invoice(invoice: CustomerInvoice) -> Iterator[Gap]:
    """A draft follows its customer, so what the buyer lacks is told of the customer.

    Some number their customers by personal numbers, which no log may have.
    """
    customer = quote(masked_text(invoice.customer_number), safe="*")
    yield from _met(OF_BUYER, invoice, f"PUT /3/customers/{customer}")
    call = f"PUT /3/invoices/{invoice.document_number}"
    yield from _met(OF_INVOICE, invoice, call)
    for place, row in enumerate(invoice.rows, 1):
        if not row.is_text and not row.description.strip():
            hint = f"what row {place} is for (ML 17:24 p. 6)"
            yield Gap(f"benämning på rad {place}", hint, f"{call} Description")


def _met(needs: tuple[Need, ...], by: Sale | CustomerInvoice, where: str) -> Iterator[Gap]:
    for need in needs:
        if need.lacks(by):
            yield Gap(need.missing, f"{need.hint} ({need.law})", f"{where} {need.field}")


def is_limited(seller: Organisation) -> bool:
    """A limited company: by its number, or by its name where it has none yet."""
    number = seller.organisation_number
    if not number:
        words = [word.strip(".,()") for word in seller.name.casefold().split()]
        return any(word == "ab" or word.endswith(LIMITED) for word in words)
    return is_organisation_number(number) and number.startswith("5")


def has_property(invoice: CustomerInvoice) -> bool:
    named = (invoice.property_designation, invoice.residence_association_organisation_number)
    return any(text_in(each).strip() for each in named)
