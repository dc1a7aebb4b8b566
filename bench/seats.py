"""Seats: organisations that clients sit in, and what there is left for their calls to use up."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.admission import token_of
from bench.fill import is_draft
from bench.operations import Item, Operation
from reskontra.people import tokens

SPREAD = 1_000  # numbers that calls are spread over, where there are so many
STRIDE = 7_919  # a prime: neighbours in turn are far apart in the books
MOST_IN_TURN = 2_000  # calls that are written out; then they begin again


@dataclass(eq=False)
class Seat:
    """One organisation of the benchmark."""

    id: int
    size: int  # invoices of each kind that it began with
    pools: dict[str, list[Item]] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)  # how far each operation has come
    _token: str = ""
    _good_until: float = 0.0

    @property
    def token(self) -> str:
        """Another one now and then: a long run would outlive it."""
        now = time.monotonic()
        if now >= self._good_until:
            self._token, self._good_until = token_of(self.id), now + tokens.ACCESS_SECONDS / 4
        return self._token

    def pool(self, name: str) -> list[Item]:
        return self.pools.setdefault(name, [])

    def items(self, operation: Operation) -> list[Item]:
        """What calls may be about now, in turn."""
        if operation.uses_up:
            return self.pool(operation.uses_up)
        if operation.spread:
            own = self.pool(f"spread over {operation.spread}")
            own[:] = own or spread(self.size, operation.spread)
        elif operation.again:
            own = self.pool(operation.name)
        else:
            own = [None]
        turn = self.turns.get(operation.name, 0) % max(1, len(own))
        return own[turn:] + own[:turn]

    def used(self, operation: Operation, count: int) -> None:
        """So many calls have been made; what they used up may be food for the next operation."""
        if not operation.uses_up:
            self.turns[operation.name] = self.turns.get(operation.name, 0) + count
            return
        pool = self.pool(operation.uses_up)
        if operation.feeds:
            self.pool(operation.feeds).extend(pool[:count])
        del pool[:count]


@dataclass(eq=False)
class Client:
    """Whoever keeps one connection: in one seat, or going round many."""

    seats: Sequence[Seat]
    rounds: dict[str, int] = field(default_factory=dict)

    def stock(self, operation: Operation) -> int:
        return sum(len(seat.items(operation)) for seat in self.seats)

    def turns(self, operation: Operation) -> list[tuple[Seat, Item]]:
        """From where the last run ended, each seat in turn."""
        start = self.rounds.get(operation.name, 0) % len(self.seats)
        order = [*self.seats[start:], *self.seats[:start]]
        each = MOST_IN_TURN // len(order) + 1
        columns = [
            seat.items(operation) if operation.uses_up else seat.items(operation)[:each]
            for seat in order
        ]
        longest = max(map(len, columns))
        return [
            (seat, own[place])
            for place in range(longest)
            for seat, own in zip(order, columns, strict=True)
            if place < len(own)
        ]

    def used(self, operation: Operation, turns: list[tuple[Seat, Item]], count: int) -> None:
        """The first calls of the list have been made, perhaps round and round."""
        self.rounds[operation.name] = self.rounds.get(operation.name, 0) + count
        made: dict[int, int] = {}
        for place in range(count):
            seat = turns[place % len(turns)][0]
            made[seat.id] = made.get(seat.id, 0) + 1
        for seat in self.seats:
            seat.used(operation, made.get(seat.id, 0))


def spread(size: int, what: str) -> list[Item]:
    """Numbers from all over 1 to size, far from each other in turn."""
    numbers = [n for n in range(1, size + 1) if what == "invoices" or is_draft(n)]
    chosen = numbers[:: max(1, len(numbers) // SPREAD)][:SPREAD]
    return [chosen[place * STRIDE % len(chosen)] for place in range(len(chosen))]
