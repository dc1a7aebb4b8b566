"""How balances on a day are found: without a statistic, SQLite would walk a whole year."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import apsw

from reskontra.domain.calendar import FinancialYear
from reskontra.engine.sqlite import SQLITE
from reskontra.engine.units import Transaction
from reskontra.reports.report import Selection
from reskontra.storage.books import Books
from reskontra.storage.migrate import migrate
from reskontra.storage.standings import in_days

YEAR = FinancialYear(1, date(2026, 1, 1), date(2026, 12, 31))


class Explaining(Transaction):
    """Instead of rows, how they would be found."""

    def __init__(self, file: apsw.Connection) -> None:
        self.statements = SQLITE  # type: ignore[misc]
        self.file = file
        self.plan = ""

    def _rows(self, compiled: Any, bound: Any) -> Any:
        steps = self.file.execute(f"EXPLAIN QUERY PLAN {compiled.text}", bound)
        self.plan = "\n".join(step[3] for step in steps)
        return []

    _changed = _rows


def test_the_days_of_a_broken_month_are_found_by_their_dates(tmp_path: Path) -> None:
    path = str(tmp_path / "books.db")
    migrate(f"sqlite:///{path}")
    asked = Explaining(apsw.Connection(path))
    first, last = date(2026, 6, 1), date(2026, 6, 10)
    in_days(
        Books(asked, 1, datetime.now(UTC), "tests"),
        YEAR,
        first,
        last,
        Selection(YEAR.from_date, last),
    )
    assert "vouchers USING INDEX vouchers_by_organisation_id_date" in asked.plan, asked.plan
