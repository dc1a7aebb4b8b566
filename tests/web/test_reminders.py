"""Reminders through the API: whom, what for, the letter, and nothing twice."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from tests.service import Company, Service, answered, refused
from tests.web.invoicing import act, boxes, customer, draft, lines, pay, read
from tests.web.reminding import (
    at,
    candidates,
    company_on,
    fired,
    get,
    late,
    letters,
    made,
    pages,
    run,
    sent,
    settings,
)
from tests.web.test_years import move_to

from reskontra.actions import reminder_runs, trail
from reskontra.actions.desk import desk_for

ROT = {
    "Description": "Bygge", "Price": 10000, "DeliveredQuantity": "1", "VAT": 25,
    "HouseWork": True, "HouseWorkType": "CONSTRUCTION",
}  # fmt: skip


@pytest.fixture
def company(service: Service) -> Iterator[Company]:
    with company_on(service) as company:
        yield company


def receive(company: Company, reminder: Any, status: int = 200, **fields: Any) -> Any:
    path = at(company, f"/{reminder['Number']}/payment")
    return company.put(path, {"ReminderPayment": fields}, status)["ReminderPayment"]


def invoiced(company: Company, reminder: Any) -> Any:
    return company.put(at(company, f"/{reminder['Number']}/invoice"))["Invoice"]


def test_the_worked_example_from_candidate_to_payment(company: Company) -> None:
    settings(company, Charge="fee")
    number = late(company)
    [candidate] = candidates(company)
    expected = {"Balance": 1250, "Interest": 10.27, "Fee": 60, "Total": 1320.27, "Level": 1}
    assert candidate.items() >= (expected | {"DocumentNumber": number, "DaysLate": 30}).items()
    address = made(company, number)["@url"]
    reminder = dict(company.put(f"{address}/send")["Reminder"])
    assert reminder["InterestRows"] == [
        {"FromDate": "2026-02-01", "ToDate": "2026-03-02", "Days": 30,
         "Balance": 1250, "Percent": 10, "Amount": 10.27}
    ]  # fmt: skip
    assert reminder.items() >= (expected | {"Status": "sent", "DueDate": "2026-03-12"}).items()
    vouchers = company.get("/vouchers", financialyear=2)["Vouchers"]
    assert [each["VoucherSeries"] for each in vouchers] == ["B"], "a reminder posts nothing"
    invoice = read(company, number)
    assert (invoice["Reminders"], invoice["LastRemindDate"]) == (1, "2026-03-02")
    assert invoice["Balance"] == 1250
    paid = receive(company, reminder, Amount=1320.27)
    assert (paid["Interest"], paid["Fee"]) == (10.27, 60)
    assert lines(company, "C", 1) == {1930: 1320.27, 1510: -1250, 8313: -10.27, 3990: -60}
    assert boxes(company, "C", 1) == {}
    assert read(company, number)["Balance"] == 0


# Whom


def exempt(company: Company, number: int) -> None:
    who = read(company, number)["CustomerNumber"]
    body = {"UnremindedCustomer": {"CustomerNumber": who, "Reason": "En god vän"}}
    company.post(at(company, "/customers"), body)


def dispute(company: Company, number: int) -> None:
    company.post(at(company, "/disputes"), {"DisputedInvoice": {"DocumentNumber": number}})


LET_BE: dict[str, tuple[Callable[[Company, int], Any], str]] = {
    "paid": (lambda c, n: pay(c, n, 1250), "inget kvar att betala"),
    "credited": (lambda c, n: act(c, n, "credit"), "inget kvar att betala"),
    "disputed": (dispute, "bestridd"),
    "of a customer who is never reminded": (exempt, "ska inte påminnas"),
    "reminded of already": (made, "för tidigt"),
}


@pytest.mark.parametrize("case", LET_BE.values(), ids=LET_BE)
def test_an_invoice_is_let_be(company: Company, case: Any) -> None:
    befalls, reason = case
    number = late(company)
    assert len(candidates(company)) == 1
    befalls(company, number)
    assert candidates(company) == []
    assert reason in refused(run(company, number), 409)


def test_what_is_no_longer_disputed_is_reminded_of(company: Company) -> None:
    number = late(company)
    dispute(company, number)
    exempt(company, number)
    company.delete(at(company, f"/disputes/{number}"))
    assert candidates(company) == []
    company.delete(at(company, f"/customers/{read(company, number)['CustomerNumber']}"))
    assert len(candidates(company)) == 1


def test_a_draft_is_neither_reminded_of_nor_disputed(company: Company) -> None:
    number = draft(company, InvoiceDate="2026-01-01", DueDate="2026-01-31")["DocumentNumber"]
    assert candidates(company) == []
    body = {"DisputedInvoice": {"DocumentNumber": number}}
    refused(company.api.post(at(company, "/disputes"), json=body), 409)
    refused(run(company, int(number)), 409)


def test_what_is_not_there_is_not_found(company: Company) -> None:
    refused(run(company, 99), 404)
    body = {"DisputedInvoice": {"DocumentNumber": 99}}
    refused(company.api.post(at(company, "/disputes"), json=body), 404)
    for path in ("/99", "/disputes/99", "/customers/99", "/99/print"):
        refused(company.api.get(at(company, path)), 404)


def test_how_late_it_must_be_is_a_setting(company: Company) -> None:
    late(company, DueDate="2026-02-27")  # three days ago
    assert candidates(company) == []
    assert settings(company, FirstAfter=3)["FirstAfter"] == 3
    assert [each["DaysLate"] for each in candidates(company)] == [3]
    settings(company, FirstAfter=4)
    assert candidates(company) == []


@pytest.mark.parametrize(
    "wrong",
    [{"FirstAfter": 0}, {"SecondAfter": 366}, {"Charge": "both"}, {"AgreedRate": -1}],
)
def test_settings_that_there_cannot_be(company: Company, wrong: dict[str, Any]) -> None:
    before = get(company, "/settings")
    refused(company.api.put(at(company, "/settings"), json={"ReminderSettings": wrong}), 400)
    assert get(company, "/settings") == before


def test_the_second_reminder_comes_after_the_first(company: Company) -> None:
    body = {"ReminderSettings": {"FirstAfter": 20, "SecondAfter": 20}}
    refused(company.api.put(at(company, "/settings"), json=body), 409)


# What for


def test_the_second_reminder_asks_for_the_fee_once_and_there_is_no_third(company: Company) -> None:
    settings(company, Charge="fee", DaysBetween=10)
    number = late(company)
    first = sent(company, number)
    move_to(company, "2026-03-11")
    assert candidates(company) == []
    move_to(company, "2026-03-12")
    second = sent(company, number)
    assert (second["Level"], second["Fee"], second["Interest"]) == (2, 60, 13.70)
    assert second["Total"] == 1323.70
    assert first["Total"] == get(company, f"/{first['Number']}")["Reminder"]["Total"] == 1320.27
    assert read(company, number)["Reminders"] == 2
    move_to(company, "2026-06-01")
    assert candidates(company) == []
    assert "inkasso" in refused(run(company, number), 409)


CHARGES = {
    "a fee": ("fee", "COMPANY", "fee", 60),
    "a fee of a consumer": ("fee", "PRIVATE", "fee", 60),
    "compensation between businesses": ("compensation", "COMPANY", "compensation", 450),
    "no compensation of a consumer": ("compensation", "PRIVATE", "none", 0),
    "nothing": ("none", "COMPANY", "none", 0),
}


@pytest.mark.parametrize("case", CHARGES.values(), ids=CHARGES)
def test_what_is_charged(company: Company, case: tuple[str, str, str, int]) -> None:
    setting, of, charge, fee = case
    settings(company, Charge=setting, Interest=False)
    late(company, CustomerNumber=customer(company, Type=of))
    [asked] = candidates(company)
    assert (asked["Charge"], asked["Fee"], asked["Interest"]) == (charge, fee, 0)
    assert asked["Total"] == 1250 + fee


def test_an_agreed_rate(company: Company) -> None:
    settings(company, AgreedRate=18)
    late(company)
    assert candidates(company)[0]["Interest"] == 18.49


def test_part_payments_lower_what_bears_interest_and_what_was_undone_does_not(
    company: Company,
) -> None:
    number = late(company)
    pay(company, number, 500, PaymentDate="2026-02-10")
    undone = pay(company, number, 300, PaymentDate="2026-02-20")["Number"]
    company.put(f"/invoicepayments/{undone}/cancel")
    reminder = made(company, number)
    rows = [(row["Days"], row["Balance"], row["Amount"]) for row in reminder["InterestRows"]]
    assert rows == [(10, 1250, 3.42), (20, 750, 4.11)]
    assert (reminder["Balance"], reminder["Interest"], reminder["Total"]) == (750, 7.53, 757.53)


def test_the_customer_is_asked_for_their_own_share(company: Company) -> None:
    number = late(company, ROT, TaxReductionType="rot")
    reminder = made(company, number)
    assert reminder["Balance"] == read(company, number)["Balance"] == 8750


def test_interest_is_not_reckoned_by_a_rate_that_nobody_knows(company: Company) -> None:
    number = late(company)
    move_to(company, "2026-07-01")
    for answer in (company.api.get(at(company, "/candidates")), run(company, number), run(company)):
        assert "2026-07-01" in refused(answer, 409)
    settings(company, Interest=False)
    assert candidates(company)[0]["Total"] == 1250


# The letter


def test_the_letter_and_its_paper(company: Company) -> None:
    company.set(bankgiro="5050-1055", email="vi@exempel.se")
    settings(company, Charge="fee")
    who = customer(company, Email="kund@exempel.se", EmailInvoiceCC="chef@exempel.se")
    subject = {"EmailInformation": {"EmailSubject": "Faktura {no} bifogas", "EmailBody": "Hej"}}
    number = late(company, CustomerNumber=who, **subject)
    reminder = sent(company, number)
    [letter] = letters(company.service.outbox)
    assert letter["To"] == "kund@exempel.se"
    assert letter["Cc"] == "chef@exempel.se"
    assert letter["Subject"] == f"Påminnelse om faktura {number} från Övning AB"
    text = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "1 320,27 SEK" in text
    assert "Betalas senast: 2026-03-12" in text
    [attached] = letter.iter_attachments()
    assert attached.get_filename() == f"påminnelse-{reminder['Number']}.pdf"
    [page] = pages(attached.get_content())
    for words in (
        "Påminnelse",
        read(company, number)["OCR"],
        "Dröjsmålsränta 2026-02-01 – 2026-03-02",
        "Påminnelseavgift",
        "1 320,27",
        "2026-03-12",
        "5050-1055",
    ):
        assert words in page.replace("\xa0", " "), words
    printed = company.api.get(at(company, f"/{reminder['Number']}/print"))
    assert printed.content == attached.get_content()
    assert printed.headers["content-type"] == "application/pdf"


def test_a_reminder_is_printed_as_it_was_made(company: Company) -> None:
    number = made(company, late(company))["Number"]
    path = at(company, f"/{number}/print")
    first = company.api.get(path).content
    company.set(name="Nya Namnet AB")
    pay(company, 1, 100)
    assert company.api.get(path).content == first


def test_an_english_customer_is_reminded_in_english(company: Company) -> None:
    sent(company, late(company, Language="EN"))
    [letter] = letters(company.service.outbox)
    assert str(letter["Subject"]).startswith("Reminder of invoice")
    [attached] = letter.iter_attachments()
    [page] = pages(attached.get_content())
    assert "Late payment interest" in page
    assert "Påminnelse" not in page


def test_who_has_no_address_is_reminded_on_paper(company: Company) -> None:
    number = late(company, CustomerNumber=customer(company))
    assert candidates(company)[0]["HasAddress"] is False
    reminder = made(company, number)["Number"]
    refused(fired(company, reminder, "send"), 400)
    done = company.put(at(company, f"/{reminder}/externalprint"))["Reminder"]
    assert done["Status"] == "sent"
    assert read(company, number)["Reminders"] == 1
    assert letters(company.service.outbox) == []


def test_the_history_tells_of_what_was_sent(company: Company) -> None:
    sent(company, late(company))
    told = [each["what"] for each in history(company)]
    assert told.count("reminder sent") == 1
    assert "document printed" in told


def history(company: Company) -> list[dict[str, Any]]:
    def unit(tx: Any) -> Any:
        desk = desk_for(tx, company.id, company.service.clock(), "tests")
        return trail.newest(desk, 2**60, 100)

    return list(company.service.read(unit))


# Nothing twice, and nothing that is no longer so


def test_a_reminder_is_sent_once(company: Company) -> None:
    reminder = sent(company, late(company))["Number"]
    assert "redan skickad" in refused(fired(company, reminder, "send"), 409)
    assert len(letters(company.service.outbox)) == 1


def test_who_has_paid_meanwhile_is_not_reminded(company: Company) -> None:
    number = late(company)
    reminder = made(company, number)["Number"]
    pay(company, number, 1000)
    assert "dra tillbaka" in refused(fired(company, reminder, "send"), 409)
    assert letters(company.service.outbox) == []
    company.put(at(company, f"/{reminder}/withdraw"))
    again = sent(company, number)
    assert (again["Level"], again["Balance"]) == (1, 250)
    assert again["Number"] == reminder + 1
    refused(fired(company, reminder, "send"), 409)
    refused(fired(company, again["Number"], "withdraw"), 409)


def test_a_run_makes_what_is_due_and_a_second_one_nothing(company: Company) -> None:
    numbers = {late(company), late(company)}
    together = answered(run(company), 200)["ReminderRun"]["Reminders"]
    assert {each["DocumentNumber"] for each in together} == numbers
    assert {each["Status"] for each in together} == {"made"}
    assert answered(run(company), 200)["ReminderRun"]["Reminders"] == []
    assert letters(company.service.outbox) == []
    assert get(company, status="made")["MetaInformation"]["@TotalResources"] == 2


# Interest invoices


def test_interest_that_was_not_paid_is_invoiced_without_vat_and_once(company: Company) -> None:
    settings(company, Charge="fee")
    number = late(company)
    reminder = sent(company, number)
    pay(company, number, 1250)
    drafted = invoiced(company, reminder)
    rows = drafted["InvoiceRows"]
    assert [(row["AccountNumber"], row["VAT"], row["Total"]) for row in rows] == [
        (8313, 0, 10.27),
        (3990, 0, 60),
    ]
    assert drafted["InvoiceType"] == "INTRESTINVOICE"
    assert f"faktura {number}" in rows[0]["Description"]
    assert (drafted["TotalVAT"], drafted["Total"], drafted["RoundOff"]) == (0, 70, -0.27)
    assert "att fakturera" in refused(fired(company, reminder["Number"], "invoice"), 409)
    act(company, drafted["DocumentNumber"], "bookkeep")
    assert lines(company, "B", 2) == {1510: 70, 3740: 0.27, 8313: -10.27, 3990: -60}
    assert boxes(company, "B", 2) == {}
    assert get(company, f"/{reminder['Number']}")["Reminder"]["InterestInvoice"] == int(
        drafted["DocumentNumber"]
    )


def test_a_draft_of_interest_comes_back_as_it_was(company: Company) -> None:
    drafted = invoiced(company, sent(company, late(company)))
    number = drafted["DocumentNumber"]
    rows = [{**row, "Description": "Ränta"} for row in drafted["InvoiceRows"]]
    changed = company.put(f"/invoices/{number}", {"Invoice": {"InvoiceRows": rows}})["Invoice"]
    assert [(row["AccountNumber"], row["VAT"]) for row in changed["InvoiceRows"]] == [(8313, 0)]
    assert act(company, number, "bookkeep")["InvoiceRows"][0]["AccountNumber"] == 8313


@pytest.mark.parametrize("undo", ["cancel", "credit"])
def test_what_was_taken_back_is_invoiced_again(company: Company, undo: str) -> None:
    reminder = sent(company, late(company))
    first = invoiced(company, reminder)["DocumentNumber"]
    if undo == "credit":
        act(company, first, "bookkeep")
    act(company, first, undo)
    assert invoiced(company, reminder)["InvoiceRows"][0]["Total"] == 10.27


def test_nothing_is_charged_on_interest_or_fees(company: Company) -> None:
    settings(company, Charge="fee")
    number = invoiced(company, sent(company, late(company)))["DocumentNumber"]
    days = {"InvoiceDate": "2026-03-02", "DueDate": "2026-03-03"}
    company.put(f"/invoices/{number}", {"Invoice": days})
    act(company, number, "bookkeep")
    move_to(company, "2026-04-20")
    [asked] = [each for each in candidates(company) if each["DocumentNumber"] == int(number)]
    assert (asked["Interest"], asked["Fee"], asked["Total"]) == (0, 0, 70)


def test_what_is_invoiced_is_not_asked_for_once_more(company: Company) -> None:
    settings(company, Charge="fee")
    number = late(company)
    invoiced(company, sent(company, number))
    move_to(company, "2026-03-12")
    again = made(company, number)
    assert (again["Interest"], again["Fee"], again["Settled"]) == (13.70, 60, 70.27)
    assert again["Total"] == 1253.43


def test_an_unsent_reminder_has_asked_for_nothing(company: Company) -> None:
    reminder = made(company, late(company))
    refused(fired(company, reminder["Number"], "invoice"), 409)
    path = at(company, f"/{reminder['Number']}/payment")
    refused(company.api.put(path, json={"ReminderPayment": {}}), 409)


def test_interest_of_a_company_by_the_cash_method(company: Company) -> None:
    company.set(accounting_method="CASH")
    drafted = invoiced(company, sent(company, late(company)))
    act(company, drafted["DocumentNumber"], "bookkeep")
    assert lines(company, "B", 2) == {1510: 10, 3740: 0.27, 8313: -10.27}
    pay(company, drafted["DocumentNumber"], 10)
    assert boxes(company, "C", 1) == {}


def test_interest_waits_for_nothing_when_a_year_of_the_cash_method_is_closed(
    company: Company,
) -> None:
    """The auditor, who is asked in the end, agrees: it is told in no box."""
    company.set(accounting_method="CASH")
    number = invoiced(company, sent(company, late(company)))["DocumentNumber"]
    company.put(f"/invoices/{number}", {"Invoice": {"InvoiceDate": "2025-12-30"}})
    act(company, number, "bookkeep")
    company.put("/financialyears/1/close?confirm=true")
    assert lines(company, "B", 1, 1) == {1510: 10, 3740: 0.27, 8313: -10.27}


# Payments


PAID = {
    # paid: what goes where; interest first, then the fee, and the rest is the customer's
    "all of it": (None, {1930: 1320.27, 1510: -1250, 8313: -10.27, 3990: -60}),
    "the invoice alone": (1250, {1930: 1250, 1510: -1250}),
    "a part of the invoice": (1000, {1930: 1000, 1510: -1000}),
    "less than the interest": (1255, {1930: 1255, 1510: -1250, 8313: -5}),
    "interest and a part of the fee": (1300, {1930: 1300, 1510: -1250, 8313: -10.27, 3990: -39.73}),
    "too much": (1400, {1930: 1400, 1510: -1250, 8313: -10.27, 3990: -60, 2420: -79.73}),
}


@pytest.mark.parametrize("case", PAID.values(), ids=PAID)
def test_what_comes_in_for_a_reminder(company: Company, case: Any) -> None:
    amount, expected = case
    settings(company, Charge="fee")
    reminder = sent(company, late(company))
    receive(company, reminder, **({} if amount is None else {"Amount": amount}))
    assert lines(company, "C", 1) == expected


def test_nothing_more_is_received_once_all_of_it_is_paid(company: Company) -> None:
    settings(company, Charge="fee")
    reminder = sent(company, late(company))
    path, all_of_it = at(company, f"/{reminder['Number']}/payment"), {"Amount": 1320.27}
    receive(company, reminder, **all_of_it)
    for again in (all_of_it, {}):
        told = refused(company.api.put(path, json={"ReminderPayment": again}), 409)
        assert "redan betalt" in told
    refused(company.api.get("/vouchers/C/2"), 404)


def test_part_payments_go_on_until_nothing_is_left(company: Company) -> None:
    """The same amount twice is two payments: a client that sends again has a key for that."""
    settings(company, Charge="fee")
    reminder = sent(company, late(company))
    for amount in (600, 600, 50, 70.27):
        receive(company, reminder, Amount=amount)
    assert lines(company, "C", 4) == {1930: 70.27, 8313: -10.27, 3990: -60}
    path = at(company, f"/{reminder['Number']}/payment")
    refused(company.api.put(path, json={"ReminderPayment": {"Amount": 1}}), 409)


def test_a_payment_takes_the_scope_of_payments(company: Company) -> None:
    reminder = sent(company, late(company))
    path, body = at(company, f"/{reminder['Number']}/payment"), {"ReminderPayment": {}}
    for scope, status in (("invoice", 403), ("payment", 200)):
        bearer = {"Authorization": f"Bearer {company.token(scope)}"}
        answered(company.api.put(path, json=body, headers=bearer), status)


def test_interest_that_comes_after_the_invoice_was_paid(company: Company) -> None:
    settings(company, Charge="fee")
    number = late(company)
    reminder = sent(company, number)
    pay(company, number, 1250)
    receive(company, reminder, PaymentDate="2026-03-01", ModeOfPayment="PG")
    assert lines(company, "C", 2) == {1920: 70.27, 8313: -10.27, 3990: -60}
    refused(fired(company, reminder["Number"], "invoice"), 409)


def test_a_client_of_the_mirrored_api_may_say_the_same(company: Company) -> None:
    settings(company, Charge="fee")
    number = late(company)
    reminder = sent(company, number)
    beside = [{"Amount": -10.27, "AccountNumber": 8313}, {"Amount": -60, "AccountNumber": 3990}]
    pay(company, number, 1320.27, WriteOffs=beside)
    assert lines(company, "C", 1) == {1930: 1320.27, 1510: -1250, 8313: -10.27, 3990: -60}
    refused(fired(company, reminder["Number"], "invoice"), 409)


# The process dies


def test_what_may_have_been_sent_waits_for_a_person(company: Company) -> None:
    """As if the service had stopped after it took the letter and before it could say more."""
    number = late(company)
    reminder = made(company, number)["Number"]
    taken(company, reminder)
    for trigger in ("send", "withdraw", "externalprint"):
        assert "/confirm" in refused(fired(company, reminder, trigger), 409)
    assert candidates(company) == []
    assert "vänta" in refused(fired(company, reminder, "release"), 409)
    later(company)
    assert company.put(at(company, f"/{reminder}/release"))["Reminder"]["Status"] == "made"
    company.put(at(company, f"/{reminder}/send"))
    assert len(letters(company.service.outbox)) == 1
    assert read(company, number)["Reminders"] == 1


def test_what_was_sent_after_all_is_confirmed(company: Company) -> None:
    number = late(company)
    reminder = made(company, number)["Number"]
    taken(company, reminder)
    assert company.put(at(company, f"/{reminder}/confirm"))["Reminder"]["Status"] == "sent"
    company.put(at(company, f"/{reminder}/confirm"))
    assert read(company, number)["Reminders"] == 1
    refused(fired(company, reminder, "release"), 409)


def taken(company: Company, reminder: int) -> None:
    def unit(tx: Any) -> None:
        desk = desk_for(tx, company.id, company.service.clock(), "tests")
        reminder_runs.fired(desk, reminder, "send")

    company.service.write(unit)


def later(company: Company) -> None:
    company.service.clock.ahead += timedelta(minutes=6)


@pytest.fixture(autouse=True)
def in_time(service: Service) -> Iterator[None]:
    yield
    service.clock.ahead = timedelta()
    service.clock.today = date(2026, 11, 15)
