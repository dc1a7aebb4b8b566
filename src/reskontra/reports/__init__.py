"""Reports: pure functions from balances and postings to rows and columns."""
