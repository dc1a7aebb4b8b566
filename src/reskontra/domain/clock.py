"""The Swedish calendar date of an instant."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

SWEDEN = ZoneInfo("Europe/Stockholm")


def swedish_date(instant: datetime) -> date:
    """The date in Sweden; the instant must know its own time zone.

    >>> from datetime import UTC
    >>> swedish_date(datetime(2026, 3, 31, 22, 30, tzinfo=UTC))
    datetime.date(2026, 4, 1)
    """
    assert instant.tzinfo is not None, "an instant without a time zone has no date"
    return instant.astimezone(SWEDEN).date()
