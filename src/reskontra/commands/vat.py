"""VAT periods: listed, looked at, filed, reopened, and their files written."""

from argparse import Namespace
from pathlib import Path

from reskontra.actions import periodic_summaries, vat_periods, vat_returns
from reskontra.actions.desk import Desk
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office
from reskontra.commands.years import in_short
from reskontra.domain.eskd import in_bytes
from reskontra.domain.vat_return import Declaration
from reskontra.engine.database import Transaction


@in_office
def everyone(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> list[Answer]:
        return [short(each) for each in vat_periods.declarations(desk_of(office, tx, options))]

    return {"organisation_id": options.organisation, "periods": office.read(work)}


@in_office
def show(office: Office, options: Namespace) -> Answer:
    """By the cash method a year's end is told of to see it; nothing of that stays."""

    def work(tx: Transaction) -> Answer:
        return whole(vat_returns.declaration(desk_of(office, tx, options), options.period))

    return {"organisation_id": options.organisation, **office.tried(work)}


@in_office
def file(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk, sure = desk_of(office, tx, options), options.confirm or options.preview
        return whole(vat_returns.file(desk, options.period, confirmed=sure))

    done = office.tried(work) if options.preview else office.write(work)
    return {"organisation_id": options.organisation, **done}


@in_office
def reopen(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk = desk_of(office, tx, options)
        return whole(vat_returns.reopen(desk, options.period, options.reason))

    return {"organisation_id": options.organisation, **office.write(work)}


@in_office
def write_file(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> str:
        return vat_returns.file_of(desk_of(office, tx, options), options.period)

    content = in_bytes(office.read(work))
    place = written(options.file or Path(f"moms-{options.period}.xml"), content)
    return {"organisation_id": options.organisation, "period": options.period, "file": place}


@in_office
def write_summary(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> str:
        return periodic_summaries.file(desk_of(office, tx, options), options.code)

    content = in_bytes(office.read(work))
    name = f"periodisk-sammanstallning-{options.code}.csv"
    place = written(options.file or Path(name), content)
    return {"organisation_id": options.organisation, "code": options.code, "file": place}


def desk_of(office: Office, tx: Transaction, options: Namespace) -> Desk:
    return office.desk(tx, options.organisation)


def written(place: Path, content: bytes) -> str:
    try:
        place.write_bytes(content)
    except OSError as error:
        raise Failed(f"cannot write {place}: {error.strerror}") from None
    return str(place)


def short(period: Declaration) -> Answer:
    return {
        "period": period.period,
        "from_date": period.from_date.isoformat(),
        "to_date": period.to_date.isoformat(),
        "due_date": period.due_date.isoformat(),
        "state": period.state,
        "number": period.number,
        "corrects": period.corrects,
        "payable": period.payable,
    }


def whole(period: Declaration) -> Answer:
    return {
        **short(period),
        "boxes": {each.box: each.kronor for each in period.boxes},
        "exact": {each.box: str(each.exact) for each in period.boxes},
        "hindrances": [*period.hindrances],
        "unfinished": [*period.unfinished],
        "left_out": [*period.left_out],
        "vouchers": [in_short(each) for each in period.vouchers],
    }
