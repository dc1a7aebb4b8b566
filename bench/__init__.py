"""The benchmark: what a call costs, and beside it what server, driver and arithmetic alone cost."""
