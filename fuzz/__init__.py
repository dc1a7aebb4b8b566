"""Fuzzing of every parser of ours: bytes in, and out comes a value or a refusal that we declare."""
