"""What each call does, in a sentence: the usual ones by their kind, all others by their address."""

import re

from reskontra.contract.meanings import about
from reskontra.contract.resource import Resource
from reskontra.web.described import Described, Gives
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route

CALLS = {
    "GET /events": "Lists what has happened after an offset, the oldest first; with `wait` it"
    " is told as soon as it happens.",
    "PUT /3/invoices/{key}/bookkeep": "Issues the draft: it gets its OCR, its voucher is posted,"
    " and it is marked as sent; nothing is mailed. An issued one stays as it is.",
    "PUT /3/invoices/{key}/externalprint": "The same as `bookkeep`, for what is printed or sent"
    " by someone else.",
    "GET /3/invoices/{key}/email": "Issues the invoice, if it is a draft, and mails it as a PDF.",
    "GET /3/invoices/{key}/print": "Issues the invoice, if it is a draft, and answers its PDF.",
    "GET /3/invoices/{key}/preview": "Answers the PDF as it would be, and changes nothing.",
    "PUT /3/invoices/{key}/cancel": "Cancels a draft; its number is not used again.",
    "PUT /3/invoices/{key}/credit": "Credits an issued invoice in full, by a credit note dated"
    " today; the answer is the invoice that was credited.",
    "PUT /3/supplierinvoices/{key}/bookkeep": "Posts the voucher of the supplier invoice.",
    "PUT /3/supplierinvoices/{key}/cancel": "Cancels a supplier invoice that is not paid; what it"
    " posted is taken back by a voucher of its own.",
    "PUT /3/supplierinvoices/{key}/credit": "Is not supported, and always refused.",
    "PUT /3/supplierinvoices/{key}/approvalbookkeep": "Is not supported, and always refused.",
    "PUT /3/supplierinvoices/{key}/approvalpayment": "Is not supported, and always refused.",
    "PUT /3/invoicepayments/{key}/bookkeep": "Posts the payment; its invoice's balance falls.",
    "PUT /3/invoicepayments/{key}/cancel": "Takes a booked payment back by a voucher of its own.",
    "PUT /3/supplierinvoicepayments/{key}/bookkeep": "Posts the payment; its invoice's balance"
    " falls.",
    "PUT /3/supplierinvoicepayments/{key}/cancel": "Takes a booked payment back by a voucher of"
    " its own.",
    "POST /3/financialyears": "Opens a financial year, with the chart and the series of the year"
    " nearest before it.",
    "GET /3/financialyears/{key}/closing": "Tells what closing the year would post, and what"
    " speaks against it; changes nothing.",
    "PUT /3/financialyears/{key}/close": "Closes the year, with the vouchers that belong to it.",
    "PUT /3/financialyears/{key}/reopen": "Opens the latest closed year again, with a reason.",
    "POST /3/vouchers": "Posts a voucher, for good, in a series that is `Manual`.",
    "GET /3/vouchers/sublist": "Lists vouchers, as `/3/vouchers` does.",
    "GET /3/vouchers/sublist/{series}": "Lists the vouchers of one series, a page at a time.",
    "GET /3/sie/{type}": "Answers a financial year as a SIE file of type 1, 2, 3 or 4.",
    "POST /taxreductionclaims": "Makes a claim of all that can be claimed in the period.",
    "POST /taxreductionclaims/decisions": "Takes in Skatteverket's file of decisions: all of it,"
    " or nothing.",
    "POST /taxreductionclaims/payouts": "Books money from Skatteverket: a payment of each invoice.",
    "GET /taxreductionclaims/{key}/file": "Answers the file that Skatteverket's service takes.",
    "PUT /taxreductionclaims/{key}/uploaded": "Notes that the file was uploaded.",
    "PUT /taxreductionclaims/{key}/decision": "Takes in a decision told by hand, of every case of"
    " the claim.",
    "PUT /taxreductionclaims/{key}/undopayout": "Takes the payout of the claim back.",
    "PUT /taxreductionclaims/{key}/withdraw": "Withdraws the claim, so that its invoices can be"
    " claimed again.",
    "POST /sie": "Reads a SIE file and tells what posting it comes to; with `post=true` it is"
    " posted, all of it or nothing.",
    "GET /sieimports/{key}/file": "Answers the file as it came, to the byte.",
    "PUT /sieimports/{key}/undo": "Takes back what the file posted, while nothing else was posted"
    " in its year since.",
    "POST /reminders/run": "Makes reminders of all candidates, or of one invoice; sends nothing.",
    "GET /reminders/{key}/print": "Answers the PDF of the reminder.",
    "PUT /reminders/{key}/send": "Mails the reminder, once.",
    "PUT /reminders/{key}/externalprint": "Notes that the reminder was sent by post.",
    "PUT /reminders/{key}/confirm": "Notes that a letter that may have been lost has arrived.",
    "PUT /reminders/{key}/release": "Notes that a letter never left, so that it can be sent again.",
    "PUT /reminders/{key}/withdraw": "Withdraws a reminder that is not to be sent.",
    "PUT /reminders/{key}/invoice": "Moves interest and fee to an invoice of their own, which is"
    " the answer.",
    "PUT /reminders/{key}/payment": "Books interest and fee that the customer has paid.",
    "GET /vatreturns/{key}/filing": "Tells what filing the return would post; changes nothing.",
    "GET /vatreturns/{key}/eskd": "Answers the file to be uploaded and signed at Skatteverket.",
    "PUT /vatreturns/{key}/file": "Files the return: it is frozen, settled and its period locked.",
    "PUT /vatreturns/{key}/reopen": "Takes the latest filed return back, with a reason, to file it"
    " anew.",
    "GET /periodicsummaries/{key}/file": "Answers the file of the summary, for Skatteverket.",
}
USUAL = {
    "Lists": "Lists {them}, a page at a time.",
    "Reads": "Reads {one}.",
    "Creates": "Creates {one}.",
    "Changes": "Changes {one}: what is sent, and nothing else.",
    "Deactivates": "Deactivates {one}, which stays, with `Active` false.",
    "Removes": "Removes {one}, unless the books need it.",
}
# There is one of each, or they are called by a word that is of many.
ONLY = {"CompanyInformation", "CompanySettings", "LockedPeriod", "ReminderSettings"}
MANY = {"TermsOfPayment", "VoucherSeries", "UnremindedCustomer", "PeriodicSummary"}


