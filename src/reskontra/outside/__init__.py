"""The world beyond the books: mail and PDF."""
