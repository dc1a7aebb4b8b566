"""How many letters may leave: for each organisation, and for each of its recipients.

Asked before anything is done for a letter, so that one that is refused changes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from math import ceil

from reskontra.domain.address import on_the_wire
from reskontra.domain.errors import TooMuchMail
from reskontra.web.house import House
from reskontra.web.limits import Window


async def admit_letter(
    house: House, recipients: Sequence[str], organisation: int | None = None
) -> None:
    """Counted for each recipient, or refused; without an organisation it is the house's own."""
    windows = _windows(house, recipients, organisation)
    if windows and (seconds := await house.wait(*windows)):
        raise TooMuchMail(ceil(seconds))


def _windows(house: House, recipients: Sequence[str], organisation: int | None) -> list[Window]:
    """One organisation cannot use up what another may send to the same address."""
    windows = []
    if house.mail_limit and organisation is not None:
        windows.append(Window(f"mail of {organisation}", house.mail_limit, len(recipients)))
    if house.recipient_limit:
        for box, count in Counter(map(mailbox, recipients)).items():
            windows.append(Window(f"mail of {organisation} to {box}", house.recipient_limit, count))
    return windows


def mailbox(address: str) -> str:
    """The same for every way to write it, and nothing that can be read where it is counted."""
    name, _, domain = on_the_wire(address).lower().rpartition("@")
    return sha256(f"{name.partition('+')[0]}@{domain}".encode()).hexdigest()
