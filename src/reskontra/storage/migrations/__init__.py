"""The schema's history: one, for both engines."""
