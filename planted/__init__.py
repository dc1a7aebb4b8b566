"""Known breakages of the service, planted one at a time: each must be caught by the tests it names."""
