"""Whatever a client may do, in any order, is answered as the model says.

A failure prints the steps that led to it; `RESKONTRA_SEED` draws others.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from reskontra.domain.organisation import AccountingMethod
from tests import sizes
from tests.model import steps
from tests.model.clerk import Clerk
from tests.model.paths import brought_to
from tests.model.survey import survey
from tests.model.tables import BOOKED, SENT
from tests.service import TODAY, Service, founded

EXAMPLES = 6
STEPS = 30


def does(step: steps.Step) -> Any:
    """A rule that takes a step, with everything in it drawn by hypothesis."""

    def taken(self: "Machine", data: st.DataObject) -> None:
        self.takes(step, lambda options: data.draw(st.sampled_from(options)))

    taken.__name__ = step.__name__
    return rule(data=st.data())(taken)


class Machine(RuleBasedStateMachine):
    """A company of its own in a running service, for each example."""

    clerk: Clerk | None = None

    def __init__(self, service: Service) -> None:
        super().__init__()
        self.service = service

    @initialize(method=st.sampled_from(AccountingMethod))
    def found(self, method: AccountingMethod) -> None:
        """With an invoice of either kind to begin with, so that there is something to pay."""
        self.clerk = Clerk(founded(self.service, accounting_method=method))
        brought_to(self.clerk, "customer invoice", SENT)
        brought_to(self.clerk, "supplier invoice", BOOKED)

    def takes(self, step: steps.Step, pick: Callable[[Any], Any]) -> None:
        assert self.clerk
        clerk, self.clerk = self.clerk, None  # after a failure there is nothing to survey
        step(clerk, pick)
        self.clerk = clerk

    register = does(steps.register)
    draft = does(steps.draft)
    customer_invoice = does(steps.customer_invoice)
    payment = does(steps.payment)
    customer_payment = does(steps.customer_payment)
    receive = does(steps.receive)
    supplier_invoice = does(steps.supplier_invoice)
    remittance = does(steps.remittance)
    supplier_payment = does(steps.supplier_payment)
    lock = does(steps.lock)

    def teardown(self) -> None:
        if self.clerk:
            survey(self.clerk)
            self.clerk.company.api.close()


def test_whatever_a_client_does_is_answered_as_the_model_says(service: Service) -> None:
    service.clock.today = TODAY

    @seed(sizes.seed())
    def machine() -> Machine:
        return Machine(service)

    run_state_machine_as_test(
        machine,  # type: ignore[arg-type]  # any maker of machines will do
        settings=settings(
            max_examples=sizes.times(EXAMPLES),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
