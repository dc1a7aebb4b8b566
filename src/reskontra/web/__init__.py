"""HTTP begins and ends here."""
