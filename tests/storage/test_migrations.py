"""A migrated database is at the newest schema."""

from reskontra.storage.migrate import migrate, newest, refuse_unmigrated


def test_all_steps_are_taken_at_once(url: str) -> None:
    assert migrate(url) == {"from": None, "to": newest()}
    refuse_unmigrated(url)
    assert migrate(url) == {"from": newest(), "to": newest()}
