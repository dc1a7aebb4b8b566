"""Reports from the command line: JSON, a spreadsheet's file, or a PDF."""

import sys
from argparse import Namespace

from reskontra.actions import reporting
from reskontra.codec import encoded
from reskontra.commands.answers import Answer
from reskontra.commands.office import Office, in_office
from reskontra.contract import reports as contract
from reskontra.engine.database import Transaction
from reskontra.outside.pdf import rendered
from reskontra.outside.report_paper import ReportPaper
from reskontra.reports.report import Report

# What is asked for over HTTP, by the name of its option.
ASKED = {
    "fromdate": "since",
    "todate": "until",
    "financialyear": "year",
    "costcenter": "cost_center",
    "project": "project",
    "knownat": "known_at",
    "account": "account",
}


@in_office
def report(office: Office, options: Namespace) -> Answer | None:
    query = {name: getattr(options, option) for name, option in ASKED.items()}
    asked = {name: str(value) for name, value in query.items() if value is not None}

    def work(tx: Transaction) -> Report:
        return reporting.report(office.desk(tx, options.organisation), options.kind, asked)

    made = office.read(work)
    sys.stdout.buffer.write(FORMS[options.format](made))
    return None


def as_json(made: Report) -> bytes:
    return encoded({contract.named(made.kind): contract.shown(made)}) + b"\n"


def as_pdf(made: Report) -> bytes:
    return rendered(ReportPaper(made))


FORMS = {"json": as_json, "csv": contract.as_csv, "pdf": as_pdf}
