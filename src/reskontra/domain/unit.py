"""Units that things are sold by, in English: for those that a register does not know.

A word that is the same for one and for many is a sign that is so too.
"""

_ENGLISH = {
    "st": "pcs", "stk": "pcs", "styck": "pcs", "tim": "h", "timme": "hour", "timmar": "hours",
    "dag": "day", "dagar": "days", "dygn": "day", "vecka": "week", "veckor": "weeks",
    "mån": "mo", "månad": "month", "månader": "months", "år": "yr",
    "förp": "pack", "frp": "pack", "paket": "pack", "par": "pair", "låda": "box", "rulle": "roll",
    "kvm": "m2", "kbm": "m3", "lpm": "m", "utl": "exp",
}  # fmt: skip


def english_unit(unit: str) -> str:
    """None where the word is not a Swedish one that we know: it is printed as it stands.

    >>> english_unit("Tim."), english_unit("kg")
    ('h', '')
    """
    return _ENGLISH.get(unit.strip().rstrip(".").casefold(), "")
