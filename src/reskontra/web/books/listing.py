"""What every list has around its rows: its address with something else in it, order and pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from reskontra.web.books.place import Place

ON_A_PAGE = 50

Address = Callable[..., str]


def asked(place: Place, names: Sequence[str]) -> dict[str, str]:
    """What the address says, of what it may say."""
    return {name: place.query(name) for name in names if place.query(name)}


def page_in(query: Mapping[str, str]) -> int:
    word = query.get("page", "1")
    return max(int(word), 1) if word.isascii() and word.isdecimal() and len(word) <= 6 else 1


def address_of(place: Place, here: str, query: Mapping[str, str]) -> Address:
    """This view with something else in it, from its first page unless that is what is else."""

    def address(**changes: str) -> str:
        wanted = {**{k: v for k, v in query.items() if k != "page"}, **changes}
        kept = {name: value for name, value in wanted.items() if value}
        return place.at(here) + (f"?{urlencode(kept)}" if kept else "")

    return address


def around(
    place: Place, here: str, names: Sequence[str], query: Mapping[str, str], shown: int, total: int
) -> dict[str, Any]:
    """What the template of a list asks for beside its rows."""
    page = page_in(query)
    offset = (page - 1) * ON_A_PAGE
    address = address_of(place, here, query)
    return {
        "query": dict.fromkeys(names, "") | dict(query),
        "address": address,
        "first": offset + 1,
        "last": offset + shown,
        "total": total,
        "before": address(page=str(page - 1)) if page > 1 else "",
        "after": address(page=str(page + 1)) if offset + shown < total else "",
    }


def sorting(
    query: Mapping[str, str], names: Sequence[str], address: Address, first: str
) -> dict[str, tuple[str, str]]:
    """Of each column that can be sorted by: how it is now, and where a click leads.

    `first` is the one that it is sorted by where nothing is asked for.
    """
    sort = query.get("sort", first)
    is_down = query.get("order") == "desc"
    orders = {}
    for name in names:
        now = ("descending" if is_down else "ascending") if name == sort else ""
        orders[name] = (now, address(sort=name, order="desc" if now == "ascending" else "asc"))
    return orders
