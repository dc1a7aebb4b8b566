"""What every test may ask for."""

pytest_plugins = ["tests.servers", "tests.service", "tests.example_books", "tests.approving"]
