"""The addresses of the books: a row for each place."""

from reskontra.people.roles import Right
from reskontra.web.books import (
    editor,
    invoice_acts,
    invoices,
    lookup,
    overview,
)
from reskontra.web.books.place import in_books
from reskontra.web.forms import form_with_rows
from reskontra.web.page_routes import READ, SENT, SHOWN, routed
from reskontra.web.pages import PAGES
from reskontra.web.static import served

WORK = Right.WORK
# fmt: off
BOOKS = routed(PAGES, "/books", (
    ("/style.css",                  served("books/style.css"),              READ),
    ("/fonts/inter-400.woff2",      served("books/fonts/inter-400.woff2"),  READ),
    ("/fonts/inter-600.woff2",      served("books/fonts/inter-600.woff2"),  READ),
    *((f"/{name}.js", served(f"books/{name}.js"), READ) for name in ("editor", "keys", "live", "lookup", "rows")),
    ("/{company}",                  in_books(overview.show),                READ),
    ("/{company}/invoices",         in_books(invoices.show),                READ),
    ("/{company}/invoices/new",     in_books(editor.new, editor.take_new, WORK, reads=form_with_rows), SHOWN),
    ("/{company}/invoices/live",    in_books(editor.live, editor.live, WORK, reads=form_with_rows), SENT),
    ("/{company}/invoices/{number}", in_books(invoices.one, invoices.take, reads=form_with_rows), SHOWN),
    ("/{company}/invoices/{number}/live", in_books(editor.live, editor.live, WORK, reads=form_with_rows), SENT),
    ("/{company}/invoices/{number}/issue", in_books(invoice_acts.show_issue, invoice_acts.issue, WORK), SHOWN),
    ("/{company}/invoices/{number}/mail", in_books(invoice_acts.show_mail, invoice_acts.mail, WORK), SHOWN),
    ("/{company}/invoices/{number}/pay", in_books(invoice_acts.show_pay, invoice_acts.pay, WORK), SHOWN),
    ("/{company}/invoices/{number}/credit", in_books(invoice_acts.show_credit, invoice_acts.credit, WORK), SHOWN),
    ("/{company}/invoices/{number}/discard", in_books(invoice_acts.show_discard, invoice_acts.discard, WORK), SHOWN),
    ("/{company}/invoices/{number}/preview.svg", in_books(invoices.picture),   READ),
    ("/{company}/invoices/{number}/pdf", in_books(invoices.pdf),               READ),
    ("/{company}/lookup/customers", in_books(lookup.customers),                READ),
    ("/{company}/lookup/articles",  in_books(lookup.articles),                 READ),
))
# fmt: on
