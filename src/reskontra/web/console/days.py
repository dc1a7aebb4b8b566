"""A moment as people read it."""

from datetime import UTC, datetime

from reskontra.domain.clock import swedish_date


def swedish_day(seconds: int) -> str:
    return swedish_date(datetime.fromtimestamp(seconds, UTC)).isoformat()
