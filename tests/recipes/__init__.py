"""What comes of each recipe of docs/architecture.md: run by `tests/test_recipes.py`, on a copy."""
