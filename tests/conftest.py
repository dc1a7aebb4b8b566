"""What every test may ask for."""

from hypothesis import settings

from tests.sizes import times

pytest_plugins = ["tests.servers", "tests.service", "tests.example_books", "tests.approving"]

if times(1) > 1:
    settings.register_profile("soak", max_examples=times(100), deadline=None, print_blob=True)
    settings.load_profile("soak")
