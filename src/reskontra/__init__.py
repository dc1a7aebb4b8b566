"""Reskontra: bookkeeping and invoicing with a JSON HTTP API."""
