"""The sandbox: a service on a database of its own, with a ready company and credentials."""

import hmac
import sys
from argparse import Namespace
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw

from reskontra.actions import founding
from reskontra.actions.desk import Desk
from reskontra.commands import beside, serving
from reskontra.commands.integrations import EVERY_SCOPE, issued
from reskontra.commands.office import BY, Answer, Failed, Office, opened, reachable, tell
from reskontra.commands.sandbox_company import COMPANY, furnish
from reskontra.engine.database import Transaction
from reskontra.outside import tokens
from reskontra.outside.passwords import hashed_password, password_fits
from reskontra.settings import Secret, Settings
from reskontra.storage import access
from reskontra.storage.books import Books
from reskontra.web.house import clock_ahead, days_ahead, system_clock

FILE = Path("sandbox.db")
CLIENT_ID = "sandbox"
EMAIL = "anna@example.com"
REDIRECTS = ("http://localhost:3000/callback", "http://127.0.0.1:3000/callback")
FOR_PEOPLE = """
Reskontra's sandbox is ready, with a company, its registers and some invoices.

  Base address   {base_url}
  Company        {name}, organisation {organisation_id}
  Client id      {client_id}
  Client secret  {client_secret}
  Redirects to   {redirects}
  Log in as      {email}
  Password       {password}
  Console        {console}
  Mail           {mail}

The access token is good for one hour. Try it:

  {curl}

The books are in {file}; --reset empties them. Stop with Ctrl+C.

"""


def sandbox(settings: Settings, asked: Namespace) -> None:
    listening = serving.listener("127.0.0.1", asked.port)
    if asked.reset:
        empty(FILE)
    own = replace(settings, database_url=Secret(f"{beside.EMBEDDED}{FILE}"))
    ahead = days_ahead(asked.today) if asked.today else None
    beside.set_clock(FILE, ahead)
    try:
        base_url = serving.base_url(listening)
        with opened(own) as office:
            answer = ready(office, base_url)
        tell(answer)
        sys.stderr.write(
            FOR_PEOPLE.format(
                **answer,
                name=COMPANY.name,
                file=FILE,
                redirects=" and ".join(REDIRECTS),
                console=base_url.replace("/api/v1", "/console"),
                mail="is sent" if own.smtp_url else f"is put in {own.outbox.resolve()}",
            )
        )
        serving.run(own, listening, 1, clock_ahead(ahead) if ahead else system_clock)
    finally:
        beside.set_clock(FILE, None)


def ready(office: Office, base_url: str) -> Answer:
    """A company with an integration, a user and fresh tokens; what is there already is kept."""
    key = beside.secret_key(office.settings)
    secret, password = derived(key, "client secret"), derived(key, "password")[:16]

    def work(tx: Transaction) -> Answer:
        organisation_id = company(tx, office)
        user_id = put_user(tx, office, organisation_id, password)
        put_integration(tx, office, secret, user_id)
        token = issued(office, tx, key, organisation_id, CLIENT_ID, user_id=user_id)
        return {
            "base_url": base_url,
            "organisation_id": organisation_id,
            "client_id": CLIENT_ID,
            "client_secret": secret,
            "access_token": token["access_token"],
            "refresh_token": token["refresh_token"],
            "email": EMAIL,
            "password": password,
            "curl": f"curl -H 'Authorization: Bearer {token['access_token']}'"
            f" '{base_url}/3/customers'",
        }

    return office.write(work)


def derived(key: str, what: str) -> str:
    """The same at each start without being kept anywhere: the database has only its hash."""
    return hmac.new(key.encode(), f"sandbox {what}".encode(), sha256).hexdigest()


def company(tx: Transaction, office: Office) -> int:
    """The first organisation of the database; founded and furnished when there is none."""
    if known := access.all_organisations(tx):
        return known[0].id
    now = office.now
    founded = founding.found(tx, COMPANY, now, BY)
    furnish(Desk(Books(tx, founded.id, now, BY), founded))
    return founded.id


def put_integration(tx: Transaction, office: Office, secret: str, owner_id: int) -> None:
    if access.integration(tx, CLIENT_ID):
        access.set_secret(tx, CLIENT_ID, tokens.hashed(secret))
        return
    new = access.Integration(
        CLIENT_ID, "Sandlåda", tokens.hashed(secret), REDIRECTS, EVERY_SCOPE, False
    )
    access.add_integration(tx, new, office.now.isoformat(), owner_id)


def put_user(tx: Transaction, office: Office, organisation_id: int, password: str) -> int:
    known: Any = access.user_by_email(tx, EMAIL)
    if known is None:
        kept, now = hashed_password(password), office.now.isoformat()
        user_id = access.add_user(tx, EMAIL, "Anna Andersson", kept, now)
        access.add_member(tx, organisation_id, user_id, "admin")
        return user_id
    if not password_fits(password, known[2]):
        access.set_password(tx, EMAIL, hashed_password(password))
    return int(known[0])


def empty(file: Path) -> None:
    """Refused while another process has the database open: it would go on with a removed file."""
    if file.exists():
        with reachable():
            connection = apsw.Connection(str(file))
            try:
                [(mode,)] = connection.execute("PRAGMA journal_mode=DELETE")
            except apsw.BusyError:
                raise Failed(f"{file} is in use; stop the other process first") from None
            except apsw.NotADBError:
                mode = "delete"
            finally:
                connection.close()
        if mode != "delete":
            raise Failed(f"{file} is in use; stop the other process first")
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm", f"{file.name}.key"):
        file.with_name(name).unlink(missing_ok=True)
