"""SIE on the command line: a year out."""

import shutil
import sys
from argparse import Namespace
from tempfile import TemporaryFile

from reskontra.actions import exporting
from reskontra.actions.desk import Desk
from reskontra.actions.years import current
from reskontra.commands.office import Failed, opened
from reskontra.domain.calendar import FinancialYear
from reskontra.engine.database import Transaction
from reskontra.settings import Settings


def export(settings: Settings, options: Namespace) -> None:
    """On standard output, once it is whole and found good."""
    wish = exporting.Wish(
        options.type, without_result=options.exclude_result, checksum=options.checksum
    )
    with opened(settings) as office, TemporaryFile() as content:

        def work(tx: Transaction) -> None:
            desk = office.desk(tx, options.organisation)
            exporting.export(desk, year_begun(desk, options.year), wish, content)

        office.read(work)
        content.seek(0)
        shutil.copyfileobj(content, sys.stdout.buffer)
    sys.stdout.flush()


def year_begun(desk: Desk, calendar_year: int | None) -> FinancialYear:
    """The one that begins in that calendar year, the first of them; else the current one."""
    years = desk.books.years()
    if calendar_year is None:
        return current(years, desk.today)
    for year in years:
        if year.from_date.year == calendar_year:
            return year
    raise Failed(f"no financial year begins in {calendar_year}")
