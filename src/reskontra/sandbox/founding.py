"""A company's database: founded, furnished by its scenario, and marked as a sandbox's."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from reskontra.actions import access, founding
from reskontra.actions.access import Newcomer
from reskontra.actions.desk import desk_for
from reskontra.actions.trail import Actor
from reskontra.domain.records import replace
from reskontra.engine.copies import Content, Copies, mark
from reskontra.engine.database import Transaction
from reskontra.engine.sqlite import make_private
from reskontra.people import grants, integrations, one_time
from reskontra.people.integrations import Integration, Profile
from reskontra.people.roles import Role
from reskontra.people.scopes import EVERY_SCOPE
from reskontra.sandbox.clock import SandboxClock
from reskontra.sandbox.credentials import EMAIL, GRANT_ID, PASSWORD_HASH, PERSON, Credentials
from reskontra.sandbox.drawing import ForeseenDatabase
from reskontra.sandbox.ready_company import COMPANY
from reskontra.sandbox.scenarios import Scenario
from reskontra.sandbox.stage import Stage
from reskontra.storage.embedded import EMBEDDED, SANDBOX
from reskontra.storage.migrate import migrate

BY = "sandbox"
REDIRECTS = ("http://localhost:3000/callback", "http://127.0.0.1:3000/callback")


@cache
def empty_books() -> bytes:
    """A database without a row, made once."""
    with TemporaryDirectory(prefix="reskontra-") as folder:
        file = Path(folder) / "empty.db"
        migrate(f"{EMBEDDED}{file}")
        mark(file, SANDBOX)
        copies = Copies(file)
        content = bytes(copies.taken())
        copies.close()
    return content


def make_database(path: Path, content: Content | None = None) -> None:
    make_private(path)
    path.write_bytes(content or empty_books())


def found(
    database: ForeseenDatabase,
    clock: SandboxClock,
    credentials: Credentials,
    scenario: Scenario,
    seed: int,
    answers: Profile,
) -> None:
    """The same rows each time, for the same day and seed."""
    now = clock()

    def work(tx: Transaction) -> None:
        wanted = replace(COMPANY, id=credentials.tenant_id, **scenario.company)
        organisation = founding.found(tx, wanted, now, BY)
        actor = Actor(BY, "", now)
        newcomer = Newcomer(PERSON, PASSWORD_HASH)
        user = access.add_person(tx, actor, organisation.id, EMAIL, Role.ADMIN, newcomer)
        _let_in(tx, credentials, int(now.timestamp()), user)
        scenario.build(Stage(desk_for(tx, organisation.id, now, BY), seed))

    def _let_in(tx: Transaction, own: Credentials, seconds: int, user: int) -> None:
        known = Integration(own.client_id, "Sandlåda", redirect_uris=REDIRECTS, scope=EVERY_SCOPE)
        program = replace(known, answers=answers)
        integrations.register(tx, program, now, user, own.client_secret)
        grant = grants.add(tx, own.tenant_id, program, EVERY_SCOPE, seconds, user)
        assert grant == GRANT_ID, "the constant token names the first grant"
        one_time.new_refresh_token(tx, grant, EVERY_SCOPE, seconds)

    database.write_now(work)
