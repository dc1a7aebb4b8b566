"""A customer invoice as it stands on paper, from what was issued and by whom."""

from collections.abc import Iterator
from dataclasses import fields
from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any

from reskontra.actions.customer_drafts import up_to_date
from reskontra.actions.desk import Desk
from reskontra.domain.country import HOME, country_name
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow, Status
from reskontra.domain.identity import masked_identity, masked_telephone, masked_text
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import text_in
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.domain.vat import OUTSIDE, REVENUE, Supply, VatType
from reskontra.outside.document import (
    Document,
    DocumentRow,
    Language,
    Mark,
    Paper,
    Receiver,
    Sender,
    TaxReduction,
    VatLine,
)
from reskontra.people import organisations
from reskontra.storage import ledger, printings
from reskontra.storage.books import Books
from reskontra.storage.shelves import CREDIT_INVOICES

MARKS = {Status.DRAFT: Mark.DRAFT, Status.CANCELLED: Mark.CREDITED}

# What the law, or the treatment, wants said; Swedish and English.
# fmt: off
REVERSED = (  # within Sweden the Swedish words are the ones demanded, whatever the language
    "Omvänd betalningsskyldighet",
    "Omvänd betalningsskyldighet (Reverse charge), articles 198 to 199b, directive 2006/112/EC")
NOTES = {
    (VatType.SEREVERSEDVAT, Supply.GOODS):    REVERSED,
    (VatType.SEREVERSEDVAT, Supply.SERVICES): REVERSED,
    (VatType.EUREVERSEDVAT, Supply.SERVICES): (
        "Omvänd betalningsskyldighet (Reverse charge), artikel 196, direktiv 2006/112/EG",
        "Reverse charge, article 196, directive 2006/112/EC"),
    (VatType.EUREVERSEDVAT, Supply.GOODS):    (
        "Unionsintern varuförsäljning, undantag från moms, artikel 138, direktiv 2006/112/EG",
        "Intra-Union supply of goods, exempt from VAT, article 138, directive 2006/112/EC"),
    (VatType.EXPORT, Supply.GOODS):           (
        "Export, undantag från moms, artikel 146, direktiv 2006/112/EG",
        "Export, exempt from VAT, article 146, directive 2006/112/EC"),
    (VatType.EXPORT, Supply.SERVICES):        (
        "Tjänst tillhandahållen utanför Sverige, artikel 44, direktiv 2006/112/EG",
        "Service supplied outside Sweden, article 44, directive 2006/112/EC"),
}
EXEMPT = (
    "Undantag från skatteplikt enligt 10 kap. mervärdesskattelagen",
    "Exempt from VAT under chapter 10 of the Swedish VAT Act; title IX, directive 2006/112/EC",
)
# fmt: on

FREE_TEXTS = ("name", "address", "zip_code", "city", "domicile", "www")  # of the sender


def invoice_document(desk: Desk, invoice: CustomerInvoice) -> Document:
    """The invoice; a draft shows what it would be like today."""
    is_draft = invoice.status is Status.DRAFT
    if is_draft:
        invoice = up_to_date(desk, invoice)
    return Document(
        sender=sender_of(
            desk, invoice, desk.organisation.letterhead if is_draft else invoice.letterhead
        ),
        receiver=receiver_of(invoice),
        number=str(invoice.document_number),
        invoice_date=invoice.invoice_date,
        mark=MARKS.get(invoice.status, Mark.NONE),
        language=language_of(invoice),
        ocr=invoice.ocr,
        due_date=invoice.due_date,
        terms_of_payment=invoice.terms_of_payment,
        to_pay=invoice.total - invoice.tax_reduction,
        comments=masked_text(invoice.comments),
        **_said(invoice),
        **_amounts(invoice, 1),
    )


def credit_document(desk: Desk, invoice: CustomerInvoice) -> Document:
    """The credit note that took the invoice back; it points at the original."""
    note = desk.books.shelf(CREDIT_INVOICES).get(invoice.credit_number)
    return Document(
        sender=sender_of(desk, invoice, invoice.letterhead),
        receiver=receiver_of(invoice),
        number=note.credit_number,
        invoice_date=note.credit_date,
        kind=Paper.CREDIT_NOTE,
        language=language_of(invoice),
        credited_number=str(invoice.document_number),
        to_pay=invoice.tax_reduction - invoice.total,
        **_said(invoice),
        **_amounts(invoice, -1),
    )


def example_document(desk: Desk) -> Document:
    """What an invoice says of the company today, to nobody in particular."""
    sender = _sender(desk.organisation, logo_of(desk), "")
    receiver = Receiver("Kundens namn", "Kundens adress", zip_code="123 45", city="Orten")
    due = desk.today + timedelta(days=30)
    return Document(
        sender,
        receiver,
        number="1001",
        invoice_date=desk.today,
        due_date=due,
        terms_of_payment=30,
    )


def logo_of(desk: Desk) -> bytes:
    """Of its documents from now on; nothing where it has none."""
    _, logo = organisations.letterhead(
        desk.books.tx, desk.organisation, desk.organisation.letterhead
    )
    return bytes(logo)


def sender_of(desk: Desk, invoice: CustomerInvoice, version: int) -> Sender:
    owner, logo = organisations.letterhead(desk.books.tx, desk.organisation, version)
    return _sender(owner, logo, _sellers_country(owner, invoice))


