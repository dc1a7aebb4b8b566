"""Customers and suppliers: their forms, and the page of one."""

from starlette.responses import Response

from reskontra.actions import parties, register_list
from reskontra.actions.all_registers import CUSTOMERS, SUPPLIERS
from reskontra.actions.desk import Desk
from reskontra.web.books.fields import Field
from reskontra.web.books.place import Place, Step
from reskontra.web.books.registers import Choices, Kept

EMAIL = "Skriv en e-postadress, till exempel faktura@exempel.se"
COUNTRY = "Skriv landets två bokstäver, till exempel SE"
# fmt: off
PLACES = (
    Field("Address1",    "Adress", width="half"),
    Field("Address2",    "Adress, rad 2", width="half"),
    Field("ZipCode",     "Postnummer", advice="Skriv postnumret med högst tio tecken"),
    Field("City",        "Ort"),
    Field("CountryCode", "Landskod", hint="Två bokstäver, SE för Sverige", advice=COUNTRY),
)
CUSTOMER_FIELDS = (
    Field("Name",               "Namn", width="half"),
    Field("CustomerNumber",     "Kundnummer", hint="Lämna tomt för nästa lediga", width="half", at_creation=True),
    Field("Type",               "Kunden är", "choice", choices=(("COMPANY", "Företag"), ("PRIVATE", "Privatperson"), ("UNDEFINED", "Inte angivet"))),
    Field("OrganisationNumber", "Organisationsnummer", hint="Eller personnummer", advice="Skriv numret med högst 30 tecken"),
    Field("YourReference",      "Er referens"),
    *PLACES,
    Field("Email",              "E-post", "email", advice=EMAIL, width="half"),
    Field("EmailInvoice",       "E-post för fakturor", "email", hint="Om fakturor ska till en annan adress", advice=EMAIL, width="half"),
    Field("Phone1",             "Telefon", "tel", width="half"),
    Field("TermsOfPayment",     "Betalningsvillkor", "choice", width="half", choices=(("", "30 dagar, om inget annat sägs"),)),
    Field("VATType",            "Moms", "choice", width="half", more=True, choices=(
        ("SEVAT", "Svensk moms"), ("SEREVERSEDVAT", "Omvänd betalningsskyldighet i Sverige"), ("EUREVERSEDVAT", "Omvänd betalningsskyldighet, EU"),
        ("EUVAT", "Svensk moms till EU"), ("EXPORT", "Export utanför EU"))),
    Field("VATNumber",          "Momsregistreringsnummer", width="half", more=True),
    Field("OurReference",       "Vår referens", advice="Skriv högst 50 tecken", more=True),
    Field("Phone2",             "Telefon 2", "tel", more=True),
    Field("WWW",                "Webbplats", more=True),
    Field("InvoiceRemark",      "Text på varje faktura", "long", width="whole", more=True),
    Field("Comments",           "Anteckning", "long", hint="Syns bara här", width="whole", more=True),
    Field("Active",             "Kunden är aktiv", "tick", width="whole", more=True),
)
SUPPLIER_FIELDS = (
    Field("Name",               "Namn", width="half"),
    Field("SupplierNumber",     "Leverantörsnummer", hint="Lämna tomt för nästa lediga", width="half", at_creation=True),
    Field("OrganisationNumber", "Organisationsnummer"),
    Field("BG",                 "Bankgiro"),
    Field("PG",                 "Plusgiro"),
    *PLACES,
    Field("Email",              "E-post", "email", advice=EMAIL, width="half"),
    Field("Phone1",             "Telefon", "tel", width="half"),
    Field("TermsOfPayment",     "Betalningsvillkor", "choice", width="half", choices=(("", "Inte angivet"),)),
    Field("OurCustomerNumber",  "Vårt kundnummer hos dem", width="half"),
    Field("PreDefinedAccount",  "Vanligt kostnadskonto", advice="Skriv kontots fyra siffror", more=True),
    Field("VATNumber",          "Momsregistreringsnummer", more=True),
    Field("Currency",           "Valuta", hint="Tre bokstäver", advice="Skriv valutans tre bokstäver, till exempel SEK", more=True),
    Field("IBAN",               "IBAN", width="half", more=True),
    Field("BIC",                "BIC", more=True),
    Field("YourReference",      "Er referens", more=True),
    Field("Comments",           "Anteckning", "long", hint="Syns bara här", width="whole", more=True),
    Field("Active",             "Leverantören är aktiv", "tick", width="whole", more=True),
)
# fmt: on


def terms(desk: Desk) -> Choices:
    found = register_list.terms_of_payment(desk)
    return {"TermsOfPayment": tuple((each.code, each.description) for each in found)}


SEARCHED = "name organisation_number city email"
CUSTOMER = Kept(
    CUSTOMERS,
    "/customers",
    "Kunder",
    "Kund",
    "kunden",
    "Ny kund",
    {"added": "Kunden är tillagd.", "changed": "Kundens uppgifter är sparade."},
    "customers.html",
    f"customer_number {SEARCHED}",
    {"name": "name", "number": "customer_number"},
    "name",
    CUSTOMER_FIELDS,
    terms,
)
SUPPLIER = Kept(
    SUPPLIERS,
    "/suppliers",
    "Leverantörer",
    "Leverantör",
    "leverantören",
    "Ny leverantör",
    {"added": "Leverantören är tillagd.", "changed": "Leverantörens uppgifter är sparade."},
    "suppliers.html",
    f"supplier_number {SEARCHED}",
    {"name": "name", "number": "supplier_number"},
    "name",
    SUPPLIER_FIELDS,
    terms,
)


async def customer(place: Place) -> Response:
    number = place.named["number"]
    card = await place.read(lambda desk: parties.customer(desk, number))
    return await _card(place, CUSTOMER, "customer.html", card, card.customer)


async def supplier(place: Place) -> Response:
    number = place.named["number"]
    card = await place.read(lambda desk: parties.supplier(desk, number))
    return await _card(place, SUPPLIER, "supplier.html", card, card.supplier)


async def _card(
    place: Place,
    kept: Kept,
    template: str,
    card: parties.CustomerCard | parties.SupplierCard,
    record: object,
) -> Response:
    return await place.page(
        template,
        kept.here,
        [Step(kept.many, place.at(kept.here))],
        message=kept.done.get(place.query("done"), ""),
        kept=kept,
        card=card,
        record=record,
        edit=place.at(kept.form_address(record)),
    )
