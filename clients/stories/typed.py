"""fortpyx: every answer is held against the vendor's own document."""

from fortpyx import Fortpyx
from fortpyx.error import FortnoxError
from fortpyx.model import model
from story import CLIENT_ID, REFRESH, ROW, SECRET, TOKEN, holds, step

client = Fortpyx(CLIENT_ID, SECRET, TOKEN, REFRESH)
api = client.fortnox


def company():
    told = api.company_information.retrieve_the__company__information()
    holds(told.company_information.company_name)


def customer():
    sent = model.FortnoxCustomerWrap(customer=model.FortnoxCustomer(name="Kund AB"))
    made = api.customers.create_a_customer(sent).customer
    holds(api.customers.retrieve_a_customer(made.customer_number).customer == made)
    return made.customer_number


def found():
    listed = api.customers.retrieve_a_list_of_customers(name="Kund AB").customers
    holds([each.customer_number for each in listed] == [number])


def article():
    sent = model.FortnoxArticleWrap(article=model.FortnoxArticle(description="Bord"))
    api.articles.create_an_article(sent)


def articles():
    holds(api.articles.retrieve_a_list_of_articles().articles)


def drafted(*rows):
    own = [model.FortnoxInvoicePayloadInvoiceRow(**row) for row in rows]
    payload = model.FortnoxInvoicePayload(customer_number=number, invoice_rows=own)
    return api.invoices.create_an_invoice(model.FortnoxInvoicePayloadWrap(invoice=payload)).invoice


def draft():
    made = drafted(ROW)
    holds(made.total == 1250)
    return made.document_number


def booked():
    holds(api.invoices.bookkeep_an_invoice(invoice).invoice.booked)


def unpaid():
    listed = api.invoices.retrieve_a_list_of_invoices(filter="unpaid", customernumber=number)
    holds([each.balance for each in listed.invoices] == [1250])


def paid():
    own = model.FortnoxInvoicePayment(invoice_number=int(invoice), amount=1250)
    sent = model.FortnoxInvoicePaymentWrap(invoice_payment=own)
    made = api.invoice_payments.create_an_invoice_payment(sent).invoice_payment
    api.invoice_payments.bookkeep_an_invoice_payment(sent, str(made.number))
    holds(api.invoices.retrieve_a_single_invoice(invoice).invoice.balance == 0)


def not_there(work, said):
    try:
        work()
    except FortnoxError as error:
        holds(said in str(error), str(error))
    else:
        raise AssertionError("it was answered")


step("obtains and renews its token", client.refresh_tokens)
step("reads the company", company)
number = step("creates a customer", customer)
step("finds it by its name", found)
step("creates an article", article)
step("lists articles", articles)
invoice = step("drafts an invoice", draft)
step("drafts an invoice with a row of text", lambda: drafted(ROW, {"Description": "Tack!"}))
step("bookkeeps it", booked)
step("lists what is unpaid", unpaid)
step("pays it", paid)
step("is told what is not found",
     lambda: not_there(lambda: api.invoices.retrieve_a_single_invoice("99999"), "fakturan"))  # fmt: skip
step("is told what is not served",
     lambda: not_there(api.orders.retrieve_a_list_of_orders, "adress"))  # fmt: skip
