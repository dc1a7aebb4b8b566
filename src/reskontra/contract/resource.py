"""The conventions that every resource shares, each in one place.

Envelope        opened(), sealed()
Partial update  Resource.accept(): only what was sent is changed; changed() keeps the rest
API_BLANK       Field.accept() clears, and refuses where a field may not be empty
null and ""     not sent, in a field that is modelled
Unknown fields  kept in `carried`; every field of the table has an attribute of its own
Empty values    Type.empty, shown by Type.show()
Numbers         Type.read() takes both forms; Type.show() gives the one the table names
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any
from urllib.parse import quote

from reskontra.codec import Json, Made
from reskontra.contract.fields import (
    AFTER_CREATION,
    API_BLANK,
    AT_CREATION,
    FIXED,
    MUST_BE_SENT,
    READ_ONLY,
    REFUSED,
    REQUIRED_AT_CREATION,
    WHOLE,
    WHOLE_TEXT,
    Field,
)
from reskontra.contract.forms import Form, ListForm, form_of, list_form_of
from reskontra.contract.nested import cleared_or, laid_over, refuse_too_much, rows_field
from reskontra.domain.errors import Invalid, by_row
from reskontra.domain.records import fields, replace, values_of

Changes = dict[str, Any]
IGNORED_AT_CREATION = (READ_ONLY, AFTER_CREATION)
IGNORED_AFTERWARDS = (READ_ONLY, AT_CREATION, REQUIRED_AT_CREATION)

MOST_ROWS = 1_000


@dataclass(frozen=True)
class Resource:
    """One kind of record as clients see it."""

    singular: str
    plural: str
    path: str
    key: str
    scope: str
    record: type
    fields: Mapping[str, Field]
    list_fields: Mapping[str, Field] = field(default_factory=dict)
    rows: "Resource | None" = None
    rows_in: str = "rows"  # the attribute that holds them
    rows_after: str = ""  # the field that they follow in an answer, if not the last one
    in_year: bool = False
    own: bool = False  # an address of ours, which the mirrored API does not have

    def accept(self, fields: Mapping[str, Any], *, creating: bool = False) -> Changes:
        """The changes asked for, by attribute; what nobody knows is in `carried`."""
        changes: Changes = {"carried": {}}
        ignored = IGNORED_AT_CREATION if creating else IGNORED_AFTERWARDS
        for name, value in fields.items():
            if self.rows and name == self.rows.plural:
                if value is not None and value != "":
                    changes[self.rows_in] = self._accept_rows(value, creating)
                continue
            each = self.fields.get(name)
            if each is None:
                if value is not None:
                    changes["carried"][name] = cleared_or(name, value)
            elif each.access in ignored or not self._says_something(each, fields):
                continue
            elif each.access in (FIXED, REFUSED):
                each.accept(value)
            else:
                changes[each.attribute] = _accepted(each, value)
        return changes

    def _says_something(self, each: Field, fields: Mapping[str, Any]) -> bool:
        """What only says how another field is meant does not, where that one means nothing."""
        other = self.fields.get(each.beside)
        if other and other.name in fields and other.is_neutral(fields[other.name]):
            return False
        return each.is_sent(fields[each.name])

    def _accept_rows(self, rows: Any, creating: bool) -> list[Changes]:
        assert self.rows
        if rows == API_BLANK:
            return []
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise Invalid(f"{self.rows.plural} ska vara en lista av rader")
        if len(rows) > MOST_ROWS:
            raise Invalid(f"{self.rows.plural} får ha högst {MOST_ROWS} rader")
        return by_row(partial(self.rows.accept, creating=creating), rows, self.rows.fields)

    def is_named_alone(self, changes: Changes) -> bool:
        """Whether nothing was sent of it but what it is known by."""
        return not changes["carried"] and changes.keys() <= {"carried", *self.key_attributes}

    def require(self, changes: Changes) -> None:
        """Raises unless every field that must be sent was."""
        for each in self.fields.values():
            if each.access in MUST_BE_SENT and each.attribute not in changes:
                raise Invalid(f"{each.name} saknas").about(each.name)

    def made(self, changes: Changes, **derived: Any) -> Any:
        """A new record: what was sent, what we know, and defaults for the rest."""
        merged = self._merged(changes, lambda name: {})
        return self._bounded(self.record(**self._initial | merged | derived), changes)

    @cached_property
    def _initial(self) -> Json:
        """What a record is made of when nothing is sent, where its class has no default."""
        needed = {each.name for each in fields(self.record) if each.required}
        every = self.fields.values()
        return {each.attribute: each.initial for each in every if each.attribute in needed}

    def changed(self, record: Any, changes: Changes) -> Any:
        """The record with the changes in it, all else as it was."""
        merged = self._merged(changes, partial(getattr, record))
        return self._bounded(replace(record, **merged), changes)

    def _merged(self, changes: Changes, before: Callable[[str], Any]) -> Changes:
        """What is changed part by part, groups and the unknown fields, is laid over what was."""
        merged = {**changes, "carried": laid_over(before("carried"), changes["carried"])}
        for each in self._open:
            part = changes.get(each.attribute)
            # A group that was cleared is its type's own empty value, not an empty object as sent.
            if each.parts is None or not isinstance(part, dict) or part is each.type.empty:
                continue
            held = before(each.attribute)
            merged[each.attribute] = laid_over(held if isinstance(held, dict) else {}, part)
        return merged

    def _bounded(self, record: Any, changes: Changes) -> Any:
        if changes["carried"] or any(each.attribute in changes for each in self._open):
            refuse_too_much(record, self._open)
        return record

    @cached_property
    def _open(self) -> list[Field]:
        """The fields in which a client may put what it likes: all of it, or parts."""
        every = self.fields.values()
        return [each for each in every if each.type.any_form or each.parts is not None]

    def is_whole(self, name: str) -> bool:
        """Is a part of the key a number?"""
        return self.fields[name].type in (WHOLE, WHOLE_TEXT)

    def address(self, record: Any) -> str:
        key = "/".join(map(_quoted, self._key_of(record)))
        year = f"?financialyear={record.year}" if self.in_year else ""
        return f"{'' if self.own else '/3'}/{self.path}/{key}{year}"

    @cached_property
    def key_attributes(self) -> list[str]:
        """What the address ends in: one attribute, several with a slash between, or none."""
        return [self.fields[name].attribute for name in self.key.split("/") if name]

    @cached_property
    def _key_of(self) -> Callable[[Any], Sequence[Any]]:
        return values_of(self.key_attributes)

    @cached_property
    def with_rows(self) -> Mapping[str, Field]:
        """The fields in the order of an answer, the rows among them."""
        if self.rows is None:
            return self.fields
        shown = list(self.fields.items())
        place = list(self.fields).index(self.rows_after) + 1 if self.rows_after else len(shown)
        shown.insert(place, (self.rows.plural, rows_field(self.rows.plural, self._show_rows)))
        return dict(shown)

    def _show_rows(self, record: Any) -> list[Json]:
        assert self.rows
        return [self.rows.present(row) for row in getattr(record, self.rows_in)]

    @cached_property
    def _form(self) -> Form:
        return form_of(self.record, self.with_rows)

    @cached_property
    def _list_form(self) -> ListForm:
        return list_form_of(self.record, self.list_fields or self.fields)

    @cached_property
    def blank(self) -> Json:
        """Every field of an answer, as it is when it has no value of its own."""
        shown = (each for each in self.fields.values() if each.access is not REFUSED)
        return {each.name: each.type.show(each.initial) for each in shown}

    @cached_property
    def _nothing(self) -> dict[str, Any]:
        """The fields that are left out while they have no value, and what that looks like."""
        every = self.fields.values()
        return {each.name: each.type.show(each.type.empty) for each in every if each.unless_empty}

    def present(self, record: Any, base: str = "") -> Json:
        """The full form."""
        shown = self._form(record)
        if "@url" in shown:
            shown["@url"] = base + self.address(record)
        for name, nothing in self._nothing.items():
            if shown[name] == nothing:
                del shown[name]
        for name, value in getattr(record, "carried", {}).items():
            if name not in shown:
                shown[name] = value
        return shown

    def listed(self, records: Sequence[Any], base: str = "") -> list[Any]:
        """The list rows, ready to be encoded."""
        return self._list_form(records, (base + self.address(record) for record in records))


def _accepted(each: Field, value: Any) -> Any:
    try:
        return each.accept(value)
    except Invalid as refused:
        raise refused.about(each.name) from None


def _quoted(part: Any) -> str:
    return str(part) if isinstance(part, int) else quote(str(part), safe="")


def opened(body: Any, name: str) -> Json:
    """What is inside the envelope; keys beside it are ignored."""
    inside = body.get(name) if isinstance(body, dict) else None
    if not isinstance(inside, dict):
        raise Invalid(f"Anropet ska ha formen {{ {name}: {{...}} }}")
    return inside


def sealed(name: str, shown: Json | Made) -> Json:
    """The envelope of one resource."""
    return {name: shown}


def sealed_list(name: str, rows: list[Any] | Made, total: int, limit: int, offset: int) -> Json:
    """The envelope of a list: `MetaInformation` first, because clients take the second key."""
    return {
        "MetaInformation": {
            "@TotalResources": total,
            "@TotalPages": -(-total // limit),
            "@CurrentPage": offset // limit + 1 if total else 1,
        },
        name: rows,
    }
