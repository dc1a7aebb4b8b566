"""SIE on the command line: a year out, and a file in."""

import shutil
import sys
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryFile

from reskontra.actions import exporting, importing
from reskontra.actions.desk import Desk
from reskontra.actions.sie_case import incoming
from reskontra.actions.years import current
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office, opened
from reskontra.commands.years import in_short
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.records import asdict
from reskontra.domain.sie_import import Plan
from reskontra.engine.database import Transaction
from reskontra.settings import Settings
from reskontra.sie.writer import Losses


def export(settings: Settings, options: Namespace) -> None:
    """On standard output, once it is whole and found good."""
    wish = exporting.Wish(
        options.type,
        without_result=options.exclude_result,
        checksum=options.checksum,
        of_objects=options.object_balances,
    )
    with opened(settings) as office, TemporaryFile() as content:

        def work(tx: Transaction) -> Losses:
            desk = office.desk(tx, options.organisation)
            return exporting.export(desk, year_begun(desk, options.year), wish, content)

        losses = office.read(work)
        content.seek(0)
        shutil.copyfileobj(content, sys.stdout.buffer)
    sys.stdout.flush()
    if losses.count:
        first = ", ".join(losses.places)
        told = f"{losses.count} texts are in letters that SIE lacks and are not as they were"
        sys.stderr.write(f"reskontra: {told}; the first: {first}\n")


@in_office
def take_in(office: Office, options: Namespace) -> Answer:
    """The plan, and with --post what came of it."""
    file = incoming(content_of(options.file), options.file.name, options.confirm)

    def work(tx: Transaction) -> Plan:
        desk = office.desk(tx, options.organisation)
        take = importing.posted if options.really else importing.planned
        return take(desk, file)

    plan = office.write(work) if options.really else office.read(work)
    return {"organisation_id": options.organisation, **shown(plan)}


@in_office
def undo(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        mirrors = importing.undone(desk, options.number)
        return {"import": options.number, "vouchers": [in_short(each) for each in mirrors]}

    return {"organisation_id": options.organisation, **office.write(work)}


def content_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Failed(f"cannot read {file}: {error.strerror}") from None


def shown(plan: Plan) -> Answer:
    every = asdict(plan)
    days = {name: every[name] and every[name].isoformat() for name in ("from_date", "to_date")}
    return {**every, **days, "deviations": [asdict(each) for each in plan.deviations]}


def year_begun(desk: Desk, calendar_year: int | None) -> FinancialYear:
    """The one that begins in that calendar year, the first of them; else the current one."""
    years = desk.books.years()
    if calendar_year is None:
        return current(years, desk.today)
    for year in years:
        if year.from_date.year == calendar_year:
            return year
    raise Failed(f"no financial year begins in {calendar_year}")
