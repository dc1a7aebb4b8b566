"""The printed words in Swedish and English, and how each language writes numbers."""

from decimal import Decimal

from reskontra.outside.document import Language

# fmt: off
WORDS = {
    #                     Swedish                             English
    "invoice":           ("Faktura",                          "Invoice"),
    "credit note":       ("Kreditfaktura",                    "Credit note"),
    "reminder":          ("Påminnelse",                       "Reminder"),
    "second reminder":   ("Andra påminnelsen",                "Second reminder"),
    "draft":             ("Utkast",                           "Draft"),
    "UTKAST":            ("UTKAST",                           "UTKAST · DRAFT"),
    "KREDITERAD":        ("KREDITERAD",                       "KREDITERAD · CREDITED"),
    "page":              ("Sida",                             "Page"),
    "of":                ("av",                               "of"),

    "invoice number":    ("Fakturanummer",                    "Invoice number"),
    "credit number":     ("Kreditfakturanummer",              "Credit note number"),
    "draft number":      ("Utkast nr",                        "Draft no."),
    "invoice date":      ("Fakturadatum",                     "Invoice date"),
    "credit date":       ("Datum",                            "Date"),
    "due date":          ("Förfallodatum",                    "Due date"),
    "ocr":               ("OCR-nummer",                       "Payment reference (OCR)"),
    "credited number":   ("Avser faktura",                    "Refers to invoice"),
    "reminder date":     ("Påminnelsedatum",                  "Reminder date"),
    "pay by":            ("Betalas senast",                   "Pay by"),
    "claim due date":    ("Ursprungligt förfallodatum",       "Original due date"),
    "customer number":   ("Kundnummer",                       "Customer number"),
    "your reference":    ("Er referens",                      "Your reference"),
    "our reference":     ("Vår referens",                     "Our reference"),
    "order number":      ("Ert ordernummer",                  "Your order number"),
    "terms":             ("Betalningsvillkor",                "Terms of payment"),
    "days":              ("dagar netto",                      "days net"),
    "delivery date":     ("Leveransdatum",                    "Delivery date"),
    "your organisation": ("Ert organisationsnummer",          "Your registration number"),
    "your vat":          ("Ert momsreg.nr",                   "Your VAT number"),

    "article":           ("Art.nr",                           "Item no."),
    "description":       ("Benämning",                        "Description"),
    "quantity":          ("Antal",                            "Quantity"),
    "unit":              ("Enhet",                            "Unit"),
    "price":             ("À-pris",                           "Unit price"),
    "vat rate":          ("Moms",                             "VAT"),
    "amount":            ("Belopp",                           "Amount"),
    "days late":         ("Dagar",                            "Days"),
    "on amount":         ("På belopp",                        "On amount"),
    "interest rate":     ("Ränta",                            "Interest"),
    "rows":              ("Rader",                            "Rows"),

    "vat head":          ("Moms",                             "VAT"),
    "vat basis":         ("Underlag",                         "Taxable amount"),
    "vat amount":        ("Momsbelopp",                       "VAT amount"),
    "net":               ("Netto exkl. moms",                 "Net excl. VAT"),
    "vat":               ("Moms",                             "VAT"),
    "round off":         ("Öresavrundning",                   "Rounding"),
    "total":             ("Summa inkl. moms",                 "Total incl. VAT"),
    "to pay":            ("Att betala",                       "Amount to pay"),
    "to refund":         ("Att få tillbaka",                  "Amount refunded to you"),
    "to credit":         ("Att kreditera",                    "Amount credited"),
    "draft total":       ("Summa",                            "Total"),
    "currency":          ("Alla belopp i SEK",                "All amounts in SEK"),

    "rot":               ("Rotavdrag",                        "ROT tax reduction"),
    "rut":               ("Rutavdrag",                        "RUT tax reduction"),
    "green":             ("Skattereduktion för grön teknik",  "Tax reduction for green technology"),
    "rot work":          ("Rotarbete",                        "ROT work"),
    "rut work":          ("Rutarbete",                        "RUT work"),
    "green work":        ("Grön teknik",                      "Green technology"),
    "labour":            ("Arbetskostnad inkl. moms",         "Labour incl. VAT"),
    "green basis":       ("Arbete och material inkl. moms",   "Labour and material incl. VAT"),
    "other costs":       ("Övriga kostnader inkl. moms",      "Other costs incl. VAT"),
    "reduction":         ("Preliminär skattereduktion",       "Preliminary tax reduction"),
    "property":          ("Fastighetsbeteckning",             "Property designation"),
    "association":       ("Bostadsrättsföreningens org.nr",   "Housing association reg. no."),

    "bankgiro":          ("Bankgiro",                         "Bankgiro"),
    "plusgiro":          ("Plusgiro",                         "Plusgiro"),
    "iban":              ("IBAN",                             "IBAN"),
    "bic":               ("BIC",                              "BIC"),
    "swish":             ("Swish",                            "Swish"),
    "bank code":         ("Betala i bankappen",               "Pay in your banking app"),
    "swish code":        ("Betala med Swish",                 "Pay with Swish"),

    "address":           ("Adress",                           "Address"),
    "contact":           ("Kontakt",                          "Contact"),
    "company":           ("Företag",                          "Company"),
    "payment":           ("Betalning",                        "Payment"),
    "organisation":      ("Org.nr",                           "Reg. no."),
    "vat number":        ("Momsreg.nr",                       "VAT no."),
    "domicile":          ("Säte",                             "Registered office"),
    "f-tax":             ("Godkänd för F-skatt",              "Approved for F-tax"),
}
# fmt: on

