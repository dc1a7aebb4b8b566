"""Records whose numbers are drawn and chosen at the same instant."""

import threading
from typing import Any

import pytest
from tests.service import Company
from tests.sizes import times
from tests.waiting import PATIENCE, until_postgresql_shows
from tests.web.parallel import at_once

from reskontra.storage.books import Books


def test_a_drawn_number_never_meets_one_that_is_chosen_meanwhile(company: Company) -> None:
    """Whoever chose a number that was drawn first is told so; whoever drew one always gets it."""
    for turn in range(times(3)):
        first = 24 * turn + 1
        chosen = [str(first + place) for place in range(0, 24, 2)]
        bodies = [{"Name": "A", "CustomerNumber": number} for number in chosen]
        calls = [body for number in bodies for body in (number, {"Name": "B"})]
        answers = at_once(company, [("POST", "/customers", {"Customer": each}) for each in calls])
        drawn = answers[1::2]
        assert {answer.status_code for answer in drawn} == {201}, [a.text for a in drawn]
        assert {answer.status_code for answer in answers[::2]} <= {201, 400}
        made = [answer.json()["Customer"] for answer in answers if answer.is_success]
        numbers = [customer["CustomerNumber"] for customer in made]
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("drawn_from", [True, False], ids=["in use", "new"])
def test_nobody_draws_from_a_series_that_is_held(company: Company, drawn_from: bool) -> None:
    if drawn_from:
        company.post("/customers", {"Customer": {"Name": "A"}})
    held, let_go, order = threading.Event(), threading.Event(), []

    def hold(tx: Any) -> None:
        Books(tx, company.id, company.service.clock(), "tests").hold_numbers("customer")
        held.set()
        assert let_go.wait(PATIENCE)
        order.append("held")

    def draw(tx: Any) -> None:
        Books(tx, company.id, company.service.clock(), "tests").next_number("customer")
        order.append("drawn")

    write = company.service.write
    threads = [threading.Thread(target=write, args=[unit, company.id]) for unit in (hold, draw)]
    threads[0].start()
    assert held.wait(PATIENCE)
    threads[1].start()
    if company.service.database.engine == "postgresql":  # SQLite has one writer anyway
        until_postgresql_shows(company.service.database_url, "wait_event_type = 'Lock'")
    let_go.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert order == ["held", "drawn"]
