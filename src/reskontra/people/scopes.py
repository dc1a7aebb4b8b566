"""The scopes that a token may carry, and what each opens, in words for the person who approves."""

# fmt: off
OPENS = {
    "article":            "läsa och ändra artiklar",
    "bookkeeping":        "läsa och ändra bokföringen: konton, verifikationer och räkenskapsår",
    "companyinformation": "läsa företagets uppgifter",
    "costcenter":         "läsa och ändra kostnadsställen",
    "currency":           "läsa och ändra valutor",
    "customer":           "läsa och ändra kunder",
    "invoice":            "läsa, skapa, bokföra och skicka kundfakturor",
    "payment":            "läsa, registrera och bokföra betalningar",
    "profile":            "läsa din användarprofil",
    "project":            "läsa och ändra projekt",
    "settings":           "läsa och ändra inställningar och register",
    "supplier":           "läsa och ändra leverantörer",
    "supplierinvoice":    "läsa, registrera och bokföra leverantörsfakturor",
}
# Clients of the mirrored API ask for these too. They are granted, and open nothing here.
OPEN_NOTHING = (
    "archive", "assets", "companylogo", "connectfile", "deletevoucher", "inbox", "noxfinansinvoice",
    "offer", "order", "price", "print", "salary", "timereporting", "warehouse",
    "warehousecustomdocument",
)
# fmt: on

SCOPES = OPENS | dict.fromkeys(OPEN_NOTHING, "finns inte i tjänsten och ger ingen åtkomst")
EVERY_SCOPE = " ".join(SCOPES)
