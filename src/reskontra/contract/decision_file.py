"""Skatteverket's file of decisions on claims, read."""

import string
from typing import Any

from reskontra.codec import as_decimal
from reskontra.domain.claim_decision import Approval, Decision
from reskontra.domain.errors import Invalid
from reskontra.domain.identity import masked_text

UNREADABLE = "Beslutsfilen kan inte läsas: "
LONGEST_REFERENCE = 50


def decisions_in(file: Any, organisation_number: str) -> tuple[Decision, ...]:
    """All of the file's decisions; one that is not for this organisation is refused."""
    if not isinstance(file, dict) or not isinstance(file.get("beslut"), list):
        raise Invalid(f"{UNREADABLE}den har inga beslut")
    if str(file.get("version")) != "1":
        raise Invalid(f"{UNREADABLE}version {file.get('version')!s:.9} är okänd")
    performer, own = _digits(file.get("utforare")), _digits(organisation_number)
    if own and performer[-10:] != own[-10:]:
        raise Invalid("Beslutsfilen gäller ett annat företag")
    decisions = tuple(_decision(each) for each in file["beslut"])
    if not decisions:
        raise Invalid(f"{UNREADABLE}den har inga beslut")
    return decisions


def _decision(told: Any) -> Decision:
    if not isinstance(told, dict) or not isinstance(told.get("arenden"), list):
        raise Invalid(f"{UNREADABLE}ett beslut saknar ärenden")
    name, reference = _text(told, "namn"), _text(told, "referensnummer")
    return Decision(name, reference, tuple(_approval(name, each) for each in told["arenden"]))


def _approval(name: str, told: Any) -> Approval:
    if not isinstance(told, dict):
        raise Invalid(f"{UNREADABLE}ett ärende i {masked_text(name)} är inget ärende")
    document = told.get("fakturanummer")
    amount = whole_kronor(told.get("godkantBelopp"))
    person = _digits(told.get("personnummer"))
    if amount is None or len(person) not in (10, 12):
        raise Invalid(f"{UNREADABLE}ett ärende i {masked_text(name)} saknar person eller belopp")
    return Approval(person, "" if document is None else str(document).strip(), amount)


def _text(told: dict[str, Any], name: str) -> str:
    value = told.get(name)
    text = str(value).strip() if isinstance(value, str | int) else ""
    if not text or len(text) > LONGEST_REFERENCE or not text.isprintable():
        raise Invalid(f"{UNREADABLE}{name} saknas")
    return text


def whole_kronor(value: Any) -> int | None:
    try:
        amount = as_decimal(value)
    except ValueError:
        return None
    return int(amount) if 0 <= amount == int(amount) else None


def _digits(value: Any) -> str:
    """A number may be told as one, or with signs between its digits."""
    told = str(value) if isinstance(value, str | int) else ""
    return "".join(letter for letter in told if letter in string.digits)
