"""The independent auditor: reads the books without any of the code that writes them."""
