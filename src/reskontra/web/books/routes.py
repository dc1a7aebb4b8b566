"""The addresses of the books: a row for each place."""

from functools import partial

from reskontra.people.roles import Right
from reskontra.web.books import (
    accounts,
    articles,
    editor,
    invoice_acts,
    invoices,
    lookup,
    overview,
    parties,
    registers,
    reports,
    settings,
    voucher_form,
    vouchers,
)
from reskontra.web.books.articles import ARTICLE
from reskontra.web.books.parties import CUSTOMER, SUPPLIER
from reskontra.web.books.place import in_books
from reskontra.web.books.registers import Kept
from reskontra.web.console.visit import sending
from reskontra.web.forms import form_with_picture, form_with_rows
from reskontra.web.page_routes import READ, SENT, SHOWN, PageRoute, routed
from reskontra.web.pages import PAGES
from reskontra.web.pipeline import View
from reskontra.web.static import served

WORK = Right.WORK


def register(kept: Kept) -> tuple[PageRoute, ...]:
    """Its list, and its form for new ones."""
    listed, new, added = (
        partial(it, kept) for it in (registers.listed, registers.new, registers.added)
    )
    place = f"/{{company}}{kept.here}"
    return (place, in_books(listed), READ), (f"{place}/new", in_books(new, added, WORK), SHOWN)


def edited(kept: Kept) -> View:
    return in_books(partial(registers.edit, kept), partial(registers.change, kept), WORK)


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
    *register(CUSTOMER),
    ("/{company}/customers/{number}", in_books(parties.customer),           READ),
    ("/{company}/customers/{number}/edit", edited(CUSTOMER),                SHOWN),
    *register(ARTICLE),
    ("/{company}/articles/{number}", in_books(articles.one, articles.change), SHOWN),
    *register(SUPPLIER),
    ("/{company}/suppliers/{number}", in_books(parties.supplier),           READ),
    ("/{company}/suppliers/{number}/edit", edited(SUPPLIER),                SHOWN),
    ("/{company}/vouchers",         in_books(vouchers.show),                READ),
    ("/{company}/vouchers/new",     in_books(voucher_form.new, voucher_form.take, WORK, reads=form_with_rows), SHOWN),
    ("/{company}/vouchers/{series}/{number}", in_books(vouchers.one),       READ),
    ("/{company}/vouchers/{series}/{number}/correct", in_books(vouchers.show_correction, vouchers.correct, WORK), SHOWN),
    ("/{company}/accounts",         in_books(accounts.show),                READ),
    ("/{company}/accounts/{number}", in_books(accounts.one),                READ),
    ("/{company}/reports",          in_books(reports.index),                READ),
    ("/{company}/reports/{kind}",   in_books(reports.show),                 READ),
    ("/{company}/settings",         in_books(settings.show, settings.take), SHOWN),
    ("/{company}/settings/logo",    in_books(settings.take_logo, settings.take_logo, Right.SETTINGS, reads=form_with_picture), SENT),
    ("/{company}/settings/preview.svg", in_books(settings.preview),         READ),
    ("/{company}/settings/lock",    in_books(settings.show_lock, settings.take_lock, WORK, fresh=sending("do", "unlock")), SHOWN),
))
# fmt: on
