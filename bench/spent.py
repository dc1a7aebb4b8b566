"""CPU time of this process, all its threads."""

import time


class Spent:
    """Since it was made."""

    def __init__(self) -> None:
        self.since = time.process_time()
        self.seconds = 0.0

    def until_now(self) -> "Spent":
        self.seconds = time.process_time() - self.since
        return self
