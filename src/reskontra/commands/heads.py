"""The chains of the books outside the house: signed heads, exported books, and their history."""

from argparse import Namespace
from functools import partial

from reskontra.actions import heads, trail
from reskontra.actions.desk import Desk
from reskontra.actions.trail import Access, Actor
from reskontra.audit import export
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.beside import signer
from reskontra.commands.office import BY, Office, in_office
from reskontra.domain.head import Head
from reskontra.engine.database import Transaction
from reskontra.outside.private import owners_alone
from reskontra.outside.signing import Signer
from reskontra.people import organisations

NO_KEY = "RESKONTRA_HEAD_KEY is required with PostgreSQL: a file with an Ed25519 private key in PEM"


@in_office
def sign(office: Office, options: Namespace) -> Answer:
    """Of one organisation, or of all; the public key is for whoever is to verify them."""
    pen = pen_of(office)
    numbers = [options.organisation] if options.organisation else every_number(office)
    signed = [office.write(partial(_signed, office, pen, number)) for number in numbers]
    return {"key": pen.public, "heads": [head.shown() for head in signed]}


def _signed(office: Office, pen: Signer, number: int, tx: Transaction) -> Head:
    return heads.sign(office.desk(tx, number), pen)


@in_office
def export_books(office: Office, options: Namespace) -> Answer:
    """With the head of what is exported, signed; the history says that it was done."""
    pen, number = pen_of(office), options.organisation

    def record(tx: Transaction) -> None:
        office.desk(tx, number)
        actor = Actor(BY, "", office.now)
        trail.record(tx, number, actor, Access.BOOKS_EXPORTED, file=options.file.name)

    office.write(record)
    try:
        with (
            export.books_of(office.settings.database_url, number) as books,
            open(options.file, "x", encoding="utf-8", opener=owners_alone) as file,
        ):
            place = export.head_of(books)
            head = office.write(lambda tx: heads.sign_past(office.desk(tx, number), pen, *place))
            counts = export.write(books, number, head.shown(), file)
    except FileExistsError:
        raise Failed(f"there is a file {options.file} already") from None
    except OSError as error:
        raise Failed(f"cannot write {options.file}: {error.strerror}") from None
    return {"file": str(options.file), "key": pen.public, "head": head.shown(), "lines": counts}


@in_office
def tell_history(office: Office, options: Namespace) -> Answer:
    def look(desk: Desk) -> list[Answer]:
        return trail.entries(desk, options.after, options.most)

    entries = office.read(lambda tx: look(office.desk(tx, options.organisation)))
    return {"organisation": options.organisation, "history": entries}


def pen_of(office: Office) -> Signer:
    pen = signer(office.settings)
    if pen is None:
        raise Failed(NO_KEY)
    return pen


def every_number(office: Office) -> list[int]:
    return [each.id for each in office.read(organisations.every)]
