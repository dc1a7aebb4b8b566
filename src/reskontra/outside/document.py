"""What an invoice, a credit note or a reminder shows on paper, as plain values."""

from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any

from reskontra.domain.errors import Invalid

ZERO = Decimal(0)
ROW_LIMIT = 1_000
TEXT_LIMIT = 10_000  # characters in one field
LINE_LIMIT = 10_000  # printed lines in the whole document, some two hundred pages
LINE = 60  # characters that a line takes, more or less
MANY_LINES = 500


class Paper(StrEnum):
    INVOICE = "invoice"
    CREDIT_NOTE = "credit note"
    REMINDER = "reminder"


class Mark(StrEnum):
    """Printed on each page, in Swedish whatever the document's language."""

    NONE = ""
    DRAFT = "UTKAST"
    CREDITED = "KREDITERAD"


class Language(StrEnum):
    SWEDISH = "SV"
    ENGLISH = "EN"


@dataclass(frozen=True)
class Sender:
    name: str
    address: str = ""
    zip_code: str = ""
    city: str = ""
    country: str = ""
    organisation_number: str = ""
    vat_number: str = ""
    domicile: str = ""
    phone: str = ""
    email: str = ""
    www: str = ""
    bankgiro: str = ""
    plusgiro: str = ""
    iban: str = ""
    bic: str = ""
    swish: str = ""
    f_tax: bool = False
    logo: bytes | None = None


@dataclass(frozen=True)
class Receiver:
    name: str
    address: str = ""
    address2: str = ""
    zip_code: str = ""
    city: str = ""
    country: str = ""
    customer_number: str = ""
    organisation_number: str = ""
    vat_number: str = ""
    is_abroad: bool = False


@dataclass(frozen=True)
class DocumentRow:
    """A row with neither quantity nor price is a line of text."""

    description: str
    article_number: str = ""
    quantity: Decimal = ZERO
    unit: str = ""
    price: Decimal = ZERO
    vat_rate: Decimal = ZERO
    total: Decimal = ZERO
    is_housework: bool = False

    @property
    def is_text(self) -> bool:
        return not self.quantity and not self.price


@dataclass(frozen=True)
class VatLine:
    rate: Decimal
    net: Decimal
    vat: Decimal


@dataclass(frozen=True)
class TaxReduction:
    """ROT, RUT or green technology; `basis` is labour including VAT."""

    type: str
    basis: Decimal
    reduction: Decimal
    property_designation: str = ""
    housing_association_number: str = ""


@dataclass(frozen=True)
class Document:
    """One printed invoice, credit note or reminder; identity numbers in it are masked already."""

    sender: Sender
    receiver: Receiver
    number: str
    invoice_date: date
    kind: Paper = Paper.INVOICE
    mark: Mark = Mark.NONE
    language: Language = Language.SWEDISH
    ocr: str = ""
    due_date: date | None = None
    terms_of_payment: int | None = None
    delivery_date: date | None = None
    our_reference: str = ""
    your_reference: str = ""
    order_number: str = ""
    rows: tuple[DocumentRow, ...] = ()
    vat_lines: tuple[VatLine, ...] = ()
    net: Decimal = ZERO
    vat: Decimal = ZERO
    round_off: Decimal = ZERO
    total: Decimal = ZERO
    tax_reduction: TaxReduction | None = None
    to_pay: Decimal = ZERO
    notes: tuple[str, ...] = ()
    comments: str = ""
    credited_number: str = ""  # the invoice that it takes back, or reminds of
    intro: str = ""
    level: int = 0  # of a reminder, the first or the second; the days are its invoice's
    claim_date: date | None = None
    claim_due_date: date | None = None

    def __post_init__(self) -> None:
        """The renderer's time and memory are bounded by what it is given."""
        if len(self.rows) > ROW_LIMIT:
            raise Invalid(f"En faktura kan ha högst {ROW_LIMIT} rader")
        if max(len(text) for text in _texts(self)) > TEXT_LIMIT:
            raise Invalid(f"En text på fakturan är längre än {TEXT_LIMIT} tecken")
        if self.lines > LINE_LIMIT:
            raise Invalid(f"Fakturan är för lång för att skrivas ut: högst {LINE_LIMIT} rader text")

    @cached_property
    def lines(self) -> int:
        """About how many are printed: what rendering costs follows from it."""
        return sum(len(text) // LINE + len(text.splitlines()) for text in _texts(self))

    @property
    def is_large(self) -> bool:
        """Takes long and much memory: it is not to stand in the way of others."""
        return self.lines > MANY_LINES

    @property
    def is_draft(self) -> bool:
        return self.mark is Mark.DRAFT

    @property
    def is_payable(self) -> bool:
        """Only an issued, uncredited invoice with something left, or a reminder, asks for money."""
        return self.kind is not Paper.CREDIT_NOTE and self.mark is Mark.NONE and self.to_pay > 0

    @property
    def is_refund(self) -> bool:
        """An issued, uncredited invoice below zero: the customer gets money back."""
        return self.kind is Paper.INVOICE and self.mark is Mark.NONE and self.to_pay < 0


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for item in value for text in _texts(item)]
    if is_dataclass(value):
        return [text for field in fields(value) for text in _texts(getattr(value, field.name))]
    return []


@dataclass(frozen=True)
class Picture:
    """The first page of a document, to look at on a screen."""

    document: Document

    @property
    def is_large(self) -> bool:
        return self.document.is_large
