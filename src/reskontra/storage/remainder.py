"""What a row keeps in one JSON text, its column `carried`: all that has no column of its own.

That is the attributes for which there is no column, under the contract's names, and the fields of
a client that nobody knows. An attribute at its default is left out.
"""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import compress
from operator import is_not, ne
from typing import Any, NamedTuple, get_type_hints

from sqlalchemy import Table

from reskontra.codec import restored, stored
from reskontra.domain.records import Record, defaults_of, fields, values_of
from reskontra.engine.columns import AS_IT_IS, EXACT, ISO_DAY, Conversion

NAME = "carried"  # of the column, and of the attribute that has the unknown fields

# Where the contract's name is not the attribute's with capitals.
IN_CAPITALS = {"bcc", "bg", "bic", "cc", "eu", "euvat", "iban", "ocr", "pg", "vat", "www"}
OTHERWISE = {"sent_address2": "Address2"}

BY_TYPE: dict[Any, Conversion] = {Decimal: EXACT, date | None: ISO_DAY}


class Unknown(dict[str, Any]):
    """Unknown fields, and the order in which they and others stood in the text.

    A sealed row is held to be the same only if this text is, to the letter.
    """

    __slots__ = ("order",)
    order: Iterable[str]


class Part(NamedTuple):
    """An attribute in the text."""

    attribute: str
    name: str
    default: Any
    conversion: Conversion


class Remainder:
    """How the attributes of a record that have no column are kept, and found again."""

    def __init__(self, record: type[Record], attributes: Iterable[str]) -> None:
        hints = get_type_hints(record)
        defaults = defaults_of(record)
        self.parts = [
            Part(name, contract_name(name), defaults[name], BY_TYPE.get(hints[name], AS_IT_IS))
            for name in attributes
        ]
        self._outs = {part.name: (part.attribute, part.conversion.out) for part in self.parts}
        self._ins = [(part.name, part.conversion.into) for part in self.parts]
        self._values = values_of([part.attribute for part in self.parts])
        self._defaults = tuple(part.default for part in self.parts)
        self._usual = {
            part.name: part.conversion.into(part.default)
            for part in self.parts
            if part.default is not None
        }

    def attributes(self, text: str) -> dict[str, Any]:
        """What the text says, by attribute; what it does not say is at its default."""
        members: dict[str, Any] = restored(text)
        unknown = Unknown()
        values: dict[str, Any] = {NAME: unknown}
        for name, value in members.items():
            if known := self._outs.get(name):
                attribute, out = known
                values[attribute] = out(value)
            else:
                unknown[name] = value
        unknown.order = members
        return values

    def differs(self, before: Any, after: Any) -> bool:
        """A value is never altered in place, so the same object has not changed."""
        return any(map(is_not, self._values(before), self._values(after))) or (
            before.carried is not after.carried
        )

    def text(self, record: Any) -> str:
        """What stood there before stands first, in its order, though it be the usual value."""
        values = self._values(record)
        order = getattr(record.carried, "order", None)
        if not order and not record.carried and values == self._defaults:
            return "{}"
        unusual = compress(zip(self._ins, values, strict=True), map(ne, values, self._defaults))
        members = {name: into(value) for (name, into), value in unusual}
        members.update(record.carried)
        if order:
            every = self._usual | members
            members = {name: every[name] for name in order if name in every} | members
        return stored(members)


def remainder_of(table: Table, record: type[Record], *elsewhere: str) -> Remainder:
    """That of a table; columns that follow from an attribute only repeat it, to be searched by."""
    own = {column.name for column in table.c if "taken" not in column.info}
    names = [each.name for each in fields(record)]
    rest = [name for name in names if name not in own and name not in elsewhere]
    return Remainder(record, rest if NAME in names else [])  # a summary is columns alone


def contract_name(attribute: str) -> str:
    """
    >>> contract_name("email_invoice_cc"), contract_name("delivery_address1")
    ('EmailInvoiceCC', 'DeliveryAddress1')
    """
    words = (word.upper() if word in IN_CAPITALS else word.title() for word in attribute.split("_"))
    return OTHERWISE.get(attribute) or "".join(words)
