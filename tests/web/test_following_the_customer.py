"""What was sent for a row stays; what the customer's treatment makes of it follows the customer."""

from typing import Any

import pytest
from tests.service import Company
from tests.web.invoicing import boxes, customer, draft, issued, lines, read

from reskontra.domain.records import replace
from reskontra.domain.vat import Supply
from reskontra.storage.books import Books
from reskontra.storage.shelves import CUSTOMER_INVOICES

FORMER = {"own_vat": None, "own_code": "", "own_kind": ""}  # as rows were kept before


def revised(company: Company, number: Any, **fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = company.put(f"/invoices/{number}", {"Invoice": fields})["Invoice"]
    return made


def row(**fields: Any) -> dict[str, Any]:
    return {"Price": 100, "DeliveredQuantity": 1, **fields}


def shown(invoice: dict[str, Any]) -> list[tuple[int, str, int]]:
    return [(r["VAT"], r["VATCode"], r["AccountNumber"]) for r in invoice["InvoiceRows"]]


def article(company: Company, **fields: Any) -> str:
    made = company.post("/articles", {"Article": {"Description": "Bok", **fields}})
    return str(made["Article"]["ArticleNumber"])


def correct(company: Company, number: str, **fields: Any) -> None:
    company.put(f"/customers/{number}", {"Customer": fields})


# fmt: off
SENT = [
    # what is sent                      at home            to EXPORT           to EUREVERSEDVAT
    ({"VAT": 25},                       (25, "MP1", 3001), (0, "MF", 3305),    (0, "MF", 3308)),
    ({"VAT": 6},                        (6, "MP3", 3003),  (0, "MF", 3305),    (0, "MF", 3308)),
    ({"VAT": 0},                        (0, "MF", 3004),   (0, "MF", 3305),    (0, "MF", 3308)),
    ({"VATCode": "MP2"},                (12, "MP2", 3002), (0, "MF", 3305),    (0, "MF", 3308)),
    ({"AccountNumber": 3003},           (6, "MP3", 3003),  (0, "MF", 3305),    (0, "MF", 3308)),
    ({},                                (25, "MP1", 3001), (0, "MF", 3305),    (0, "MF", 3308)),
]
# fmt: on


def test_what_was_sent_survives_other_customers(company: Company) -> None:
    home, export = customer(company), customer(company, VATType="EXPORT")
    union = customer(company, VATType="EUREVERSEDVAT")
    rows = [row(**sent) for sent, *_ in SENT]
    made = draft(company, *rows, CustomerNumber=home)
    number = made["DocumentNumber"]
    assert shown(made) == [each[1] for each in SENT]
    for payer, place in ((export, 2), (union, 3), (home, 1), (union, 3), (home, 1)):
        moved = revised(company, number, CustomerNumber=payer)
        assert shown(moved) == [each[place] for each in SENT]
    assert moved == made


def test_a_code_of_one_treatment_comes_back_with_it(company: Company) -> None:
    home, export = customer(company), customer(company, VATType="EXPORT")
    union = customer(company, VATType="EUREVERSEDVAT")
    made = draft(company, row(VATCode="VTEU"), CustomerNumber=union)
    assert shown(made) == [(0, "VTEU", 3108)]
    for payer, what in (
        (export, (0, "MF", 3105)),
        (home, (25, "MP1", 3001)),
        (union, (0, "VTEU", 3108)),
    ):
        assert shown(revised(company, made["DocumentNumber"], CustomerNumber=payer)) == [what]


@pytest.mark.parametrize("sent_back", ["as it was read", "RowId alone", "without RowId"])
def test_what_is_shown_and_sent_back_is_no_new_rate(company: Company, sent_back: str) -> None:
    """Without its RowId a row is a new one, and 0 % is what was sent for it."""
    home, export = customer(company), customer(company, VATType="EXPORT")
    made = draft(company, row(VAT=25), row(VATCode="MP3"), CustomerNumber=export)
    rows = made["InvoiceRows"]
    rows = {
        "as it was read": rows,
        "RowId alone": [{"RowId": each["RowId"]} for each in rows],
        "without RowId": [{**each, "RowId": 0} for each in rows],
    }[sent_back]
    number = made["DocumentNumber"]
    again = revised(company, number, InvoiceRows=rows)
    assert shown(again) == shown(made)
    at_home = revised(company, number, CustomerNumber=home)
    rates = [0, 0] if sent_back == "without RowId" else [25, 6]
    assert [each["VAT"] for each in at_home["InvoiceRows"]] == rates


@pytest.mark.parametrize("payer", ["SEVAT", "EXPORT"])
def test_a_row_sent_as_its_id_is_unchanged_whatever_its_article_is_now(
    company: Company, payer: str
) -> None:
    number = article(company, Type="STOCK", VAT=6, SalesPrice=100)
    to = customer(company, VATType=payer)
    made = draft(company, {"ArticleNumber": number, "DeliveredQuantity": 1}, CustomerNumber=to)
    company.put(f"/articles/{number}", {"Article": {"Type": "SERVICE", "VAT": 25, "Unit": "h"}})
    path = made["DocumentNumber"]
    assert revised(company, path, InvoiceRows=[{"RowId": 1}]) == made
    assert (
        revised(company, path, InvoiceRows=made["InvoiceRows"])["InvoiceRows"][0]["VAT"]
        == (made["InvoiceRows"][0]["VAT"])
    )
    at_home = revised(company, path, CustomerNumber=customer(company))
    assert shown(at_home) == [(6, "MP3", 3003)]


CORRECTED = {"Name": "Åkes Export", "City": "Oslo", "Address1": "Torget 1", "VATType": "EXPORT"}


@pytest.mark.parametrize(
    "sent", [{"InvoiceRows": [{"RowId": 1}]}, {"CustomerNumber": "1"}, {"Comments": "Hej"}]
)
def test_a_draft_follows_its_customer_where_rows_or_customer_are_sent(
    company: Company, sent: dict[str, Any]
) -> None:
    made = draft(company, row(VAT=25), CustomerNumber=customer(company, City="Göteborg"))
    correct(company, "1", **CORRECTED)
    after = revised(company, made["DocumentNumber"], **sent)
    if "Comments" in sent:
        assert after == {**made, "Comments": "Hej"}
    else:
        assert (after["CustomerName"], after["City"]) == ("Åkes Export", "Oslo")
        assert (shown(after), after["Total"]) == ([(0, "MF", 3305)], 100)


@pytest.mark.parametrize("action", ["bookkeep", "externalprint", "print", "email"])
def test_an_invoice_is_issued_to_the_customer_of_now(company: Company, action: str) -> None:
    payer = customer(company, City="Göteborg", Email="a@example.se")
    number = draft(company, row(VAT=25), CustomerNumber=payer)["DocumentNumber"]
    correct(company, payer, **CORRECTED)
    method = "PUT" if action in ("bookkeep", "externalprint") else "GET"
    assert company.api.request(method, f"/invoices/{number}/{action}").status_code == 200
    invoice = read(company, number)
    assert (invoice["CustomerName"], invoice["City"]) == ("Åkes Export", "Oslo")
    assert lines(company, "B", 1) == {1510: 100, 3305: -100}
    assert boxes(company, "B", 1) == {"40": 100}


def test_what_was_issued_stays(company: Company) -> None:
    payer = customer(company)
    before = issued(company, row(VAT=25), CustomerNumber=payer)
    correct(company, payer, **CORRECTED)
    assert read(company, before["DocumentNumber"]) == before


def test_a_preview_shows_what_would_be_issued_and_changes_nothing(company: Company) -> None:
    payer = customer(company)
    made = draft(company, row(VAT=25), CustomerNumber=payer)
    before = company.api.get("/invoices/1/preview").content
    correct(company, payer, **CORRECTED)
    assert company.api.get("/invoices/1/preview").content != before
    assert read(company, made["DocumentNumber"]) == made


@pytest.mark.parametrize("kind", Supply)
def test_goods_or_services_is_a_setting_until_the_invoice_is_issued(
    company: Company, kind: Supply
) -> None:
    abroad = customer(company, VATType="EUREVERSEDVAT")
    number = draft(company, row(VAT=25), CustomerNumber=abroad)["DocumentNumber"]
    company.set(default_kind=kind)
    company.put(f"/invoices/{number}/bookkeep")
    account, box = {Supply.GOODS: (3108, "35"), Supply.SERVICES: (3308, "39")}[kind]
    assert lines(company, "B", 1) == {1510: 100, account: -100}
    assert boxes(company, "B", 1) == {box: 100}


def forget(company: Company, number: int) -> None:
    """Its rows as they were kept before what was sent stood beside what holds."""

    def unit(tx: Any) -> None:
        shelf = Books(tx, company.id, company.service.clock(), "tests").shelf(CUSTOMER_INVOICES)
        invoice = shelf.get(number)
        shelf.save(
            invoice, replace(invoice, rows=tuple(replace(r, **FORMER) for r in invoice.rows))
        )

    company.service.write(unit, company.id)


def test_rows_from_before_read_and_are_issued_as_they_were(company: Company) -> None:
    rows = [row(VAT=25), row(VAT=6), row(VAT=0)]
    made = draft(company, *rows)
    forget(company, int(made["DocumentNumber"]))
    assert read(company, made["DocumentNumber"]) == made
    assert revised(company, made["DocumentNumber"], CustomerNumber="1") == made
    forget(company, int(made["DocumentNumber"]))
    company.put(f"/invoices/{made['DocumentNumber']}/bookkeep")
    assert lines(company, "B", 1)[3003] == -100
