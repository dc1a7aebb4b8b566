"""Credit notes at the console: looked at and mailed."""

import httpx
import pytest
from tests.approving import SCOPE, Flow
from tests.service import Company
from tests.waiting import PATIENCE
from tests.web.invoicing import act, customer, issued
from tests.web.letters import history
from tests.web.test_console import Console
from tests.web.test_roles import member


@pytest.fixture
def credited(flow: Flow) -> Company:
    """The person's company, with a customer and an invoice that has been credited."""
    service = flow.service
    api = httpx.Client(base_url=f"{service.url}/api/v1/3", timeout=PATIENCE)
    service.clients.append(api)
    company = Company(service, flow.company, flow.client.client_id, api)
    api.headers["Authorization"] = f"Bearer {company.token(SCOPE)}"
    payer = customer(company, Email="kund@exempel.se")
    act(company, issued(company, CustomerNumber=payer)["DocumentNumber"], "credit")
    return company


def test_a_credit_note_is_shown_and_mailed(flow: Flow, credited: Company) -> None:
    console = Console(flow)
    console.log_in()
    path = f"{console.company}/credit-notes"
    page = console.get(path)
    assert "K1" in page.text
    assert "avser faktura 1" in page.text
    pdf = console.get(f"{path}/1")
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.headers["content-disposition"] == 'inline; filename="kreditfaktura-K1.pdf"'
    for letter in flow.service.outbox.glob("*.eml"):
        letter.unlink()
    sent = console.send(path, mail="1")
    assert "Kreditfaktura K1 är skickad till kund@exempel.se" in sent.text
    assert len(list(flow.service.outbox.glob("*.eml"))) == 1


def test_others_credit_notes_are_as_good_as_unknown(flow: Flow, credited: Company) -> None:
    console = Console(flow)
    console.log_in()
    assert console.get(f"/companies/{credited.id + 1000}/credit-notes").status_code == 404
    assert console.get(f"{console.company}/credit-notes/99").status_code == 404


def test_a_reader_who_looks_at_one_writes_nothing_in_the_books(
    flow: Flow, credited: Company
) -> None:
    with member(flow, "reader") as console:
        before = history(flow)
        pdf = console.get(f"{console.company}/credit-notes/1")
        assert pdf.headers["content-type"] == "application/pdf"
        assert history(flow) == before
    with member(flow, "bookkeeper") as console:
        assert console.get(f"{console.company}/credit-notes/1").content == pdf.content
        by = f"user {console.flow.person.id}"
        assert history(flow) == [*before, (by, "document printed")]
