"""Registers of the books, all in one way: a list that is searched, a form that adds or changes."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.responses import Response

from reskontra.actions import register_list
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.register import Register
from reskontra.domain.errors import Conflict, OtherCall, Refused
from reskontra.web.books import fields as form
from reskontra.web.books import listing
from reskontra.web.books.fields import Field
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.pages import see_other

ASKED = ("show", "q", "sort", "order", "page")
TABS = {"": "Aktiva", "inactive": "Inaktiva", "all": "Alla"}

Choices = Mapping[str, tuple[tuple[str, str], ...]]  # what a field offers, by its name


def no_choices(desk: Desk) -> Choices:
    return {}


class Kept(NamedTuple):
    """A register as people see it."""

    register: Register
    here: str  # its place
    many: str  # Kunder
    one: str  # Kund
    the: str  # kunden
    new: str  # Ny kund
    done: Mapping[str, str]  # what is said when it was added or changed
    list_page: str
    searched: str
    sorts: Mapping[str, str]  # columns by their words in the address
    first: str  # the one that the list is sorted by
    fields: tuple[Field, ...]
    offers: Callable[[Desk], Choices] = no_choices
    has_card: bool = True  # a page of its own beside the form

    def key_of(self, record: Any) -> str:
        return str(getattr(record, self.register.key))

    def address(self, record: Any) -> str:
        return f"{self.here}/{quote(self.key_of(record), safe='')}"

    def form_address(self, record: Any) -> str:
        return self.address(record) + ("/edit" if self.has_card else "")


SENT_BEFORE = "Formuläret är redan skickat en gång. Spara igen om du menar det du skrev nu"


class Edited(Conflict):
    """Någon annan har ändrat uppgifterna sedan du öppnade dem. Spara igen för att behålla dina"""


async def listed(kept: Kept, place: Place) -> Response:
    query = listing.asked(place, ASKED)
    sought = register_list.Sought(kept.searched, kept.sorts, kept.first)
    limit, page = listing.ON_A_PAGE, listing.page_in(query)
    rows, total = await place.read(
        lambda desk: register_list.listed(desk, kept.register, sought, query, limit, page)
    )
    values = listing.around(place, kept.here, ASKED, query, len(rows), total)
    return await place.page(
        kept.list_page,
        kept.here,
        kept=kept,
        rows=rows,
        tabs=TABS,
        sorted_by=listing.sorting(query, [*kept.sorts], values["address"], kept.first),
        **values,
    )


async def new(kept: Kept, place: Place) -> Response:
    blank = {each.name: _usual(kept, each) for each in kept.fields}
    return await _form(kept, place, blank | {kept.fields[0].name: place.query("name")[:200]}, None)


def _usual(kept: Kept, field: Field) -> str:
    value = kept.register.resource.blank.get(field.name, "")
    if field.kind == "tick":
        return "yes" if value is True else ""
    return str(value) if field.kind == "choice" or value else ""


async def edit(kept: Kept, place: Place) -> Response:
    record = await place.read(lambda desk: kept.register.find(desk, place.named["number"]))
    return await _form(kept, place, _shown(kept, record), record)


def _shown(kept: Kept, record: Any) -> dict[str, str]:
    return form.shown_of(kept.register.resource, record, kept.fields)


async def _form(
    kept: Kept,
    place: Place,
    values: Mapping[str, str],
    record: Any,
    problems: list[Problem] | None = None,
    status: int = 200,
) -> Response:
    offered = await place.read(kept.offers)
    resource = kept.register.resource
    steps = [Step(kept.many, place.at(kept.here))]
    if record is not None and kept.has_card:
        steps.append(Step(_called(record), place.at(kept.address(record))))
    return await place.page(
        "entry.html",
        kept.here,
        steps,
        status,
        message=_done(kept, place) if not problems and record is not None else "",
        problems=problems or [],
        kept=kept,
        record=record,
        heading=_called(record) if record is not None else kept.new,
        fields=[_offered(each, offered, values) for each in kept.fields],
        values=values,
        mark=form.version_of(resource, record) if record is not None else "",
        back=place.at(kept.address(record) if record is not None and kept.has_card else kept.here),
    )


def _called(record: Any) -> str:
    return str(getattr(record, "name", "") or getattr(record, "description", ""))


def _offered(field: Field, offered: Choices, values: Mapping[str, str]) -> Field:
    """With what the books offer; what stands there already is one of them, whatever it is."""
    choices = (*field.choices, *offered.get(field.name, ()))
    value = values[field.name]
    if field.kind == "choice" and value not in {each[0] for each in choices}:
        choices = (*choices, (value, value or "–"))
    return field._replace(choices=choices)


def _done(kept: Kept, place: Place) -> str:
    return kept.done.get(place.query("done"), "")


async def added(kept: Kept, place: Place) -> Response:
    values = form.typed_in(place.entries, kept.fields)

    def work(desk: Desk) -> str:
        sent = form.sent(values, kept.fields, creating=True)
        made = fire(kept.register, desk, None, "create", Request(sent))
        return place.at(f"{kept.address(made)}?done=added")

    return await _kept(kept, place, values, None, work)


async def change(kept: Kept, place: Place) -> Response:
    values, number = form.typed_in(place.entries, kept.fields), place.named["number"]
    resource = kept.register.resource
    before = await place.read(lambda desk: kept.register.find(desk, number))

    def work(desk: Desk) -> str:
        now = kept.register.take(desk, number)
        if form.version_of(resource, now) != place.entries("version"):
            raise Edited
        sent = form.sent(values, kept.fields, creating=False)
        after = fire(kept.register, desk, now, "update", Request(sent))
        return place.at(f"{kept.address(after)}?done=changed")

    return await _kept(kept, place, values, before, work)


async def _kept(
    kept: Kept,
    place: Place,
    values: dict[str, str],
    before: Any,
    work: Callable[[Desk], str],
) -> Response:
    """Done once, or the form again with what stands in its way and what was typed."""
    try:
        target, _ = await place.once(work)
    except OtherCall as refused:
        return await _form(kept, place, values, before, [Problem(SENT_BEFORE)], refused.status)
    except Edited as refused:
        problems = [Problem(refused.message)]
        problems += form.differences(_shown(kept, before), values, kept.fields)
        return await _form(kept, place, values, before, problems, refused.status)
    except Refused as refused:
        problems = [form.problem(refused, kept.fields)]
        return await _form(kept, place, values, before, problems, refused.status)
    return see_other(target)
