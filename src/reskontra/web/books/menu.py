"""The places of the books, as the column at the left has them."""

from typing import NamedTuple


class Entry(NamedTuple):
    name: str
    address: str
    key: str = ""  # the letter after g


class Group(NamedTuple):
    name: str
    entries: tuple[Entry, ...]


BOOKS = "/books/{company}"
COMPANY = "/console/companies/{company}"  # a page that has not moved into the books yet
OVERVIEW = Entry("Översikt", BOOKS, "o")
# fmt: off
MENU = (
    Group("", (OVERVIEW,)),
    Group("Försäljning", (
        Entry("Kundfakturor",    f"{BOOKS}/invoices", "f"),
        Entry("Kunder",          f"{BOOKS}/customers", "k"),
        Entry("Artiklar",        f"{BOOKS}/articles", "a"),
        Entry("Påminnelser",     f"{COMPANY}/reminders"),
        Entry("Rot och rut",     f"{COMPANY}/claims"),
        Entry("Kreditfakturor",  f"{COMPANY}/credit-notes"),
    )),
    Group("Inköp", (
        Entry("Leverantörer",    f"{BOOKS}/suppliers"),
    )),
    Group("Bokföring", (
        Entry("Verifikationer",  f"{BOOKS}/vouchers", "v"),
        Entry("Konton",          f"{BOOKS}/accounts"),
        Entry("Rapporter",       f"{BOOKS}/reports", "r"),
        Entry("Moms",            f"{COMPANY}/vat", "m"),
        Entry("Bokslut",         f"{COMPANY}/years"),
        Entry("SIE-filer",       f"{COMPANY}/sie"),
    )),
    Group("Företaget", (
        Entry("Inställningar",   f"{BOOKS}/settings"),
        Entry("Användare",       f"{COMPANY}/people"),
        Entry("Integrationer",   COMPANY),
        Entry("Historik",        f"{COMPANY}/history", "h"),
    )),
)
# fmt: on


class Shown(NamedTuple):
    """An entry at one company."""

    name: str
    address: str
    key: str
    is_here: bool


def shown(company: int, here: str) -> list[tuple[str, list[Shown]]]:
    """The groups, and which entry one is at."""
    return [
        (
            group.name,
            [
                Shown(each.name, address, each.key, address == here)
                for each in group.entries
                for address in [each.address.format(company=company)]
            ],
        )
        for group in MENU
    ]
