"""The sandbox: a service on a database of its own, with a ready company and credentials."""

import hmac
import sys
from argparse import Namespace
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from reskontra.actions import access, founding
from reskontra.actions.access import Newcomer
from reskontra.commands import beside, serving
from reskontra.commands.answers import Answer, Failed, tell
from reskontra.commands.office import BY, Office, opened
from reskontra.commands.sandbox_company import COMPANY, furnish
from reskontra.engine.database import Transaction
from reskontra.outside.clock import clock_ahead, days_ahead, system_clock
from reskontra.people import granting, integrations, memberships, organisations, sessions, users
from reskontra.people.integrations import Integration
from reskontra.people.keys import Keys
from reskontra.people.passwords import hashed_password, password_fits
from reskontra.people.roles import Role
from reskontra.people.scopes import EVERY_SCOPE
from reskontra.settings import Secret, Settings
from reskontra.storage.embedded import EMBEDDED, in_use
from reskontra.storage.trouble import reachable

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


def sandbox(settings: Settings, options: Namespace) -> None:
    listening = serving.listener("127.0.0.1", options.port)
    if options.reset:
        empty(FILE)
    own = replace(settings, database_url=Secret(f"{EMBEDDED}{FILE}"))
    ahead = days_ahead(options.today) if options.today else None
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
    keys, now = beside.keys(office.settings), int(office.now.timestamp())
    secret, password = derived(keys, "client secret"), derived(keys, "password")[:16]

    def work(tx: Transaction) -> Answer:
        organisation_id = company(tx, office)
        user_id = put_user(tx, office, organisation_id, password)
        put_integration(tx, office, secret, user_id)
        token = granting.issue(tx, keys, organisation_id, CLIENT_ID, "", now, user_id)
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


def derived(keys: Keys, what: str) -> str:
    """The same at each start without being kept anywhere: the database has only its hash."""
    return hmac.new(keys.secret.encode(), f"sandbox {what}".encode(), sha256).hexdigest()


def company(tx: Transaction, office: Office) -> int:
    """The first organisation of the database; founded and furnished when there is none."""
    if companies := organisations.every(tx):
        return companies[0].id
    founded = founding.found(tx, COMPANY, office.now, BY)
    furnish(office.desk(tx, founded.id))
    return founded.id


def put_integration(tx: Transaction, office: Office, secret: str, owner_id: int) -> None:
    now = int(office.now.timestamp())
    if integrations.put_back(tx, CLIENT_ID):
        if not integrations.with_secret(tx, CLIENT_ID, now, secret):
            integrations.rotate_secret(tx, CLIENT_ID, now, secret=secret)
        return
    wanted = Integration(CLIENT_ID, "Sandlåda", redirect_uris=REDIRECTS, scope=EVERY_SCOPE)
    integrations.register(tx, wanted, office.now, owner_id, secret)


def put_user(tx: Transaction, office: Office, organisation_id: int, password: str) -> int:
    user = users.by_email(tx, EMAIL)
    if user is None:
        anna = Newcomer("Anna Andersson", hashed_password(password))
        return access.add_person(tx, office.actor, organisation_id, EMAIL, Role.ADMIN, anna)
    put_membership(tx, office, organisation_id, user.id)
    if not password_fits(password, user.password_hash):
        sessions.change_password(tx, user.id, hashed_password(password))
    return user.id


def put_membership(tx: Transaction, office: Office, organisation_id: int, user_id: int) -> None:
    """Who tries things out may have shut themselves out."""
    role = memberships.member(tx, organisation_id, user_id).role
    if not role:
        memberships.add(tx, organisation_id, user_id, Role.ADMIN)
    elif role != Role.ADMIN:
        access.give_role(tx, office.actor, organisation_id, user_id, Role.ADMIN)


def empty(file: Path) -> None:
    """Refused while another process has the database open: it would go on with a removed file."""
    with reachable():
        if file.exists() and in_use(file):
            raise Failed(f"{file} is in use; stop the other process first")
    for ending in ("", "-wal", "-shm", ".key", ".head-key.pem"):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)