def sentence_of(route: Route[Endpoint]) -> str:
    """What the call does."""
    said = _described(route)
    if own := CALLS.get(f"{route.method} {route.path}"):
        return own
    if said.gives is Gives.REPORT:
        return about(said.resource.singular)
    return USUAL[said.does].format(one=one(said.resource), them=words(said.resource.plural))


def title_of_call(route: Route[Endpoint]) -> str:
    """The same in a few words, for whoever looks for it."""
    said = _described(route)
    if said.gives in (Gives.MANY, Gives.EVENTS):
        return f"{said.does} {words(said.resource.plural)}"
    if said.does in USUAL:
        return f"{said.does} {one(said.resource)}"
    return f"{said.does} {_the(said.resource)}"


def one(resource: Resource) -> str:
    """
    >>> from reskontra.contract.articles import ARTICLES
    >>> one(ARTICLES)
    'an article'
    """
    name = words(resource.singular)
    if resource.singular == "Me":
        return "who the token speaks for"
    if resource.singular in MANY:
        return f"one of the {words(resource.plural)}" if resource.plural else f"a {name}"
    if resource.singular in ONLY:
        return f"the {name}"
    return f"{'an' if name[0] in 'aeiou' and not name.startswith('uni') else 'a'} {name}"


def _the(resource: Resource) -> str:
    return f"the {words(resource.singular)}"


def words(name: str) -> str:
    """
    >>> words("VATReturns"), words("TermsOfPayment")
    ('VAT returns', 'terms of payment')
    """
    parts = re.findall("[A-Z]+(?![a-z])|[A-Z][a-z]+", name)
    return " ".join(part if part.isupper() else part.lower() for part in parts)


def _described(route: Route[Endpoint]) -> Described:
    said = route.endpoint.describes
    assert said, f"{route.method} {route.path} does not say what it takes and gives"
    return said
