"""Users: people who log in, each by one e-mail address."""

from datetime import datetime

from sqlalchemy import bindparam, select, update

from reskontra.domain.records import Record
from reskontra.engine.database import Transaction
from reskontra.people import rules
from reskontra.people.tables import adding, users


class Person(Record):
    id: int
    email: str
    name: str

    @property
    def called(self) -> str:
        return self.name or self.email


class User(Person):
    """A person, with what their password must fit."""

    password_hash: str


PERSON = (users.c.id, users.c.email, users.c.name)
ADD = adding(users)
BY_EMAIL = select(*PERSON, users.c.password_hash).where(users.c.email == bindparam("email"))
BY_ID = select(*PERSON).where(users.c.id == bindparam("id"))
HOLD = (
    select(users.c.password_hash)
    .where(users.c.id == bindparam("id"))
    .with_for_update(key_share=True)  # it holds up nobody who only refers to them
)
SET_PASSWORD = (
    update(users)
    .where(users.c.id == bindparam("own_id"))
    .values(password_hash=bindparam("password_hash"))
)


def add(tx: Transaction, email: str, name: str, password_hash: str, now: datetime) -> int:
    """The number of a new user; without a name they are called by their address."""
    address = rules.email(email)
    called = rules.name(name, rules.LONGEST_USER_NAME) if name.strip() else address
    values = {"email": address, "name": called, "password_hash": password_hash}
    returned = tx.first(ADD, values | {"created_at": now.isoformat()})
    assert returned
    number: int = returned[0]
    return number


def by_email(tx: Transaction, email: str) -> User | None:
    row = tx.first(BY_EMAIL, {"email": rules.one_case(email)})
    return User(*row) if row else None


def hold(tx: Transaction, user_id: int) -> str:
    """What the person's password must fit, and goes on to until this transaction has ended."""
    row = tx.first(HOLD, {"id": user_id})
    assert row
    fits: str = row[0]
    return fits


def one(tx: Transaction, user_id: int) -> Person:
    row = tx.first(BY_ID, {"id": user_id})
    assert row
    return Person(*row)
