"""How quick a core is at the moment: the same few lines of Python, timed on it again and again.

Where others share the machine, everything costs more CPU than on a quiet core, and how much more is
different from minute to minute. `python -m bench.pace` answers each line with the seconds of CPU
that the lines took, some times over; a campaign asks on both cores before every run.
"""

import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from itertools import chain

TIMES = 4
SERVICE, OTHERS = "service", "others"  # the cores that it and all else run on


@dataclass
class Pace:
    """What the cores have been like in a campaign."""

    seen: dict[str, list[float]] = field(default_factory=lambda: {SERVICE: [], OTHERS: []})

    def slowness(self, core: str) -> float:
        """The middle, as of all that is measured, in times of the quickest hundredth of them all."""
        known = sorted(chain.from_iterable(self.seen.values()))
        return statistics.median(self.seen[core]) / known[len(known) // 100]

    def on_a_quiet_core(self, app_us: float, database_us: float) -> float:
        """What both would have cost together."""
        return app_us / self.slowness(SERVICE) + database_us / self.slowness(OTHERS)


def timed() -> float:
    started, seen = time.process_time(), {}
    for number in range(12_000):
        seen[number & 1023] = f"{number}-{len(seen)}"
    return time.process_time() - started


def main() -> None:
    for _ in sys.stdin:
        timed()  # after others have had the core, what it needs is no longer at hand
        print(json.dumps([timed() for _ in range(TIMES)]), flush=True)


if __name__ == "__main__":
    main()
