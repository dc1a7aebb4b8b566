"""A small ledger to try the engines on."""

import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKey,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.schema import CreateTable
from tests.waiting import PATIENCE

from reskontra.engine.database import Database, Transaction
from reskontra.engine.statements import POSTGRESQL, SQLITE

metadata = MetaData()
accounts = Table(
    "accounts",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, unique=True),
    Column("opened", Date),
    Column("active", Boolean),
    Column("seal", LargeBinary),
    Column("balance", BigInteger, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("account", ForeignKey("accounts.number", deferrable=True, initially="DEFERRED")),
)

ALL = select(accounts.c.number).order_by(accounts.c.number)
ONE = select(accounts).where(accounts.c.number == bindparam("number"))
ADD = insert(accounts)
ADD_ENTRY = insert(entries)
DEPOSIT = (
    update(accounts)
    .where(accounts.c.number == bindparam("key"))
    .values(balance=accounts.c.balance + bindparam("amount"))
    .returning(accounts.c.balance)
)
SUM = select(func.sum(accounts.c.balance))

TRIGGERS = {
    SQLITE: (
        "CREATE TRIGGER lowest BEFORE INSERT ON accounts WHEN NEW.balance < 0"
        " BEGIN SELECT RAISE(ABORT, 'below zero'); END",
    ),
    POSTGRESQL: (
        "CREATE FUNCTION lowest() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF NEW.balance < 0 THEN RAISE EXCEPTION 'below zero'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER lowest BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION lowest()",
    ),
}


def account(number: int, **values: Any) -> dict[str, Any]:
    blank = {"name": f"konto {number}", "opened": None, "active": None, "seal": None, "balance": 0}
    return blank | {"number": number} | values


def adding(number: int, **values: Any) -> Callable[[Transaction], int]:
    return lambda tx: tx.run(ADD, account(number, **values))


def numbers(database: Database) -> list[int]:
    return [number for (number,) in database.read_now(lambda tx: tx.all(ALL))]


def prepare(tx: Transaction) -> None:
    tx.run(CreateTable(accounts))
    tx.run(CreateTable(entries))
    for trigger in TRIGGERS[tx.statements]:
        tx.run(text(trigger))


class Gate:
    """Holds one unit back, so that those behind it wait together."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()

    def __call__(self, tx: Transaction) -> None:
        self.entered.set()
        assert self.opened.wait(PATIENCE)
