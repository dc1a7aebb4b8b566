"""A small piece of work, done again and again on one core: how long does it take there just now?

`python -m bench.probe` answers each line with what it has measured since the last one: pairs of
when a piece was begun and the CPU seconds that it took.
"""

import json
import select
import sys
import time

PAUSE = 0.003  # seconds between two pieces: a fortieth of the core
STEPS = 1_250


def piece() -> tuple[float, float]:
    begun, before = time.perf_counter(), time.process_time()
    kept: dict[int, int] = {}
    for step in range(STEPS):
        kept[step & 127] = step * step
    return begun, time.process_time() - before


def main() -> None:
    done = [piece()]
    while True:
        asked, _, _ = select.select([sys.stdin], [], [], PAUSE)
        if asked:
            if not sys.stdin.readline():
                return
            print(json.dumps(done), flush=True)
            done = []
        done.append(piece())


if __name__ == "__main__":
    main()
