"""What a claim file must be like: a table of our own, by the published rules, and a strict reader."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

ROOT = "{http://xmls.skatteverket.se/se/skatteverket/ht/begaran/6.0}"
PART = "{http://xmls.skatteverket.se/se/skatteverket/ht/komponent/begaran/6.0}"
ANY = 10**9

AMOUNT = "0|[1-9][0-9]{0,10}"
COST = "0|[1-9][0-9]{0,6}"
HOURS = "0|[1-9][0-9]{0,2}"


class Line(NamedTuple):
    element: str
    least: int = 1
    most: int = 1
    form: str = ""  # of its text; without one it has elements
    within: str = ""  # the table of these


def hourly(*names: str) -> tuple[Line, ...]:
    return tuple(Line(name, 0, 1, within="hourly") for name in names)


# fmt: off
TABLES: dict[str, tuple[Line, ...]] = {
    "Begaran": (
        Line("NamnPaBegaran", form=".{1,16}"),
        Line("RotBegaran",     0, within="rot"),
        Line("HushallBegaran", 0, within="rut"),
    ),
    "rot": (Line("Arenden", 1, 100, within="rot case"),),
    "rut": (Line("Arenden", 1, 100, within="rut case"),),
    "rot case": (
        Line("Kopare",               form="[0-9]{12}"),
        Line("BetalningsDatum",      form="[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        Line("PrisForArbete",        form=AMOUNT),
        Line("BetaltBelopp",         form=AMOUNT),
        Line("BegartBelopp",         form=AMOUNT),
        Line("FakturaNr",            0, form=".{1,20}"),
        Line("Ovrigkostnad",         form=COST),
        Line("Fastighetsbeteckning", 0, form=".{1,40}"),
        Line("LagenhetsNr",          0, form=".{1,25}"),
        Line("BrfOrgNr",             0, form="[0-9-]{1,12}"),
        Line("UtfortArbete",         within="rot work"),
    ),
    "rut case": (
        Line("Kopare",               form="[0-9]{12}"),
        Line("BetalningsDatum",      form="[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        Line("PrisForArbete",        form=AMOUNT),
        Line("BetaltBelopp",         form=AMOUNT),
        Line("BegartBelopp",         form=AMOUNT),
        Line("FakturaNr",            0, form=".{1,20}"),
        Line("Ovrigkostnad",         0, form=COST),
        Line("UtfortArbete",         within="rut work"),
    ),
    "rot work": hourly(
        "Bygg", "El", "GlasPlatarbete", "MarkDraneringarbete", "Murning", "MalningTapetsering", "Vvs",
    ),
    "rut work": (
        *hourly(
            "Stadning", "KladOchTextilvard", "Snoskottning", "Tradgardsarbete", "Barnpassning",
            "Personligomsorg", "Flyttjanster", "ItTjanster", "ReparationAvVitvaror", "Moblering",
            "TillsynAvBostad",
        ),
        Line("TransportTillForsaljning", 0, within="flat"),
        Line("TvattVidTvattinrattning",  0, within="flat"),
    ),
    "hourly": (Line("AntalTimmar", form=HOURS), Line("Materialkostnad", form=COST)),
    "flat": (Line("Utfort", form="true"),),
}
# fmt: on
SHARES = {"RotBegaran": (3, 7), "HushallBegaran": (1, 1)}


def faults(file: bytes, today: date) -> list[str]:
    """All that Skatteverket's import would refuse."""
    if not file.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n'):
        return ["the declaration is another"]
    root = fromstring(file.decode("utf-8"))  # noqa: S314 (our own)
    if root.tag != f"{ROOT}Begaran":
        return [f"the root is {root.tag}"]
    told = [*_faults(root, "Begaran")]
    return told or [*_of_claim(root, today)]


def _faults(element: Element, table: str) -> Iterator[str]:
    """Elements in the order of the table, each as often as it may be."""
    names, place = [each.tag for each in element], 0
    if element.attrib or (element.text or "").strip():
        yield f"{element.tag} says more than its elements"
    for line in TABLES[table]:
        count = 0
        while place < len(names) and names[place] == PART + line.element:
            yield from _of_line(element[place], line)
            place, count = place + 1, count + 1
        if not line.least <= count <= line.most:
            yield f"{count} of {line.element}"
    yield from (f"{name} is out of order" for name in names[place:])


def _of_line(element: Element, line: Line) -> Iterator[str]:
    if line.within:
        yield from _faults(element, line.within)
    elif len(element) or not re.fullmatch(line.form, element.text or ""):
        yield f"{line.element} is {element.text}"


def _of_claim(root: Element, today: date) -> Iterator[str]:
    claims = [each for each in root if each.tag != f"{PART}NamnPaBegaran"]
    if len(claims) != 1:
        yield f"{len(claims)} claims"
        return
    [claim] = claims
    if len({_text(case, "BetalningsDatum")[:4] for case in claim}) != 1:
        yield "payments of several years"
    share = SHARES[claim.tag.removeprefix(PART)]
    for case in claim:
        yield from _of_amounts(case, *share)
        yield from _of_case(case, today, is_rot=share == SHARES["RotBegaran"])


def _of_amounts(case: Element, asks: int, of: int) -> Iterator[str]:
    price, paid, asked = (
        int(_text(case, name)) for name in ("PrisForArbete", "BetaltBelopp", "BegartBelopp")
    )
    if price < 2 or asked < 1:
        yield f"a price of {price}, of it {asked}"
    if asked > price - paid:
        yield f"{asked} and {paid} are more than {price}"
    if asked * of > paid * asks:
        yield f"{asked} is more than {asks}/{of} of {paid}"


def _of_case(case: Element, today: date, *, is_rot: bool) -> Iterator[str]:
    day = date.fromisoformat(_text(case, "BetalningsDatum"))
    if not date(2009, 7, 1) <= day <= today:
        yield f"paid {day}"
    works = case.find(f"{PART}UtfortArbete")
    assert works is not None
    if not len(works):
        yield "no work"
    if not _text(case, "Ovrigkostnad") and works.findall(f"*/{PART}AntalTimmar"):
        yield "other costs are not told"
    places = [bool(_text(case, n)) for n in ("Fastighetsbeteckning", "LagenhetsNr", "BrfOrgNr")]
    if is_rot and places not in ([True, False, False], [False, True, True]):
        yield f"places: {places}"


def _text(element: Element, name: str) -> str:
    return element.findtext(f"{PART}{name}") or ""
