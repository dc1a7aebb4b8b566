"""Second factors of someone who has lost them."""

from argparse import Namespace

from reskontra.actions import entry
from reskontra.actions.trail import Actor
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import BY, Office, in_office
from reskontra.engine.database import Transaction
from reskontra.people import users


@in_office
def remove(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        user = users.by_email(tx, options.email)
        if user is None:
            raise Failed("there is no user with that address")
        gone = entry.remove_factors(tx, user.id, Actor(BY, "", office.now))
        return {"user_id": user.id, "removed": gone}

    return office.write(work)
