"""Financial years: closed, looked at first, opened again, and adopted for good."""

from argparse import Namespace

from reskontra.actions import closing
from reskontra.commands.answers import Answer
from reskontra.commands.office import Office, in_office
from reskontra.domain.equity import Closing
from reskontra.domain.voucher import Voucher
from reskontra.engine.database import Transaction


@in_office
def close(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk, sure = office.desk(tx, options.organisation), options.confirm or options.preview
        return {**of(options), **told(closing.close(desk, options.year, confirmed=sure))}

    return office.tried(work) if options.preview else office.write(work)


@in_office
def reopen(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        opened = closing.reopen(desk, options.year, options.reason)
        return {**of(options), "closed": opened.closed}

    return office.write(work)


@in_office
def adopt(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        year = closing.adopt(desk, options.year, options.day or desk.today)
        day = year.adopted.isoformat() if year.adopted else None
        return {**of(options), "closed": year.closed, "adopted": day}

    return office.write(work)


def of(options: Namespace) -> Answer:
    return {"organisation_id": options.organisation, "year": options.year}


def told(outcome: Closing) -> Answer:
    return {
        "closed": outcome.closed,
        "following_year": outcome.following_year,
        "vouchers": [in_short(each) for each in outcome.vouchers],
        "unfinished": [*outcome.unfinished],
    }


def in_short(voucher: Voucher) -> Answer:
    return {
        "voucher": f"{voucher.series}{voucher.number}",
        "year": voucher.year,
        "date": voucher.date.isoformat(),
        "description": voucher.description,
        "rows": [
            {"account": row.account, "debit": str(row.debit), "credit": str(row.credit)}
            for row in voucher.postings
        ],
    }
