"""Writing a voucher: a form with rows, counted by the server, shown as a whole, and posted."""

from typing import Any, NamedTuple

from starlette.responses import Response

from reskontra.actions import voucher_acts
from reskontra.actions.desk import Desk
from reskontra.domain.errors import Conflict, OtherCall, Refused
from reskontra.web.books import typed
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.books.reviewing import Shown
from reskontra.web.books.vouchers import HERE, address_of
from reskontra.web.pages import see_other
from reskontra.web.wording import without_calls

MOST_LINES, FIRST_LINES = 200, 4
HEAD = ("TransactionDate", "VoucherSeries", "Description", "Comments")
# What a line's fields are called in the form, and in the contract.
LINE = {
    "account": "Account",
    "text": "TransactionInformation",
    "debit": "Debit",
    "credit": "Credit",
}
FIELDS = {name: field for field, name in LINE.items()}
LABELS = {
    "TransactionDate": "Datum",
    "VoucherSeries": "Serie",
    "Description": "Text",
    "Comments": "Anteckning",
    "Account": "Konto",
    "Debit": "Debet",
    "Credit": "Kredit",
    "TransactionInformation": "Radtext",
}
ADVICE = {
    "TransactionDate": "Skriv en dag, till exempel 2026-11-15",
    "Account": "Skriv kontots fyra siffror, till exempel 1930",
    "Debit": "Skriv beloppet med siffror, till exempel 1 250,50",
    "Credit": "Skriv beloppet med siffror, till exempel 1 250,50",
}


class Line(NamedTuple):
    number: int
    account: str = ""
    text: str = ""
    debit: str = ""
    credit: str = ""

    @property
    def is_empty(self) -> bool:
        return not any(each.strip() for each in self[1:])


class Sheet(NamedTuple):
    """A voucher as it was typed."""

    head: dict[str, str]
    lines: tuple[Line, ...]

    @property
    def written(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if not line.is_empty)


def of_entries(place: Place) -> Sheet:
    entries = place.entries
    numbers = sorted(
        int(parts[1])
        for name in entries.last
        if len(parts := name.split("-")) == 3 and parts[0] == "row" and _is_number(parts[1])
    )
    lines = tuple(
        Line(number, *(entries(f"row-{number}-{field}") for field in LINE))
        for number in dict.fromkeys(numbers)
    )
    return Sheet({name: entries(name) for name in HEAD}, lines[:MOST_LINES])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 3


def numbered(sheet: Sheet, more: int = 1) -> Sheet:
    """From one on, with empty lines last."""
    written = sheet.written
    wanted = min(max(len(written) + more, FIRST_LINES), MOST_LINES)
    empty = (Line(0) for _ in range(wanted - len(written)))
    lines = (line._replace(number=place) for place, line in enumerate((*written, *empty), 1))
    return sheet._replace(lines=tuple(lines))


def fields_of(sheet: Sheet, place: Place) -> dict[str, Any]:
    """As a client of the API would send it."""
    head = {name: value.strip() for name, value in sheet.head.items() if value.strip()}
    if "TransactionDate" in head:
        head["TransactionDate"] = typed.day(head["TransactionDate"], place.today)
    return {**head, "VoucherRows": [_row(line) for line in sheet.written]}


def _row(line: Line) -> dict[str, str]:
    amounts = {"Debit": typed.amount(line.debit), "Credit": typed.amount(line.credit)}
    said = {"Account": line.account.strip(), "TransactionInformation": line.text.strip()}
    return {name: value for name, value in (said | amounts).items() if value}


def problem(refused: Refused, sheet: Sheet) -> Problem:
    words, field = without_calls(refused.message), refused.field
    if field in ADVICE and "Ogiltig" in words:
        words = ADVICE[field]
    words = words.replace(field, LABELS.get(field, field)) if field else words
    if refused.row and refused.row <= len(sheet.written):
        words = words if words.startswith("Rad ") else f"Rad {refused.row}: {words}"
        return Problem(words, f"row-{refused.row}-{FIELDS.get(field, 'debit')}")
    return Problem(words, field if field in HEAD else "")


async def new(place: Place) -> Response:
    head = dict.fromkeys(HEAD, "") | {"TransactionDate": str(place.today)}
    return await _form(place, Sheet(head, ()))


async def _form(
    place: Place,
    sheet: Sheet,
    problems: list[Problem] | None = None,
    status: int = 200,
    more: int = 1,
) -> Response:
    rows = fields_of(sheet, place)["VoucherRows"]
    return await place.page(
        "voucher_form.html",
        HERE,
        [Step("Verifikationer", place.at(HERE))],
        status,
        problems=problems or [],
        sheet=numbered(sheet, more),
        sums=voucher_acts.summed(rows),
        series=await place.read(voucher_acts.manual_series),
    )


async def take(place: Place) -> Response:
    """The button says what to do with the form; all but posting leaves the books as they are."""
    sheet, act = of_entries(place), place.entries("do")
    sheet = sheet._replace(
        lines=tuple(line._replace(number=number) for number, line in enumerate(sheet.written, 1))
    )
    if act == "post":
        return await _post(place, sheet)
    if act == "review":
        return await _review(place, sheet)
    return await _form(place, sheet, more=5 if act == "more" else 1)


async def _review(place: Place, sheet: Sheet, refused: Refused | None = None) -> Response:
    """The exact voucher, or what stands in its way."""
    fields = fields_of(sheet, place)
    try:
        voucher = await place.tried(lambda desk: voucher_acts.write(desk, fields))
    except Refused as refusal:
        return await _form(place, sheet, [problem(refusal, sheet)], refusal.status)
    act = Shown(voucher)
    return await place.page(
        "voucher_review.html",
        HERE,
        [Step("Verifikationer", place.at(HERE))],
        refused.status if refused else 200,
        problems=[problem(refused, sheet)] if refused else [],
        sheet=sheet,
        fields_of_line=tuple(LINE),
        act=act,
        digest=act.digest,
        back=place.at(HERE),
    )


async def _post(place: Place, sheet: Sheet) -> Response:
    fields, digest = fields_of(sheet, place), place.entries("shown")

    def work(desk: Desk) -> str:
        return place.at(f"{address_of(voucher_acts.write(desk, fields, digest))}&done=posted")

    try:
        target, _ = await place.once(work)
    except OtherCall:
        again = Conflict("Det här är redan gjort en gång från samma sida; se efter igen")
        return await _review(place, sheet, again)
    except Refused as refused:
        return await _review(place, sheet, refused)
    return see_other(target)
