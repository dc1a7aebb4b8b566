"""The contract's transition tables as a model of the service, and tests that walk it."""
