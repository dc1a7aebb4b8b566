"""From a customer to a paid invoice, by the client that a generator made; types are checked too."""

import os
from typing import TypeVar

from bookkeeping import AuthenticatedClient
from bookkeeping.api.customers import get_customers_key, post_customers, put_customers_key
from bookkeeping.api.invoice_payments import (
    post_invoicepayments,
    put_invoicepayments_key_bookkeep,
)
from bookkeeping.api.invoices import (
    get_invoices,
    get_invoices_key,
    get_invoices_key_email,
    get_invoices_key_print,
    post_invoices,
    put_invoices_key,
    put_invoices_key_bookkeep,
)
from bookkeeping.api.reports import get_reports_balance_sheet
from bookkeeping.api.vouchers import get_vouchers_series_number
from bookkeeping.models import (
    CustomerCreate,
    CustomerCreateEnvelope,
    CustomerUpdate,
    CustomerUpdateEnvelope,
    GetInvoicesFilter,
    InvoiceCreate,
    InvoiceCreateEnvelope,
    InvoicePaymentCreate,
    InvoicePaymentCreateEnvelope,
    InvoiceRowCreate,
    InvoiceRowUpdate,
    InvoiceUpdate,
    InvoiceUpdateEnvelope,
    Refusal,
    Unauthorised,
)

T = TypeVar("T")
client = AuthenticatedClient(
    os.environ["SANDBOX_URL"] + "/api/v1", os.environ["SANDBOX_ACCESS_TOKEN"]
)


def given(answer: T | Refusal | Unauthorised | None) -> T:
    assert answer is not None
    assert not isinstance(answer, Refusal | Unauthorised), answer
    return answer


# A customer, and what is changed of it
name = CustomerCreate(name="Åkes Bygg AB", email="ake@example.com", country_code="SE")
made = given(post_customers.sync(client=client, body=CustomerCreateEnvelope(name)))
number = made.customer.customer_number
moved = CustomerUpdateEnvelope(CustomerUpdate(city="Umeå", email="API_BLANK"))
assert given(put_customers_key.sync(number, client=client, body=moved)).customer.email == ""
back = CustomerUpdateEnvelope(CustomerUpdate(email="ake@example.com"))
given(put_customers_key.sync(number, client=client, body=back))
assert given(get_customers_key.sync(number, client=client)).customer.city == "Umeå"

# A draft, made once though it is sent twice, and changed
row = InvoiceRowCreate(description="Arbete", price=1000, delivered_quantity="1.5", vat=25)
draft = InvoiceCreateEnvelope(InvoiceCreate(number, invoice_rows=[row], our_reference="Anna"))
first = given(post_invoices.sync(client=client, body=draft, idempotency_key="story-1"))
again = given(post_invoices.sync(client=client, body=draft, idempotency_key="story-1"))
assert first == again
key = first.invoice.document_number
more = InvoiceRowUpdate(description="Arbete", price=1000, delivered_quantity="2", vat=25)
changed = InvoiceUpdateEnvelope(InvoiceUpdate(invoice_rows=[more]))
assert given(put_invoices_key.sync(key, client=client, body=changed)).invoice.total == 2500

# Issued, printed, mailed, paid
issued = given(put_invoices_key_bookkeep.sync(key, client=client)).invoice
assert issued.booked
paper = given(get_invoices_key_print.sync(key, client=client))
assert paper.payload.read(4) == b"%PDF"
assert given(get_invoices_key_email.sync(key, client=client)).invoice.sent
paid = InvoicePaymentCreate(int(key), amount=2500, payment_date=issued.invoice_date)
payment = given(post_invoicepayments.sync(client=client, body=InvoicePaymentCreateEnvelope(paid)))
own = payment.invoice_payment.number
assert given(put_invoicepayments_key_bookkeep.sync(own, client=client)).invoice_payment.booked
assert given(get_invoices_key.sync(key, client=client)).invoice.balance == 0

# What the books say of it
page = given(get_invoices.sync(client=client, filter_=GetInvoicesFilter.FULLYPAID, limit=500))
assert key in [each.document_number for each in page.invoices]
assert page.meta_information.total_resources == len(page.invoices)
series, place = issued.voucher_series, issued.voucher_number
voucher = given(get_vouchers_series_number.sync(series, place, client=client)).voucher
assert sum(each.debit - each.credit for each in voucher.voucher_rows) == 0
sheet = given(get_reports_balance_sheet.sync(client=client)).balance_sheet
assert sheet.rows[0].sort

# What is refused is told
refused = put_invoices_key.sync(key, client=client, body=changed)
assert isinstance(refused, Refusal)
assert refused.error_information.code == 9000409
missing = get_customers_key.sync("99999", client=client)
assert isinstance(missing, Refusal)
stranger = AuthenticatedClient(os.environ["SANDBOX_URL"] + "/api/v1", "nobody")
assert isinstance(get_invoices.sync(client=stranger), Unauthorised)
print(f"invoice {key}, voucher {series} {place}")
