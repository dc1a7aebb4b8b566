"""Calls that want the same rows in different order: none of them is given up."""

from random import Random

import psycopg
from tests.service import Company, in_every_form
from tests.sizes import seed, times
from tests.web.invoicing import customer, issued, read
from tests.web.parallel import Call, at_once

pytestmark = in_every_form
LOSS = 6351  # established losses
INVOICES = 4


def written_off(company: Company, payer: str) -> tuple[str, str]:
    """An invoice whose claim is given up, and the payment that says so."""
    number = issued(company, CustomerNumber=payer)["DocumentNumber"]
    sent = {"InvoiceNumber": number, "Amount": 0}
    sent |= {"WriteOffs": [{"Amount": 1250, "AccountNumber": LOSS}]}
    made = company.post("/invoicepayments", {"InvoicePayment": sent})["InvoicePayment"]
    company.put(f"/invoicepayments/{made['Number']}/bookkeep")
    return number, str(made["Number"])


def crossing(invoice: str, payment: str) -> list[Call]:
    """Crediting goes from the invoice to its payment, undoing from the payment to its invoice."""
    paths = (f"/invoices/{invoice}/credit", f"/invoicepayments/{payment}/cancel")
    more = (f"/invoices/{invoice}/bookkeep", f"/invoicepayments/{payment}/bookkeep")
    return [("PUT", path, None) for path in (*paths * 3, *more)]


def deadlocks(company: Company) -> int:
    url = company.service.database_url
    if not url.startswith("postgresql"):
        return 0
    with psycopg.connect(url) as connection:
        asked = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        row = connection.execute(asked).fetchone()
        assert row
        return int(row[0])


def test_no_call_is_given_up_over_crossing_locks(company: Company) -> None:
    payer, before = customer(company), deadlocks(company)
    for turn in range(times(2)):
        pairs = [written_off(company, payer) for _ in range(INVOICES)]
        calls = [call for pair in pairs for call in crossing(*pair)]
        Random(seed() + turn).shuffle(calls)
        answers = at_once(company, calls)
        told = {answer.status_code for answer in answers}
        assert told <= {200, 409}, f"RESKONTRA_SEED={seed()}, turn {turn}: {told}"
        for invoice, _ in pairs:
            assert read(company, invoice)["Cancelled"]
    assert deadlocks(company) == before
