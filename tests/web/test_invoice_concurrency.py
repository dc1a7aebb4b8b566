"""Customer invoices under parallel calls, on both engines and before several processes."""

from random import Random

from tests.service import Company, in_every_form
from tests.sizes import seed, times
from tests.web.invoicing import ROW, customer, draft, issued, lines, read
from tests.web.parallel import at_once, statuses

pytestmark = in_every_form


def test_64_parallel_issues_of_one_draft_post_one_voucher(company: Company) -> None:
    """However they are asked for; each that prints or mails does so once more."""
    payer = customer(company, Email="kund@example.se")
    for turn in range(1, 1 + times(1)):
        number = draft(company, CustomerNumber=payer)["DocumentNumber"]
        issues = [("PUT", "bookkeep"), ("PUT", "externalprint")] * 28
        issues += [("GET", "print"), ("GET", "email")] * 4
        Random(seed() + turn).shuffle(issues)
        calls = [(method, f"/invoices/{number}/{action}", None) for method, action in issues]
        letters = len(list(company.service.outbox.glob("*.eml")))
        answers = at_once(company, calls)
        assert statuses(answers) == {200: 64}, f"RESKONTRA_SEED={seed()}, turn {turn}"
        papers = {answer.content for answer in answers if answer.content.startswith(b"%PDF")}
        told = {answer.text for answer in answers if answer.content.startswith(b"{")}
        assert len(papers) == len(told) == 1
        assert len(list(company.service.outbox.glob("*.eml"))) == letters + 4
        vouchers = company.get("/vouchers", voucherseries="B")["MetaInformation"]
        assert vouchers["@TotalResources"] == turn


def test_parallel_issues_are_numbered_without_a_gap(company: Company) -> None:
    payer = customer(company)
    drafts = [draft(company, CustomerNumber=payer)["DocumentNumber"] for _ in range(24)]
    answers = at_once(company, [("PUT", f"/invoices/{each}/bookkeep", None) for each in drafts])
    assert statuses(answers) == {200: 24}
    taken = sorted(answer.json()["Invoice"]["VoucherNumber"] for answer in answers)
    assert taken == list(range(1, 25))


def test_parallel_drafts_are_numbered_without_a_gap(company: Company) -> None:
    sent = {"Invoice": {"CustomerNumber": customer(company), "InvoiceRows": [ROW]}}
    bad = {"Invoice": {**sent["Invoice"], "Currency": "EUR"}}
    answers = at_once(company, [("POST", "/invoices", sent), ("POST", "/invoices", bad)] * 16)
    assert statuses(answers) == {201: 16, 400: 16}
    made = [a.json()["Invoice"]["DocumentNumber"] for a in answers if a.status_code == 201]
    assert sorted(map(int, made)) == list(range(1, 17))


def test_a_change_racing_the_issue_is_in_the_voucher_or_refused(company: Company) -> None:
    payer = customer(company)
    for _ in range(times(6)):
        number = draft(company, CustomerNumber=payer)["DocumentNumber"]
        change = {"Invoice": {"InvoiceRows": [{**ROW, "Price": 2000}]}}
        change_call = ("PUT", f"/invoices/{number}", change)
        changed, booked = at_once(
            company, [change_call, ("PUT", f"/invoices/{number}/bookkeep", None)]
        )
        assert booked.status_code == 200
        assert changed.status_code in (200, 409)
        total = 2500 if changed.status_code == 200 else 1250
        invoice = read(company, number)
        assert invoice["Total"] == total
        assert lines(company, "B", invoice["VoucherNumber"])[1510] == total


def test_64_parallel_credits_make_one(company: Company) -> None:
    payer = customer(company)
    for turn in range(1, 1 + times(1)):
        number = issued(company, CustomerNumber=payer)["DocumentNumber"]
        answers = at_once(company, [("PUT", f"/invoices/{number}/credit", None)] * 64)
        assert statuses(answers) == {200: 1, 409: 63}
        assert read(company, number)["Balance"] == 0
        vouchers = company.get("/vouchers", voucherseries="K")["MetaInformation"]
        assert vouchers["@TotalResources"] == turn


def test_cancel_racing_the_issue_has_one_winner(company: Company) -> None:
    payer = customer(company)
    for _ in range(times(6)):
        number = draft(company, CustomerNumber=payer)["DocumentNumber"]
        path = f"/invoices/{number}"
        cancelled, booked = at_once(
            company, [("PUT", f"{path}/cancel", None), ("PUT", f"{path}/bookkeep", None)]
        )
        outcome = (cancelled.status_code, booked.status_code)
        assert outcome in {(200, 404), (409, 200)}


def test_the_last_of_a_quota_is_given_once(company: Company) -> None:
    payer = customer(company)
    sent = {"Invoice": {"CustomerNumber": payer, "InvoiceRows": [ROW]}}
    for turn in range(1, 1 + times(1)):
        company.set(invoice_quota=turn)
        answers = at_once(company, [("POST", "/invoices", sent)] * 50)
        assert statuses(answers) == {201: 1, 403: 49}


def test_parallel_bookings_of_one_payment_post_one_voucher(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    made = company.post("/invoicepayments", {"InvoicePayment": {"InvoiceNumber": number}})
    path = f"/invoicepayments/{made['InvoicePayment']['Number']}"
    answers = at_once(company, [("PUT", f"{path}/bookkeep", None)] * 32)
    assert statuses(answers) == {200: 32}
    answers = at_once(company, [("PUT", f"{path}/cancel", None)] * 32)
    assert statuses(answers) == {200: 32}
    assert len(company.get("/vouchers", voucherseries="M")["Vouchers"]) == 1
    assert read(company, number)["Balance"] == 1250


def test_totals_stay_exact_while_others_write(company: Company) -> None:
    payer = customer(company)
    sent = {"Invoice": {"CustomerNumber": payer, "InvoiceRows": [ROW]}}
    calls = [("POST", "/invoices", sent), ("GET", "/invoices?limit=1", None)] * 16
    answers = at_once(company, calls)
    totals = [a.json()["MetaInformation"]["@TotalResources"] for a in answers[1::2]]
    assert all(0 <= total <= 16 for total in totals)
    meta = company.get("/invoices", limit=1)["MetaInformation"]
    assert meta["@TotalResources"] == 16
