"""How long and how often, and in how large books."""

from dataclasses import dataclass, replace

from bench.operations import TABLE, Operation


@dataclass(frozen=True)
class Plan:
    rounds: int
    seconds: float  # of one run
    warm_up: float  # once for every operation and candidate
    growth_seconds: float
    ordinary: int  # invoices of each kind in an organisation that clients sit in
    big: int  # in the one whose list is read
    sizes: tuple[int, ...]  # that the costs of calls are compared in
    organisations: int  # of ordinary size, that one client goes round
    fewest: int = 50  # calls in a run
    storage: tuple[int, int] = (
        100,
        1_000,
    )  # invoices, all with their answers kept: what those between take on disk
    documents: int = 12  # printed in turn, or each would be remembered from the last call
    scenarios: tuple[str, ...] = ("accrual",)  # of a sandbox, that are kept and put back
    only: tuple[str, ...] = ()  # operations that are measured, and nothing else is

    @property
    def operations(self) -> list[Operation]:
        return [each for each in TABLE if not self.only or each.name in self.only]

    def changed(
        self, rounds: int | None, seconds: float | None, only: tuple[str, ...] = ()
    ) -> "Plan":
        """As asked on the command line; no run is longer than the longest."""
        longest = self.seconds if seconds is None else seconds
        return replace(
            self,
            only=only,
            rounds=self.rounds if rounds is None else rounds,
            seconds=longest,
            warm_up=min(self.warm_up, longest),
            growth_seconds=min(self.growth_seconds, longest),
        )


# fmt: off
FULL = Plan(
    rounds=5, seconds=2.0, warm_up=1.0, growth_seconds=0.5,
    ordinary=500, big=100_000, sizes=(1_000, 100_000, 1_000_000), organisations=1_000,
    scenarios=("accrual", "many"),
)
QUICK = Plan(
    rounds=1, seconds=0.3, warm_up=0.1, growth_seconds=0.2,
    ordinary=500, big=20_000, sizes=(1_000, 20_000), organisations=50, fewest=30,
)
# fmt: on
