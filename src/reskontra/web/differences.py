"""The tables of docs/differences.md: behaviour, fields by profile, and addresses."""

from collections.abc import Iterator, Mapping

from reskontra.codec import as_shown
from reskontra.contract.differences import DIFFERENCES
from reskontra.contract.fields import Field
from reskontra.contract.resource import View
from reskontra.contract.unserved import UNSERVED
from reskontra.web.described import Gives
from reskontra.web.routes import ROUTES
from reskontra.web.sections import title_of

Cells = tuple[str, ...]


def behaviour() -> Iterator[Cells]:
    for each in DIFFERENCES:
        yield tuple(each)


def unserved() -> Iterator[Cells]:
    for each in UNSERVED:
        yield f"`/3/{each.path}`", each.what, each.instead


def fields() -> Iterator[Cells]:
    """Those that the profiles show otherwise, by form."""
    seen: set[str] = set()
    for description in (route.endpoint.describes for route in ROUTES):
        assert description
        resource, name = description.resource, title_of(description.resource)
        if resource.own or name == "Closing":  # whose rows are vouchers
            continue
        if name not in seen:
            seen.add(name)
            yield from _form(name, "full form", resource.fields, resource.mirrored.fields)
            if rows := resource.rows:
                yield from _form(name, f"`{rows.plural}`", rows.fields, rows.mirrored.fields)
        if description.gives is Gives.MANY and f"{name} list" not in seen:
            seen.add(f"{name} list")
            theirs = description.row_fields_for(View(is_mirrored=True))
            yield from _form(name, "list", description.row_fields, theirs)


def _form(
    name: str, form: str, ours: Mapping[str, Field], theirs: Mapping[str, Field]
) -> Iterator[Cells]:
    found: dict[tuple[str, str], list[str]] = {}
    for field, shown in theirs.items():
        if shown.type is not ours[field].type:
            found.setdefault((_said(ours[field]), _said(shown)), []).append(f"`{field}`")
    for (contract, mirrored), names in found.items():
        yield name, form, ", ".join(names), contract, mirrored


def _said(field: Field) -> str:
    """The type, and what stands for nothing."""
    if field.unless_empty:
        return "absent"
    const = field.type.schema.get("const", "")
    shown = const if "const" in field.type.schema else field.type.show(field.type.empty)
    kind = field.type.schema.get("type", "")
    number = kind in ("number", "integer") and shown == 0
    return "0, a number" if number else f"`{as_shown(shown).decode()}`"
