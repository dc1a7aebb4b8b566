"""The SIE format, read and written: no HTTP, no storage."""
