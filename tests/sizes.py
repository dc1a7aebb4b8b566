"""How much of a thing a test does: little in `make test`, much in `make soak`."""

import os


def times(small: int) -> int:
    return small * int(os.environ.get("RESKONTRA_TIMES", "1"))


def seed() -> int:
    return int(os.environ.get("RESKONTRA_SEED", "20261115"))
