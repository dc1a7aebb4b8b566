"""The mail that hands a signed head to an auditor, who keeps it outside the house."""

import json

from reskontra.domain.head import Head
from reskontra.outside.mail import Attachment, Letter

TEXT = """Hej!

Bifogat är ett signerat kvitto på bokföringen i {name} så som den var {day}:
{vouchers} verifikationer och {entries} händelser i historiken.

Spara filen utanför tjänsten. Med den går det att i efterhand se om bokföringen
har skrivits om:

    reskontra check-books --expect-head {file} --key {key}

Det här brevet skickas högst en gång om dagen och behöver inget svar.
"""


def head_letter(head: Head, day: str, name: str, sender: str, to: str) -> Letter:
    file = f"kvitto-{head.organisation}-{day}.json"
    words = {"name": name, "day": day, "file": file, "key": head.key}
    content = json.dumps(head.shown(), ensure_ascii=False, indent=1).encode()
    return Letter(
        sender=sender,
        sender_name=name,
        to=(to,),
        subject=f"Kvitto på bokföringen i {name}, {day}",
        text=TEXT.format(vouchers=head.vouchers, entries=head.entries, **words),
        attachments=(Attachment(file, "application/json", content),),
    )
