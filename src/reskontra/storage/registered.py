"""Integrations as their owner sees and changes them."""

from sqlalchemy import bindparam, select, update

from reskontra.domain.records import fields
from reskontra.engine.database import Transaction
from reskontra.storage.access import INTEGRATION, Integration, integrations, made_integration

CHANGED = [each.name for each in fields(Integration) if each.name not in {"client_id"}]
OWNED = (
    select(*INTEGRATION)
    .where(integrations.c.owner_id == bindparam("owner_id"))
    .order_by(integrations.c.name, integrations.c.client_id)
)
SAVE = (
    update(integrations)
    .where(
        integrations.c.client_id == bindparam("of_client"),
        integrations.c.owner_id == bindparam("of_owner"),
    )
    .values({name: bindparam(name) for name in CHANGED})
)


def owned_by(tx: Transaction, owner_id: int) -> list[Integration]:
    return [made_integration(row) for row in tx.all(OWNED, {"owner_id": owner_id})]


def save(tx: Transaction, owner_id: int, changed: Integration) -> bool:
    values = {name: getattr(changed, name) for name in CHANGED}
    values["redirect_uris"] = integrations.c.redirect_uris.info["kept"].into(changed.redirect_uris)
    return tx.run(SAVE, values | {"of_client": changed.client_id, "of_owner": owner_id}) == 1
