"""The company that stands ready in a sandbox, with what it has in its registers."""

import re
import unicodedata
from datetime import timedelta
from typing import Any

from reskontra.actions.all_registers import ARTICLES, CUSTOMERS, SUPPLIERS
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.organisation import Organisation, Plan

Rows = tuple[tuple[Any, ...], ...]

COMPANY = Organisation(
    id=0,
    name="Björklunda Form & Bygg AB",
    plan=Plan.AI_PRO,
    address="Verkstadsgatan 7",
    zip_code="118 46",
    city="Stockholm",
    organisation_number="556677-8899",
    vat_number="SE556677889901",
    email="faktura@example.com",
    phone="08-123 45 67",
    www="https://example.com",
    domicile="Stockholm",
    bankgiro="5050-1055",
    plusgiro="286543-4",
    swish="1234567890",
    f_tax=True,
)

# Names and numbers are made up; their check digits are right.
# fmt: off
CUSTOMER = ("Type", "Name", "OrganisationNumber", "Address1", "ZipCode", "City", "CountryCode", "VATType", "VATNumber", "TermsOfPayment")
CUSTOMER_ROWS: Rows = (
    ("COMPANY", "Alléns Bokhandel AB",       "556123-4500", "Storgatan 12",       "411 24", "Göteborg",  "SE", "SEVAT",         "SE556123450001", "30"),
    ("COMPANY", "Brf Tallbacken",            "769712-3404", "Tallvägen 3",        "752 36", "Uppsala",   "SE", "SEVAT",         "",               "30"),
    ("COMPANY", "Café Körsbäret HB",         "969712-3405", "Södra Promenaden 8", "211 29", "Malmö",     "SE", "SEVAT",         "SE969712340501", "15"),
    ("COMPANY", "Dalälvens Bygg AB",         "556345-6721", "Älvgatan 40",        "781 72", "Borlänge",  "SE", "SEREVERSEDVAT", "SE556345672101", "30"),
    ("COMPANY", "Ekeby Entreprenad AB",      "556456-7831", "Industrivägen 2",    "602 28", "Norrköping", "SE", "SEREVERSEDVAT", "SE556456783101", "20"),
    ("PRIVATE", "Fatima Ali",                "",            "Rosengången 5 A",    "582 21", "Linköping", "SE", "SEVAT",         "",               "10"),
    ("PRIVATE", "Göran Öberg",               "19811228-9874", "Ångvägen 17",      "903 30", "Umeå",      "SE", "SEVAT",         "",               "10"),
    ("PRIVATE", "Hanna Lindqvist",           "",            "Strandgatan 61",     "621 57", "Visby",     "SE", "SEVAT",         "",               "30"),
    ("COMPANY", "Isar Möbel GmbH",           "",            "Lindenstraße 14",    "80331",  "München",   "DE", "EUREVERSEDVAT", "DE265430009",    "30"),
    ("COMPANY", "Jokiranta Oy",              "",            "Rantakatu 9",        "20100",  "Åbo",       "FI", "EUREVERSEDVAT", "FI21436006",     "30"),
    ("PRIVATE", "Kirsten Møller",            "",            "Havnegade 22",       "1058",   "København", "DK", "EUVAT",         "",               "15"),
    ("COMPANY", "Lofoten Interiør AS",       "",            "Sjøgata 1",          "8300",   "Svolvær",   "NO", "EXPORT",        "",               "30"),
    ("COMPANY", "Maple & Main Inc.",         "",            "240 King Street",    "M5H 1K4", "Toronto",  "CA", "EXPORT",        "",               "60"),
)
SUPPLIER = ("Name", "OrganisationNumber", "Address1", "ZipCode", "City", "CountryCode", "BG", "VATNumber", "PreDefinedAccount", "TermsOfPayment")
SUPPLIER_ROWS: Rows = (
    ("Norrlands Trä AB",       "556701-1225", "Sågverksvägen 1",  "891 33", "Örnsköldsvik", "SE", "991-2346", "SE556701122501", "4010", "30"),
    ("Kontorsvaror i Kista AB", "556712-3459", "Färögatan 33",    "164 51", "Kista",        "SE", "",         "SE556712345901", "6110", "20"),
    ("Fastighets AB Verkstan", "559876-5435", "Verkstadsgatan 5", "118 46", "Stockholm",    "SE", "",         "SE559876543501", "5010", "0"),
    ("Elverket Öst AB",        "556098-7611", "Kraftgatan 4",     "582 30", "Linköping",    "SE", "",         "SE556098761101", "5020", "30"),
    ("Beschläge Wagner GmbH",  "",            "Hafenstraße 8",    "20457",  "Hamburg",      "DE", "",         "DE265430017",    "4010", "30"),
)
ARTICLE = ("ArticleNumber", "Description", "Type", "Unit", "VAT", "SalesPrice", "SalesAccount", "Housework", "HouseworkType")
ARTICLE_ROWS: Rows = (
    ("BORD-1",  "Skrivbord i ek, 140 cm",          "STOCK",   "st",  25, 8900,   3001, False, ""),
    ("STOL-1",  "Arbetsstol, tyg",                 "STOCK",   "st",  25, 3450,   3001, False, ""),
    ("HYLLA-1", "Hylla i björk, 80 cm",            "STOCK",   "st",  25, "1295.50", 3001, False, ""),
    ("OLJA-1",  "Träolja, 1 liter",                "STOCK",   "l",   25, 249,    3001, False, ""),
    ("FIKA-1",  "Fikabröd till montaget",          "STOCK",   "st",  12, 35,     3002, False, ""),
    ("BOK-1",   "Boken om trä",                    "STOCK",   "st",  6,  320,    3003, False, ""),
    ("TIM-1",   "Snickeri, arbetstid",             "SERVICE", "h",   25, 650,    3001, True,  "CONSTRUCTION"),
    ("TIM-2",   "Ritning och rådgivning",          "SERVICE", "h",   25, 950,    3001, False, ""),
    ("FRAKT-1", "Transport",                       "SERVICE", "km",  25, 28,     3001, False, ""),
    ("KURS-1",  "Kurs i ytbehandling, momsfri",    "SERVICE", "dag", 0,  4200,   3004, False, ""),
)
INVOICES = (
    # customer  days ago  articles and how many                        then
    ("1",       40,       {"BORD-1": 2, "STOL-1": 4, "FRAKT-1": 12},   "paid"),
    ("3",       33,       {"FIKA-1": 20, "BOK-1": 1},                  "bookkeep"),
    ("9",       20,       {"BORD-1": 3},                               "bookkeep"),
    ("12",      14,       {"HYLLA-1": 10},                             "bookkeep"),
    ("8",       9,        {"STOL-1": 1},                               "credit"),
    ("6",       5,        {"OLJA-1": 2, "TIM-2": 1},                   "bookkeep"),
    ("2",       0,        {"HYLLA-1": 6, "TIM-2": "3.5"},              "draft"),
)
# fmt: on


