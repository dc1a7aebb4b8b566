"""The tests that chance decides, run again and again for a bounded time."""
