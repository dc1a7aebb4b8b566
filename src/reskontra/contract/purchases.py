"""Types of field that only purchases have: currency, VAT treatment, kind of purchase, vouchers."""

from collections.abc import Iterable
from typing import Any

from reskontra.contract.fields import RATE, READ_ONLY, TEXT, TEXT_SCHEMA, Field, Type
from reskontra.contract.rules import positive
from reskontra.domain.currency import SEK, currency_code
from reskontra.domain.vat import ALIASES, SupplierVatType, supplier_vat_type
from reskontra.domain.voucher import VoucherKey

SALES_TYPES = ("STOCK", "SERVICE")


def currency(name: str) -> list[Field]:
    """Any currency there is; kronor where none is named."""
    return [Field(name, Type(lambda value: currency_code(TEXT.read(value)), str, SEK, TEXT_SCHEMA))]


def currency_unit(name: str) -> list[Field]:
    """How many units a sent rate is for; rates are kept for one, so 1 is what is shown."""
    unit = Type(RATE.read, lambda value: 1, RATE.read(1), {"type": "number"})
    return [Field(name, unit, rule=positive, follows=lambda record: 1)]


def vat_type(name: str) -> list[Field]:
    """How the purchase is taxed; a short name reads back as what it is short for."""
    schema = {"type": "string", "enum": [*SupplierVatType, *ALIASES]}
    read = Type(
        lambda value: supplier_vat_type(TEXT.read(value)), str, SupplierVatType.NORMAL, schema
    )
    return [Field(name, read)]


def sales_type(name: str) -> list[Field]:
    """Goods or services; any other word is as good as none."""
    schema = {"type": "string", "enum": [*SALES_TYPES, ""]}
    read = Type(lambda value: value if value in SALES_TYPES else "", str, "", schema)
    return [Field(name, read)]


def vouchers(name: str) -> list[Field]:
    """The vouchers of a document; `Year` is the financial year's id."""
    part = {"Number": "integer", "Year": "integer", "Series": "string", "ReferenceType": "string"}
    properties = {key: {"type": kind} for key, kind in part.items()}
    schema = {"type": "array", "items": {"type": "object", "properties": properties}}
    return [Field(name, Type(lambda value: (), _references, (), schema), READ_ONLY)]


def _references(keys: Iterable[VoucherKey]) -> list[dict[str, Any]]:
    return [
        {
            "Number": key.number,
            "Year": key.year,
            "Series": key.series,
            "ReferenceType": "SUPPLIERINVOICE",
        }
        for key in keys
    ]
