"""The books in the browser: what a company's people see of them and do in them."""
