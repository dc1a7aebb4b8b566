"""A client's secret is replaced without a moment in which it has none that works."""

import json

import pytest
from sqlalchemy import select
from tests.approving import BACK, Flow, answered_with, new_person, registered
from tests.web.entering import told
from tests.web.test_console import Console, created, secret_on

from reskontra.people import integrations
from reskontra.people.integrations import OVERLAP_SECONDS, Integration, UnknownIntegration
from reskontra.storage.tables import history


class Owner(Console):
    """Someone at the console, with an integration of their own."""

    def __init__(self, flow: Flow) -> None:
        super().__init__(flow)
        self.log_in()
        self.client_id, self.first = secret_on(created(self, require_pkce=""))

    @property
    def page(self) -> str:
        return f"/integrations/{self.client_id}"

    def rotate(self) -> str:
        return secret_on(self.confirm(self.page, do="rotate"))[1]

    def works(self, secret: str) -> bool:
        """An unknown token is refused after the secret has been found good."""
        form = {"grant_type": "refresh_token", "refresh_token": "x"}
        answer = self.flow.token((self.client_id, secret), **form)
        assert answer.json()["error"] in {"invalid_client", "invalid_grant"}
        return bool(answer.json()["error"] == "invalid_grant")


@pytest.fixture
def owner(flow: Flow) -> Owner:
    return Owner(flow)


def test_the_old_secret_works_for_a_day_beside_the_new_one(owner: Owner) -> None:
    second = owner.rotate()
    assert [owner.works(each) for each in (owner.first, second)] == [True, True]
    owner.flow.pass_time(OVERLAP_SECONDS - 1)
    assert [owner.works(each) for each in (owner.first, second)] == [True, True]
    owner.flow.pass_time(1)
    assert [owner.works(each) for each in (owner.first, second)] == [False, True]


def test_two_work_at_a_time_and_no_more(owner: Owner) -> None:
    second = owner.rotate()
    third = owner.rotate()
    assert [owner.works(each) for each in (owner.first, second, third)] == [False, True, True]


def test_the_old_one_can_be_ended_at_once(owner: Owner) -> None:
    second = owner.rotate()
    owner.send(owner.page, do="forget")
    assert owner.works(owner.first)  # one is asked first
    assert "gäller inte längre" in owner.confirm(owner.page, do="forget").text
    assert [owner.works(each) for each in (owner.first, second)] == [False, True]
    owner.confirm(owner.page, do="forget")  # again: there is nothing to end
    assert owner.works(second)


def test_the_page_shows_both_with_their_times_until_there_is_one(owner: Owner) -> None:
    assert "Förra" not in owner.get(owner.page).text
    second = owner.rotate()
    page = owner.get(owner.page).text
    assert "sedan 2026-11-15 12:00" in page
    assert "fungerar till 2026-11-16 12:00" in page
    assert second not in page
    assert integration(owner).secret_hash not in page
    owner.flow.pass_time(OVERLAP_SECONDS)
    owner.log_in()
    page = owner.get(owner.page).text
    assert "Den gäller sedan 2026-11-15 12:00" in page
    assert "Förra" not in page


def integration(owner: Owner) -> Integration:
    found: Integration = owner.flow.service.read(lambda tx: integrations.one(tx, owner.client_id))
    return found


def test_no_one_elses_secret_is_rotated_or_forgotten(owner: Owner) -> None:
    second = owner.rotate()
    service, now = owner.flow.service, owner.flow.now
    stranger = new_person(service).id
    for unit in (
        lambda tx: integrations.rotate_secret(tx, owner.client_id, now, stranger),
        lambda tx: integrations.forget_secret(tx, owner.client_id, stranger),
    ):
        with pytest.raises(UnknownIntegration):
            service.write(unit)
    assert [owner.works(each) for each in (owner.first, second)] == [True, True]


@pytest.mark.parametrize("guess", ["", "x", "None", "null", "0" * 64])
def test_where_there_is_no_former_secret_none_is_guessed(owner: Owner, guess: str) -> None:
    assert not owner.works(guess)
    assert not owner.works(integration(owner).secret_hash)
    owner.rotate()
    owner.confirm(owner.page, do="forget")
    assert not owner.works(guess)


def test_every_company_that_let_it_in_can_see_it(flow: Flow) -> None:
    """In its own history, with who did it and from where."""
    flow.approved()
    others = registered(flow.service)
    client_id = flow.client.client_id
    owner = flow.person.id
    flow.service.write(lambda tx: tx.run(owned(client_id, owner)))
    console = Console(flow)
    console.confirm(f"/integrations/{client_id}", do="rotate")
    console.confirm(f"/integrations/{client_id}", do="forget")
    lines = [json.loads(each) for each in told_to(flow)]
    assert [each["client"] for each in lines] == [client_id, client_id]
    assert all(each["address"].startswith("10.") for each in lines)
    assert others.client_id not in str(lines)


def test_a_company_that_let_it_in_is_told_that_it_was_changed(owner: Owner) -> None:
    flow = owner.flow
    form = flow.auth(client_id=owner.client_id, scope="invoice")
    assert answered_with(flow.decide(form))["code"]
    fields = {"do": "save", "name": "Nytt namn", "scope": "customer", "redirects": BACK}
    owner.send(owner.page, **fields)
    line = {"by": f"user {flow.person.id}", "client": owner.client_id}
    [said] = told(flow, "integration changed")
    assert said.items() >= line.items()


def owned(client_id: str, owner_id: int) -> object:
    table = integrations.integrations
    return table.update().where(table.c.client_id == client_id).values(owner_id=owner_id)


def told_to(flow: Flow) -> list[str]:
    """What the company's history says of client secrets."""
    rows = flow.service.read(
        lambda tx: tx.all(select(history).where(history.c.organisation_id == flow.company.id)),
        flow.company.id,
    )
    names = [column.name for column in history.c]
    found = [dict(zip(names, row, strict=True)) for row in rows]
    return [str(each["detail"]) for each in found if "client secret" in str(each)]