SENTENCES = {
    "draft": (
        "Detta är ett utkast. Det är inte utfärdat och ska inte betalas.",
        "This is a draft. It has not been issued and must not be paid.",
    ),
    "credited": (
        "Fakturan är krediterad. Det finns inget att betala.",
        "This invoice has been credited. There is nothing to pay.",
    ),
    "nothing": (
        "Det finns inget att betala.",
        "There is nothing to pay.",
    ),
    "credit": (
        "Kreditfaktura avseende faktura {number}",
        "Credit note for invoice {number}",
    ),
    "refund": (
        "Beloppet räknas av mot fakturan eller betalas tillbaka. Det finns inget att betala.",
        "The amount is set off against the invoice or refunded. There is nothing to pay.",
    ),
    "owed": (
        "Beloppet betalas tillbaka eller räknas av mot en annan faktura."
        " Det finns inget att betala.",
        "The amount is refunded, or set off against another invoice. There is nothing to pay.",
    ),
    "interest": (
        "Ange alltid OCR-numret. Efter förfallodagen tas dröjsmålsränta ut enligt räntelagen.",
        "Always state the payment reference. "
        "Interest is charged after the due date under the Swedish Interest Act.",
    ),
    "reminded": (
        "Vi har inte sett någon betalning av faktura {number}, som förföll {due}."
        " Betala senast {by}. Har du redan betalt kan du bortse från påminnelsen.",
        "We have not seen a payment of invoice {number}, which was due on {due}."
        " Please pay by {by}. If you have already paid, please disregard this reminder.",
    ),
    "reminder": (
        "Ange alltid fakturans OCR-nummer.",
        "Always state the payment reference of the invoice.",
    ),
    "reminder with interest": (
        "Ange alltid fakturans OCR-nummer. Dröjsmålsränta tas ut tills fakturan är betald.",
        "Always state the payment reference of the invoice. "
        "Interest is charged until the invoice is paid.",
    ),
    "left of invoice": (
        "Faktura {number}, kvar att betala",
        "Invoice {number}, left to pay",
    ),
    "late interest": (
        "Dröjsmålsränta {first} – {last}",
        "Late payment interest {first} – {last}",
    ),
    "fee": ("Påminnelseavgift", "Reminder fee"),
    "compensation": ("Förseningsersättning", "Compensation for late payment"),
    "settled": (
        "Redan betalt eller fakturerat av ränta och avgift",
        "Interest and fee already paid or invoiced",
    ),
    "reduction": (
        "Vi begär {amount} kr av Skatteverket. "
        "Om Skatteverket inte godkänner avdraget betalar du det själv.",
        "We claim SEK {amount} from the Swedish Tax Agency. "
        "Any part that is not approved is yours to pay.",
    ),
}


def word(key: str, language: Language) -> str:
    return WORDS[key][language is Language.ENGLISH]


def sentence(key: str, language: Language) -> str:
    return SENTENCES[key][language is Language.ENGLISH]


def amount(value: Decimal, language: Language) -> str:
    """Two decimals.

    >>> amount(Decimal("12345.6"), Language.SWEDISH), amount(Decimal("-0"), Language.ENGLISH)
    ('12 345,60', '0.00')
    """
    return _written(f"{value:,.2f}", language)


def quantity(value: Decimal, language: Language) -> str:
    """No more decimals than it has.

    >>> quantity(Decimal("1.50"), Language.SWEDISH), quantity(Decimal("1E+3"), Language.ENGLISH)
    ('1,5', '1,000')
    """
    text = f"{value:,f}"
    return _written(text.rstrip("0").rstrip(".") if "." in text else text, language)


def percent(value: Decimal, language: Language) -> str:
    return quantity(value, language) + (" %" if language is Language.SWEDISH else "%")


def _written(text: str, language: Language) -> str:
    """Nothing has no sign, though a credit note turns every other."""
    if not text.strip("-0.,"):
        text = text.lstrip("-")
    if language is Language.SWEDISH:
        text = text.translate({ord(","): " ", ord("."): ","})
    return text.replace("-", "−")
