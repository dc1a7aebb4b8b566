"""The sandbox: companies to try a client on, with a clock that moves; `serve` knows none of it."""
