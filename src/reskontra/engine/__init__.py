"""Statements, transactions and two databases; nothing here knows what a book is."""
