"""The addresses of the books: a row for each place."""

from reskontra.web.books import overview
from reskontra.web.books.place import in_books
from reskontra.web.page_routes import READ, routed
from reskontra.web.pages import PAGES
from reskontra.web.static import served

# fmt: off
BOOKS = routed(PAGES, "/books", (
    ("/style.css",                  served("books/style.css"),              READ),
    ("/fonts/inter-400.woff2",      served("books/fonts/inter-400.woff2"),  READ),
    ("/fonts/inter-600.woff2",      served("books/fonts/inter-600.woff2"),  READ),
    ("/{company}",                  in_books(overview.show),                READ),
))
# fmt: on