def furnish(desk: Desk) -> None:
    """What a new company has from the start; called once, when it has just been founded."""
    for row in CUSTOMER_ROWS:
        fire(CUSTOMERS, desk, None, "create", Request(with_address(named(CUSTOMER, row))))
    for row in SUPPLIER_ROWS:
        fire(SUPPLIERS, desk, None, "create", Request(with_address(named(SUPPLIER, row))))
    for row in ARTICLE_ROWS:
        fire(ARTICLES, desk, None, "create", Request(named(ARTICLE, row)))
    for customer, days_ago, articles, then in INVOICES:
        fields = {
            "CustomerNumber": customer,
            "InvoiceDate": (desk.today - timedelta(days=days_ago)).isoformat(),
            "InvoiceRows": [
                {"ArticleNumber": article, "DeliveredQuantity": quantity}
                for article, quantity in articles.items()
            ],
        }
        invoice = fire(CUSTOMER_INVOICES, desk, None, "create", Request(fields))
        if then != "draft":
            live(desk, invoice, then)


def live(desk: Desk, invoice: CustomerInvoice, then: str) -> None:
    """What has happened to the invoice since."""
    invoice = fire(CUSTOMER_INVOICES, desk, invoice, "bookkeep")
    if then == "credit":
        fire(CUSTOMER_INVOICES, desk, invoice, "credit")
    if then == "paid":
        fields = {"InvoiceNumber": invoice.document_number, "Amount": invoice.balance}
        payment = fire(CUSTOMER_PAYMENTS, desk, None, "create", Request(fields))
        fire(CUSTOMER_PAYMENTS, desk, payment, "bookkeep")


def named(names: tuple[str, ...], row: tuple[Any, ...]) -> dict[str, Any]:
    return {name: value for name, value in zip(names, row, strict=True) if value != ""}


def with_address(party: dict[str, Any]) -> dict[str, Any]:
    """Mail to example.com goes nowhere."""
    plain = unicodedata.normalize("NFKD", party["Name"]).encode("ascii", "ignore").decode()
    return {**party, "Email": f"{'.'.join(re.findall('[a-z]+', plain.lower()))}@example.com"}
