"""A look at all that there is: documents, lists and voucher numbers against the model's."""

from collections.abc import Callable
from typing import Any

from reskontra.audit.auditor import audited
from tests.model.calls import Call
from tests.model.clerk import REGISTERS, Clerk
from tests.model.dump import dumped
from tests.model.tables import ACTIVE, BOOKED, CANCELLED, DRAFT, INACTIVE, PAID, SENT
from tests.service import TODAY

Belongs = Callable[[Any], bool]


def is_unpaid(invoice: Any) -> bool:
    """Below zero it is the customer who has money to get."""
    return invoice.stage in (SENT, BOOKED) and invoice.balance > 0


def is_overdue(invoice: Any) -> bool:
    return is_unpaid(invoice) and invoice.due < TODAY


def is_paid(invoice: Any) -> bool:
    return invoice.stage == PAID or (invoice.stage in (SENT, BOOKED) and invoice.balance == 0)


def of_stage(stage: str) -> Belongs:
    return lambda document: bool(document.stage == stage)


INVOICE_FILTERS: dict[str, Belongs] = {
    "unbooked": of_stage(DRAFT),
    "cancelled": of_stage(CANCELLED),
    "unpaid": is_unpaid,
    "unpaidoverdue": is_overdue,
    "fullypaid": is_paid,
}
REGISTER_FILTERS: dict[str, Belongs] = {
    "active": of_stage(ACTIVE),
    "inactive": of_stage(INACTIVE),
}
LISTS = (
    ("customer invoice", "Invoices", "DocumentNumber", INVOICE_FILTERS),
    ("supplier invoice", "SupplierInvoices", "GivenNumber", INVOICE_FILTERS),
    ("customer", "Customers", "CustomerNumber", REGISTER_FILTERS),
    ("supplier", "Suppliers", "SupplierNumber", REGISTER_FILTERS),
    ("article", "Articles", "ArticleNumber", REGISTER_FILTERS),
)


def survey(clerk: Clerk) -> None:
    """Everything reads as the model has it, and the auditor finds nothing."""
    for known in clerk.books.documents.values():
        for document in known.values():
            clerk.fire(document, "read")
    for name, plural, key, filters in LISTS:
        for wanted, belongs in filters.items():
            expected = {each.key for each in clerk.books.all(name) if belongs(each)}
            rows = listed(clerk, plural, f"filter={wanted}")
            assert {row[key] for row in rows} == expected, f"{plural} that are {wanted}"
    compare_vouchers(clerk)
    write_back(clerk)
    company = clerk.company
    assert audited(company.service.database_url, company.id).violations == []


PARTIES = {"customer invoice": "customer", "supplier invoice": "supplier"}


def write_back(clerk: Clerk) -> None:
    """What is read of a register or of a draft is sent as it came, and reads the same; of a draft
    nothing changes, down to the last row of the books."""
    company = clerk.company
    for each in (each for name in REGISTERS for each in clerk.books.all(name)):
        if each.stage in (ACTIVE, INACTIVE):
            send_back(clerk, each)
    before = dumped(company.service.database_url, company.id)
    for each in (each for name in PARTIES for each in clerk.books.all(name)):
        if each.stage == DRAFT:
            send_back(clerk, each)
    assert dumped(company.service.database_url, company.id) == before


def send_back(clerk: Clerk, document: Any) -> None:
    path = f"{document.path}/{document.key}"
    shown = clerk.ask(Call("GET", path), 200)
    if not has_old_party(document, shown[document.envelope]):
        assert clerk.ask(Call("PUT", path, shown), 200) == shown, document


def has_old_party(document: Any, shown: Any) -> bool:
    """A draft follows its customer or supplier, once they have been given another name."""
    if document.name not in PARTIES:
        return False
    party = getattr(document, PARTIES[document.name])
    return bool(shown[f"{party.envelope}Name"] != party.fields[party.named])


def compare_vouchers(clerk: Clerk) -> None:
    """1, 2, 3 in each series and year: none missing, none that nobody expected."""
    counted = clerk.books.vouchers
    for year in sorted({year for _, year in counted}):
        rows = listed(clerk, "Vouchers", f"financialyear={year}")
        expected = [
            (series, number)
            for (series, of_year), count in counted.items()
            for number in range(1, count + 1)
            if of_year == year
        ]
        assert sorted((row["VoucherSeries"], row["VoucherNumber"]) for row in rows) == sorted(
            expected
        )


def listed(clerk: Clerk, plural: str, query: str) -> list[Any]:
    """The rows of all pages."""
    rows: list[Any] = []
    while True:
        path = f"/{plural.lower()}?{query}&limit=500&offset={len(rows)}"
        answer = clerk.ask(Call("GET", path), 200)
        rows += answer[plural]
        if len(rows) >= answer["MetaInformation"]["@TotalResources"]:
            return rows
