"""What is known to be otherwise: what the contract says, what the mirrored API has been seen to do,
what we do, and why. Fields have their own column (`contract/mirrored.py`), and addresses that are
not served their own table (`contract/unserved.py`)."""

from typing import NamedTuple

BOTH = "both are taken"
SAME = "as the contract"


class Difference(NamedTuple):
    about: str
    contract: str
    mirrored: str
    ours: str
    why: str


SAFE = "what is ignored silently would be wrong data"
SAYS = "the contract says so"

# fmt: off
DIFFERENCES = (
    # Errors
    Difference("keys of an error", "`Error`, `Message`, `Code`", "lower case in 400, capitals in 404", "capitals, then copies in lower case", "clients read one or the other; both satisfy all that are known"),
    Difference("401", "the error object", "`{\"message\":\"unauthorized\"}` alone", "the error object, and `message` beside it", "clients renew their token when they see it"),
    Difference("codes of errors", "9000 and the status", "2000 and more, one for each reason", SAME, SAYS),
    Difference("texts of not found", "no full stop", "a full stop", SAME, "no known client compares them"),
    Difference("a document in the wrong state", "409", "400", SAME, SAYS),
    Difference("an invoice for an unknown customer", "404", "400", SAME, SAYS),
    Difference("429", "`Retry-After: 5`", "no header", SAME + ", and `RateLimit` on every answer", "a client can wait instead of guessing"),
    Difference("quota of invoices", "403", "none", SAME, SAYS),
    Difference("unknown fields", "kept and returned", "400", SAME, SAYS),
    # Requests
    Difference("`sortorder`", "`asc`, `desc`", "`ascending`, `descending`", BOTH, "every client that sorts sends the long words"),
    Difference("older header `Access-Token`", "not named", "taken until 2024", "taken as a bearer token", "22 of 36 clients know it"),
    Difference("`limit`, `page`, `offset` on any call", "of lists", "ignored elsewhere", "ignored elsewhere", "one client adds them to every call"),
    Difference("a trailing slash", "not named", "taken", "taken, without a redirect", "one client always sends it"),
    Difference("an empty text in a change", "not named", "leaves the field as it was", "leaves the field as it was", "recorded; `API_BLANK` clears"),
    Difference("XML", "JSON alone", "both", SAME, "one client needs it, and cannot work"),
    Difference("unsupported filters", "400", "supported or ignored", SAME, SAFE),
    Difference("`lastmodified` on invoices", "400", "supported", SAME, SAYS),
    Difference("unknown `filter` of invoices", "no filter", "400", SAME, SAYS),
    Difference("`customernumber`, `ocr`", "the whole value", "a part of it", SAME, "fewer rows, none of them wrong"),
    Difference("order of supplier invoices", "newest first", "oldest first", SAME, SAYS),
    Difference("PKCE", "S256, if wanted", "not documented", SAME, "one client sends it"),
    Difference("hosts", "one base address", "one for OAuth and one for resources", SAME + "; in a sandbox theirs too", "transparent mode leads clients here that know no other"),
    # Registers
    Difference("DELETE of a customer, supplier or article", "it is made inactive", "it is removed", SAME, "documents refer to it"),
    Difference("empty values", "`\"\"` or 0, never null", "null in 138 fields", "both, by the integration's profile", "typed clients refuse `\"\"` where they know null"),
    Difference("`CurrencyRate` in rows of the invoice list", "text", "text", "text in both profiles", "one Go client reads a whole number, and fails on the real service too"),
    Difference("`ConstructionAccount` of an article", "0 where there is none", "0", "0 in both profiles", "the vendor's own document forbids what its service sends; fortpyx refuses it"),
    Difference("`AccountNumber` of a row of text", "every row has one", "0, which the vendor's own document forbids", SAME, "fortpyx, which refuses 0, can read such rows here"),
    # Customer invoices
    Difference("`DocumentNumber` sent", "ignored", "taken", SAME, "numbers follow one another"),
    Difference("OCR of a draft", "empty until it is issued", "there already", SAME, SAYS),
    Difference("`/bookkeep`", "sets `Sent`", "leaves it", SAME, SAYS),
    Difference("`/externalprint`", "posts", "sets `Sent` alone", SAME, SAYS),
    Difference("`/print`, `/email` of a draft", "issue and post", "set `Sent` alone", SAME, SAYS),
    Difference("`/cancel` of a draft", "it is gone", "it can be read, cancelled", SAME, "its number is explained in a register"),
    Difference("`/credit`", "the original is cancelled, its reference stays `\"0\"`", "a credit invoice of its own, which is referred to", SAME, "credit notes are read on the console and by `reskontra credit-note`"),
    Difference("`Discount`, `Freight`, `AdministrationFee`", "400", "supported", "400, but for 0 and nothing", "one widely used client sends 0 on every row"),
    Difference("`VATIncluded`", "400 when true", "supported", SAME, SAYS),
    Difference("foreign currency on customer invoices", "400", "supported", SAME, SAYS),
    Difference("`Gross`", "with VAT", "without", SAME, SAYS),
    Difference("`TotalToPay`", "falls with payments", "stays", SAME, SAYS),
    Difference("`TermsOfPayment` of an invoice", "days", "a code of the register", "days; other codes give 400", SAYS),
    Difference("`Country` by default", "`Sverige`", "the customer's", SAME, SAYS),
    Difference("`PaymentWay` by default", "`AG`", "nothing", SAME, SAYS),
    Difference("name and address on an invoice", "the customer's", "may be sent", SAME, SAYS),
    Difference("`AccountNumber` of a row", "follows from article and VAT", "may be sent", SAME + "; it tells the rate where none is sent", "clients that send it send no rate"),
    Difference("`VATCode` of a row", "agrees with the rate", "null often", SAME, SAYS),
    Difference("`HouseWorkType` of a row without work", "`EMPTYHOUSEWORK`", "null", "the contract's, or null by the profile", "the profile follows the recordings"),
    Difference("rows in a change", "all are replaced", "matched by number or place", SAME, SAYS),
    Difference("printing without rows", "400", "allowed", SAME, SAYS),
    Difference("an `ArticleNumber` that nobody knows", "not named", "400", "kept as sent", "other clients keep numbers of their own there"),
    # Supplier invoices
    Difference("required of a supplier invoice", "`InvoiceNumber`, dates, rows", "`SupplierNumber`", SAME, SAYS),
    Difference("`Total` of a supplier invoice", "follows from the rows", "may be sent", SAME, SAYS),
    Difference("rows with `TOT` or `VAT`", "ignored", "returned", SAME, "they follow from the others"),
    Difference("`VATType` of a supplier invoice", "nine words", "three words", SAME, SAYS),
    Difference("`/credit`, `/approvalbookkeep`, `/approvalpayment`", "400", "work", SAME, SAYS),
    Difference("`/cancel` of a booked supplier invoice", "corrected in series M", "refused", SAME, SAYS),
    Difference("series", "L of supplier invoices, M of corrections", "E and others", SAME, SAYS),
    Difference("the same supplier invoice twice", "409", "allowed", SAME, SAYS),
)
# fmt: on
