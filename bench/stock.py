"""Enough fresh documents and tokens that no call has to use one a second time."""

from collections.abc import Iterator, Sequence
from itertools import count

from bench.distinct import FIRST_BILL
from bench.fill import FILLED
from bench.operations import Item, Operation
from bench.plan import Plan
from bench.seats import Client, Seat
from bench.world import World

MOST_A_SECOND = 2_000  # calls of all clients; a run whose stock gives out ends sooner
FEWEST_A_SECOND = 200  # that another operation must have fed


class Stock:
    def __init__(self, world: World, plan: Plan) -> None:
        self._world = world
        self._fewest, self._documents = plan.fewest, plan.documents
        self._fresh = count(FIRST_BILL)  # invoice numbers that no supplier has used

    def top_up(self, operation: Operation, clients: Sequence[Client], seconds: float) -> None:
        """What SQL can make of what a call uses up."""
        seats = [seat for client in clients for seat in client.seats]
        wanted = max(self._fewest, int(seconds * MOST_A_SECOND)) // len(seats) + 2
        short = [seat for seat in seats if len(seat.pool(operation.uses_up)) < wanted]
        if not short:
            return
        missing = wanted - min(len(seat.pool(operation.uses_up)) for seat in short)
        if operation.uses_up in FILLED:
            self._world.add_drafts(short, missing, operation.uses_up)
        elif operation.uses_up == "refresh tokens":
            self._world.add_refresh_tokens(short, missing)
        elif operation.uses_up == "fresh":
            for seat in short:
                seat.pool("fresh").extend(next(self._fresh) for _ in range(missing))

    def is_short(self, operation: Operation, clients: Sequence[Client], seconds: float) -> bool:
        """Of what only another operation can make."""
        least = max(self._fewest, int(seconds * FEWEST_A_SECOND)) // len(clients) + 1
        return any(client.stock(operation) < least for client in clients)

    def new_documents(
        self, operation: Operation, clients: Sequence[Client]
    ) -> Iterator[tuple[Seat, Item]]:
        """Those that calls come back to; the first call is unlike the others, so it is not measured."""
        for client in clients if operation.again else ():
            new = [seat for seat in client.seats if not seat.pool(operation.name)]
            each = max(1, self._documents // len(client.seats))
            self._world.add_drafts(new, each, operation.name)
            for seat in new:
                yield from ((seat, item) for item in seat.pool(operation.name))
