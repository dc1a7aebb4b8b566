"""What the owner of an integration does to it, whoever has let it in."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.approving import Client, Flow, browser, new_company, new_person, registered
from tests.web.letters import history
from tests.web.test_console import Console
from tests.web.test_roles import add

from reskontra.actions import access
from reskontra.actions.trail import Actor
from reskontra.people import integrations
from reskontra.people.integrations import UnknownIntegration
from reskontra.people.roles import Role


@pytest.fixture
def console(flow: Flow) -> Console:
    """Of the owner, who works in a company of their own."""
    flow.client = registered(flow.service, name="Mitt program", owner_id=flow.person.id)
    console = Console(flow)
    console.log_in()
    return console


@contextmanager
def strangers(flow: Flow) -> Iterator[Flow]:
    """Another company, which the owner has nothing to do with."""
    with browser() as http:
        person = new_person(flow.service, "Sven Främling")
        yield Flow(
            flow.service, http, flow.client, person, new_company(flow.service, person, "admin")
        )


@pytest.mark.parametrize("role", ["none", "reader", "bookkeeper", "admin"])
def test_it_is_removed_wherever_it_was_let_in(console: Console, role: str) -> None:
    """It takes no right in the companies: it is the owner's own."""
    flow = console.flow
    with strangers(flow) as theirs:
        given = [flow.tokens(), theirs.tokens()]
        if role != "none":
            add(theirs, flow.person.id, Role(role))
        page = console.confirm(f"/integrations/{flow.client.client_id}", do="remove")
        assert page.status_code == 200
        assert "Mitt program är borttagen." in page.text
        for token in given:
            assert flow.works(token["access_token"]) == 401
            assert flow.renewed(token["refresh_token"]).status_code == 401  # nobody's secret
        for company in (flow.company, theirs.company):
            by = f"user {flow.person.id}"
            assert history(flow, company.id)[-1] == (by, "integration revoked")


def test_whoever_removes_it_is_its_owner_when_it_is_removed(console: Console) -> None:
    """The page has looked; the change itself asks once more."""
    flow, client = console.flow, console.flow.client
    given = flow.tokens()
    stranger = Actor("tests", "", flow.service.clock()).of(new_person(flow.service).id)
    before = history(flow)
    with pytest.raises(UnknownIntegration):
        flow.service.write(lambda tx: access.remove_integration(tx, stranger, client.client_id))
    assert is_there(flow, client)
    assert flow.works(given["access_token"]) == 200
    assert history(flow) == before


def is_there(flow: Flow, client: Client) -> bool:
    return flow.service.read(lambda tx: integrations.find(tx, client.client_id)) is not None