def _sender(owner: Organisation, logo: bytes, country: str) -> Sender:
    shown = {each.name: getattr(owner, each.name) for each in fields(Sender)
             if hasattr(owner, each.name)}  # fmt: skip
    masked = {name: masked_text(shown[name]) for name in FREE_TEXTS}
    masked["phone"] = masked_telephone(owner.phone)
    masked["organisation_number"] = masked_identity(owner.organisation_number)
    return Sender(**shown | masked | {"country": country, "logo": logo or None})


def _sellers_country(owner: Organisation, invoice: CustomerInvoice) -> str:
    """Said where it is not Sweden, and to whoever may not know that it is."""
    own = owner.country_code or HOME
    said = own != HOME or invoice.is_abroad or invoice.in_english
    return country_name(own, english=invoice.in_english) if said else ""


def receiver_of(invoice: CustomerInvoice) -> Receiver:
    own = invoice.buyers_country
    country = country_name(own, english=invoice.in_english) if own != HOME else ""
    return Receiver(
        name=masked_text(invoice.customer_name),
        address=masked_text(invoice.address1),
        address2=masked_text(invoice.second_address),
        zip_code=masked_text(invoice.zip_code),
        city=masked_text(invoice.city),
        country=masked_text(country),
        customer_number=masked_text(invoice.customer_number),
        organisation_number=masked_identity(invoice.organisation_number),
        # Where the buyer owes the tax, the law wants the number even if it holds a personal one.
        vat_number=invoice.vat_number if invoice.vat_type is not VatType.SEVAT else "",
        is_abroad=invoice.is_abroad,
    )


def _said(invoice: CustomerInvoice) -> dict[str, Any]:
    return {
        "our_reference": masked_text(text_in(invoice.our_reference)),
        "your_reference": masked_text(text_in(invoice.your_reference)),
        "order_number": masked_text(text_in(invoice.your_order_number)),
        "delivery_date": _delivered(invoice),
        "notes": tuple(dict.fromkeys(_notes(invoice))),
    }


def _amounts(invoice: CustomerInvoice, sign: int) -> dict[str, Any]:
    """Rows and sums; a credit note has them with the opposite sign."""
    nets, vats = invoice.net_per_rate(), invoice.vat_per_rate()
    taxed = {rate: net for rate, net in nets.items() if net} or nets
    return {
        "rows": tuple(_row(row, sign) for row in invoice.rows),
        "vat_lines": tuple(
            VatLine(Decimal(rate), sign * net, sign * vats.get(rate, Decimal(0)))
            for rate, net in taxed.items()
        ),
        "net": sign * invoice.net,
        "vat": sign * invoice.total_vat,
        "round_off": sign * invoice.round_off,
        "total": sign * invoice.total,
        "tax_reduction": _reduction(invoice, sign),
    }


def _row(row: InvoiceRow, sign: int) -> DocumentRow:
    return DocumentRow(
        description=masked_text(row.description),
        article_number=masked_text(row.article_number),
        quantity=sign * row.delivered_quantity,
        unit=masked_text(row.unit_in_english or row.unit),
        price=row.price,
        vat_rate=Decimal(row.vat),
        total=sign * row.total,
        is_housework=row.house_work,
    )


def _reduction(invoice: CustomerInvoice, sign: int) -> TaxReduction | None:
    if invoice.reduced_by is TaxReductionType.NONE:
        return None
    return TaxReduction(
        type=str(invoice.tax_reduction_type),
        basis=sign * invoice.basis_tax_reduction,
        reduction=sign * invoice.tax_reduction,
        property_designation=masked_text(text_in(invoice.property_designation)),
        housing_association_number=masked_identity(
            text_in(invoice.residence_association_organisation_number)
        ),
    )


def _notes(invoice: CustomerInvoice) -> Iterator[str]:
    english = invoice.in_english
    revenue = REVENUE[invoice.vat_type]
    for row in invoice.rows:
        if row.vat or row.is_text or row.own_kind in OUTSIDE:
            continue
        if revenue.at:
            yield EXEMPT[english]
        else:
            goods = row.account_number == revenue.goods
            yield NOTES[invoice.vat_type, Supply.GOODS if goods else Supply.SERVICES][english]


def language_of(invoice: CustomerInvoice) -> Language:
    return Language.ENGLISH if invoice.in_english else Language.SWEDISH


def _delivered(invoice: CustomerInvoice) -> date | None:
    """Stated where it is another day than the invoice's."""
    return invoice.supply_date if invoice.supply_date != invoice.invoice_date else None


# What was printed


def digest_of(pdf: bytes) -> str:
    return sha256(pdf).hexdigest()


def digest_printed(books: Books, document: Document) -> str | None:
    """That of the first printing, if there was one."""
    return printings.first(books, *_own(document))


def keep_printed(books: Books, document: Document, digest: str) -> str:
    """The digest of the first printing, which is this one unless there was one before."""
    ledger.lock(books)  # of two first printings at once, the second waits and finds the other
    first = digest_printed(books, document)
    if first is None:
        name, mark = _own(document)
        printings.add(books, name, mark, digest)
        books.record_history("document printed", document=name, mark=mark, digest=digest)
    return first or digest


def _own(document: Document) -> tuple[str, str]:
    """What its printings are known by."""
    return f"{document.kind} {document.number}", str(document.mark)
