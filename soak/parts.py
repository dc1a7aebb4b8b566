"""What a soak is made of: the parts of the test suite that get better by being run again."""

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]

# fmt: off
PARTS = {
    "races":   ("tests/web/test_*concurrency.py", "tests/web/test_series_under_load.py",
                "tests/web/test_closing_races.py", "tests/web/test_vat_races.py",
                "tests/web/test_crossing_locks.py", "tests/web/test_repeats.py",
                "tests/web/test_oauth_races.py", "tests/web/test_oauth_codes.py",
                "tests/web/test_oauth_refresh.py"),
    "model":   ("tests/model",),
    "crash":   ("tests/crash",),
    "faults":  ("tests/faults",),
    "input":   ("tests/test_schemathesis.py", "tests/test_fuzz_targets.py",
                "tests/web/test_bad_input.py", "tests/outside/test_hostile_letters.py"),
    "recipes": ("tests/test_recipes.py",),
    "tenants": ("tests/web/test_tenant*.py", "tests/storage/test_walls.py"),
    "sie":     ("tests/sie", "tests/web/test_sie_import.py", "tests/web/test_sie_identities.py"),
    "random":  ("tests/web/test_*round_trip.py", "tests/web/test_random_years.py",
                "tests/web/test_random_vat.py",
                "tests/web/test_limits.py", "tests/web/test_roles.py",
                "tests/web/test_forgotten.py",
                "tests/contract/test_parsing.py", "tests/contract/test_tables.py",
                "tests/domain/test_invoice_properties.py", "tests/test_codec.py"),
}
# fmt: on


def paths_of(part: str) -> list[str]:
    """The part's files and folders, as far as this version has them."""
    return sorted(str(path.relative_to(ROOT)) for each in PARTS[part] for path in ROOT.glob(each))


def present(wanted: Iterable[str]) -> list[str]:
    return [part for part in PARTS if part in wanted and paths_of(part)]
