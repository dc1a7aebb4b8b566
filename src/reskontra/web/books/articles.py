"""Articles: what is sold, with its price and its VAT."""

from starlette.responses import Response

from reskontra.actions import register_list
from reskontra.actions.all_registers import ARTICLES
from reskontra.actions.desk import Desk
from reskontra.people.roles import Right
from reskontra.web.books import registers
from reskontra.web.books.fields import Field
from reskontra.web.books.place import Place, Step
from reskontra.web.books.registers import Choices, Kept

AMOUNT = "Skriv {} med siffror, till exempel 1 250,50"
ACCOUNT = "Skriv kontots fyra siffror, till exempel 3001"
# fmt: off
FIELDS = (
    Field("Description",   "Benämning", width="half", advice="Skriv benämningen med högst 200 tecken"),
    Field("ArticleNumber", "Artikelnummer", hint="Lämna tomt för nästa lediga", width="half", advice="Skriv numret med högst 50 tecken", at_creation=True),
    Field("SalesPrice",    "Pris utan moms, kr", "amount", advice=AMOUNT.format("priset")),
    Field("Unit",          "Enhet", "choice", choices=(("", "Ingen"),)),
    Field("VAT",           "Moms", "choice", choices=(("25", "25\u00a0%"), ("12", "12\u00a0%"), ("6", "6\u00a0%"), ("0", "0\u00a0%"))),
    Field("Type",          "Artikeln är", "choice", choices=(("STOCK", "Vara"), ("SERVICE", "Tjänst"))),
    Field("SalesAccount",  "Försäljningskonto", "number", advice=ACCOUNT, more=True),
    Field("PurchasePrice", "Inköpspris, kr", "amount", advice=AMOUNT.format("inköpspriset"), more=True),
    Field("EAN",           "EAN", advice="Skriv koden med högst 30 tecken", more=True),
    Field("Housework",     "Ger rätt till rot eller rut", "tick", width="whole", more=True),
    Field("Note",          "Anteckning", "long", hint="Syns bara här", width="whole", more=True),
    Field("Active",        "Artikeln är aktiv", "tick", width="whole", more=True),
)
# fmt: on


def units(desk: Desk) -> Choices:
    found = register_list.units(desk)
    return {"Unit": tuple((each.code, each.description) for each in found)}


ARTICLE = Kept(
    ARTICLES,
    "/articles",
    "Artiklar",
    "Artikel",
    "artikeln",
    "Ny artikel",
    {"added": "Artikeln är tillagd.", "changed": "Artikeln är sparad."},
    "articles.html",
    "article_number description ean manufacturer",
    {"number": "article_number", "description": "description"},
    "number",
    FIELDS,
    units,
    has_card=False,
)


async def one(place: Place) -> Response:
    """The form itself; who may not change anything sees what it says."""
    if place.company.may(Right.WORK):
        return await registers.edit(ARTICLE, place)
    number = place.named["number"]
    article = await place.read(lambda desk: ARTICLES.find(desk, number))
    path = [Step(ARTICLE.many, place.at(ARTICLE.here))]
    return await place.page("article.html", ARTICLE.here, path, article=article)


async def change(place: Place) -> Response:
    """The right is asked for where it is written."""
    return await registers.change(ARTICLE, place)
