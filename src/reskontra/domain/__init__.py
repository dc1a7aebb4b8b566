"""Pure bookkeeping: no JSON, SQL, HTTP or clock."""
